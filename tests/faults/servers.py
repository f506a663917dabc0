"""A PostgreSQL and a Redis of the tests' own: on free ports, in folders that go away, free to be killed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import redis

PATIENCE = 30.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(holds: Callable[[], Any], what: str, seconds: float = PATIENCE, every: float = 0.02) -> Any:
    """The first true value that `holds` gives; an AssertionError names what did not come."""
    give_up_at = time.monotonic() + seconds
    while time.monotonic() < give_up_at:
        found = holds()
        if found:
            return found
        time.sleep(every)
    raise AssertionError(f"{what}: not within {seconds:g} s")


def end(process: subprocess.Popen[bytes], by: signal.Signals, seconds: float = 20.0) -> None:
    """Signal a child and wait for its end; what does not end is killed."""
    if process.poll() is None:
        process.send_signal(by)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class PostgresServer:
    """`folder` may be a mount of the test's own, for a disk that fills up."""

    def __init__(self, folder: Path | None = None, **settings: str) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="duplicato-pg-", dir=folder))
        self._bin = _postgres_binaries()
        self._user = _unprivileged(self.folder)
        self._settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "max_connections": "60",
            "shared_buffers": "32MB",
            # A killed process loses nothing that the system holds; the tests cut no power.
            "fsync": "off",
            **settings,
        }
        self._process: subprocess.Popen[bytes] | None = None
        self._log = (self.folder / "server.log").open("ab")
        self._data = self.folder / "data"
        command = ["initdb", "-D", str(self._data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
        command += ["--no-locale", "--wal-segsize=1"]
        self._run(command).wait(PATIENCE)
        self.start()

    def url(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        options = [part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")]
        self._process = self._run(["postgres", "-D", str(self._data), *options])
        wait_for(self._answers, "PostgreSQL")

    def start_again(self) -> None:
        """If it went down; otherwise wait until it lets people in again."""
        assert self._process is not None
        if self._process.poll() is not None:
            self.start()
        wait_for(self._answers, "PostgreSQL")

    def stop(self, by: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends the sessions and stops; SIGQUIT stops at once, as a crash does."""
        assert self._process is not None
        end(self._process, by)

    def execute(self, statement: str, database: str = "postgres") -> list[Any]:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def remove(self) -> None:
        self.stop(signal.SIGQUIT)
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.folder / "server.log").read_text()
        try:
            self.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def _run(self, command: list[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [str(self._bin / command[0]), *command[1:]],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
            **self._user,
        )


class RedisServer:
    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="duplicato-redis-"))
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Always empty: nothing is kept on the disk."""
        binary = shutil.which("redis-server")
        assert binary, "redis-server is not installed: apt install redis-server"
        command = [binary, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, start_new_session=True)
        wait_for(self._answers, "Redis")

    def kill(self) -> None:
        assert self._process is not None
        end(self._process, signal.SIGKILL)

    def flush(self) -> None:
        with redis.Redis(port=self.port) as client:
            client.flushall()

    def remove(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _answers(self) -> bool:
        try:
            with redis.Redis(port=self.port) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False


def _postgres_binaries() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    binary = str(found[-1]) if found else shutil.which("initdb")
    assert binary, "PostgreSQL's server is not installed: apt install postgresql"
    return Path(binary).parent


def _unprivileged(folder: Path) -> dict[str, Any]:
    """PostgreSQL refuses to run as root: it runs as the user that its package made."""
    if os.geteuid() != 0:
        return {}
    shutil.chown(folder, "postgres", "postgres")
    return {"user": "postgres", "group": "postgres", "extra_groups": []}
