"""Tables that should be writing a slip and whose tablet has not been heard of: what only officials are told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from tournaments.models import Device, Slip, Turn
from tournaments.services import listening

# A page beats every 8 to 12 s and what is heard is noted every 5: a tablet that lives is never older than 17 s.
SILENCE = timedelta(seconds=25)


@dataclass(frozen=True, slots=True)
class SilentTable:
    entry_id: int
    table: int
    since: datetime  # it was heard of for the last time, or enrolled


def silent_tables(turn: Turn, now: datetime) -> list[SilentTable]:
    """In table order. Nobody where the server has not listened long enough itself to tell silence from a restart."""
    started = listening.since()
    if started is None or started > now - SILENCE:
        return []
    slips = Slip.objects.filter(turn=turn, opening=turn.opening, late_by_ms=0, entry=OuterRef("entry"))
    silent = playing_devices(turn).filter(~Exists(slips), heard_at__lt=now - SILENCE)
    rows = silent.order_by("entry__table_number").values_list("entry_id", "entry__table_number", "heard_at")
    return [SilentTable(*row) for row in rows]


def playing_devices(turn: Turn) -> QuerySet[Any]:
    """The live devices of those in the room who do not play on paper, each with `heard_at`."""
    return Device.objects.filter(
        revoked_at=None,
        entry__event=turn.game.event_id,
        entry__checked_in_at__isnull=False,
        entry__withdrawn_at=None,
        entry__disqualified_at=None,
        entry__is_on_paper=False,
    ).annotate(heard_at=Coalesce("last_seen_at", "enrolled_at"))
