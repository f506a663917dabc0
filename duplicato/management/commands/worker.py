"""One of the service's workers: Celery's tasks on threads, and the sweeper, of which one in all workers is awake."""

import os
import socket
import sys
import time
from argparse import ArgumentParser
from threading import Event as Flag
from threading import Thread
from typing import Any

from celery.signals import worker_ready
from celery.worker import state
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from duplicato import sweeping
from duplicato.celery import app
from duplicato.lease import Lease

# The database's pool lends 16 connections a process; the sweeper and the control thread need some too.
MOST_THREADS = 12
STOP_SECONDS = 10.0
AGAIN_SECONDS = 1.0
PING_SECONDS = 5.0


class Command(BaseCommand):
    help = "Runs a Celery worker of the service (PostgreSQL and Redis). Start as many as you like."
    requires_system_checks: list[str] = []  # they say nothing new at a start, and take time

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--concurrency", type=int, default=4, help="tasks at the same time (default 4)")
        parser.add_argument("--name", default=str(os.getpid()), help="tells this machine's workers apart")
        parser.add_argument("--ping", action="store_true", help="ask the worker of that name whether it is alive")

    def handle(self, *args: Any, concurrency: int, name: str, ping: bool, **options: Any) -> None:
        if settings.ENVIRONMENT.is_embedded:
            raise CommandError(
                "On SQLite the worker runs inside 'manage.py serve': start that alone. "
                "Workers of their own need DATABASE_URL=postgresql://… and REDIS_URL."
            )
        if not 1 <= concurrency <= MOST_THREADS:
            raise CommandError(f"--concurrency is a number from 1 to {MOST_THREADS}; start more workers beyond that.")
        address = f"duplicato-{name}@{socket.gethostname()}"
        if ping:
            if not app.control.ping([address], timeout=PING_SECONDS):
                raise CommandError(f"The worker {address} does not answer.")
            return
        stop = Flag()
        sweeper = Thread(target=_sweep, args=[stop], name="sweeper", daemon=True)
        worker = app.Worker(
            hostname=address,
            pool="threads",
            concurrency=concurrency,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            loglevel="INFO",
            quiet=True,
        )
        # Not only once it is ready: a Redis that is away now must not keep turns from being swept later.
        worker_ready.connect(_say_ready, weak=False)
        sweeper.start()
        worker.start()
        stop.set()
        sweeper.join(STOP_SECONDS)
        if worker.exitcode and not _was_told_to_stop():
            # Celery gives up where Redis goes away at a bad moment, tasks in hand; a hall cannot.
            self.stderr.write("The worker stumbled and starts again.")
            time.sleep(AGAIN_SECONDS)
            os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - this very command
        sys.exit(worker.exitcode or 0)


def _was_told_to_stop() -> bool:
    return any(told is not None and told is not False for told in (state.should_stop, state.should_terminate))


def _sweep(stop: Flag) -> None:
    lease = Lease()
    try:
        sweeping.run(stop, may_sweep=lease.is_mine)
    finally:
        lease.release()


def _say_ready(**_: Any) -> None:
    sys.stdout.write("The worker is ready.\n")
    sys.stdout.flush()
