"""What the web processes hear: which tablets are alive, and since when anybody has been listening at all."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Device

KEY = "devices-heard-since"
# Web processes say this often what they heard; without a word for this long nobody is listening any more.
NOTE_SECONDS = 5.0
FORGOTTEN_AFTER_SECONDS = 15


def note(device_ids: Collection[int]) -> None:
    """These devices were heard since the last note. Revoked ones stay as they are, and no time goes backwards.

    Several processes note the same devices at once: a row that another one holds is left to it.
    """
    now = timezone.now()
    if device_ids:
        with transaction.atomic():
            due = Device.objects.filter(
                Q(last_seen_at=None) | Q(last_seen_at__lt=now), pk__in=device_ids, revoked_at=None
            ).select_for_update(skip_locked=True, no_key=True)
            Device.objects.filter(pk__in=due.values("pk")).update(last_seen_at=now)
    if not cache.touch(KEY, FORGOTTEN_AFTER_SECONDS):
        cache.add(KEY, now, FORGOTTEN_AFTER_SECONDS)


def since() -> datetime | None:
    """Since when the silence of a device means something; None where nobody listens."""
    started: datetime | None = cache.get(KEY)
    return started
