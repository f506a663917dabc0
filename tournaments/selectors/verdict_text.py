"""A verdict in the sentences that a player reads: sums, reasons, articles, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import get_language, gettext

from lexicon.explain import explain
from lexicon.store import StoreError
from tournaments.engine import messages
from tournaments.engine.problem import Problem
from tournaments.engine.ruleset import RuleSet
from tournaments.engine.scoring import WordScore
from tournaments.engine.verdict import Verdict
from tournaments.models import Event
from tournaments.services import words as event_words

# The player's own sum has its line of the page.
SUM_NOTES = {"score_corrected", "score_missing"}


@dataclass(frozen=True, slots=True)
class WordLine:
    """One word formed: its sum where the slip counts, its article where it does not."""

    word: str
    details: tuple[str, ...]
    points: int | None
    article: str = ""
    is_refused: bool = False


def shown_article(article: str) -> str:
    """An article as people say it."""
    return gettext("M, Scrabble multiplo") if article == "M-duplicate" else article


def lines(verdict: Verdict, rules: RuleSet) -> tuple[WordLine, ...]:
    if verdict.is_admitted:
        return tuple(WordLine(word.word, _sum(word, verdict.notation), word.total) for word in verdict.words)
    refused = {problem.data["word"]: problem.article for problem in _word_problems(verdict)}
    found = []
    for word in verdict.words:
        article = refused.get(word.word.upper())
        if article is not None:
            found.append(WordLine(word.word, (gettext("non ammessa"),), None, shown_article(article), is_refused=True))
        elif refused:
            why = gettext("ammessa, ma tutte le parole formate devono esserlo")
            found.append(WordLine(word.word, (why,), None, rules.article("word")))
        else:
            found.append(WordLine(word.word, (gettext("formata"),), None))
    return tuple(found)


def refusal(verdict: Verdict) -> str:
    """`PEGASEI non è ammessa (F14).`"""
    return _cited(verdict.problems[0]) if verdict.problems else ""


def reasons(verdict: Verdict, rules: RuleSet) -> tuple[str, ...]:
    """Why: the list's sentence about each refused word, the other problems, and what zeroes the slip."""
    if verdict.is_admitted:
        return ()
    key = f"reason_{_language()}"
    told = [_sentence(problem.data[key]) for problem in _word_problems(verdict) if problem.data.get(key)]
    told += [_cited(problem) for problem in verdict.problems[1:] if problem.code != "word"]
    article = shown_article(rules.article("duplicate"))
    if _word_problems(verdict):
        told.append(gettext("Una parola non ammessa azzera il bollettino ({article}).").format(article=article))
    else:
        told.append(gettext("Il bollettino vale 0 ({article}).").format(article=article))
    return tuple(told)


def notes(verdict: Verdict) -> tuple[str, ...]:
    """Policies of the event that were applied, each with where it comes from."""
    told = []
    for note in verdict.notes:
        if note.code not in SUM_NOTES:
            sentence = messages.note_sentence(note, _language())
            told.append(f"{sentence} ({shown_article(note.source)})" if note.source else sentence)
    return tuple(told)


def articles(verdict: Verdict, event: Event) -> str:
    """`Lettere e parole premiate F10, jolly 0 F12. Spigare, verbo: F15c.`"""
    if not verdict.is_admitted:
        return ""
    names = {
        "score": gettext("somma delle lettere"),
        "premium": gettext("lettere e parole premiate"),
        "blank": gettext("jolly 0"),
        "blank_premium": gettext("caselle sotto il jolly"),
        "bonus": gettext("sette lettere"),
    }
    cited = [pair for pair in verdict.articles if pair[0] != "score"] or list(verdict.articles)
    sentences = [_sentence(", ".join(f"{names[code]} {shown_article(article)}" for code, article in cited))]
    if verdict.words:
        sentences.append(_why_admitted(verdict.words[0].word.upper(), event))
    return " ".join(filter(None, sentences))


def _why_admitted(word: str, event: Event) -> str:
    """The list's sentence about the main word; nothing where the list cannot be read."""
    try:
        found = explain(word, event.lexicon.store_slug, event_words.overlay(event))
    except (StoreError, OSError):
        return ""
    return _sentence(found.reason_en if _language() == "en" else found.reason)


def _sum(word: WordScore, notation: str) -> tuple[str, ...]:
    """`2 + 5×2 + 1 = 13`, then the word premiums; without them the total already stands beside."""
    premiums = messages.word_premiums(word, notation, _language())
    arithmetic = messages.arithmetic(word)
    return (arithmetic, premiums) if premiums else (arithmetic.rpartition(" = ")[0],)


def _word_problems(verdict: Verdict) -> list[Problem]:
    return [problem for problem in verdict.problems if problem.code == "word"]


def _cited(problem: Problem) -> str:
    sentence = messages.problem_sentence(problem, _language())
    return _sentence(f"{sentence} ({shown_article(problem.article)})")


def _language() -> str:
    return "en" if (get_language() or "it").startswith("en") else "it"


def _sentence(text: str) -> str:
    text = text.rstrip(".")
    return f"{text[:1].upper()}{text[1:]}." if text else ""
