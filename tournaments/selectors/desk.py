"""The arbiter's desk: the groups of a turn, refused first, and what waits for a decision."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import get_language, gettext, ngettext

from tournaments.engine import messages
from tournaments.engine.verdict import Verdict
from tournaments.enums import ContestState, GameState, SearchState, TurnState
from tournaments.models import Contest, Event, Game, OverlayWord, Question, Slip, Turn
from tournaments.selectors.counted import is_scored
from tournaments.selectors.turn_sheet import GroupSheet, groups_of, top_of
from tournaments.selectors.visibility import Role, may_see
from tournaments.services import officials, paper
from tournaments.services.contests import has_gone_on


@dataclass(frozen=True, slots=True)
class SlipRow:
    """One counted slip of the chosen group."""

    slip: Slip
    table: int
    player: str
    entry: int


@dataclass(frozen=True, slots=True)
class GroupRow:
    sheet: GroupSheet
    is_top: bool
    is_contested: bool
    why: str  # of a refused one
    notes: str
    refused_words: tuple[str, ...]
    formed_words: tuple[str, ...]

    @property
    def is_refused(self) -> bool:
        return self.sheet.code != "ok"


@dataclass(frozen=True, slots=True)
class LateRow:
    table: int
    player: str
    word: str
    reference: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Groups:
    refused: tuple[GroupRow, ...]
    admitted: tuple[GroupRow, ...]
    late: tuple[LateRow, ...]
    missing: tuple[int, ...]  # tables without any slip

    @property
    def rows(self) -> tuple[GroupRow, ...]:
        return self.refused + self.admitted

    @property
    def refused_slips(self) -> int:
        return sum(row.sheet.count for row in self.refused) + len(self.late)

    @property
    def admitted_slips(self) -> int:
        return sum(row.sheet.count for row in self.admitted)


@dataclass(frozen=True, slots=True)
class OpinionRow:
    name: str
    decision: str
    words: str
    reason: str


@dataclass(frozen=True, slots=True)
class PanelSheet:
    question: Question
    opinions: tuple[OpinionRow, ...]
    waiting: tuple[str, ...]

    @property
    def members(self) -> int:
        return len(self.opinions) + len(self.waiting)


@dataclass(frozen=True, slots=True)
class ToDo:
    """Something to look at before the reveal."""

    title: str
    detail: str
    group: int | None = None


def turns_of_desk(event: Event) -> list[Turn]:
    """The turns that the desk can show, newest first: those of the game being played, or of the last one."""
    game = (
        Game.objects.filter(event=event, state=GameState.RUNNING).order_by("number").first()
        or Game.objects.filter(event=event, state=GameState.FINISHED).order_by("-number").first()
    )
    if game is None:
        return []
    turns = game.turns.valid().select_related("game__event__lexicon").order_by("-ordinal")
    return list(turns)


def is_shut(role: Role, turn: Turn | None) -> bool:
    """A playing arbiter's desk stays shut until the close."""
    return (
        role == Role.PLAYING_ARBITER
        and turn is not None
        and turn.state in {TurnState.DRAWN, TurnState.OPEN}
    )


def groups(turn: Turn, role: Role) -> Groups | None:
    """None until the close, and while the worker has not judged the slips yet."""
    if not may_see(role, turn.state, "groups") or not is_judged(turn):
        return None
    top = top_of(turn)
    best = {(move.word, move.reference) for move in top.best_moves} if top else set()
    contested = {word for contest in open_contests(turn) for word in contest.words}
    corrected: Counter[int] = Counter()
    scores = turn.scores.filter(group__isnull=False).select_related("slip")
    for score in scores:
        declared = score.slip.declared_score if score.slip else None
        if declared is not None and declared != score.move_points and score.code == "ok":
            corrected[score.group_id or 0] += 1
    rows = [
        _row(sheet, (sheet.word, sheet.reference) in best, contested, corrected[sheet.id])
        for sheet in groups_of(turn, has_names=True)
    ]
    refused = sorted((row for row in rows if row.is_refused), key=lambda row: (-row.sheet.count, row.sheet.word))
    missing = turn.scores.filter(code="none").order_by("entry__table_number")
    return Groups(
        refused=tuple(refused),
        admitted=tuple(row for row in rows if not row.is_refused),
        late=tuple(_late(turn)),
        missing=tuple(missing.values_list("entry__table_number", flat=True)),
    )


def is_judged(turn: Turn) -> bool:
    """Whether the verdicts are there; a revealed turn's are, whatever came in after it."""
    if turn.state == TurnState.REVEALED:
        return True
    return turn.search_state == SearchState.READY and is_scored(turn)


def _row(sheet: GroupSheet, is_top: bool, contested: set[str], corrected: int) -> GroupRow:
    language = "en" if get_language() == "en" else "it"
    verdict = Verdict.from_dict(sheet.verdict)
    refused = tuple(problem.data["word"] for problem in verdict.problems if problem.code == "word")
    formed = tuple(word.word.upper() for word in verdict.words)
    why = messages.problem_sentence(verdict.problems[0], language) if verdict.problems else ""
    notes = [messages.note_sentence(note, language) for note in verdict.notes]
    if corrected:
        notes.append(
            ngettext("{count} punteggio corretto", "{count} punteggi corretti", corrected).format(count=corrected)
        )
    return GroupRow(
        sheet=sheet,
        is_top=is_top and verdict.is_admitted,
        is_contested=bool(contested.intersection(refused or formed)),
        why=why,
        notes=" ".join(notes),
        refused_words=refused,
        formed_words=formed,
    )


