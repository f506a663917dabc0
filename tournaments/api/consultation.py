"""Who may not consult the lexicon for now: whoever plays, while a turn of their event is open."""

from __future__ import annotations

from django.http import HttpRequest

from tournaments.api.device_cookie import device_of
from tournaments.enums import TurnState
from tournaments.models import Office, Turn


def is_playing_an_open_turn(request: HttpRequest) -> bool:
    """A table's device, whoever is logged in on it, or the account of an arbiter who plays (F45)."""
    events: list[int] = []
    if request.user.is_authenticated:
        own_tables = Office.objects.filter(user=request.user.pk, ended_at=None, entry__isnull=False)
        events += own_tables.values_list("event", flat=True)
    device = device_of(request)
    if device is not None:
        events.append(device.entry.event_id)
    return bool(events) and Turn.objects.filter(game__event__in=events, state=TurnState.OPEN).exists()
