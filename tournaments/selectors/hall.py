"""What the hall and the public see of a turn: its rack, board, clock and top, as soon as they may."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch

from tournaments.engine.board import Board
from tournaments.engine.move import Move
from tournaments.enums import TurnState
from tournaments.models import Event, Top, Turn
from tournaments.models.game import TurnQuerySet
from tournaments.selectors.visibility import Role, may_see
from tournaments.services.positions import read_move


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A turn through the eyes of the public; what they may not see is not in it."""

    turn: Turn
    board: Board  # before the turn's move
    rack: str  # empty until the turn opens
    bag: int | None
    top: Move | None
    top_score: int
    reason: dict[str, str]
    others: int  # more moves with the same score

    @property
    def is_revealed(self) -> bool:
        return bool(self.turn.state == TurnState.REVEALED)

    @property
    def has_no_move(self) -> bool:
        return self.is_revealed and self.top is None

    @property
    def clock_state(self) -> str:
        """The state that the clock tag takes."""
        if self.turn.state == TurnState.DRAWN:
            return "waiting"
        if self.turn.state == TurnState.OPEN:
            return "paused" if self.turn.paused_at else "plain"
        return "closed"


def shown_turn(turn: Turn) -> ShownTurn:
    """`turn` with its game, event and, where it is revealed, its top already read."""
    rack = turn.rack if may_see(Role.PUBLIC, turn.state, "rack") else ""
    top, score, reason, others = None, 0, {}, 0
    if may_see(Role.PUBLIC, turn.state, "top"):
        top, score, reason = read_move(turn.top.master), turn.top.score, turn.top.reason
        others = max(0, len(turn.top.best_moves) - 1)
    return ShownTurn(
        turn=turn,
        board=turn.board_before,
        rack=rack,
        bag=len(turn.bag) if rack else None,
        top=top,
        top_score=score,
        reason=reason,
        others=others,
    )


def current_turn(event: Event) -> Turn | None:
    """The turn in play, or the one played last."""
    return event_turns(event).last()


def event_turns(event: Event) -> TurnQuerySet:
    """Every valid turn in the order of play; the tops of revealed ones alone come along."""
    revealed_tops = Top.objects.filter(turn__state=TurnState.REVEALED)
    return (
        Turn.objects.valid()
        .filter(game__event=event)
        .select_related("game__event")
        .prefetch_related(Prefetch("top", revealed_tops))
        .order_by("game__number", "ordinal")
    )
