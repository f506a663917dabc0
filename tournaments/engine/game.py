"""The state of a game as its log leaves it: immutable values, made by replay.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.engine.board import Board
from tournaments.engine.draw import Rejected
from tournaments.engine.move import Move
from tournaments.engine.profile import Profile
from tournaments.engine.ruleset import RuleSet
from tournaments.engine.tiles import Bag, Rack


class Phase(StrEnum):
    READY = "ready"  # before the first draw, or after a void
    DRAWN = "drawn"
    OPEN = "open"
    CLOSED = "closed"
    ADJUDICATED = "adjudicated"
    REVEALED = "revealed"
    VOIDED = "voided"  # of a turn in the history, never of a game
    ENDED = "ended"  # of a game, never of a turn


@dataclass(frozen=True, slots=True)
class Master:
    move: Move
    score: int


@dataclass(frozen=True, slots=True)
class Penalty:
    turn: int
    entry: str
    points: int  # below 0 where an earlier penalty was lifted
    reason: str


@dataclass(frozen=True, slots=True)
class TurnState:
    """One draw and what became of it. A voided one stays in the history, before the draw that replaced it."""

    number: int
    board_before: Board
    bag_before: Bag
    kept: Rack
    rack: Rack
    source: str
    first_attempt: int
    rejected: tuple[Rejected, ...]
    minimum: int
    relaxed: bool
    phase: Phase = Phase.DRAWN
    master: Master | None = None  # None once adjudicated: nobody had a legal move
    scores: Mapping[str, int] = field(default_factory=dict)
    bonuses: Mapping[str, int] = field(default_factory=dict)
    void_reason: str | None = None

    @property
    def last_attempt(self) -> int:
        return self.first_attempt + len(self.rejected)


@dataclass(frozen=True, slots=True)
class GameState:
    rules: RuleSet
    profile: Profile
    board: Board
    bag: Bag
    rack: Rack  # on the table; between turns, the tiles kept for the next one
    turn: int = 0  # the turn being played or played last; 0 before the first
    phase: Phase = Phase.READY
    history: tuple[TurnState, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    rulings: Mapping[str, bool] = field(default_factory=dict)  # word: admitted
    end_reason: str | None = None

    @property
    def current(self) -> TurnState | None:
        """The turn being played or played last, unless it was voided."""
        return self.history[-1] if self.history and self.history[-1].phase is not Phase.VOIDED else None

    @property
    def next_attempt(self) -> int:
        """The first attempt of the next draw: past 1 where the turn was drawn before and voided."""
        made = (past.last_attempt for past in self.history if past.number == self.turn + 1)
        return max(made, default=0) + 1

    @property
    def revealed(self) -> Iterable[TurnState]:
        return (past for past in self.history if past.phase is Phase.REVEALED)

    @property
    def totals(self) -> dict[str, int]:
        """Every entry's total now. Penalties given in turns that were then voided stay, however many those are."""
        return self.totals_at(max((self.turn, *(penalty.turn for penalty in self.penalties))))

    def totals_at(self, turn: int) -> dict[str, int]:
        """Every entry's total once `turn` was revealed, penalties up to then included."""
        totals: Counter[str] = Counter()
        for past in self.revealed:
            if past.number <= turn:
                totals.update(past.scores)
                totals.update(past.bonuses)
        for penalty in self.penalties:
            if penalty.turn <= turn:
                totals[penalty.entry] -= penalty.points
        return dict(totals)

    @property
    def must_end(self) -> bool:
        """Whether a turn without a legal move is the end: by the profile, or as the same rack would come."""
        current = self.current
        if current is None or current.phase is not Phase.REVEALED or current.master is not None:
            return False
        return self.profile.no_legal_move == "end" or len(self.bag) == len(current.rack)


def new_game(rules: RuleSet, profile: Profile) -> GameState:
    return GameState(rules=rules, profile=profile, board=Board(), bag=rules.full_bag(), rack=Rack())
