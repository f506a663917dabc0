"""Questions to a word list: patterns, anagrams, hooks, words by length; the event's overlay comes first.

Every question is bounded, and an answer never longer than its `limit`, so that the desk gets it at once.
Patterns read the list as text, which is spelled out once a process for each list (about two seconds and
a byte a letter for a million words; `prepare` does it ahead); after that they take milliseconds.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from lexicon.alphabet import LETTERS, MAX_WORD_LENGTH, strip_marks
from lexicon.input_error import InputError
from lexicon.overlay import Overlay
from lexicon.store import WordStore

MIN_LENGTH = 2
DEFAULT_LIMIT = 500
MAX_STARS = 3
MAX_BLANKS = 3
# All shorter words too: a rack of nine with two jollies stays below a fifth of a second.
MAX_RACK_FOR_SHORTER = 9
_TEXTS_KEPT = 64


@dataclass(frozen=True, slots=True)
class Found:
    """Words by length (of a rack's, the longest first), then alphabetically; `is_cut`: there are more."""

    words: tuple[str, ...]
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Hooks:
    """The letters that make a word of `word` when put before or after it."""

    word: str
    front: str
    back: str


def match_pattern(
    store: WordStore, pattern: str, overlay: Overlay | None = None, *, limit: int = DEFAULT_LIMIT
) -> Found:
    """Words that look like the pattern: `?` is one letter, `*` any number of them, none included."""
    pattern = re.sub(r"\*+", "*", _typed(pattern, also="?*"))
    if pattern.count("*") > MAX_STARS:
        raise InputError("query_too_many_stars", limit=MAX_STARS)
    shortest = max(len(pattern.replace("*", "")), MIN_LENGTH)
    longest = MAX_WORD_LENGTH if "*" in pattern else shortest
    if len(pattern.replace("*", "")) > MAX_WORD_LENGTH:
        raise InputError("query_too_long", limit=MAX_WORD_LENGTH)
    shape = pattern.replace("?", "[A-Z]").replace("*", "[A-Z]*")
    line = re.compile(f"^{shape}$", re.MULTILINE)
    if "*" not in pattern and len(pattern) < MIN_LENGTH:
        return Found(())
    lengths = range(shortest, longest + 1)
    admitted = [word for word in _admitted(overlay) if line.search(word)]
    return _found(_by_length(store, line, lengths), admitted, overlay, limit)


def find_anagrams(
    store: WordStore,
    rack: str,
    overlay: Overlay | None = None,
    *,
    with_shorter: bool = False,
    limit: int = DEFAULT_LIMIT,
) -> Found:
    """Words that use every letter of the rack (`?` is a jolly), or with `with_shorter` any of them."""
    rack = _typed(rack, also="?")
    letters, blanks = rack.replace("?", ""), rack.count("?")
    if len(rack) > MAX_WORD_LENGTH:
        raise InputError("query_too_long", limit=MAX_WORD_LENGTH)
    if blanks > MAX_BLANKS:
        raise InputError("query_too_many_blanks", limit=MAX_BLANKS)
    if with_shorter and len(rack) > MAX_RACK_FOR_SHORTER:
        raise InputError("query_too_long", limit=MAX_RACK_FOR_SHORTER)
    shortest = MIN_LENGTH if with_shorter else len(rack)
    lengths = range(len(rack), shortest - 1, -1)
    words = (word for length in lengths for word in _anagrams_of_length(store, letters, blanks, length))
    admitted = [
        word for word in _admitted(overlay) if len(word) in lengths and _can_spell(letters, blanks, word)
    ]
    return _found(words, admitted, overlay, limit, longest_first=True)


def find_hooks(store: WordStore, word: str, overlay: Overlay | None = None) -> Hooks:
    word = _typed(word)
    if len(word) > MAX_WORD_LENGTH:
        raise InputError("query_too_long", limit=MAX_WORD_LENGTH)
    front = "".join(letter for letter in LETTERS if contains(store, letter + word, overlay))
    back = "".join(letter for letter in LETTERS if contains(store, word + letter, overlay))
    return Hooks(word, front, back)


def words_of_length(
    store: WordStore, length: int, overlay: Overlay | None = None, *, limit: int = DEFAULT_LIMIT
) -> Found:
    if not MIN_LENGTH <= length <= MAX_WORD_LENGTH:
        raise InputError("query_length")
    admitted = [word for word in _admitted(overlay) if len(word) == length]
    return _found(iter(_text(store, length).split()), admitted, overlay, limit)


def contains(store: WordStore, word: str, overlay: Overlay | None = None) -> bool:
    if overlay is not None and (word in overlay.admitted or word in overlay.refused):
        return word in overlay.admitted
    return store.contains(word)


def prepare(store: WordStore) -> None:
    """Spells the list out now, so that the first pattern does not wait for it."""
    for length in range(MIN_LENGTH, MAX_WORD_LENGTH + 1):
        _text(store, length)


def _typed(text: str, also: str = "") -> str:
    folded = strip_marks(text).upper().replace(" ", "")
    if not folded:
        raise InputError("query_empty")
    if len(folded) > MAX_WORD_LENGTH + MAX_STARS:
        raise InputError("query_too_long", limit=MAX_WORD_LENGTH)
    if any(c not in LETTERS and c not in also for c in folded):
        raise InputError("query_characters")
    return folded


def _admitted(overlay: Overlay | None) -> frozenset[str]:
    return overlay.admitted if overlay is not None else frozenset()


def _found(
    words: Iterator[str],
    admitted: Iterable[str],
    overlay: Overlay | None,
    limit: int,
    *,
    longest_first: bool = False,
) -> Found:
    refused = overlay.refused if overlay is not None else frozenset()
    # The overlay's few words are merged before the cut, or they would be lost behind a long list.
    kept = set(admitted)
    cut_at = limit + len(kept) + 1
    for word in words:
        if word not in refused:
            kept.add(word)
            if len(kept) >= cut_at:
                break
    sign = -1 if longest_first else 1
    ordered = sorted(kept, key=lambda word: (sign * len(word), word))
    return Found(tuple(ordered[:limit]), is_cut=len(ordered) > limit)


def _by_length(store: WordStore, line: re.Pattern[str], lengths: Iterable[int]) -> Iterator[str]:
    for length in lengths:
        text = _text(store, length)
        # A pattern of nothing but a star would find a word in an empty text.
        for found in line.finditer(text) if text else ():
            yield found[0]


def _anagrams_of_length(store: WordStore, letters: str, blanks: int, length: int) -> list[str]:
    # A jolly can stand for a letter of the rack too, so using all jollies loses no word.
    used_blanks = min(blanks, length)
    found: set[str] = set()
    for chosen in set(combinations(sorted(letters), length - used_blanks)):
        found.update(store.anagrams("".join(chosen), used_blanks))
    return sorted(found)


def _can_spell(letters: str, blanks: int, word: str) -> bool:
    return (Counter(word) - Counter(letters)).total() <= blanks


_texts: dict[tuple[str, int], str] = {}
_texts_lock = threading.Lock()


def _text(store: WordStore, length: int) -> str:
    """The words of one length, one a line; kept for the lists that were asked last."""
    key = (store.header.checksum, length)
    text = _texts.get(key)
    if text is None:
        text = "\n".join(store.words(length))
        with _texts_lock:
            while len(_texts) >= _TEXTS_KEPT:
                _texts.pop(next(iter(_texts)))
            _texts[key] = text
    return text
