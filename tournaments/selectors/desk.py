"""The arbiter's desk: which turn it is about, its groups of identical slips, refused first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import get_language, gettext, ngettext

from tournaments.engine import messages
from tournaments.engine.verdict import Verdict
from tournaments.enums import ContestState, GameState, SearchState, TurnState
from tournaments.models import Event, Game, Slip, Turn
from tournaments.selectors.counted import is_scored
from tournaments.selectors.turn_sheet import GroupSheet, groups_of
from tournaments.selectors.visibility import Role, may_see
from tournaments.services.contests import has_gone_on

# Groups at the foot of the list that are folded into one line.
FOLDED_FROM = 10
# The list has one name at this desk: a row of the list need not repeat it.
LIST_NAME = re.compile(r" [«“][^»”]*[»”]$")


@dataclass(frozen=True, slots=True)
class SlipRow:
    """One slip of the chosen group."""

    slip: Slip
    table: int
    player: str

    @property
    def is_corrected(self) -> bool:
        return self.slip.corrects_id is not None


@dataclass(frozen=True, slots=True)
class GroupRow:
    """Identical slips, or one that came late. `key` names the row in an address."""

    key: str
    word: str
    reference: str
    score: int
    code: str
    article: str
    count: int
    why: str = ""  # of a refused one
    notes: str = ""
    is_top: bool = False
    is_contested: bool = False
    refused_words: tuple[str, ...] = ()
    formed_words: tuple[str, ...] = ()

    @property
    def is_late(self) -> bool:
        return self.code == "late"

    @property
    def is_refused(self) -> bool:
        return self.code != "ok"


@dataclass(frozen=True, slots=True)
class Groups:
    refused: tuple[GroupRow, ...]
    admitted: tuple[GroupRow, ...]
    missing: tuple[int, ...]  # tables without any slip

    @property
    def rows(self) -> tuple[GroupRow, ...]:
        return self.refused + self.admitted

    @property
    def refused_slips(self) -> int:
        return sum(row.count for row in self.refused)

    @property
    def admitted_slips(self) -> int:
        return sum(row.count for row in self.admitted)

    def find(self, key: str) -> GroupRow | None:
        return next((row for row in self.rows if row.key == key), None)


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


def turn_in_hand(turns: list[Turn]) -> Turn | None:
    """The turn that needs the desk: the last one, but until it opens the one before may still be contested."""
    if len(turns) > 1 and turns[0].state == TurnState.DRAWN:
        return turns[1]
    return turns[0] if turns else None


def is_shut(role: Role, turns: list[Turn]) -> bool:
    """A playing arbiter's desk, whatever turn it would show, while a turn is open."""
    return role == Role.PLAYING_ARBITER and any(turn.state == TurnState.OPEN for turn in turns)


def groups(turn: Turn, role: Role) -> Groups | None:
    """None until the close, and while the worker has not judged the slips yet."""
    if not may_see(role, turn.state, "groups") or not is_judged(turn):
        return None
    contested = {word for contest in turn.contests.filter(state=ContestState.OPEN) for word in contest.words}
    corrected: Counter[int | None] = Counter()
    best = set()
    for score in turn.scores.filter(group__isnull=False).select_related("slip"):
        declared = score.slip.declared_score if score.slip else None
        if declared is not None and declared != score.move_points and score.code == "ok":
            corrected[score.group_id] += 1
        if score.is_top:
            best.add(score.group_id)
    rows = [
        _row(sheet, sheet.id in best, contested, corrected[sheet.id]) for sheet in groups_of(turn, has_names=True)
    ]
    refused = sorted((row for row in rows if row.is_refused), key=lambda row: (-row.count, row.word))
    missing = turn.scores.filter(code="none").order_by("entry__table_number")
    return Groups(
        refused=(*refused, *_late(turn)),
        admitted=tuple(row for row in rows if not row.is_refused),
        missing=tuple(missing.values_list("entry__table_number", flat=True)),
    )


def is_judged(turn: Turn) -> bool:
    """Whether the verdicts are there; a revealed turn's are, whatever came in after it."""
    if turn.state == TurnState.REVEALED:
        return True
    return turn.search_state == SearchState.READY and is_scored(turn)


