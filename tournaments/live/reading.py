"""What the hub reads from the database: synchronous, called in the hub's own thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import NamedTuple, ParamSpec, TypeVar

from django.db import close_old_connections, connection

from tournaments.enums import TurnState
from tournaments.live.messages import Row
from tournaments.models import Event, LogRow, Turn

# The most rows in one read; whoever is further behind gets several.
PAGE = 500
SETTLED = (TurnState.REVEALED, TurnState.VOIDED)

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Look(NamedTuple):
    """An event's log after a number, with the turns' states of that moment."""

    event_id: int
    is_public: bool
    head: int
    rows: list[Row]
    turn_states: dict[int, str]
    in_play: str | None


def borrowing(read: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Give the connection back after the read: a stream holds none."""

    @wraps(read)
    def wrapper(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        if connection.in_atomic_block:  # a test's own transaction
            return read(*args, **kwargs)
        close_old_connections()
        try:
            return read(*args, **kwargs)
        finally:
            if connection.vendor == "postgresql":
                connection.close()

    return wrapper


@borrowing
def event_id_of(slug: str) -> int | None:
    return Event.objects.filter(slug=slug).values_list("pk", flat=True).first()


@borrowing
def look(event_id: int, after: int | None = None, window: int = 0) -> Look | None:
    """The rows after a number (or the last `window` of them); None where the event is gone."""
    event = Event.objects.filter(pk=event_id).values_list("is_public", "sequence").first()
    if event is None:
        return None
    is_public, head = event
    if after is None:
        after = max(0, head - window)
    rows: list[Row] = []
    turn_states: dict[int, str] = {}
    if head > after:
        found = LogRow.objects.filter(event=event_id, sequence__gt=after).order_by("sequence")[:PAGE]
        for sequence, act, turn_id, state, payload in found.values_list(
            "sequence", "act", "turn_id", "turn__state", "payload"
        ):
            rows.append(Row(sequence, act, turn_id, payload))
            if turn_id is not None:
                turn_states[turn_id] = state
    in_play = (
        Turn.objects.filter(game__event=event_id).exclude(state__in=SETTLED).values_list("state", flat=True).first()
    )
    return Look(event_id, is_public, max(head, rows[-1].sequence if rows else 0), rows, turn_states, in_play)
