"""What the engine asks of a word list: whether a word is in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Lexicon(Protocol):
    """Anything that knows which words are admissible; words come folded to A–Z."""

    def contains(self, word: str) -> bool: ...


class WordSet:
    """A lexicon held in memory."""

    __slots__ = ("_words",)

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(words)

    def contains(self, word: str) -> bool:
        return word in self._words

    def __len__(self) -> int:
        return len(self._words)
