"""The public ranking with the people in it: names, clubs, categories, movement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from tournaments.enums import Category
from tournaments.models import Entry, Event, Game, Top, Turn
from tournaments.models.game import TurnQuerySet
from tournaments.selectors.hall import event_turns
from tournaments.selectors.public import PublicStandings, ceremony_shown, freeze, public_standings
from tournaments.selectors.standings import Standing, entries_by_id, event_standings


def signed(points: int) -> str:
    """A number with the minus sign of print."""
    return f"−{-points}" if points < 0 else str(points)


@dataclass(frozen=True, slots=True)
class RankedEntry:
    entry: Entry
    standing: Standing
    moved: int | None
    found_last: bool  # the top of the last turn counted

    @property
    def below(self) -> str:
        return signed(self.standing.below_top)


@dataclass(frozen=True, slots=True)
class Choice:
    """A filter of the ranking with how many it leaves."""

    value: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Ranking:
    rows: list[RankedEntry]
    public: PublicStandings
    last_turn: Turn | None  # the last one that it counts
    categories: list[Choice]
    clubs: list[Choice]

    @property
    def has_results(self) -> bool:
        return self.public.turns > 0


def public_ranking(event: Event, game: Game | None = None) -> Ranking:
    public = public_standings(event, game=game)
    entries = entries_by_id(event)
    last_turn = counted_turns(event, game).last()
    finders = set(last_turn.scores.filter(is_top=True).values_list("entry_id", flat=True)) if last_turn else set()
    rows = [
        RankedEntry(entries[row.entry], row, public.moved.get(row.entry), row.entry in finders) for row in public.rows
    ]
    return Ranking(rows, public, last_turn, _categories(rows), _clubs(rows))


def counted_turns(event: Event, game: Game | None = None) -> TurnQuerySet:
    """The turns whose results everybody may know, in the order of play."""
    turns = event_turns(event).revealed()
    if game is not None:
        turns = turns.filter(game=game)
    frozen = freeze(event)
    return turns.exclude(pk__in=frozen.hidden) if frozen else turns


def counted_tops(event: Event, game: Game | None = None) -> list[int]:
    turns = counted_turns(event, game).values_list("pk", flat=True)
    scores = dict(Top.objects.filter(turn__in=list(turns)).values_list("turn_id", "score"))
    return [scores[turn] for turn in turns]


def below_top(standing: Standing, tops: Sequence[int]) -> list[int]:
    """Points below the sum of the tops after each turn, 0 or less; penalties are not tied to a turn here."""
    return list(accumulate(points - top for points, top in zip(standing.by_turn, tops, strict=True)))


def place_in_category(ranking: Ranking, entry: Entry) -> int | None:
    """The place among those of the same category; equal ranks share it."""
    ranks = [row.standing.rank for row in ranking.rows if row.entry.category == entry.category]
    own = next((row.standing.rank for row in ranking.rows if row.entry.pk == entry.pk), None)
    return None if own is None else 1 + sum(rank < own for rank in ranks)


def _categories(rows: Sequence[RankedEntry]) -> list[Choice]:
    counts = Counter(row.entry.category for row in rows)
    return [Choice(value, str(name), counts[value]) for value, name in Category.choices if counts[value]]


def _clubs(rows: Sequence[RankedEntry]) -> list[Choice]:
    clubs = {row.entry.club_id: row.entry.club.name for row in rows if row.entry.club}
    counts = Counter(row.entry.club_id for row in rows)
    return [
        Choice(str(pk), name, counts[pk]) for pk, name in sorted(clubs.items(), key=lambda item: item[1].casefold())
    ]


def told_places(event: Event) -> list[RankedEntry]:
    """The final places that the ceremony has told so far, the best of them first."""
    shown = ceremony_shown(event)
    if not shown:
        return []
    entries = entries_by_id(event)
    return [RankedEntry(entries[row.entry], row, None, False) for row in event_standings(event)[-shown:]]
