"""What the public may know of an event's results: the one gate for pages, API, exports and stream.

While the ranking is frozen nothing leaves here that tells how the hidden turns changed it: neither totals nor
ranks nor movement nor anybody's points of those turns. Tops, racks and nameless counts stay public.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import QuerySet

from tournaments.enums import ContestState, EventState, GameState, TurnState
from tournaments.models import Contest, Event, Game, Turn
from tournaments.selectors.standings import Standing, event_standings, movements

# The log's acts of services/ceremony.py: the last of the first two says whether the director froze the ranking.
FROZEN, UNFROZEN, CEREMONY = "event.frozen", "event.unfrozen", "event.ceremony"


@dataclass(frozen=True, slots=True)
class Freeze:
    """The ranking stands still: how many revealed turns it counts, and whose results stay hidden."""

    turns: int
    hidden: frozenset[int]  # turn ids, the one in play included


@dataclass(frozen=True, slots=True)
class PublicStandings:
    """The ranking as everybody sees it, with the places gained or lost in its last turn."""

    rows: list[Standing]
    moved: Mapping[int, int | None]
    turns: int  # revealed turns that it counts
    is_frozen: bool

    @property
    def by_entry(self) -> dict[int, Standing]:
        return {row.entry: row for row in self.rows}


def public_events() -> QuerySet[Event]:
    return Event.objects.filter(is_public=True).exclude(state=EventState.DRAFT)


def public_standings(event: Event, *, game: Game | None = None) -> PublicStandings:
    """The public ranking of an event, or of one game of it: all that is revealed and not frozen."""
    frozen = freeze(event)
    revealed = Turn.objects.filter(game__event=event, state=TurnState.REVEALED)
    if game is not None:
        revealed = revealed.filter(game=game)
    if frozen is not None:
        revealed = revealed.exclude(pk__in=frozen.hidden)
    turns = revealed.count()
    rows = event_standings(event, game=game, turns=turns)
    before = event_standings(event, game=game, turns=turns - 1) if turns > 1 else []
    moved = movements(before, rows) if before else dict.fromkeys((row.entry for row in rows), 0)
    return PublicStandings(rows, moved, turns, is_frozen=frozen is not None)


def freeze(event: Event) -> Freeze | None:
    """The freeze in force, None where results are open: before it begins, after the ceremony, once published."""
    if event.is_ceremony_done or event.state == EventState.PUBLISHED:
        return None
    key = f"freeze:{event.pk}:{event.log_hash}:{event.frozen_turns}"
    found: tuple[Freeze | None] | None = cache.get(key)
    if found is None:
        found = (_read_freeze(event),)
        cache.set(key, found, timeout=3600)
    return found[0]


def is_result_hidden(event: Event, turn_id: int) -> bool:
    """Whether who scored what in this turn is not for the public yet."""
    frozen = freeze(event)
    return frozen is not None and turn_id in frozen.hidden


def is_record_public(game: Game) -> bool:
    """The record holds everybody's points and the seed: after the game's end and outside a freeze."""
    return game.state == GameState.FINISHED and freeze(game.event) is None


def contested_turns(event: Event) -> frozenset[int]:
    """Turns with an open contest: nobody's slip is shown by name meanwhile."""
    contests = Contest.objects.filter(turn__game__event=event, state=ContestState.OPEN)
    return frozenset(contests.values_list("turn_id", flat=True))


def ceremony_shown(event: Event) -> int | None:
    """How many places the ceremony has told so far, from the bottom; None where none is under way."""
    if event.is_ceremony_done or freeze(event) is None:
        return None
    row = event.log.filter(act__in=(FROZEN, UNFROZEN, CEREMONY)).order_by("-sequence").first()
    return int(row.payload["shown"]) if row is not None and row.act == CEREMONY else None


def _read_freeze(event: Event) -> Freeze | None:
    turns = list(
        Turn.objects.valid()
        .filter(game__event=event)
        .select_related("game")
        .defer("board", "draw", "rejected")
        .order_by("game__number", "ordinal")
    )
    starts = [start for start in (_start_by_act(event, turns), _start_by_rule(event, turns)) if start is not None]
    if not starts:
        return None
    start = min(starts)
    shown = sum(turn.state == TurnState.REVEALED for turn in turns[:start])
    return Freeze(shown, frozenset(turn.pk for turn in turns[start:]))


def _start_by_act(event: Event, turns: list[Turn]) -> int | None:
    """Where the director stopped the ranking: after so many revealed turns."""
    row = event.log.filter(act__in=(FROZEN, UNFROZEN)).order_by("-sequence").first()
    if row is None or row.act == UNFROZEN:
        return None
    return min(int(row.payload["turns"]), len(turns))


def _start_by_rule(event: Event, turns: list[Turn]) -> int | None:
    """Where the last `frozen_turns` turns may begin: nobody knows a game's length before its end.

    From the first turn of the last game that finds no more letters than so many racks hold. A game that
    ended earlier than its letters keeps its last turns back all the same.
    """
    count = event.frozen_turns
    if not count:
        return None
    most_letters = count * event.ruleset.rack_size
    starts = [
        index
        for index, turn in enumerate(turns)
        if turn.game.number >= event.games_planned and len(turn.bag) + len(turn.rack) <= most_letters
    ][:1]
    if turns and turns[-1].game.number >= event.games_planned and turns[-1].game.state == GameState.FINISHED:
        starts.append(max(0, len(turns) - count))
    return min(starts, default=None)
