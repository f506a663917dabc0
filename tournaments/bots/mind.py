"""What a bot does with a turn: how well it searches, when it hands in, and what it gets wrong."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine.move import Direction, Move
from tournaments.engine.notation import format_reference, format_word
from tournaments.engine.search import ScoredMove
from tournaments.engine.tiles import BLANK


class Slip(StrEnum):
    """How a slip turns out. All but the first three are mistakes."""

    RIGHT = "right"
    CHANGED = "changed"  # a first idea, then a better one
    RESENT = "resent"  # the network hiccups: the same slip twice
    WRONG_SUM = "wrong sum"
    WRONG_PLACE = "wrong reference"
    INVENTED = "invented word"
    LATE = "late"
    NONE = "no slip"


# Of a thousand slips of a middling player.
WEIGHTS = {
    Slip.RIGHT: 760,
    Slip.CHANGED: 60,
    Slip.RESENT: 40,
    Slip.WRONG_SUM: 40,
    Slip.WRONG_PLACE: 25,
    Slip.INVENTED: 40,
    Slip.LATE: 20,
    Slip.NONE: 15,
}
MISTAKES = frozenset(WEIGHTS) - {Slip.RIGHT, Slip.CHANGED, Slip.RESENT}
# How many of the best moves a bot looks at.
HORIZON = 120


@dataclass(frozen=True, slots=True)
class Written:
    """A slip as it is handed in."""

    word: str
    reference: str
    declared_score: int | None


@dataclass(frozen=True, slots=True)
class Plan:
    kind: Slip
    moment: float  # share of the turn's time, 0 to 1; past it for a late one
    versions: tuple[Written, ...]  # the last one counts


class Mind:
    """`strength` from 0 (a beginner) to 1 (finds the top, makes no mistakes); `mistakes` multiplies what goes wrong."""

    def __init__(self, strength: float, source: random.Random, mistakes: float = 1.0) -> None:
        self.strength, self._mistakes = strength, mistakes
        self._random = source

    def plan(self, moves: Sequence[ScoredMove], rack: str, notation: str) -> Plan:
        """`moves` are the turn's best, the highest first."""
        kind = self._kind() if moves else Slip.NONE
        moment = self._random.betavariate(4, 2)
        if kind is Slip.NONE:
            return Plan(kind, moment, ())
        found = self._found(moves)
        right = _written(found, notation)
        if kind is Slip.CHANGED:
            return Plan(kind, moment, (_written(moves[-1], notation), right))
        if kind is Slip.WRONG_SUM:
            right = Written(right.word, right.reference, found.score + self._random.choice([-3, -1, 1, 2, 10]))
        elif kind is Slip.WRONG_PLACE:
            right = Written(right.word, self._elsewhere(found.move, notation), right.declared_score)
        elif kind is Slip.INVENTED:
            right = Written(self._invented(rack), right.reference, right.declared_score)
        return Plan(kind, moment, (right,))

    def wants_to_contest(self) -> bool:
        return self._random.random() < 0.4

    def _kind(self) -> Slip:
        kinds = list(WEIGHTS)
        factor = 2 * (1 - self.strength) * self._mistakes
        weights = [weight * factor if kind in MISTAKES else weight for kind, weight in WEIGHTS.items()]
        return self._random.choices(kinds, weights)[0]

    def _found(self, moves: Sequence[ScoredMove]) -> ScoredMove:
        """The weaker the bot, the further down the list; now and then anybody finds the top."""
        if self._random.random() < self.strength**4:
            return moves[0]
        reach = (1 - self.strength) * min(HORIZON, len(moves))
        return moves[min(len(moves) - 1, int(reach * self._random.random() ** 2))]

    def _elsewhere(self, move: Move, notation: str) -> str:
        turned = Direction.DOWN if move.direction is Direction.ACROSS else Direction.ACROSS
        row = (move.row + self._random.randint(1, 3)) % 15
        return format_reference(Move(row, move.col, self._random.choice([move.direction, turned]), move.word), notation)

    def _invented(self, rack: str) -> str:
        letters = list(rack.replace(BLANK, ""))
        self._random.shuffle(letters)
        return "".join(letters[: self._random.randint(3, 5)])


def _written(found: ScoredMove, notation: str) -> Written:
    return Written(format_word(found.move.word), format_reference(found.move, notation), found.score)
