"""Real processes of the service: web and worker, on the tests' own PostgreSQL database and Redis."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from django.db import connection

START_SECONDS = 60
STOP_SECONDS = 20


@contextmanager
def service(data_folder: Path, redis_url: str) -> Iterator[str]:
    """One web process and one worker; gives the address."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    web = ["serve", "--host", "127.0.0.1", "--port", str(port)]
    with running("web", web, data_folder, redis_url) as process, running("worker", ["worker"], data_folder, redis_url):
        wait_until_it_answers(process, url, data_folder / "web.log")
        yield url


@contextmanager
def running(name: str, arguments: list[str], data_folder: Path, redis_url: str) -> Iterator[subprocess.Popen[bytes]]:
    database = connection.settings_dict
    place = f"{database['USER']}@{database['HOST']}:{database['PORT'] or 5432}/{database['NAME']}"
    environment = os.environ | {
        "DATABASE_URL": f"postgresql://{place}",
        "REDIS_URL": redis_url,
        "DUPLICATO_DATA_DIR": str(data_folder),
        "DUPLICATO_SECRET_KEY": settings.SECRET_KEY,
        "DUPLICATO_DEBUG": "false",
    }
    with (data_folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", *arguments], cwd=settings.BASE_DIR, env=environment, stdout=log, stderr=log
        )
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def wait_until_it_answers(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    give_up_at = time.monotonic() + START_SECONDS
    while time.monotonic() < give_up_at:
        if process.poll() is not None:
            pytest.fail(f"the server ended: {log.read_text()}")
        try:
            if httpx.get(f"{url}/api/v1/definitions/", timeout=5).status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.1)
    pytest.fail(f"the server did not answer in {START_SECONDS} s: {log.read_text()}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
