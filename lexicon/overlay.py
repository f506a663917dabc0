"""The event's own words: admitted or refused by a ruling, consulted before the word list.

A ruling never rebuilds the list's store: admitted words live in a small second store, refused ones are
dropped when they are met.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

from lexicon.alphabet import LETTERS
from lexicon.multiset import multiset_hash
from lexicon.store import WordStore, from_words

WORD_PITCH = 16  # as in lexicon/store.py
ALL_LETTERS = 0x3FFFFFF
MEMO_LIMIT = 200_000


@dataclass(frozen=True)
class Overlay:
    """Words that an event admits or refuses whatever its list says; all folded to A–Z."""

    admitted: frozenset[str]
    refused: frozenset[str]

    def __post_init__(self) -> None:
        both = self.admitted & self.refused
        if both:
            raise ValueError(f"Words both admitted and refused: {', '.join(sorted(both))}.")

    @classmethod
    def of(cls, admitted: Iterable[str] = (), refused: Iterable[str] = ()) -> Overlay:
        return cls(frozenset(admitted), frozenset(refused))

    @classmethod
    def empty(cls) -> Overlay:
        return cls(frozenset(), frozenset())

    def __bool__(self) -> bool:
        return bool(self.admitted or self.refused)


class OverlaidLexicon:
    """A word store seen through an event's overlay: what judging and searching ask."""

    store: WordStore
    overlay: Overlay
    admitted: WordStore | None
    refused: frozenset[str]
    largest_bucket: int

    def __init__(self, store: WordStore, overlay: Overlay | None = None) -> None:
        self.store = store
        self.overlay = overlay if overlay is not None else Overlay.empty()
        # Words that the list already holds must not be found twice.
        added = {word for word in self.overlay.admitted if not store.contains(word)}
        self.admitted = from_words(added) if added else None
        self.refused = frozenset(word for word in self.overlay.refused if store.contains(word))
        self.largest_bucket = store.largest_bucket
        if self.admitted is not None:
            self.largest_bucket += self.admitted.largest_bucket
        self._cross_letters: dict[str, int] = {}

    def contains(self, word: str) -> bool:
        if word in self.overlay.refused:
            return False
        return self.store.contains(word) or word in self.overlay.admitted

    def passes(self, length: int, value: int) -> bool:
        """False means that no word of this length has this multiset hash."""
        if self.store.passes(length, value):
            return True
        return self.admitted is not None and self.admitted.passes(length, value)

    def knows(self, table: int) -> bool:
        """Whether there is such a filter (`WordStore.knows`); what the event admits always has it."""
        return self.store.knows(table)

    def passing_letters(self, table: int, value: int, letters: int) -> int:
        """Which of `letters` (a mask), added to the multiset `value`, pass the filter."""
        passing = self.store.passing_letters(table, value, letters)
        if self.admitted is not None:
            passing |= self.admitted.passing_letters(table, value, letters)
        return passing

    def passing_multisets(
        self, table: int, value: int, hashes: array[int], first: int, last: int, out: array[int], at: int
    ) -> int:
        """Write to `out` from `at` on which of `hashes[first:last]`, added to `value`, pass; how many they are."""
        if self.admitted is None:
            return self.store.passing_multisets(table, value, hashes, first, last, out, at)
        count = 0
        for number in range(first, last):
            if self.passes(table, value + hashes[number]):
                out[at + count] = number
                count += 1
        return count

    def fetch(self, length: int, values: array[int], count: int) -> None:
        """Announce that the words of so many multisets will be asked for."""
        self.store.fetch(length, values, count)

    def find(self, length: int, value: int, out: array[int], at: int) -> int:
        """Write the words of a multiset to `out` as `WordStore.find` does; how many they are."""
        count = self.store.find(length, value, out, at)
        if self.admitted is not None:
            count += self.admitted.find(length, value, out, at + WORD_PITCH * count)
        if count and self.refused:
            return self._without_refused(length, out, at, count)
        return count

    def cross_letters(self, pattern: str) -> int:
        """The letters (a mask) that make `pattern`, a run of tiles with one `.`, a word."""
        known = self._cross_letters.get(pattern)
        if known is not None:
            return known
        before, after = pattern.split(".")
        length = len(pattern)
        candidates = self.passing_letters(length, multiset_hash(before + after), ALL_LETTERS)
        letters = 0
        for letter in range(26):
            if candidates >> letter & 1 and self.contains(before + LETTERS[letter] + after):
                letters |= 1 << letter
        if len(self._cross_letters) >= MEMO_LIMIT:
            self._cross_letters.clear()
        self._cross_letters[pattern] = letters
        return letters

    def _without_refused(self, length: int, out: array[int], at: int, count: int) -> int:
        kept = 0
        for number in range(count):
            source = at + WORD_PITCH * number
            word = "".join([LETTERS[out[source + i]] for i in range(length)])
            if word in self.refused:
                continue
            target = at + WORD_PITCH * kept
            for i in range(length):
                out[target + i] = out[source + i]
            kept += 1
        return kept
