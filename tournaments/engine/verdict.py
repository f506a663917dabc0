"""The verdict on a slip: what it counts, why, and by which article."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from lexicon.words import Lexicon
from tournaments.engine import messages
from tournaments.engine.board import Board
from tournaments.engine.legality import Assessment, Situation, assess
from tournaments.engine.move import Direction, Move
from tournaments.engine.notation import ParsedSlip, parse_slip
from tournaments.engine.policies import best_first_placement, placement_declared, reference_deduction
from tournaments.engine.problem import Note, Problem, WordReason
from tournaments.engine.profile import Profile
from tournaments.engine.ruleset import RuleSet
from tournaments.engine.scoring import Score, WordScore
from tournaments.engine.tiles import Rack

OK = "ok"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`score` counts; `raw_score` is what the words as laid are worth, refused or before a deduction.

    `code` is "ok" or the first problem's, `article` the rule that decided; `articles` are all that a
    counted score rests on, as (code, article); `declared` is the player's own sum.
    """

    score: int
    raw_score: int
    code: str
    article: str
    edition: str
    notation: str
    move: Move | None
    words: tuple[WordScore, ...]
    bonus: int
    declared: int | None
    deduction: int
    warning: bool
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]
    articles: tuple[tuple[str, str], ...]

    @property
    def is_admitted(self) -> bool:
        return self.code == OK

    def message(self, language: str = "it") -> str:
        """One sentence: the points, or the first problem with its article."""
        if not self.problems:
            return messages.admitted(self.score, self.move, self.notation, language)
        return messages.refused(self.problems[0], language)

    def with_reasons(self, why: Callable[[str], WordReason]) -> Verdict:
        """The same verdict, each refused word with its own article and sentence."""
        if not any(problem.code == "word" for problem in self.problems):
            return self
        problems = tuple(_with_reason(problem, why) for problem in self.problems)
        return replace(self, problems=problems, article=problems[0].article)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; `from_dict` gives the same verdict back."""
        move = self.move
        return {
            "score": self.score,
            "raw_score": self.raw_score,
            "code": self.code,
            "article": self.article,
            "edition": self.edition,
            "notation": self.notation,
            "move": move
            and {"row": move.row, "col": move.col, "direction": move.direction.value, "word": move.word},
            "words": [word.as_dict() for word in self.words],
            "bonus": self.bonus,
            "declared": self.declared,
            "deduction": self.deduction,
            "warning": self.warning,
            "problems": [{"code": p.code, "article": p.article, "data": dict(p.data)} for p in self.problems],
            "notes": [{"code": n.code, "source": n.source, "data": dict(n.data)} for n in self.notes],
            "articles": [list(pair) for pair in self.articles],
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Verdict:
        move = data["move"]
        return cls(
            **{key: data[key] for key in _PLAIN_FIELDS},
            move=move and Move(move["row"], move["col"], Direction(move["direction"]), move["word"]),
            words=tuple(WordScore.from_dict(word) for word in data["words"]),
            problems=tuple(Problem(p["code"], p["data"], p["article"]) for p in data["problems"]),
            notes=tuple(Note(n["code"], n["data"], n["source"]) for n in data["notes"]),
            articles=tuple((code, article) for code, article in data["articles"]),
        )


_PLAIN_FIELDS = (
    "score", "raw_score", "code", "article", "edition", "notation",
    "bonus", "declared", "deduction", "warning",
)  # fmt: skip


def judge(
    rules: RuleSet,
    profile: Profile,
    board: Board,
    rack: Rack,
    slip: ParsedSlip | str,
    lexicon: Lexicon | None,
    *,
    declared_score: int | None = None,
    notation: str | None = None,
) -> Verdict:
    """The verdict on one slip; without a lexicon the words are not checked."""
    notation = notation or rules.notation
    if isinstance(slip, str):
        slip = parse_slip(slip, notation=notation)
    declared = slip.declared_score if declared_score is None else declared_score
    situation = Situation(rules, profile, board, rack, lexicon, notation)
    found = _assess_slip(situation, slip)
    problems = slip.problems if found is None else found.problems
    deduction = 0
    if problems:
        codes = {problem.code for problem in problems}
        meant = placement_declared(situation, slip, codes, found and found.total, declared)
        if meant is not None:
            found, problems = meant, ()
            deduction = reference_deduction(profile, meant)
    if problems:
        return _refusal(situation, found, problems, declared)
    assert found is not None
    assert found.score is not None
    return _admission(situation, found, found.score, declared, deduction)


def _with_reason(problem: Problem, why: Callable[[str], WordReason]) -> Problem:
    if problem.code != "word":
        return problem
    reason = why(problem.data["word"])
    article = reason.article or problem.article
    # The sentence cites the article already.
    italian, english = (text.removesuffix(f" ({article})") for text in (reason.it, reason.en))
    return Problem(problem.code, {**problem.data, "reason_it": italian, "reason_en": english}, article)


def _assess_slip(situation: Situation, slip: ParsedSlip) -> Assessment | None:
    """The slip at its reference, or at the best one where it needs none; None where it has no place."""
    if slip.problems or slip.row is None or slip.col is None or slip.direction is None:
        return best_first_placement(situation, slip)
    return assess(situation, slip.row, slip.col, slip.direction, slip.word)


def _refusal(
    situation: Situation, found: Assessment | None, problems: tuple[Problem, ...], declared: int | None
) -> Verdict:
    articles = situation.rules.articles
    cited = tuple([Problem(problem.code, problem.data, articles[problem.code]) for problem in problems])
    score = found.score if found else None
    return Verdict(
        score=0,
        raw_score=score.total if score else 0,
        code=cited[0].code,
        article=cited[0].article,
        edition=situation.rules.edition,
        notation=situation.notation,
        move=found.move if found else None,
        words=score.words if score else (),
        bonus=score.bonus if score else 0,
        declared=declared,
        deduction=0,
        warning=False,
        problems=cited,
        notes=found.notes if found else (),
        articles=(),
    )


def _admission(
    situation: Situation, found: Assessment, score: Score, declared: int | None, deduction: int
) -> Verdict:
    rules, profile = situation.rules, situation.profile
    notes, warning = found.notes, False
    if notes and profile.unmarked_blank == "warn":
        warning = any(note.code == "blank_lowest" for note in notes)
    if declared != score.total:
        code = "score_missing" if declared is None else "score_corrected"
        data = {"counted": str(score.total)} | ({} if declared is None else {"declared": str(declared)})
        notes = (*notes, Note(code, data, profile.sources["declared_score"]))
        warning = warning or profile.declared_score == "warn"
    return Verdict(
        score=score.total - deduction,
        raw_score=score.total,
        code=OK,
        article=rules.articles["score"],
        edition=rules.edition,
        notation=situation.notation,
        move=found.move,
        words=score.words,
        bonus=score.bonus,
        declared=declared,
        deduction=deduction,
        warning=warning,
        problems=(),
        notes=notes,
        articles=_citations(rules, score),
    )


def _citations(rules: RuleSet, score: Score) -> tuple[tuple[str, str], ...]:
    """The rules that this score rests on."""
    codes = ["score"]
    new = [letter for letter in score.words[0].letters if letter.is_new]
    if any(letter.letter_multiplier > 1 or letter.word_multiplier > 1 for letter in new):
        codes.append("premium")
    if any(not word.word.isupper() for word in score.words):
        codes.append("blank")
        if any(letter.word_multiplier > 1 and letter.letter.islower() for letter in new):
            codes.append("blank_premium")
    if score.bonus:
        codes.append("bonus")
    return tuple([(code, rules.articles[code]) for code in codes])
