"""The log: every act writes one row in its own transaction."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, Game, LogRow, Turn
from tournaments.services import doorbell
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.locks import lock_event

FIRST_HASH = "0" * 64
MAX_REASON = 400


class LogError(ActError):
    messages = {"reason_too_long": _("Il motivo è di %(length)s caratteri: al più %(most)s.")}


def check_length(reason: str, most: int = MAX_REASON) -> str:
    """A reason as it is kept, without spaces at its ends; refused where its column cannot hold it."""
    reason = reason.strip()
    if len(reason) > most:
        raise LogError("reason_too_long", length=len(reason), most=most)
    return reason


def append(
    event: Event,
    act: str,
    by: Actor,
    *,
    game: Game | None = None,
    turn: Turn | None = None,
    reason: str = "",
    payload: Mapping[str, Any] | None = None,
    at: datetime | None = None,
) -> LogRow:
    """Write the next row, taking its number under the event's lock; announce it on commit.

    Called last in an act, because the event's row is the last lock in the order. `event` is brought up
    to date with the new head.
    """
    assert connection.in_atomic_block, "a log row belongs to the transaction of its act"
    reason = check_length(reason)
    head = lock_event(event.pk)
    row = LogRow(
        event=event,
        sequence=head.sequence + 1,
        at=at or timezone.now(),
        act=act,
        actor_kind=by.kind,
        user=by.user,
        entry=by.entry,
        device=by.device,
        game=game or (turn.game if turn else None),
        turn=turn,
        reason=reason,
        payload=dict(payload or {}),
        previous_hash=head.log_hash,
    )
    row.hash = row_hash(row)
    row.save(force_insert=True)
    Event.objects.filter(pk=event.pk).update(sequence=row.sequence, log_hash=row.hash)
    event.sequence, event.log_hash = row.sequence, row.hash
    transaction.on_commit(lambda: doorbell.ring(event.pk, row.sequence))
    return row


def row_hash(row: LogRow) -> str:
    """SHA-256 over the previous hash and everything the row says."""
    content = {
        "event": row.event_id,
        "sequence": row.sequence,
        "at": row.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "act": row.act,
        "actor": [row.actor_kind, row.user_id, row.entry_id, *([row.device_id] if row.device_id else [])],
        "game": row.game_id,
        "turn": row.turn_id,
        "reason": row.reason,
        "payload": row.payload,
        "previous": row.previous_hash,
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def first_broken_row(rows: Iterable[LogRow], head: Event | None = None) -> int | None:
    """The number of the first row that does not follow from the one before, or None.

    With the event, its head must be the last row: rows cut off at the end are missed too.
    """
    expected_sequence, previous = 1, FIRST_HASH
    for row in rows:
        if row.sequence != expected_sequence or row.previous_hash != previous or row.hash != row_hash(row):
            return expected_sequence
        expected_sequence, previous = row.sequence + 1, row.hash
    if head is not None and (head.sequence, head.log_hash) != (expected_sequence - 1, previous):
        return expected_sequence
    return None
