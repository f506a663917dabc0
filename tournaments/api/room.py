"""The room as one caller may see it now: what a tablet or a bot polls."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from tournaments.models import Device, Event
from tournaments.selectors.console import Situation, situation
from tournaments.selectors.player import OwnSlip, own_slip, seat_of
from tournaments.selectors.roles import role_of
from tournaments.selectors.turn_sheet import TurnSheet, turn_sheet
from tournaments.selectors.visibility import Role, may_see

# Everything of the turn but the verdicts.
DETAILS = frozenset({"slip_count", "missing_tables", "top"})


@dataclass(frozen=True)
class Room:
    event: Event
    role: Role
    device: Device | None  # of a table of this event
    now: datetime

    @property
    def marks(self) -> tuple[object, ...]:
        """What can change without a row of the log: slips coming in."""
        turn = self.situation.turn
        if turn is None:
            return ()
        own = self.own
        marks: list[object] = [own.revision if own else "", own.late.pk if own and own.late else ""]
        if may_see(self.role, turn.state, "slip_count"):
            marks.append(turn.slips.count())
        return tuple(marks)

    def as_answer(self) -> dict[str, Any]:
        event, game = self.event, self.situation.game
        if game is not None:
            game.turn_count = game.turns.valid().count()  # type: ignore[attr-defined]
        sheet = self.sheet
        return {
            "event": event.slug,
            "name": event.name,
            "state": event.state,
            "role": self.role,
            "sequence": event.sequence,
            "server_time": self.now,
            "message": event.message,
            "projector_mode": event.projector_mode,
            "game": game,
            "phase": sheet.state if sheet is not None else "none",
            "turn": sheet,
            "seat": self._seat(),
        }

    @cached_property
    def situation(self) -> Situation:
        return situation(self.event)

    @cached_property
    def sheet(self) -> TurnSheet | None:
        turn = self.situation.turn
        return turn_sheet(turn, self.role, now=self.now, details=DETAILS) if turn is not None else None

    @cached_property
    def own(self) -> OwnSlip | None:
        """The table's own slip of the turn in play."""
        turn = self.situation.turn
        if turn is None or self.device is None:
            return None
        if not may_see(self.table_role, turn.state, "own_slip"):
            return None
        return own_slip(turn, self.device.entry)

    @cached_property
    def table_role(self) -> Role:
        """The device's, whoever is logged in on it."""
        return role_of(self.event, device=self.device)

    def _seat(self) -> dict[str, Any] | None:
        if self.device is None:
            return None
        entry = self.device.entry
        return {
            "entry": entry.pk,
            "table": entry.table_number,
            "name": entry.player.name,
            "is_playing": entry.is_playing,
            "slip": self.own,
            "open_questions": seat_of(self.device).unanswered if self.table_role == Role.PANEL else 0,
        }


def room(event: Event, role: Role, device: Device | None, now: datetime) -> Room:
    own = device if device is not None and device.entry.event_id == event.pk else None
    return Room(event, role, own, now)