def _late(turn: Turn) -> Iterable[LateRow]:
    """The last late slip of each table that has none in time."""
    tables = set(turn.scores.filter(code="late").values_list("entry_id", flat=True))
    last: dict[int, Slip] = {}
    late = turn.slips.filter(opening=turn.opening, entry_id__in=tables, late_by_ms__gt=0)
    for slip in late.select_related("entry__player").order_by("received_at"):
        last[slip.entry_id] = slip
    for slip in sorted(last.values(), key=lambda slip: slip.entry.table_number):
        yield LateRow(
            slip.entry.table_number, slip.entry.player.name, slip.word, slip.reference, slip.late_by_ms / 1000
        )


def slips_of_group(turn: Turn, group: int) -> list[SlipRow]:
    scores = turn.scores.filter(group_id=group, slip__isnull=False).select_related("slip", "entry__player")
    return [
        SlipRow(score.slip, score.entry.table_number, score.entry.player.name, score.entry_id)
        for score in scores.order_by("entry__table_number")
        if score.slip is not None
    ]


def open_contests(turn: Turn) -> list[Contest]:
    found = turn.contests.filter(state=ContestState.OPEN).select_related("entry__player")
    return list(found.order_by("opened_at", "pk"))


def closed_contests(turn: Turn) -> list[Contest]:
    found = turn.contests.exclude(state=ContestState.OPEN).select_related("entry__player")
    return list(found.order_by("decided_at", "pk"))


def decided_words(event: Event) -> list[OverlayWord]:
    return list(event.overlay_words.select_related("ruling").order_by("-decided_at", "word"))


def panel_sheets(turn: Turn, role: Role) -> list[PanelSheet]:
    """What the panel was asked about the turn, newest first."""
    if not may_see(role, turn.state, "questions"):
        return []
    members = officials.panel(turn.game.event)
    sheets = []
    for question in turn.questions.prefetch_related("opinions__member__player").order_by("-asked_at", "-pk"):
        given = list(question.opinions.all())
        answered = {opinion.member_id for opinion in given}
        sheets.append(
            PanelSheet(
                question=question,
                opinions=tuple(
                    OpinionRow(
                        opinion.member.player.last_name,
                        opinion.decision,
                        opinion.get_decision_display(),
                        opinion.reason,
                    )
                    for opinion in given
                ),
                waiting=tuple(member.player.last_name for member in members if member.pk not in answered),
            )
        )
    return sheets


def to_do(turn: Turn, found: Groups | None, event_words: Sequence[OverlayWord]) -> list[ToDo]:
    """Before the reveal: refused words nobody has ruled on, papers that differ, late slips."""
    if turn.state not in {TurnState.CLOSED, TurnState.ADJUDICATED} or found is None:
        return []
    decided = {word.word for word in event_words}
    slips: dict[str, int] = defaultdict(int)
    group_of: dict[str, int] = {}
    for row in found.refused:
        for word in row.refused_words:
            if word not in decided:
                slips[word] += row.sheet.count
                group_of.setdefault(word, row.sheet.id)
    items = [
        ToDo(
            word,
            ngettext("{count} bollettino, respinta dalla lista", "{count} bollettini, respinta dalla lista", n).format(
                count=n
            ),
            group_of[word],
        )
        for word, n in slips.items()
    ]
    for mismatch in paper.mismatches(turn):
        detail = (
            gettext("manca la seconda lettura") if mismatch.is_waiting else gettext("le due letture differiscono")
        )
        items.append(ToDo(gettext("Tavolo {table}, carta").format(table=mismatch.table_number), detail))
    items += [
        ToDo(
            gettext("Tavolo {table}, in ritardo di {seconds} s").format(
                table=row.table, seconds=f"{row.seconds:.1f}".rstrip("0").rstrip(".").replace(".", ",")
            ),
            gettext("non conta; tolleranza {grace} s").format(grace=turn.game.event.profile.grace_seconds),
        )
        for row in found.late
    ]
    return items


def may_contest_until(turn: Turn) -> int | None:
    """The turn whose opening ends the contests of this one; None where it has opened already (F32)."""
    return None if has_gone_on(turn) else turn.number + 1


def paper_progress(turn: Turn) -> tuple[int, int]:
    """Paper slips settled, and tables that handed in on paper."""
    tables = set(turn.slips.filter(opening=turn.opening, source="paper").values_list("entry_id", flat=True))
    return len(tables) - len(paper.mismatches(turn)), len(tables)


def stated_at(turn: Turn) -> datetime | None:
    """When the turn came into its state."""
    return {
        TurnState.DRAWN: turn.drawn_at,
        TurnState.OPEN: turn.opened_at,
        TurnState.CLOSED: turn.closed_at,
        TurnState.ADJUDICATED: turn.adjudicated_at,
        TurnState.REVEALED: turn.revealed_at,
    }.get(TurnState(turn.state))
