"""The service's cache in Redis. While Redis is away each process remembers for itself: rates stay limited."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
# After a failure Redis is left alone for this long, so that a page does not wait for it at every turn.
PAUSE_SECONDS = 1.0


class SharedCache(RedisCache):
    _away_until = 0.0  # of the process: every thread has a cache object of its own

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._own = LocMemCache("while Redis is away", {})

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().add, self._own.add, *args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().get, self._own.get, *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().set, self._own.set, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().touch, self._own.touch, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().delete, self._own.delete, *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().get_many, self._own.get_many, *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().has_key, self._own.has_key, *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().incr, self._own.incr, *args, **kwargs)

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().set_many, self._own.set_many, *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().delete_many, self._own.delete_many, *args, **kwargs)

    def clear(self) -> None:
        """Our own keys alone: Django's would empty the whole Redis database, the tasks' queue with it."""
        self._try(self._clear_ours, self._own.clear)

    def _clear_ours(self) -> None:
        client = self._cache.get_client(None, write=True)
        for key in client.scan_iter(match=f"{self.key_prefix}:*"):
            client.delete(key)

    def _try(self, shared: Callable[..., Any], own: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() < SharedCache._away_until:
            return own(*args, **kwargs)
        try:
            return shared(*args, **kwargs)
        except RedisError as error:
            SharedCache._away_until = time.monotonic() + PAUSE_SECONDS
            logger.warning("The cache cannot reach Redis: %s", type(error).__name__)
            return own(*args, **kwargs)
