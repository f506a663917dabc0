"""A player's own verdict on a revealed turn: points, arithmetic, articles, the top, the place in the ranking."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.engine.board import Board
from tournaments.engine.move import Move
from tournaments.engine.verdict import Verdict
from tournaments.enums import ContestState, ContestSubject, EventState, TurnState
from tournaments.models import Contest, Entry, Event, Slip, Turn, TurnScore
from tournaments.selectors import verdict_text
from tournaments.selectors.player import move_of
from tournaments.selectors.public import is_result_hidden
from tournaments.selectors.standings import Standing, event_standings, movements
from tournaments.selectors.verdict_text import WordLine
from tournaments.selectors.visibility import Role, may_see
from tournaments.services.contests import has_gone_on
from tournaments.services.positions import read_move


@dataclass(frozen=True, slots=True)
class TopView:
    move: Move | None
    board: Board
    score: int
    finders: int
    players: int


@dataclass(frozen=True, slots=True)
class Place:
    """The place after the turn; rank and movement are None while the ranking is frozen."""

    total: int
    percent: float
    below_top: int
    rank: int | None
    earlier_rank: int | None
    moved: int | None


@dataclass(frozen=True, slots=True)
class OwnVerdict:
    turn: Turn
    score: TurnScore | None  # None: the entry did not take part in this turn
    slip: Slip | None
    move: Move | None
    verdict: Verdict | None
    lines: tuple[WordLine, ...]
    refusal: str  # the first problem, with its article
    reasons: tuple[str, ...]  # why, in sentences
    notes: tuple[str, ...]
    articles: str
    duplicate_article: str  # of a zero without a slip
    top: TopView
    place: Place | None
    contests: tuple[Contest, ...]
    contestable: tuple[ContestSubject, ...]  # what may still be contested (F32)

    @property
    def is_refused(self) -> bool:
        return self.verdict is not None and not self.verdict.is_admitted

    @property
    def behind_top(self) -> int:
        return self.top.score - (self.score.points if self.score else 0)

    @property
    def next_number(self) -> int:
        return self.turn.number + 1

    @property
    def is_contested(self) -> bool:
        return any(contest.state == ContestState.OPEN for contest in self.contests)

    @property
    def slip_words(self) -> list[str]:
        """What a contest of the slip may name (F29), the refused words first."""
        lines = sorted(self.lines, key=lambda line: not line.is_refused)
        words = [line.word.upper() for line in lines] or ([self.move.letters] if self.move else [])
        return list(dict.fromkeys(words))

    @property
    def top_words(self) -> list[str]:
        return [self.top.move.letters] if self.top.move is not None else []


def own_verdict(turn: Turn, entry: Entry, role: Role) -> OwnVerdict | None:
    """None where the turn's verdicts are not for this role yet."""
    if not may_see(role, turn.state, "own_verdict"):
        return None
    event = turn.game.event
    score = turn.scores.filter(entry=entry).select_related("slip", "group").first()
    slip = score.slip if score is not None else None
    verdict = Verdict.from_dict(score.group.verdict) if score is not None and score.group is not None else None
    move = verdict.move if verdict is not None else None
    contests = tuple(turn.contests.filter(entry=entry))
    return OwnVerdict(
        turn=turn,
        score=score,
        slip=slip,
        move=move or (move_of(slip, event.notation) if slip is not None else None),
        verdict=verdict,
        lines=verdict_text.lines(verdict, event.ruleset) if verdict is not None else (),
        refusal=verdict_text.refusal(verdict) if verdict is not None else "",
        reasons=verdict_text.reasons(verdict, event.ruleset) if verdict is not None else (),
        notes=verdict_text.notes(verdict) if verdict is not None else (),
        articles=verdict_text.articles(verdict, event) if verdict is not None else "",
        duplicate_article=verdict_text.shown_article(event.ruleset.article("duplicate")),
        top=_top(turn),
        place=_place(turn, entry, event),
        contests=contests,
        contestable=_contestable(turn, slip, contests),
    )


def _contestable(
    turn: Turn, slip: Slip | None, contests: Iterable[Contest]
) -> tuple[ContestSubject, ...]:
    if has_gone_on(turn) or turn.game.event.state == EventState.PUBLISHED:
        return ()
    taken = {contest.subject for contest in contests}
    subjects = (ContestSubject.SLIP, ContestSubject.TOP) if slip is not None else (ContestSubject.TOP,)
    return tuple(subject for subject in subjects if subject not in taken)


def _top(turn: Turn) -> TopView:
    scores = turn.scores.all()
    return TopView(
        move=read_move(turn.top.master),
        board=turn.board_before,
        score=turn.top.score,
        finders=scores.filter(is_top=True).count(),
        players=scores.count(),
    )


def _place(turn: Turn, entry: Entry, event: Event) -> Place | None:
    """The ranking of the event after this turn, against the one before it."""
    counted = Turn.objects.filter(game__event=event, state=TurnState.REVEALED)
    until = counted.filter(game__number__lt=turn.game.number).count()
    until += counted.filter(game=turn.game, ordinal__lte=turn.ordinal).count()
    after = event_standings(event, turns=until)
    own = _of(after, entry)
    if own is None:
        return None
    if is_result_hidden(event, turn.pk):
        return Place(own.total, own.percent, own.below_top, None, None, None)
    before = event_standings(event, turns=until - 1) if until > 1 else []
    earlier = _of(before, entry)
    moved = movements(before, after).get(entry.pk) if before else 0
    return Place(own.total, own.percent, own.below_top, own.rank, earlier.rank if earlier else None, moved)


def _of(standings: Iterable[Standing], entry: Entry) -> Standing | None:
    return next((standing for standing in standings if standing.entry == entry.pk), None)
