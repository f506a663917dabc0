"""What the director's console shows: where the event stands, who is missing, what is in the bag.

Everything about a turn is asked with the role of whoever looks (selectors.visibility): a director who also
plays sees no count while the turn is open, and nobody sees the top or a slip before the close.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from tournaments.engine.move import Move
from tournaments.enums import ContestState, GameState, RulingState, SearchState, SlipSource
from tournaments.models import Contest, Device, Entry, Event, Game, Ruling, Slip, Turn
from tournaments.selectors.counted import is_scored
from tournaments.selectors.visibility import Role, may_see
from tournaments.services.positions import read_move


@dataclass(frozen=True, slots=True)
class Situation:
    """Where the event stands: the game that is played, or was last, and its last valid turn."""

    event: Event
    game: Game | None
    turn: Turn | None
    next_number: int | None  # of the game to be started, None where all were

    @property
    def is_playing(self) -> bool:
        return self.game is not None and self.game.state == GameState.RUNNING

    @property
    def stamp(self) -> str:
        """What an act refers to: if it is another when the act arrives, the act came too late."""
        game, turn = self.game, self.turn
        parts: list[object] = [self.event.state]
        if game is not None:
            parts += [game.pk, game.state, int(game.draw_requested_at is not None)]
        if turn is not None:
            deadline = turn.deadline_at.timestamp() if turn.deadline_at else 0
            parts += [turn.pk, turn.state, turn.opening, deadline, int(turn.paused_at is not None)]
        return ":".join(map(str, parts))


@dataclass(frozen=True, slots=True)
class SlipCount:
    """How many slips are in, never what they say."""

    expected: int
    by_device: int
    on_paper: int
    missing: tuple[Entry, ...]

    @property
    def received(self) -> int:
        return self.by_device + self.on_paper


@dataclass(frozen=True, slots=True)
class BagCount:
    tiles: int
    vowels: int
    consonants: int
    blanks: int


@dataclass(frozen=True, slots=True)
class TopSummary:
    """The top, and how the room did against it; from the close on."""

    move: Move | None
    score: int
    equals: int  # best moves beside the master move
    is_scored: bool
    finders: int = 0
    admitted: int = 0
    refused: int = 0
    empty: int = 0  # late or not handed in
    groups: int = 0


def situation(event: Event) -> Situation:
    games = list(event.games.order_by("number"))
    running = next((game for game in games if game.state == GameState.RUNNING), None)
    finished = [game for game in games if game.state == GameState.FINISHED]
    game = running or (finished[-1] if finished else None)
    turn = None
    if game is not None:
        game.event = event
        turn = game.turns.valid().order_by("ordinal").last()
    if turn is not None and game is not None:
        turn.game = game
    played = {game.number for game in games if game.state != GameState.PLANNED}
    remaining = [number for number in range(1, event.games_planned + 1) if number not in played]
    return Situation(event, game, turn, remaining[0] if remaining else None)


def slip_count(turn: Turn, role: Role) -> SlipCount | None:
    """None where this role may not know it yet."""
    if turn.opened_at is None or not may_see(role, turn.state, "slip_count"):
        return None
    sources = dict[int, str]()
    rows = Slip.objects.filter(turn=turn, opening=turn.opening, late_by_ms=0)
    for entry_id, source in rows.values_list("entry_id", "source").distinct():
        # Paper, where there is any, is what counts.
        if sources.get(entry_id) != SlipSource.PAPER:
            sources[entry_id] = source
    playing = list(playing_entries(turn.game.event))
    missing = tuple(entry for entry in playing if entry.pk not in sources)
    kinds = Counter(sources[entry.pk] for entry in playing if entry.pk in sources)
    return SlipCount(
        expected=len(playing),
        by_device=kinds[SlipSource.DEVICE],
        on_paper=kinds[SlipSource.PAPER],
        missing=missing if may_see(role, turn.state, "missing_tables") else (),
    )


def playing_entries(event: Event) -> list[Entry]:
    """Everybody in the room, in table order."""
    present = event.entries.filter(checked_in_at__isnull=False, withdrawn_at=None, disqualified_at=None)
    return list(present.select_related("player").order_by("table_number"))


def tables_without_device(event: Event) -> list[int]:
    """Tables that neither play on paper nor have a tablet connected."""
    connected = set(Device.objects.filter(entry__event=event, revoked_at=None).values_list("entry_id", flat=True))
    return [
        entry.table_number for entry in playing_entries(event) if not entry.is_on_paper and entry.pk not in connected
    ]


def bag_count(turn: Turn) -> BagCount:
    rules = turn.game.event.ruleset
    return BagCount(
        tiles=len(turn.bag),
        vowels=sum(letter in rules.vowels for letter in turn.bag),
        consonants=sum(letter in rules.consonants for letter in turn.bag),
        blanks=turn.bag.count("?"),
    )


def open_contests(game: Game) -> int:
    return Contest.objects.filter(turn__game=game, state=ContestState.OPEN).count()


def pending_rulings(turn: Turn) -> int:
    """Rulings that the arbiter has begun and neither applied nor dropped."""
    return Ruling.objects.filter(turn=turn, state=RulingState.PREVIEW).count()


def top_summary(turn: Turn, role: Role) -> TopSummary | None:
    """None before this role may see the top, or while it is not found."""
    if not may_see(role, turn.state, "top") or turn.search_state != SearchState.READY:
        return None
    top = turn.top
    summary = TopSummary(
        move=read_move(top.master),
        score=top.score,
        equals=max(0, len(top.best_moves) - 1),
        is_scored=is_scored(turn),
    )
    if not summary.is_scored:
        return summary
    codes = list(turn.scores.values_list("code", "is_top"))
    empty = sum(code in {"none", "late"} for code, _is_top in codes)
    admitted = sum(code == "ok" for code, _is_top in codes)
    return replace(
        summary,
        finders=sum(is_top for _code, is_top in codes),
        admitted=admitted,
        refused=len(codes) - admitted - empty,
        empty=empty,
        groups=turn.groups.count(),
    )
