"""Serve the site. Embedded (SQLite): one process with worker and sweeper. Service: web processes alone."""

import contextlib
import logging
import os
import signal
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management.base import BaseCommand, CommandError
from django.db import Error as DatabaseError
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from uvicorn import Config, Server
from uvicorn.supervisors import Multiprocess

from duplicato import one_process, welcome
from duplicato.database_copies import CopyError
from tournaments.views.site_address import room_addresses

logger = logging.getLogger(__name__)
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104
BACKLOG = 4096
DRAIN_SECONDS = 10
# Longer than a proxy keeps its own idle connections, so that it is never surprised by an end.
KEEP_ALIVE_SECONDS = 75


class Command(BaseCommand):
    help = "Serves Duplicato."
    requires_system_checks: list[str] = []  # they say nothing new at a start, and take time

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0")  # noqa: S104 - players reach it from the hall's network
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--workers", type=int, default=1, help="web processes; more than one needs PostgreSQL")
        parser.add_argument(
            "--set-up",
            action="store_true",
            help="SQLite: first make what is missing: tables, translations, word list, a login, a sample event",
        )

    def handle(self, *args: Any, host: str, port: int, workers: int, set_up: bool, **options: Any) -> None:
        is_embedded = settings.ENVIRONMENT.is_embedded
        _refuse_wrong_number(workers, is_embedded)
        if set_up and not is_embedded:
            raise CommandError(
                "--set-up is for SQLite. Here run 'manage.py migrate', 'collectstatic' and 'createsuperuser' once."
            )
        # Until the server has its own handlers, and again once it has drained: an ordinary end.
        signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))
        if is_embedded:
            try:
                one_process.hold(Path(settings.DATABASES["default"]["NAME"]))
            except one_process.AlreadyServedError as error:
                raise CommandError(str(error)) from error
        plan = _missing_migrations()
        if set_up:
            try:
                self._say(welcome.bring_up_to_date(plan))
            except CopyError as error:
                raise CommandError(str(error)) from error
        elif plan:
            raise CommandError("The database is not set up for this version: run 'manage.py migrate' first.")
        listening = _listen(host, port)
        port = listening.getsockname()[1]
        settings.SERVES_THE_ROOM = host in EVERYWHERE
        if set_up:
            self._say(welcome.first_start())
        if not is_embedded and not getattr(staticfiles_storage, "is_collected", True):
            logger.warning("Static files have no lasting names yet: run 'manage.py collectstatic'.")
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
        ready = list(_ready_lines(host, port)) if is_embedded else [f"Serving on {host}, port {port}."]
        connections.close_all()
        if workers > 1:
            AnnouncingProcesses(config, [listening], lambda: self._say(ready)).run()
            return
        with contextlib.suppress(KeyboardInterrupt):
            Announcing(config, lambda: self._say(ready)).run(sockets=[listening])

    def _say(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.stdout.write(line)
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


def _ready_lines(host: str, port: int) -> Iterator[str]:
    here = f"http://localhost:{port}"
    yield "Duplicato è pronto (Ctrl+C per fermare)."
    yield f"  su questo computer  {here}/"
    if settings.PUBLIC_URL:
        yield f"  per tutti           {settings.PUBLIC_URL}/"
    elif settings.SERVES_THE_ROOM:
        for address in room_addresses():
            yield f"  dagli altri         http://{address}:{port}/"
    if not welcome.somebody_can_enter():
        yield "Nessuno può ancora entrare in /admin/: fermate e usate «make run», o «manage.py createsuperuser»."
    yield from welcome.how_to_try(here)


def _refuse_wrong_number(workers: int, is_embedded: bool) -> None:
    if workers < 1:
        raise CommandError("--workers is a number of processes, at least 1.")
    if workers > 1 and is_embedded:
        raise CommandError(
            f"--workers {workers}: on SQLite one process does everything, and a second would not hear of the first's "
            "acts. Leave --workers out, or set DATABASE_URL=postgresql://… and REDIS_URL for several."
        )


def _missing_migrations() -> list[Any]:
    try:
        executor = MigrationExecutor(connection)
        return executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        raise CommandError(f"The database does not answer ({type(error).__name__}): check DATABASE_URL.") from error


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
