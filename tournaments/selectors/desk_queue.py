"""What waits at the desk: contests, the panel's opinions, paper slips, and what was done there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.utils.translation import gettext, ngettext

from tournaments.enums import ContestState, ContestSubject, Decision, RulingState, SlipSource, TurnState
from tournaments.models import Contest, Entry, Event, OverlayWord, Question, Sanction, Slip, Turn
from tournaments.selectors.counted import slips_by_entry, written
from tournaments.selectors.desk import Groups, seconds_text
from tournaments.selectors.turn_sheet import MoveSheet, top_of
from tournaments.selectors.visibility import Role, may_see
from tournaments.services import officials, panel, paper


@dataclass(frozen=True, slots=True)
class ContestRow:
    """Objections to the same words: one decision settles them all."""

    contests: tuple[Contest, ...]

    @property
    def first(self) -> Contest:
        return self.contests[0]

    @property
    def words(self) -> list[str]:
        return list(self.first.words)

    @property
    def is_top(self) -> bool:
        return self.first.subject == ContestSubject.TOP

    @property
    def other_tables(self) -> list[int]:
        return [contest.entry.table_number for contest in self.contests[1:]]

    @property
    def wants_panel(self) -> bool:
        return any(contest.wants_panel for contest in self.contests)


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
    waiting: tuple[Entry, ...]
    majority: Decision | None

    @property
    def members(self) -> int:
        return len(self.opinions) + len(self.waiting)


@dataclass(frozen=True, slots=True)
class ToDo:
    """Something to look at before the reveal."""

    title: str
    detail: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class LastAct:
    """The newest act of the desk on this turn that can be taken back."""

    kind: str  # adjudication, sanction, ruling, correction
    id: int
    what: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Differing:
    """A first reading that says something else than what is being typed."""

    reader: str
    fields: tuple[str, ...]  # of the paper row
    said: str  # what the first reading says there


def open_contests(turn: Turn) -> list[ContestRow]:
    found = turn.contests.filter(state=ContestState.OPEN).select_related("entry__player")
    rows: dict[tuple[str, ...], list[Contest]] = defaultdict(list)
    for contest in found.order_by("opened_at", "pk"):
        rows[contest.subject, *contest.words].append(contest)
    return [ContestRow(tuple(contests)) for contests in rows.values()]


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
        is_open = question.closed_at is None
        sheets.append(
            PanelSheet(
                question=question,
                opinions=tuple(
                    OpinionRow(o.member.player.last_name, o.decision, o.get_decision_display().lower(), o.reason)
                    for o in given
                ),
                waiting=tuple(member for member in members if is_open and member.pk not in answered),
                majority=panel.majority(question),
            )
        )
    return sheets


def tops_to_choose(turn: Turn, role: Role) -> tuple[MoveSheet, ...]:
    """Equal best moves among which the arbiter chooses, where the profile asks for it."""
    if turn.state != TurnState.CLOSED or turn.game.event.profile.tie_break != "arbiter":
        return ()
    top = top_of(turn) if may_see(role, turn.state, "top") else None
    return top.best_moves if top is not None and len(top.best_moves) > 1 else ()


def to_do(turn: Turn, found: Groups | None, event_words: Sequence[OverlayWord]) -> list[ToDo]:
    """Before the reveal: refused words nobody has ruled on, papers that differ, late slips, a top to choose."""
    if turn.state not in {TurnState.CLOSED, TurnState.ADJUDICATED} or found is None:
        return []
    decided = {word.word for word in event_words}
    slips: Counter[str] = Counter()
    group_of: dict[str, str] = {}
    for row in found.refused:
        for word in row.refused_words:
            if word not in decided:
                slips[word] += row.count
                group_of.setdefault(word, row.key)
    asked = {word for question in turn.questions.filter(closed_at=None) for word in question.words}
    items = []
    if turn.game.event.profile.tie_break == "arbiter" and turn.top.master is None and turn.top.best_moves:
        items.append(ToDo(gettext("Il top"), gettext("più giocate uguali: scegli quella che va sul tavoliere")))
    for word, n in slips.items():
        count = ngettext("{count} bollettino", "{count} bollettini", n).format(count=n)
        detail = gettext("respinta dalla lista, parere in corso") if word in asked else gettext("respinta dalla lista")
        items.append(ToDo(word, f"{count}, {detail}", group_of[word]))
    for mismatch in paper.mismatches(turn):
        detail = (
            gettext("manca la seconda lettura") if mismatch.is_waiting else gettext("le due letture differiscono")
        )
        items.append(ToDo(gettext("Tavolo {table}, carta").format(table=mismatch.table_number), detail))
    grace = turn.game.event.profile.grace_seconds
    late = {row.key.removeprefix("late-"): row for row in found.refused if row.is_late}
    for slip in turn.slips.filter(pk__in=late).select_related("entry").order_by("entry__table_number"):
        title = gettext("Tavolo {table}, in ritardo di {seconds} s")
        items.append(
            ToDo(
                title.format(table=slip.entry.table_number, seconds=seconds_text(slip.late_by_ms)),
                gettext("non conta, tolleranza {grace} s").format(grace=grace),
                late[str(slip.pk)].key,
            )
        )
    return items


def paper_progress(turn: Turn) -> tuple[int, int]:
    """Paper slips settled, and tables that handed in on paper."""
    tables = set(turn.slips.filter(opening=turn.opening, source="paper").values_list("entry_id", flat=True))
    return len(tables) - len(paper.mismatches(turn)), len(tables)


def differing_reading(turn: Turn, typed: Slip, reader: User | None) -> Differing | None:
    """What the first reading of this paper slip says otherwise, where this is the second one of it.

    While the turn is open nobody sees a slip: then it only tells that there is a difference.
    """
    if not turn.game.event.is_double_entry or reader is None:
        return None
    readings = [s for s in slips_by_entry(turn).get(typed.entry_id, []) if s.source == SlipSource.PAPER]
    if len(readings) != 1 or readings[0].typed_by_id in {None, reader.pk}:
        return None
    first = readings[0]
    pairs = zip(("paper_word", "reference", "declared"), written(first), written(typed), strict=True)
    differing = [(field, before) for field, before, after in pairs if before != after]
    if not differing:
        return None
    assert first.typed_by is not None
    name = official_name(first.typed_by)
    if turn.state == TurnState.OPEN:
        return Differing(name, (), "")
    nothing = gettext("niente")
    said = ", ".join(str(nothing if before in {None, ""} else before) for _field, before in differing)
    return Differing(name, tuple(field for field, _before in differing), said)


def official_name(user: User) -> str:
    """`L. Pini`, as it fits in a line."""
    if not user.last_name:
        return user.get_username()
    return f"{user.first_name[:1]}. {user.last_name}" if user.first_name else user.last_name


def sanctions_of(turn: Turn) -> list[Sanction]:
    found = turn.sanctions.filter(revoked_at=None).select_related("entry__player")
    return list(found.order_by("-given_at", "-pk"))


def last_act(turn: Turn, role: Role) -> LastAct | None:
    """None where nothing was done, or the desk may not see it yet."""
    if not may_see(role, turn.state, "groups"):
        return None
    found = []
    if turn.state == TurnState.ADJUDICATED and turn.adjudicated_at is not None:
        found.append(LastAct("adjudication", turn.pk, gettext("arbitraggio concluso"), turn.adjudicated_at))
    for sanction in sanctions_of(turn)[:1]:
        what = gettext("{kind} a {player}").format(
            kind=sanction.get_kind_display().lower(), player=sanction.entry.player.name
        )
        found.append(LastAct("sanction", sanction.pk, what, sanction.given_at))
    ruling = turn.rulings.filter(state=RulingState.APPLIED).order_by("applied_at", "pk").last()
    if ruling is not None and ruling.applied_at is not None and not ruling.is_override:
        words = ", ".join(ruling.words)
        what = gettext("{words} ammessa") if ruling.decision == Decision.ADMIT else gettext("{words} rifiutata")
        found.append(LastAct("ruling", ruling.pk, what.format(words=words), ruling.applied_at))
    return max(found, key=lambda act: act.at, default=None)
