"""The turn sheet: everything about a turn that a role may see now, and nothing else.

What the table of visibility withholds is None here and was not even read from the database.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import get_language

from tournaments.engine.notation import format_reference, format_word
from tournaments.engine.verdict import Verdict
from tournaments.enums import ContestState, SearchState
from tournaments.models import Entry, Slip, Top, Turn
from tournaments.selectors.public import is_result_hidden
from tournaments.selectors.visibility import OFFICIALS, Role, may_see
from tournaments.services import clock
from tournaments.services.positions import read_move


@dataclass(frozen=True, slots=True)
class ClockSheet:
    """The clock as data. `remaining_seconds` is at `now`; it stands still while paused."""

    opened_at: datetime | None
    deadline_at: datetime | None
    signal_at: datetime | None
    paused_at: datetime | None
    closed_at: datetime | None
    turn_seconds: int
    grace_seconds: int
    remaining_seconds: float
    now: datetime


@dataclass(frozen=True, slots=True)
class MoveSheet:
    row: int
    col: int
    direction: str
    word: str  # a small letter is a jolly
    score: int
    reference: str  # in the event's notation
    text: str  # word as it is read out, jollies in brackets


@dataclass(frozen=True, slots=True)
class TopSheet:
    score: int
    master: MoveSheet | None
    best_moves: tuple[MoveSheet, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class GroupSheet:
    """Identical slips. `tables` is None where no names go with them: open contest, frozen ranking."""

    id: int
    word: str
    reference: str
    score: int
    code: str
    article: str
    message: str
    count: int
    tables: tuple[int, ...] | None
    verdict: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    entry: int
    table_number: int
    player: str
    points: int
    move_points: int
    solo_bonus: int
    deduction: int
    code: str
    is_top: bool
    is_solo: bool
    has_bonus: bool
    has_warning: bool
    group: int | None


@dataclass(frozen=True, slots=True)
class TurnSheet:
    id: int
    game: int  # its number
    number: int
    ordinal: int
    state: str
    board: tuple[str, ...]  # before the turn's master move
    board_after: tuple[str, ...] | None  # with it, from the reveal
    rack: str | None
    clock: ClockSheet | None
    is_search_ready: bool | None
    slip_count: int | None  # tables that handed something in
    missing_tables: tuple[int, ...] | None
    top: TopSheet | None
    groups: tuple[GroupSheet, ...] | None
    scores: tuple[ScoreSheet, ...] | None


DETAILS = frozenset({"slip_count", "missing_tables", "top", "groups", "scores"})


def turn_sheet(turn: Turn, role: Role, *, now: datetime, details: frozenset[str] = DETAILS) -> TurnSheet:
    """The turn as this role sees it. `turn` comes with its game and event; of DETAILS only those asked for."""

    def sees(field: str) -> bool:
        return may_see(role, turn.state, field) and (field in details or field not in DETAILS)

    top = top_of(turn) if sees("top") else None
    is_nameless = is_without_names(turn, role) if sees("groups") or sees("scores") else True
    master = top.master if top is not None and may_see(Role.PUBLIC, turn.state, "top") else None
    return TurnSheet(
        id=turn.pk,
        game=turn.game.number,
        number=turn.number,
        ordinal=turn.ordinal,
        state=turn.state,
        board=turn.board_before.rows,
        board_after=_board_after(turn, master) if master is not None else None,
        rack=turn.rack if sees("rack") else None,
        clock=clock_of(turn, now) if sees("clock") else None,
        is_search_ready=turn.search_state == SearchState.READY if sees("search_ready") else None,
        slip_count=handed_in(turn).count() if sees("slip_count") else None,
        missing_tables=missing_tables(turn) if sees("missing_tables") else None,
        top=top,
        groups=groups_of(turn, has_names=not is_nameless) if sees("groups") else None,
        scores=scores_of(turn, role) if sees("scores") else None,
    )


def clock_of(turn: Turn, now: datetime) -> ClockSheet:
    profile = turn.game.event.profile
    return ClockSheet(
        opened_at=turn.opened_at,
        deadline_at=turn.deadline_at,
        signal_at=clock.signal_at(turn, profile),
        paused_at=turn.paused_at,
        closed_at=turn.closed_at,
        turn_seconds=profile.turn_seconds,
        grace_seconds=profile.grace_seconds,
        remaining_seconds=clock.remaining(turn, turn.closed_at or now).total_seconds(),
        now=now,
    )


def handed_in(turn: Turn) -> QuerySet[Slip, int]:
    """Entries with a slip in time in the current opening."""
    in_time = turn.slips.filter(late_by_ms=0, opening=turn.opening)
    return in_time.order_by().values_list("entry_id", flat=True).distinct()


def missing_tables(turn: Turn) -> tuple[int, ...]:
    """Tables that are expected to hand in and have not."""
    expected = Entry.objects.filter(
        event_id=turn.game.event_id, checked_in_at__isnull=False, withdrawn_at=None, disqualified_at=None
    )
    waiting = expected.exclude(pk__in=handed_in(turn)).order_by("table_number")
    return tuple(waiting.values_list("table_number", flat=True))


def is_without_names(turn: Turn, role: Role) -> bool:
    """Whether this role sees the slips of a turn without whose they are."""
    if role in OFFICIALS:
        return False
    if is_result_hidden(turn.game.event, turn.pk):
        return True
    return turn.contests.filter(state=ContestState.OPEN).exists()


def top_of(turn: Turn) -> TopSheet | None:
    top = Top.objects.filter(turn=turn).first()
    return top_sheet(top, turn.game.event.notation) if top is not None else None


def top_sheet(top: Top, notation: str) -> TopSheet:
    reason = top.reason.get("en" if get_language() == "en" else "it", "")
    moves = (move_sheet(move, notation) for move in top.best_moves)
    return TopSheet(
        score=top.score,
        master=move_sheet(top.master, notation),
        best_moves=tuple(move for move in moves if move is not None),
        reason=reason,
    )


def move_sheet(data: dict[str, Any] | None, notation: str) -> MoveSheet | None:
    move = read_move(data)
    if move is None or data is None:
        return None
    return MoveSheet(
        row=move.row,
        col=move.col,
        direction=move.direction.value,
        word=move.word,
        score=int(data.get("score", 0)),
        reference=format_reference(move, notation),
        text=format_word(move.word),
    )


def groups_of(turn: Turn, *, has_names: bool) -> tuple[GroupSheet, ...]:
    """The groups with their verdicts, best first."""
    language = "en" if get_language() == "en" else "it"
    tables: dict[int, list[int]] = defaultdict(list)
    placed = turn.scores.filter(group__isnull=False).order_by("entry__table_number")
    for group_id, table in placed.values_list("group_id", "entry__table_number"):
        assert group_id is not None
        tables[group_id].append(table)
    found = []
    for group in turn.groups.order_by("-score", "key"):
        verdict = Verdict.from_dict(group.verdict)
        move = verdict.move
        found.append(
            GroupSheet(
                id=group.pk,
                word=move.word if move else group.key,
                reference=format_reference(move, turn.game.event.notation) if move else "",
                score=group.score,
                code=group.code,
                article=group.article,
                message=verdict.message(language),
                count=len(tables[group.pk]),
                tables=tuple(tables[group.pk]) if has_names else None,
                verdict=group.verdict,
            )
        )
    return tuple(found)


def scores_of(turn: Turn, role: Role) -> tuple[ScoreSheet, ...] | None:
    """Everybody's points of the turn by table; None while the ranking is frozen for this role."""
    if role not in OFFICIALS and is_result_hidden(turn.game.event, turn.pk):
        return None
    is_nameless = is_without_names(turn, role)
    rows = turn.scores.select_related("entry__player").order_by("entry__table_number")
    return tuple(
        ScoreSheet(
            entry=score.entry_id,
            table_number=score.entry.table_number,
            player=score.entry.player.name,
            points=score.points,
            move_points=score.move_points,
            solo_bonus=score.solo_bonus,
            deduction=score.deduction,
            code=score.code,
            is_top=score.is_top,
            is_solo=score.is_solo,
            has_bonus=score.has_bonus,
            has_warning=score.warning,
            group=None if is_nameless else score.group_id,
        )
        for score in rows
    )


def slips_of(turn: Turn, role: Role) -> list[Slip] | None:
    """Every version handed in, by table and time; None where the role does not see slips, or not by name."""
    if not may_see(role, turn.state, "slips") or is_without_names(turn, role):
        return None
    slips = turn.slips.select_related("entry__player").order_by("entry__table_number", "received_at", "pk")
    return list(slips)


def _board_after(turn: Turn, master: MoveSheet) -> tuple[str, ...]:
    move = read_move({"row": master.row, "col": master.col, "direction": master.direction, "word": master.word})
    assert move is not None
    return turn.board_before.with_move(move).rows
