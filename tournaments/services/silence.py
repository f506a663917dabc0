"""Tablets that fall silent while a turn is open, and come back: one log row a change, however many tables it names.

Who was told as offline is read from the log itself, so that no process needs to remember it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from tournaments.enums import GameState, TurnState
from tournaments.models import LogRow, Turn
from tournaments.selectors.silence import SILENCE, SilentTable, playing_devices, silent_tables
from tournaments.services import log
from tournaments.services.actor import WORKER
from tournaments.services.locks import lock_game, lock_turn

OFFLINE, BACK = "device.offline", "device.back"
# An access point takes its tables along within one beat and one note: they are waited for and told together.
GATHERED = SILENCE + timedelta(seconds=15)
UNSETTLED = (TurnState.OPEN, TurnState.CLOSED, TurnState.ADJUDICATED)


class Changes(NamedTuple):
    offline: list[SilentTable]
    back: list[int]


def tell_changes() -> None:
    """Log what has changed since the last row. Safe to run side by side: the game's lock decides who tells."""
    now = timezone.now()
    turns = Turn.objects.filter(game__state=GameState.RUNNING, state__in=UNSETTLED).select_related("game__event")
    for turn in turns:
        if any(_changes(turn, now)):
            _tell(turn, now)


def _tell(turn: Turn, now: datetime) -> None:
    with transaction.atomic():
        lock_game(turn.game_id)
        turn = lock_turn(turn.pk)
        offline, back = _changes(turn, now)
        event = turn.game.event
        if back:
            log.append(event, "device.back", WORKER, turn=turn, payload={"tables": back})
        if offline:
            since = min(each.since for each in offline)
            payload = {"tables": [each.table for each in offline], "since": since.isoformat()}
            log.append(event, "device.offline", WORKER, turn=turn, payload=payload)


def _changes(turn: Turn, now: datetime) -> Changes:
    told = _told(turn)
    offline: list[SilentTable] = []
    if turn.state == TurnState.OPEN:
        offline = [each for each in silent_tables(turn, now) if each.table not in told]
        if not any(each.since < now - GATHERED for each in offline):
            offline = []
    heard = playing_devices(turn).filter(entry__table_number__in=told, heard_at__gte=now - SILENCE)
    back = heard.order_by("entry__table_number").values_list("entry__table_number", flat=True) if told else []
    return Changes(offline, list(back))


def _told(turn: Turn) -> set[int]:
    """The tables that the log says are offline in this turn."""
    told: set[int] = set()
    rows = LogRow.objects.filter(turn=turn, act__in=(OFFLINE, BACK)).order_by("sequence")
    for act, payload in rows.values_list("act", "payload"):
        told = told | set(payload["tables"]) if act == OFFLINE else told - set(payload["tables"])
    return told
