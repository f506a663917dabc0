"""What can be wrong with a slip: the codes, in the order in which they decide, and what a ruling cites.

The codes are stable and never translated; messages.py holds their sentences, the `[articles]` table of every
rule set their articles. Where a slip has several problems all are listed and the first of this order decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

# The slip's text.
READING_CODES = (
    "empty",  # nothing is written
    "unreadable",  # signs that are no word, reference or score
    "no_word",
    "two_words",
    "reference_ambiguous",  # two references, or an order and a direction that contradict each other
    "bad_reference",  # a square that the board does not have
    "missing_direction",  # style F without orizz. or vert.
    "missing_reference",
)
# The word on the board.
PLACEMENT_CODES = (
    "off_board",
    "gap",
    "occupied",
    "not_bounded",  # tiles stand right before or after: the word formed is a longer one
    "no_tile",
    "not_in_rack",
    "too_many_tiles",  # eight on a rack of which only seven may be played
    "off_centre",
    "not_connected",
    "one_letter",
    "blank_ambiguous",
    "word",  # not admissible; one problem a word
)
REFUSAL_CODES = READING_CODES + PLACEMENT_CODES
# What a counted score rests on: the sum, premium squares, a jolly's zero, a word square under it, the bonus.
SCORE_CODES = ("score", "premium", "blank", "blank_premium", "bonus")
ARTICLE_CODES = frozenset((*REFUSAL_CODES, *SCORE_CODES, "duplicate"))

# Refusals that a wrong coordinate can explain: elsewhere the word may take other tiles and make other words.
REFERENCE_CODES = frozenset(
    ("reference_ambiguous", "bad_reference", "missing_direction", "missing_reference", "off_board", "gap",
     "occupied", "not_bounded", "no_tile", "not_in_rack", "too_many_tiles", "off_centre", "not_connected", "word")
)  # fmt: skip


class Problem(NamedTuple):
    """One thing wrong with a slip; `data` holds the squares, words and letters that its sentence names."""

    code: str
    data: Mapping[str, str] = {}
    article: str = ""


class WordReason(NamedTuple):
    """Why a word is not admissible: the article, where one decides, and a sentence without its full stop."""

    article: str
    it: str
    en: str


class Note(NamedTuple):
    """A policy of the event that was applied; `source` is where the profile has it from."""

    code: str
    data: Mapping[str, str] = {}
    source: str = ""
