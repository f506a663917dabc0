"""Handing work to the Celery worker, by name and ids.

A broker that is away loses nothing: the database says what is unfinished and the sweeper arms it again.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from kombu.exceptions import OperationalError

from duplicato.celery import app

logger = logging.getLogger(__name__)


def enqueue_on_commit(task: str, *ids: int, eta: datetime | None = None) -> None:
    """Send `tournaments.<task>` with these ids once the current transaction has committed."""
    transaction.on_commit(lambda: enqueue(task, *ids, eta=eta))


def enqueue(task: str, *ids: int, eta: datetime | None = None) -> None:
    try:
        app.send_task(f"tournaments.{task}", args=list(ids), eta=eta, retry=False)
    except OperationalError as error:
        logger.warning("The broker is away; the sweeper will send %s: %s", task, type(error).__name__)
