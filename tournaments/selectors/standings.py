"""Standings: a pure function of the revealed turns, as of any turn; and its reading from the database.

Points of a turn are what `TurnScore` says; penalties given by the arbiter come off the total. Percentages
and points below the top are measured against the sum of the tops of the same turns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Q

from tournaments.enums import TurnState
from tournaments.models import Entry, Event, Game, Sanction, Top, Turn, TurnScore


class Scored(NamedTuple):
    """One entry's result of one revealed turn."""

    entry: int
    turn: int  # position among the turns counted, from 0
    points: int
    is_top: bool = False
    is_solo: bool = False
    has_bonus: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    entry: int
    rank: int
    total: int
    percent: float  # of the sum of the tops
    below_top: int  # 0 or less
    tops: int
    solos: int
    bonuses: int
    best_move: int
    last_points: int
    penalty: int = 0
    by_turn: tuple[int, ...] = field(default=(), repr=False)


def rank(
    entries: Iterable[int],
    scores: Iterable[Scored],
    top_scores: Sequence[int],
    *,
    penalties: Mapping[int, int] | None = None,
    tie_break: str = "shared",
    disqualified: frozenset[int] = frozenset(),
) -> list[Standing]:
    """The ranking after these turns. Ties share a rank, or are broken by the profile's rule.

    With "tops_then_best_move": most tops found, then best single move, then the last turn backwards.
    """
    turns = len(top_scores)
    points: dict[int, list[int]] = {entry: [0] * turns for entry in entries if entry not in disqualified}
    counts: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for score in scores:
        row = points.get(score.entry)
        if row is None:
            continue
        row[score.turn] = score.points
        count = counts[score.entry]
        count[0] += score.is_top
        count[1] += score.is_solo
        count[2] += score.has_bonus
    penalties = penalties or {}
    sum_of_tops = sum(top_scores)
    rows = []
    for entry, row in points.items():
        total = sum(row) - penalties.get(entry, 0)
        best = max(row, default=0)
        key: tuple[object, ...] = (-total,)
        if tie_break == "tops_then_best_move":
            key = (-total, -counts[entry][0], -best, tuple(-value for value in reversed(row)))
        rows.append((key, entry, total, best, row))
    rows.sort(key=lambda item: (item[0], item[1]))
    standings: list[Standing] = []
    for index, (key, entry, total, best, row) in enumerate(rows):
        is_shared = index > 0 and rows[index - 1][0] == key
        standings.append(
            Standing(
                entry=entry,
                rank=standings[-1].rank if is_shared else index + 1,
                total=total,
                percent=round(100 * total / sum_of_tops, 1) if sum_of_tops else 0.0,
                below_top=total - sum_of_tops,
                tops=counts[entry][0],
                solos=counts[entry][1],
                bonuses=counts[entry][2],
                best_move=best,
                last_points=row[-1] if row else 0,
                penalty=penalties.get(entry, 0),
                by_turn=tuple(row),
            )
        )
    return standings


def event_standings(event: Event, *, game: Game | None = None, turns: int | None = None) -> list[Standing]:
    """The ranking of an event, or of one game of it, after its first `turns` revealed turns (all of them).

    Cached under the hash of the log's last row: whatever changes a result adds a row.
    """
    key = f"standings:{event.pk}:{event.log_hash}:{game.pk if game else 0}:{turns}"
    found: list[Standing] | None = cache.get(key)
    if found is None:
        found = read_standings(event, game, turns)
        cache.set(key, found, timeout=3600)
    return found


def read_standings(
    event: Event, game: Game | None = None, turns: int | None = None, *, also: Turn | None = None
) -> list[Standing]:
    """The same, past the cache: inside an act, where the log's number has not moved yet.

    `also` counts a judged turn that is not revealed: what the ranking would be, for the desk alone.
    """
    counted = Q(turn__state=TurnState.REVEALED) | Q(turn=also)
    tops = Top.objects.filter(counted, turn__game__event=event)
    if game is not None:
        tops = tops.filter(turn__game=game)
    tops = tops.order_by("turn__game__number", "turn__ordinal")
    revealed = list(tops.values_list("turn_id", "score", "turn__game__number", "turn__number"))
    played = revealed[:turns]
    position = {turn_id: index for index, (turn_id, *_rest) in enumerate(played)}
    rows = TurnScore.objects.filter(turn_id__in=position).values_list(
        "entry_id", "turn_id", "points", "is_top", "is_solo", "has_bonus"
    )
    return rank(
        event.entries.filter(checked_in_at__isnull=False).values_list("pk", flat=True),
        (
            Scored(entry, position[turn], points, is_top, is_solo, has_bonus)
            for entry, turn, points, is_top, is_solo, has_bonus in rows
        ),
        [score for _turn_id, score, *_place in played],
        penalties=_penalties(
            event, game, place=played[-1][2:] if played else (0, 0), is_latest=len(played) == len(revealed)
        ),
        tie_break=event.profile.ranking_tie,
        disqualified=frozenset(
            event.entries.filter(disqualified_at__isnull=False).values_list("pk", flat=True)
        ),
    )


def _penalties(event: Event, game: Game | None, place: tuple[int, int], *, is_latest: bool) -> dict[int, int]:
    """Points taken by the arbiter, by entry, after the turn at `place` (numbers of game and turn).

    A penalty counts from its turn on. One given in a turn that was voided stays: it counts from the turn
    that is played in its stead, and until then in the latest ranking.
    """
    taken: dict[int, int] = defaultdict(int)
    given = Sanction.objects.filter(event=event, points__gt=0, revoked_at=None)
    if game is not None:
        given = given.filter(turn__game=game)
    for entry_id, points, turn_state, *turn_place in given.values_list(
        "entry_id", "points", "turn__state", "turn__game__number", "turn__number"
    ):
        if tuple(turn_place) <= place or (is_latest and turn_state == TurnState.VOIDED):
            taken[entry_id] += points
    return taken


def movements(before: Sequence[Standing], after: Sequence[Standing]) -> dict[int, int | None]:
    """Places gained (positive) or lost by entry; None for one that was not ranked before."""
    earlier = {standing.entry: standing.rank for standing in before}
    return {s.entry: earlier[s.entry] - s.rank if s.entry in earlier else None for s in after}


def entries_by_id(event: Event) -> dict[int, Entry]:
    return {entry.pk: entry for entry in event.entries.select_related("player", "club")}
