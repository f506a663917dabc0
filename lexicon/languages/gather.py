"""Gathers the forms of one language: folds them, refuses what cannot be a word on a board, counts why."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lexicon.alphabet import MAX_WORD_LENGTH, fold
from lexicon.sources import Package

Progress = Callable[[float], None]
_VOWELS = frozenset("AEIOUY")


@dataclass(frozen=True, slots=True)
class BuiltList:
    """A finished list: what a store and its report are made of."""

    language: str
    name: str
    words: frozenset[str]
    sources: tuple[Package, ...]
    kept: dict[str, int]
    """New words by source, in the order they were read."""
    refused: dict[str, int]
    """Forms refused, by reason."""


@dataclass(slots=True)
class Gathering:
    """Words collected so far. `abbreviations` are refused; `voiceless` are the words without a vowel."""

    abbreviations: frozenset[str]
    voiceless: frozenset[str]
    words: set[str] = field(default_factory=set)
    kept: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def add(self, source: str, forms: Iterable[str]) -> None:
        before = len(self.words)
        for form in forms:
            reason, word = self._judge(form)
            if reason:
                self.refused[reason] += 1
            else:
                self.words.add(word)
        self.kept[source] += len(self.words) - before

    def _judge(self, form: str) -> tuple[str, str]:
        # Capitals are names or acronyms; the fold would drop an apostrophe and join two words.
        if not form.islower():
            return "capitals or no letters", ""
        word = fold(form) if form.isalpha() else None
        if word is None:
            return "hyphen, apostrophe, digit or full stop", ""
        if not 2 <= len(word) <= MAX_WORD_LENGTH:
            return "length", ""
        if word in self.abbreviations:
            return "abbreviation", ""
        if not _VOWELS.intersection(word) and word not in self.voiceless:
            return "no vowel", ""
        return "", word

    def finish(self, language: str, name: str, sources: tuple[Package, ...]) -> BuiltList:
        return BuiltList(language, name, frozenset(self.words), sources, dict(self.kept), dict(self.refused))


def listed(text: str) -> frozenset[str]:
    """A small list of words written out in a module."""
    return frozenset(text.split())


def read_table(path: Path) -> Any:
    """One compressed JSON table of a source package."""
    with gzip.open(path, "rt", encoding="utf-8") as text:
        return json.load(text)
