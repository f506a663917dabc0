"""Duplicato's own commands as real processes, each with an environment and a data folder of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 60
OURS = ("DJANGO_ALLOW_ASYNC_UNSAFE", "DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")


class Answer(NamedTuple):
    status: int
    body: str
    headers: dict[str, str]

    @property
    def content(self) -> Any:
        return json.loads(self.body)


@dataclass
class Running:
    """A command that goes on until it is stopped; what it says is in `said`."""

    process: subprocess.Popen[bytes]
    log: Path
    port: int = 0

    @property
    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def get(self, path: str, **headers: str) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return fetch(f"http://127.0.0.1:{self.port}{path}", headers=named)

    def until(self, holds: Callable[[], object], what: str) -> None:
        give_up_at = time.monotonic() + PATIENCE_SECONDS
        while not holds():
            assert self.process.poll() is None, f"it ended before {what}: {self.said}"
            assert time.monotonic() < give_up_at, f"{what}: not in {PATIENCE_SECONDS} s: {self.said}"
            time.sleep(0.05)

    def stop(self, number: int = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(PATIENCE_SECONDS)


@dataclass
class Installation:
    """One place where Duplicato is set up: its variables and its data folder."""

    data_dir: Path
    variables: dict[str, str] = field(default_factory=dict)
    running: list[Running] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in OURS and "DUPLICATO" not in name}
        return {**kept, "DUPLICATO_DATA_DIR": str(self.data_dir), "PYTHONUNBUFFERED": "1", **self.variables}

    def run(self, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.environment | more,
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )

    def start(self, *command: str, port: int = 0, **more: str) -> Running:
        log = self.data_dir / f"{command[0]}-{len(self.running)}.log"
        with log.open("wb") as stream:
            process = subprocess.Popen(
                [sys.executable, "manage.py", *command],
                cwd=ROOT,
                env=self.environment | more,
                stdout=stream,
                stderr=subprocess.STDOUT,
            )
        started = Running(process, log, port)
        self.running.append(started)
        return started

    def serve(self, *options: str, host: str = "127.0.0.1", **more: str) -> Running:
        """`manage.py serve`, answering."""
        port = free_port()
        server = self.start("serve", "--host", host, "--port", str(port), *options, port=port, **more)
        server.until(lambda: _answers(port), "it answered")
        return server

    def kill_all(self) -> None:
        for started in self.running:
            if started.process.poll() is None:
                started.process.kill()
                started.process.wait()


def fetch(url: str, *, data: bytes | None = None, headers: dict[str, str] | None = None) -> Answer:
    request = urllib.request.Request(url, data=data, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return Answer(answer.status, answer.read().decode(), dict(answer.headers))
    except urllib.error.HTTPError as refusal:
        return Answer(refusal.code, refusal.read().decode(), dict(refusal.headers))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _answers(port: int) -> bool:
    try:
        return fetch(f"http://127.0.0.1:{port}/healthz").status == 200
    except OSError:
        return False
