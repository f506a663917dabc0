"""The projector's pages that are open now: counted by a number of their own, remembered in the cache alone.

The number says nothing and proves nothing: whoever makes one up adds a screen to the director's count.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from django.core.cache import cache
from django.utils import timezone

NUMBER = re.compile(r"[0-9a-f]{16}")
FORGOTTEN_AFTER_SECONDS = 30
MOST = 50


def note(event_id: int, numbers: Collection[str]) -> None:
    """These screens were heard. Two processes may overwrite each other's note; the next one mends it."""
    now = timezone.now().timestamp()
    seen = _seen(event_id, now) | dict.fromkeys(numbers, now)
    newest = sorted(seen.items(), key=lambda item: item[1], reverse=True)[:MOST]
    cache.set(_key(event_id), dict(newest), FORGOTTEN_AFTER_SECONDS)


def count(event_id: int) -> int:
    return len(_seen(event_id, timezone.now().timestamp()))


def _seen(event_id: int, now: float) -> dict[str, float]:
    kept: dict[str, float] = cache.get(_key(event_id)) or {}
    return {number: at for number, at in kept.items() if now - at < FORGOTTEN_AFTER_SECONDS}


def _key(event_id: int) -> str:
    return f"hall-screens:{event_id}"