def short_article(article: str) -> str:
    """As it fits on a chip."""
    return "M" if article == "M-duplicate" else article


def seconds_text(milliseconds: int) -> str:
    """At least a tenth: a slip that is late is never late by nothing."""
    text = f"{max(0.1, milliseconds / 1000):.1f}".removesuffix(".0")
    return text if _language() == "en" else text.replace(".", ",")


def _language() -> str:
    return "en" if (get_language() or "it").startswith("en") else "it"


def _row(sheet: GroupSheet, is_top: bool, contested: set[str], corrected: int) -> GroupRow:
    language = _language()
    verdict = Verdict.from_dict(sheet.verdict)
    refused = tuple(problem.data["word"] for problem in verdict.problems if problem.code == "word")
    formed = tuple(dict.fromkeys(word.word.upper() for word in verdict.words))
    notes = [messages.note_sentence(note, language) for note in verdict.notes]
    if corrected:
        notes.append(
            ngettext("{count} punteggio corretto", "{count} punteggi corretti", corrected).format(count=corrected)
        )
    return GroupRow(
        key=str(sheet.id),
        word=sheet.word,
        reference=sheet.reference,
        score=sheet.score,
        code=sheet.code,
        article=short_article(sheet.article),
        count=sheet.count,
        why=_why(verdict, language),
        notes=" ".join(notes),
        is_top=is_top,
        is_contested=bool(contested.intersection(refused or formed)),
        refused_words=refused,
        formed_words=formed,
    )


def _why(verdict: Verdict, language: str) -> str:
    """Of a word the list's reason, since the word itself stands beside it; of anything else what is wrong."""
    if not verdict.problems:
        return ""
    problem = verdict.problems[0]
    reason = str(problem.data.get(f"reason_{language}", "")) if problem.code == "word" else ""
    reason = LIST_NAME.sub("", reason)
    is_main = bool(verdict.words) and problem.data.get("word") == verdict.words[0].word.upper()
    if not reason:
        return messages.problem_sentence(problem, language)
    return reason if is_main else f"{problem.data['word']}: {reason}"


def _late(turn: Turn) -> Iterable[GroupRow]:
    """The last late slip of each table that has none in time."""
    tables = set(turn.scores.filter(code="late").values_list("entry_id", flat=True))
    late = turn.slips.filter(opening=turn.opening, entry_id__in=tables, late_by_ms__gt=0)
    last = {slip.entry_id: slip for slip in late.select_related("entry").order_by("received_at", "pk")}
    article = short_article(turn.game.event.ruleset.article("duplicate"))
    for slip in sorted(last.values(), key=lambda slip: slip.entry.table_number):
        why = gettext("in ritardo di {seconds} s, tavolo {table}")
        yield GroupRow(
            key=f"late-{slip.pk}",
            word=slip.word,
            reference=slip.reference,
            score=0,
            code="late",
            article=article,
            count=1,
            why=why.format(seconds=seconds_text(slip.late_by_ms), table=slip.entry.table_number),
        )


def slips_of_group(turn: Turn, row: GroupRow) -> list[SlipRow]:
    """Whose they are, by table."""
    if row.is_late:
        slips = list(turn.slips.filter(pk=row.key.removeprefix("late-")).select_related("entry__player"))
    else:
        scores = turn.scores.filter(group_id=int(row.key), slip__isnull=False).select_related("slip__entry__player")
        slips = [score.slip for score in scores.order_by("entry__table_number") if score.slip is not None]
    return [SlipRow(slip, slip.entry.table_number, slip.entry.player.name) for slip in slips]


def may_contest_until(turn: Turn) -> int | None:
    """The turn whose opening ends the contests of this one; None where it has opened already (F32)."""
    return None if has_gone_on(turn) else turn.number + 1


def stated_at(turn: Turn) -> datetime | None:
    """When the turn came into its state."""
    return {
        TurnState.DRAWN: turn.drawn_at,
        TurnState.OPEN: turn.opened_at,
        TurnState.CLOSED: turn.closed_at,
        TurnState.ADJUDICATED: turn.adjudicated_at,
        TurnState.REVEALED: turn.revealed_at,
    }.get(TurnState(turn.state))
