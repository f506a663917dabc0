"""What changed between two word lists; pure."""

from __future__ import annotations

from dataclasses import dataclass

from lexicon.alphabet import MAX_WORD_LENGTH
from lexicon.store import WordStore


@dataclass(frozen=True, slots=True)
class LengthChange:
    """The words of one length: how many there were and are, which came and which went."""

    length: int
    before: int
    after: int
    added: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    lengths: tuple[LengthChange, ...]

    @property
    def added(self) -> list[str]:
        return [word for change in self.lengths for word in change.added]

    @property
    def removed(self) -> list[str]:
        return [word for change in self.lengths for word in change.removed]

    @property
    def added_count(self) -> int:
        return sum(len(change.added) for change in self.lengths)

    @property
    def removed_count(self) -> int:
        return sum(len(change.removed) for change in self.lengths)


def compare(before: WordStore, after: WordStore) -> Difference:
    """Length by length, so that two lists of a million words never lie in memory at once."""
    return Difference(tuple(_change(before, after, length) for length in range(2, MAX_WORD_LENGTH + 1)))


def _change(before: WordStore, after: WordStore, length: int) -> LengthChange:
    old, new = set(before.words(length)), set(after.words(length))
    return LengthChange(length, len(old), len(new), tuple(sorted(new - old)), tuple(sorted(old - new)))
