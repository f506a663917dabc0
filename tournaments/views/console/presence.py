"""Who else has the console open: remembered for a few seconds, nowhere but in the cache."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.cache import cache
from django.utils import timezone

from tournaments.models import Event

FORGOTTEN_AFTER_SECONDS = 40


def others(event: Event, user: User) -> list[str]:
    """Note that this account looks at the console; the names of the others who do."""
    key = f"console-open:{event.pk}"
    now = timezone.now().timestamp()
    seen: dict[int, tuple[str, float]] = cache.get(key) or {}
    seen = {pk: (name, at) for pk, (name, at) in seen.items() if now - at < FORGOTTEN_AFTER_SECONDS}
    seen[user.pk] = (user.get_full_name() or user.get_username(), now)
    cache.set(key, seen, FORGOTTEN_AFTER_SECONDS)
    return sorted(name for pk, (name, _at) in seen.items() if pk != user.pk)
