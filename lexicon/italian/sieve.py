"""Telling words from the names and misspellings that stand beside them in the sources.

The spelling dictionary lists thousands of bare entries, among them surnames in lower case; Morph-it was counted off
newspapers, with their misprints and coinages. A word that only one of them knows needs proof: its shape (a learned
ending, a compound of known words), or somebody's eye (`headwords.tsv`). The rest is left out, and said as unknown.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from lexicon.alphabet import fold
from lexicon.hunspell import Speller
from lexicon.reasons import Kind

from . import wording
from .tables import headwords, plurals_in_e
from .word_sets import FIRST_ELEMENTS, INFLECTED_ADJECTIVES, STRESSED_IO, TOWNS_WITH_ETHNIC

# Endings that surnames and misprints hardly ever have, in words long enough.
_LEARNED = re.compile(
    r"(?:[aeio]si|ite|oma|[ae]mia|uria|algia|logia|grafia|metria|patia|fobia|filia|mania|crazia|tomia|scopia|genia|gonia|"
    r"fagia|nomia|tecnia|terapia|sofia|fonia|plegia|rrea|rragia|plasia|trofia|cefalia|opsia|tipia|cronia|morfia|onimia|"
    r"tonia|osmia|acusia|lalia|glossia|mnesia|termia|estesia|algesia|crinia|penia|malacia|odinia|ettasia|ectasia|dattilia|"
    r"ftalmia|gnosia|plastia|manzia|latria|machia|archia|iatria|odonzia|carpia|gamia|podia|spermia|zione|sione|ment[oi]|"
    r"ism[oi]|ist[aei]|ezza|[ts]ur[ae]|[^o]tor[ei]|tric[ei]|[^vr]anza|[^v]enza|ic[oi]|iche|istica|[^t]os[oa]|iv[oa]|[ib]il[ei]|[nrv]al[ei]|"
    r"aggio|eria|ier[ae]|[lrt]aio|ificio|tudine|cid[aio]|cidi[oi]|mente|metr[oi]|graf[oi]|log[oi]|crat[aei]|gramm[ai]|"
    r"scopio|fono|foro|fago|filo|geno|gamo|ifero|voro|cultura|coltura|evole|orio|oria|aggine|esimo|enne|"
    r"cita|ftalmo|oide)$"
)
_LEARNED_LENGTH = 8
_CLUSTER_LIKE = re.compile(r"(?:[mtcvs]e|glie)(?:l[oaie]|ne)$|cene$")
_SECOND_ELEMENT = 4
_ETHNIC = re.compile(r"(?:ese|ense|[^i]ano|ino|asco|igiano)$")
# An alteration of an alteration (maglia, maglietta, magliettina) is never a headword; a single one often is.
_TWICE_ALTERED = re.compile(r"^(.{3,}ett)(?:in|ucci|acci)[oaie]$")
# province, ciliegie: after a consonant the i goes, after a vowel it stays.
_SPELLED_PLURAL = re.compile(r"[aeiou][cg]ie$|[^aeiou][cg]e$")


@dataclass(frozen=True, slots=True)
class Sieve:
    """What both sources know together."""

    speller: Speller
    stems: frozenset[str]
    """Folded: every lower-case entry of the spelling dictionary; the sources disagree about accents."""
    elements: frozenset[str]
    """Nouns and adjectives, inflected, that may end a compound."""
    is_verb_form: Callable[[str], bool]

    def is_headword(self, stem: str) -> bool:
        """Whether a bare entry of the spelling dictionary is more than a name."""
        if stem in headwords() or not stem.isascii():
            return True
        if stem.endswith("ii"):
            return False
        if len(stem) >= _LEARNED_LENGTH and _LEARNED.search(stem):
            return True
        return self._is_frequentative(stem) or self._is_compound(stem)

    def singular_of(self, stem: str) -> str:
        """zebra of zebre, where a bare entry is a plural; empty where it is none."""
        if stem in plurals_in_e():
            return plurals_in_e()[stem]
        if self._is_frequentative(stem) and stem.endswith("ii"):
            return f"{stem[:-1]}o"
        return ""

    def knows_lemma(self, lemma: str) -> bool:
        """Whether a lemma of Morph-it is no misprint or passing coinage."""
        return lemma in headwords() or self._is_spelled(lemma) or self.is_verb_form(fold(lemma) or "")

    def knows_form(self, form: str, lemma: str, part_of_speech: str) -> bool:
        """Whether an inflected form of Morph-it is one: spelled so, or regular beyond doubt."""
        if form.endswith("ii"):
            return lemma in STRESSED_IO or self._is_frequentative(lemma)
        if is_misspelt_plural(form, lemma):
            return False
        if self._is_spelled(form) or not self._is_spelled(lemma):
            return True
        if part_of_speech == "adj":
            return lemma in INFLECTED_ADJECTIVES
        return form in _regular_plurals(lemma)

    def _is_spelled(self, text: str) -> bool:
        return self.speller.accepts(text) or (fold(text) or "") in self.stems

    def _is_frequentative(self, stem: str) -> bool:
        """brontolio, brontolii: of brontolare."""
        return stem.endswith(("io", "ii")) and len(stem) > 4 and self.is_verb_form(f"{fold(stem[:-2])}ARE")

    def _is_compound(self, stem: str) -> bool:
        """aspira + polvere, sotto + vuoto: a verb or a known first element, and a known word."""
        if _CLUSTER_LIKE.search(stem):
            return False
        for at in range(3, len(stem) - _SECOND_ELEMENT + 1):
            first, second = stem[:at], stem[at:]
            if second in self.elements and (first in FIRST_ELEMENTS or self._is_verb(first, second)):
                return True
        return False

    def _is_verb(self, first: str, second: str) -> bool:
        is_long = len(first) > 3 and len(second) > _SECOND_ELEMENT
        return is_long and first[-1] in "ai" and self.is_verb_form(fold(first) or "")


def is_misspelt_plural(form: str, lemma: str) -> bool:
    """pioggie and fascie: after a consonant the i of -cia and -gia is only a sign, and goes."""
    return lemma.endswith(("ccia", "ggia", "scia")) and form.endswith("ie")


def _regular_plurals(lemma: str) -> tuple[str, ...]:
    if lemma.endswith(("co", "go")):
        return (f"{lemma[:-1]}hi", f"{lemma[:-1]}i") if lemma.endswith("ico") else ()
    if lemma.endswith(("cia", "gia")):
        plurals = (f"{lemma[:-1]}e", f"{lemma[:-2]}e")
        return tuple(plural for plural in plurals if _SPELLED_PLURAL.search(plural))
    if lemma.endswith(("ca", "ga")):
        return (f"{lemma[:-1]}he",)
    if lemma.endswith("io"):
        return (lemma[:-1], f"{lemma[:-1]}a")
    # -a beside -i: braccia, labbra; the corpus does not invent them.
    endings = {"o": "ia", "e": "i", "a": "ei"}.get(lemma[-1], "")
    return tuple(lemma[:-1] + ending for ending in endings)


def place_or_alteration(stem: str, names: frozenset[str], nouns: dict[str, str]) -> tuple[str, Kind] | None:
    """What an ethnic or an alteration is made of, and the rule against it."""
    town = _town_of(stem, names)
    if town:
        return town.capitalize(), wording.ETHNIC
    base = _altered_base(stem, nouns)
    if base:
        return base, wording.ALTERATION
    return None


def _town_of(stem: str, names: frozenset[str]) -> str:
    found = _ETHNIC.search(stem)
    if found is None or found.start() < 3:
        return ""
    root = stem[: found.start()]
    candidates = (root, *(root + vowel for vowel in "aeio"), f"{root}ia", f"{root}io")
    town = next((name for name in candidates if len(name) > 3 and name in names), "")
    return "" if town in TOWNS_WITH_ETHNIC else town


def _altered_base(stem: str, nouns: dict[str, str]) -> str:
    found = _TWICE_ALTERED.match(stem)
    if found is None:
        return ""
    return next((found[1] + vowel for vowel in "oae" if nouns.get(found[1] + vowel) == found[1] + vowel), "")
