"""The worker's pulse: a task goes through the broker every two seconds and leaves its mark in the cache."""

from __future__ import annotations

import logging
import time
from typing import NamedTuple

from django.core.cache import cache
from kombu.exceptions import OperationalError

from duplicato.celery import app

logger = logging.getLogger(__name__)
KEY = "duplicato.worker_pulse"
KEPT_SECONDS = 3600
# A worker that searches a hard rack may be late by this much and is alive all the same.
ALIVE_SECONDS = 15.0


class Pulse(NamedTuple):
    seen_at: float
    queue_lag_seconds: float

    @property
    def is_alive(self) -> bool:
        return time.time() - self.seen_at < ALIVE_SECONDS


def ask() -> None:
    """Send the task; one that waited longer than a worker may be late is of no use."""
    try:
        app.send_task("duplicato.pulse", args=[time.time()], expires=ALIVE_SECONDS, retry=False)
    except OperationalError as error:
        logger.warning("The broker is away: %s", type(error).__name__)


def mark(sent_at: float) -> None:
    now = time.time()
    cache.set(KEY, (now, max(0.0, now - sent_at)), KEPT_SECONDS)


def last() -> Pulse | None:
    stored = cache.get(KEY)
    return Pulse(*stored) if stored else None
