"""Serve the site. Embedded (SQLite): one process with worker and sweeper. Service: web processes alone."""

import contextlib
import os
import signal
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from uvicorn import Config, Server
from uvicorn.supervisors import Multiprocess

from duplicato import one_process

BACKLOG = 4096
DRAIN_SECONDS = 10
# Longer than a proxy keeps its own idle connections, so that it is never surprised by an end.
KEEP_ALIVE_SECONDS = 75


class Command(BaseCommand):
    help = "Serves Duplicato."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0")  # noqa: S104 - players reach it from the hall's network
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--workers", type=int, default=1, help="web processes; more than one needs PostgreSQL")

    def handle(self, *args: Any, host: str, port: int, workers: int, **options: Any) -> None:
        is_embedded = settings.ENVIRONMENT.is_embedded
        _refuse_wrong_number(workers, is_embedded)
        # Until the server has its own handlers, and again once it has drained: an ordinary end.
        signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))
        if is_embedded:
            try:
                one_process.hold(Path(settings.DATABASES["default"]["NAME"]))
            except one_process.AlreadyServedError as error:
                raise CommandError(str(error)) from error
        _refuse_old_tables()
        listening = _listen(host, port)
        config = Config(
            "duplicato.asgi:application",
            host=host,
            port=port,
            workers=workers,
            backlog=BACKLOG,
            lifespan="on",
            ws="none",
            log_config=None,
            access_log=False,  # addresses carry enrolment codes
            server_header=False,
            forwarded_allow_ips=settings.ENVIRONMENT.trusted_proxies,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=DRAIN_SECONDS,
        )
        if workers > 1:
            AnnouncingProcesses(config, [listening], lambda: self._say_ready(port)).run()
            return
        with contextlib.suppress(KeyboardInterrupt):
            Announcing(config, lambda: self._say_ready(port)).run(sockets=[listening])

    def _say_ready(self, port: int) -> None:
        self.stdout.write(f"Duplicato è pronto: aprite http://localhost:{port}/ (Ctrl+C per fermare).")
        self.stdout.flush()


class Announcing(Server):
    """Says that it is ready when it is."""

    def __init__(self, config: Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()


class AnnouncingProcesses(Multiprocess):
    """The same for several processes: when each of them is."""

    def __init__(self, config: Config, sockets: list[socket.socket], announce: Callable[[], None]) -> None:
        super().__init__(config, sockets)
        self._announce = announce

    def init_processes(self) -> None:
        super().init_processes()
        for process in self.processes:
            while not process.is_ready(timeout=0.2):
                self.handle_signals()
                if self.should_exit.is_set() or not process.process.is_alive():
                    return
        self._announce()


def _refuse_wrong_number(workers: int, is_embedded: bool) -> None:
    if workers < 1:
        raise CommandError("--workers is a number of processes, at least 1.")
    if workers > 1 and is_embedded:
        raise CommandError(
            f"--workers {workers}: on SQLite one process does everything, and a second would not hear of the first's "
            "acts. Leave --workers out, or set DATABASE_URL=postgresql://… and REDIS_URL for several."
        )


def _refuse_old_tables() -> None:
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        raise CommandError(f"The database does not answer ({type(error).__name__}): check DATABASE_URL.") from error
    finally:
        connection.close()
    if missing:
        raise CommandError("The database is not set up for this version: run 'manage.py migrate' first.")


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else error
        raise CommandError(f"Port {port} of {host} cannot be used ({reason}): choose another --port.") from error
    listening.set_inheritable(True)
    return listening
