"""The product's own processes, started as an operator starts them, and killed as no operator would."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from tests.faults.servers import end, free_port, wait_for

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60.0


class Process:
    """One `manage.py` command with its log."""

    def __init__(self, command: list[str], environment: Mapping[str, str], log: Path) -> None:
        self.command = command
        self._environment = dict(environment)
        self._log = log
        self._popen: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        return self._popen is not None and self._popen.poll() is None

    @property
    def pid(self) -> int:
        assert self._popen is not None
        return self._popen.pid

    @property
    def log(self) -> str:
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._popen = subprocess.Popen(
                [sys.executable, *self.command],
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self) -> None:
        """The whole process group, so that no child lives on: the plug is pulled."""
        if self._popen is not None and self._popen.poll() is None:
            os.killpg(self._popen.pid, signal.SIGKILL)
            self._popen.wait()

    def terminate(self, seconds: float = 30.0) -> None:
        assert self._popen is not None
        end(self._popen, signal.SIGTERM, seconds)

    def send(self, by: signal.Signals) -> None:
        assert self._popen is not None
        os.killpg(self._popen.pid, by)

    @property
    def exit_code(self) -> int | None:
        return self._popen.poll() if self._popen is not None else None


class Web(Process):
    def __init__(self, environment: Mapping[str, str], log: Path) -> None:
        self.port = free_port()
        super().__init__(
            ["manage.py", "serve", "--host", "127.0.0.1", "--port", str(self.port)], environment, log
        )

    def start(self, *, is_awaited: bool = True) -> None:
        super().start()
        if is_awaited:
            self.wait()

    def wait(self) -> None:
        wait_for(self.answers, f"{' '.join(self.command)}", START_SECONDS)

    def answers(self) -> bool:
        assert self.is_running, f"the web process ended:\n{self.log[-4000:]}"
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False


class Installation:
    """A data folder, a database and perhaps a Redis: what every process of one Duplicato shares."""

    def __init__(
        self,
        folder: Path,
        *,
        database_url: str = "",
        redis_url: str = "",
        logs: Path | None = None,
        extra: Mapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self._logs = logs or folder
        self.database_url = database_url or f"sqlite:///{folder / 'duplicato.sqlite3'}"
        self.is_embedded = not database_url
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("DUPLICATO_", "PYTEST_"))}
        self.environment = kept | {
            "DJANGO_SETTINGS_MODULE": "duplicato.settings",
            "DUPLICATO_DATA_DIR": str(folder),
            "DUPLICATO_SECRET_KEY": secrets.token_urlsafe(40),
            "DATABASE_URL": self.database_url,
            "REDIS_URL": redis_url,
            "PYTHONUNBUFFERED": "1",
            **(extra or {}),
        }
        if not redis_url:
            del self.environment["REDIS_URL"]
        self.processes: list[Process] = []

    def migrate(self) -> None:
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=ROOT, env=self.environment, check=True, timeout=120)

    def web(self) -> Web:
        web = Web(self.environment, self._log("web"))
        self.processes.append(web)
        return web

    def worker(self) -> Process:
        worker = Process(["manage.py", "worker"], self.environment, self._log("worker"))
        self.processes.append(worker)
        return worker

    def stop(self) -> None:
        for process in self.processes:
            process.kill()

    def logs(self) -> str:
        return "\n".join(f"== {' '.join(each.command)}\n{each.log[-6000:]}" for each in self.processes)

    def _log(self, name: str) -> Path:
        return self._logs / f"{name}-{len(self.processes)}.log"
