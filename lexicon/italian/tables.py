"""The project's own data: verb classes, archaic verbs, supplement, refusals, the shortest words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class VerbClass:
    """What the appendix and F15c ask about a verb. `lemma` is how a dictionary prints it (pentirsi)."""

    lemma: str
    classes: frozenset[str]
    auxiliary: str

    @property
    def is_decided(self) -> bool:
        return self.auxiliary != ""

    @property
    def has_invariable_participle(self) -> bool:
        return self.classes == {"i"} and self.auxiliary == "avere"


@dataclass(frozen=True, slots=True)
class Listed:
    """A word listed by hand, admitted or refused, with the article and the reason."""

    word: str
    lemma: str
    part_of_speech: str
    article: str
    reason: str


def rows(name: str) -> Iterator[list[str]]:
    """The rows of a data file, without comments and empty lines."""
    with (FOLDER / name).open(encoding="utf-8") as lines:
        for line in lines:
            text = line.rstrip("\n")
            if text.strip() and not text.startswith("#"):
                yield text.split("\t")


def infinitive_of(lemma: str) -> str:
    """pentire of pentirsi; other lemmas are their own infinitive."""
    if not lemma.endswith("rsi"):
        return lemma
    # porsi is of porre, the others lose only their e.
    return f"{lemma[:-2]}re" if lemma.endswith(("orsi", "ursi")) else f"{lemma[:-2]}e"


@cache
def verb_classes() -> dict[str, VerbClass]:
    """By plain infinitive. A verb listed plain and in -si has the classes of both, under its plain lemma."""
    found: dict[str, VerbClass] = {}
    for lemma, classes, auxiliary, *_ in rows("verbs.tsv"):
        infinitive = infinitive_of(lemma)
        entry = VerbClass(lemma, frozenset(classes.split("+")), auxiliary)
        other = found.get(infinitive)
        if other is not None:
            plain = entry if lemma == infinitive else other
            entry = VerbClass(infinitive, entry.classes | other.classes, plain.auxiliary)
        found[infinitive] = entry
    return found


@cache
def archaic_verbs() -> dict[str, str]:
    """Archaic -ere verbs with no printed conjugation, by infinitive: what the dictionary gives besides."""
    return {row[0]: row[1] if len(row) > 1 else "" for row in rows("archaic_ere.tsv")}


@cache
def supplement() -> tuple[Listed, ...]:
    return tuple(
        Listed(word, lemma, pos, article, reason) for word, lemma, pos, article, reason in rows("supplement.tsv")
    )


@cache
def refusals() -> tuple[Listed, ...]:
    return tuple(Listed(word, "", "", article, reason) for word, article, reason in rows("deny.tsv"))


@cache
def short_words() -> tuple[Listed, ...]:
    return tuple(Listed(word, word.lower(), "", article, reason) for word, article, reason in rows("short_words.tsv"))


_PLURALS = "plurale in -e"


@cache
def headwords() -> frozenset[str]:
    """Words that only one source lists and that were judged to be headwords."""
    return frozenset(word for reason, words in rows("headwords.tsv") if reason != _PLURALS for word in words.split())


@cache
def plurals_in_e() -> dict[str, str]:
    """Feminine plurals listed alone, with their singular: doghe, doga; ciance, ciancia; zebre, zebra."""
    listed = (word for reason, words in rows("headwords.tsv") if reason == _PLURALS for word in words.split())
    return {plural: _singular(plural) for plural in listed}


def _singular(plural: str) -> str:
    if plural.endswith(("che", "ghe")):
        return f"{plural[:-2]}a"
    return f"{plural[:-1]}ia" if plural.endswith(("ce", "ge")) else f"{plural[:-1]}a"
