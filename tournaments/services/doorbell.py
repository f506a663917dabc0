"""Telling every process that an event's log has grown: only the number travels.

Redis carries it between processes; without Redis the listeners are in this process. A bell that does
not ring loses nothing, because listeners also look by themselves every few seconds.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache

import redis
from django.conf import settings

logger = logging.getLogger(__name__)

CHANNEL = "duplicato.log"
Listener = Callable[[int, int], None]
_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Call `listener(event_id, sequence)` for acts committed in this process (the embedded product)."""
    _listeners.append(listener)


def silence(listener: Listener) -> None:
    _listeners.remove(listener)


def ring(event_id: int, sequence: int) -> None:
    for listener in list(_listeners):
        listener(event_id, sequence)
    if settings.ENVIRONMENT.redis_url:
        try:
            _redis().publish(CHANNEL, f"{event_id}:{sequence}")
        except redis.RedisError as error:
            logger.warning("The doorbell could not reach Redis: %s", type(error).__name__)


@cache
def _redis() -> redis.Redis:
    return redis.Redis.from_url(
        settings.ENVIRONMENT.redis_url, socket_connect_timeout=0.5, socket_timeout=0.5
    )
