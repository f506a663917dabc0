"""What the room did in a turn, without names: who found the top, the mean, how the points spread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from django.db.models import Avg, Count, Q

from tournaments.engine.move import Move
from tournaments.enums import TurnState
from tournaments.models import Event, SlipGroup, Turn, TurnScore
from tournaments.services.positions import read_move

# Columns between the zeros and the top.
MIDDLE_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Found:
    """How the room did in a turn: how many found the top, the mean, the zeros."""

    players: int
    found: int
    mean: float = 0.0
    zeros: int = 0

    @property
    def percent(self) -> int:
        return round(100 * self.found / self.players) if self.players else 0


@dataclass(frozen=True, slots=True)
class Column:
    low: int
    high: int
    count: int
    is_top: bool = False

    @property
    def label(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"


@dataclass(frozen=True, slots=True)
class TurnStatistics:
    found: Found
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A move of the room: how many handed it in."""

    move: Move
    score: int
    count: int


def turn_statistics(turn: Turn, top_score: int) -> TurnStatistics:
    """Of a revealed turn; what the moves scored, before bonuses and deductions."""
    assert turn.state == TurnState.REVEALED, "how the room did is not known before the reveal"
    rows = list(TurnScore.objects.filter(turn=turn).values_list("move_points", "is_top"))
    points = [row[0] for row in rows]
    return TurnStatistics(
        found=Found(
            players=len(rows),
            found=sum(row[1] for row in rows),
            mean=fmean(points) if points else 0.0,
            zeros=sum(value <= 0 for value in points),
        ),
        columns=distribution(points, top_score),
    )


def distribution(points: Iterable[int], top_score: int) -> tuple[Column, ...]:
    """Zeros, up to four ranges of about the same number of players, and the top by itself."""
    counts = Counter(max(0, value) for value in points)
    if not counts:
        return ()
    zeros = counts.pop(0, 0)
    top = counts.pop(top_score, 0)
    columns = [Column(0, 0, zeros)]
    columns += [
        Column(group[0], group[-1], sum(counts[value] for value in group)) for group in _groups(sorted(counts), counts)
    ]
    if top_score:
        columns.append(Column(top_score, top_score, top, is_top=True))
    return tuple(columns)


def _groups(values: Sequence[int], counts: Counter[int]) -> list[list[int]]:
    if len(values) <= MIDDLE_COLUMNS:
        return [[value] for value in values]
    groups: list[list[int]] = []
    left, rest = sum(counts.values()), list(values)
    for remaining in range(MIDDLE_COLUMNS, 0, -1):
        share, group, held = left / remaining, [rest.pop(0)], 0
        held = counts[group[0]]
        # Every column still to come needs a value of its own.
        while len(rest) >= remaining and (remaining == 1 or held + counts[rest[0]] / 2 < share):
            held += counts[rest[0]]
            group.append(rest.pop(0))
        groups.append(group)
        left -= held
    return groups


def found_by_turn(event: Event) -> dict[int, Found]:
    """Of every revealed turn of the event, in one query."""
    rows = (
        TurnScore.objects.filter(turn__game__event=event, turn__state=TurnState.REVEALED)
        .values("turn_id")
        .annotate(
            players=Count("pk"),
            found=Count("pk", filter=Q(is_top=True)),
            mean=Avg("move_points"),
            zeros=Count("pk", filter=Q(move_points__lte=0)),
        )
    )
    return {row["turn_id"]: Found(row["players"], row["found"], row["mean"], row["zeros"]) for row in rows}


def played_moves(turn: Turn, most: int = 12) -> list[Played]:
    """The admitted moves of a revealed turn, best first, each with how many handed it in."""
    assert turn.state == TurnState.REVEALED, "what the room played is not known before the reveal"
    groups = turn.groups.filter(score__gt=0).annotate(count=Count("scores")).filter(count__gt=0)
    groups = groups.order_by("-score", "-count", "key")[:most]
    return [Played(move, group.score, group.count) for group in groups if (move := move_of(group))]


def move_of(group: SlipGroup | None) -> Move | None:
    """The move that a group of identical slips laid; None where it could not be read as one."""
    return read_move(group.verdict.get("move")) if group else None
