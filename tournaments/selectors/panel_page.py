"""What a member of the support panel is asked: the words, and what the list says of them.

Whose slip it is about is not said: before the reveal a panel member is a player like any other.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import get_language

from lexicon.explain import explain
from lexicon.store import StoreError
from tournaments.models import Opinion, Question
from tournaments.selectors.player import Seat
from tournaments.services import words as event_words


@dataclass(frozen=True, slots=True)
class AskedWord:
    word: str
    is_listed: bool
    article: str
    reason: str


@dataclass(frozen=True, slots=True)
class Asked:
    question: Question
    words: tuple[AskedWord, ...]
    own: Opinion | None
    wants_panel: bool  # a player asked for it


def asked_of(seat: Seat) -> list[Asked]:
    """The questions that are open for this member, with their own answer so far; nobody else's."""
    given = {opinion.question_id: opinion for opinion in seat.entry.opinions.filter(question__in=seat.questions)}
    return [
        Asked(
            question=question,
            words=tuple(_word(seat, word) for word in question.words),
            own=given.get(question.pk),
            wants_panel=question.contest is not None and question.contest.wants_panel,
        )
        for question in seat.questions
    ]


def _word(seat: Seat, word: str) -> AskedWord:
    try:
        found = explain(word, seat.event.lexicon.store_slug, event_words.overlay(seat.event))
    except (StoreError, OSError):
        return AskedWord(word, False, "", "")
    reason = found.reason_en if (get_language() or "it").startswith("en") else found.reason
    return AskedWord(word, found.admissible, found.article, reason)
