"""Nouns, adjectives and the uninflected words: what the sources give, filtered by F14–F21.

Morph-it (a newspaper corpus, checked by hand) is trusted for parts of speech and plurals; the spelling
dictionary knows twice as many lemmas but mixes in names, ethnics, alterations and stray verb forms, which
are sifted here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from lexicon.alphabet import fold
from lexicon.hunspell import Affixes, Entry, Speller
from lexicon.reasons import Kind

from . import wording
from .sieve import Sieve, is_misspelt_plural, place_or_alteration
from .word_sets import NAMES_AND_WORDS, NOT_HEADWORDS, NUMERALS

# Tables of the spelling dictionary that inflect nouns and adjectives; all the others (elisions, prefixes,
# enclitics, superlatives, alterations, numerals) are left out.
INFLECTING = frozenset("OQRSopnu")
_ADVERB = "Y"
VERBAL = frozenset("ABCDEGHIKLMPVZabcfghjlmtvyzÀÈ")
_NUMERAL = frozenset('!|"£$@&()=')

_SUPERLATIVE = re.compile(r"(?:issim|errim)[oaie]$|issimamente$")
_CONSONANT = re.compile(r"[^aeiouàèéìíòóùúy]$")
_TRUNCATED = re.compile(r"[lnrm]$")
_TRUNCATED_VERB = re.compile(r"[aei]mo$|^(?:sono|siano|viene|tiene|vuole|suole)$")
_NOT_TRUNCATED = frozenset({"amen", "minimal", "mural", "processor", "radon", "spin", "terrier", "torr"})
_STRETCHED = re.compile(r"(.)\1\1|hh|^[^aeiouàèéìòùh]+$")
# Endings of verb forms that the spelling dictionary lists one by one.
_VERB_LIKE = re.compile(
    r"(?:rono|ranno|rebbero?|remmo|ssero|ssimo|vamo|vate|vano|mmo|r[òà]|remo|rete|resti|reste|[ae]ndo|[aeo]nsi|iamo|"
    r"iate|ianmo|ettero|[rls]sero)$"
)
_CLITIC = re.compile(r"(?:mi|ti|ci|vi|si|gli|lo|la|li|le|ne)$")

# A lemma listed without inflection whose plural follows from its ending without doubt.
_SURE_PLURALS = {
    "e": "zione sione gione tore trice tudine ite ile ale iere",
    "o": "ismo mento ivo olo ino ato",
    "a": "ezza anza enza ura ia iera ina",
}
_PLURAL_VOWEL = {"e": "i", "o": "i", "a": "e"}

NUMBER_LIKE = re.compile(
    r"^(?:mill?e|mila|cento?|venti?|(?:trent|quarant|cinquant|sessant|settant|ottant|novant)a?|un|uno|due|tr[eé]|"
    r"quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette|"
    r"diciotto|diciannove|esim[oaie])+$"
)
_ARTICULATED = re.compile(r"^(?:d?a|de|ne|su|co|pe)(?:l|i|gli|ll[aeo])$")


class VerbKnowledge(Protocol):
    """What sifting needs to know of verbs; words come folded."""

    def is_verb_form(self, word: str) -> bool:
        """Any form without enclitics, or the stump an enclitic leans on."""

    def is_only_verb_form(self, word: str) -> bool:
        """A form no noun or adjective shares by accident: pasts, subjunctives, anything with enclitics."""


class Found(NamedTuple):
    """One word of the list, or a word that a rule keeps out of it."""

    word: str
    lemma: str
    kind: Kind


@dataclass(slots=True)
class NominalSources:
    nouns: dict[str, str]
    adjectives: dict[str, str]
    function_words: dict[str, tuple[str, str]]
    """Form to (lemma, part of speech)."""
    entries: list[Entry]
    affixes: Affixes
    names: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        written = [entry.stem for entry in self.entries] + list(self.nouns) + list(self.adjectives)
        self.names = frozenset(text.lower() for text in written if text[:1].isupper() and text[1:].islower())


def nominal_words(sources: NominalSources, verbs: VerbKnowledge) -> Iterator[Found]:
    """Every noun, adjective, adverb and function word; of several reasons for one word the first is kept."""
    tables = ((sources.adjectives, "adj"), (sources.nouns, "noun"))
    sieve = _sieve(sources, verbs)
    # Headwords before inflections: CAFFE is caffè before it is a feminine of caffo.
    for table, part_of_speech in tables:
        for form in table:
            if table[form] == form:
                yield from _attested(form, form, part_of_speech, table, sieve)
    for table, part_of_speech in tables:
        for form, lemma in table.items():
            yield from _attested(form, lemma, part_of_speech, table, sieve)
    for form, (lemma, part_of_speech) in sources.function_words.items():
        yield from _function_word(form, lemma, part_of_speech)
    for entry in sources.entries:
        yield from _spelled(entry, sources, verbs, sieve)
    for name in sorted(sources.names):
        yield from _found(name, name.capitalize(), wording.PROPER_NAME)


def _sieve(sources: NominalSources, verbs: VerbKnowledge) -> Sieve:
    elements = {form for table in (sources.nouns, sources.adjectives) for form in table}
    for entry in sources.entries:
        if is_plain(entry.stem) and frozenset(entry.flags) & INFLECTING:
            elements.update((entry.stem, *_inflected(entry, sources.affixes)))
    stems = frozenset(fold(entry.stem) or "" for entry in sources.entries if is_plain(entry.stem))
    return Sieve(Speller(sources.affixes, sources.entries), stems, frozenset(elements), verbs.is_verb_form)


def _found(form: str, lemma: str, kind: Kind) -> Iterator[Found]:
    word = fold(form)
    if word is not None:
        yield Found(word, lemma, wording.NO_HEADWORD if form in NOT_HEADWORDS else kind)


def is_plain(form: str) -> bool:
    """Lower-case letters only; an apostrophe may open a word ('ndrangheta), never stand inside or end it."""
    return form.islower() and form.removeprefix("'").isalpha()


def _attested(form: str, lemma: str, part_of_speech: str, table: dict[str, str], sieve: Sieve) -> Iterator[Found]:
    if not is_plain(form) or not is_plain(lemma) or not sieve.knows_lemma(lemma):
        return
    if NUMBER_LIKE.match(form) and "esim" not in form and form not in NUMERALS | {"mila"}:
        yield from _found(form, form, wording.NUMERAL)
    elif part_of_speech == "adj" and _CONSONANT.search(form) and f"{form}o" in table:
        # bell' and brav' lost their apostrophe; what a dictionary prints is in the supplement.
        yield from _found(form, f"{form}o", wording.TRUNCATION)
    elif form == lemma:
        kind = "loan" if part_of_speech == "noun" and _CONSONANT.search(form) else part_of_speech
        yield from _found(form, lemma, wording.lemma_kind(kind))
    elif _SUPERLATIVE.search(form):
        yield from _found(form, lemma, wording.SUPERLATIVE)
    elif _CONSONANT.search(lemma) or form in {f"{lemma}s", f"{lemma}es"}:
        yield from _found(form, lemma, wording.FOREIGN_PLURAL)
    elif _TRUNCATED.search(form):
        yield from _found(form, lemma, wording.TRUNCATION)
    elif not _CONSONANT.search(form) and sieve.knows_form(form, lemma, part_of_speech):
        yield from _found(form, lemma, wording.inflection_kind(part_of_speech))


def _function_word(form: str, lemma: str, part_of_speech: str) -> Iterator[Found]:
    if not is_plain(form) or _STRETCHED.search(form):
        return
    if NUMBER_LIKE.match(form) and form not in NUMERALS:
        yield from _found(form, form, wording.NUMERAL)
    elif _ARTICULATED.match(form):
        yield from _found(form, lemma, wording.ARTICLE_OR_PREPOSITION)
    elif form.endswith("mente"):
        yield from _found(form, lemma, wording.adverb_kind())
    elif fold(form) == fold(lemma) or part_of_speech == "function":
        yield from _found(form, lemma, wording.lemma_kind(part_of_speech))
    else:
        yield from _found(form, lemma, wording.inflection_kind(part_of_speech))


def _spelled(entry: Entry, sources: NominalSources, verbs: VerbKnowledge, sieve: Sieve) -> Iterator[Found]:
    stem, flags = entry.stem, frozenset(entry.flags)
    if not is_plain(stem):
        return
    if _SUPERLATIVE.search(stem) and sources.adjectives.get(stem) != stem:
        yield from _found(stem, _superlative_base(stem), wording.SUPERLATIVE)
        return
    if NUMBER_LIKE.match(stem) or flags & _NUMERAL:
        kind = wording.lemma_kind("num") if stem in NUMERALS else wording.NUMERAL
        yield from _found(stem, stem, kind)
        return
    refusal = _refusal(stem, sources)
    if refusal is not None:
        lemma, kind = refusal
        for form in {stem, *_inflected(entry, sources.affixes)}:
            yield from _found(form, lemma, kind)
        return
    if _ADVERB in flags:
        for form in _suffixed(entry, _ADVERB, sources.affixes):
            kind = wording.SUPERLATIVE if _SUPERLATIVE.search(form) else wording.adverb_kind()
            yield from _found(form, form, kind)
    if flags & INFLECTING:
        if stem in sources.nouns or stem in sources.adjectives or not verbs.is_only_verb_form(fold(stem) or ""):
            part_of_speech = "adj" if flags & {"o", "p", _ADVERB} else "noun"
            yield from _found(stem, stem, wording.lemma_kind(part_of_speech))
            for form in _inflected(entry, sources.affixes):
                if not _is_wrong_plural(form, stem, sources):
                    yield from _found(form, stem, wording.inflection_kind(part_of_speech))
    elif not flags & VERBAL:
        yield from _uninflected(stem, sources, verbs, sieve)


def _is_wrong_plural(form: str, stem: str, sources: NominalSources) -> bool:
    """amichi: the dictionary lets both plurals pass, the corpus shows which one is used."""
    if is_misspelt_plural(form, stem):
        return True
    if not form.endswith(("chi", "ghi", "ci", "gi")) or not stem.endswith(("co", "go")):
        return False
    other = f"{stem[:-1]}i" if form.endswith("hi") else f"{stem[:-1]}hi"
    return any(other in table and form not in table for table in (sources.nouns, sources.adjectives))


def _inflected(entry: Entry, affixes: Affixes) -> Iterator[str]:
    for flag in entry.flags:
        # Elsewhere the table R gives a feminine noun the plural of its masculine, which has its own entry.
        if flag == "R" and "Q" in entry.flags and not entry.stem.endswith(_COMMON_GENDER):
            continue
        if flag in INFLECTING:
            yield from _suffixed(entry, flag, affixes)


# -a in the singular for both genders: only these make a masculine plural in -i by themselves.
_COMMON_GENDER = (
    "ista", "asta", "ita", "eta", "ota", "iatra", "crata", "cida", "cola", "pata", "arca", "auta", "oma",
    "ema", "amma",
)  # fmt: skip


def _suffixed(entry: Entry, flag: str, affixes: Affixes) -> Iterator[str]:
    for rule in affixes.suffixes.get(flag, ()):
        form = rule.apply(entry.stem)
        if form is not None:
            yield form


def _uninflected(stem: str, sources: NominalSources, verbs: VerbKnowledge, sieve: Sieve) -> Iterator[Found]:
    """A bare entry: a loan, a compound, a word without plural, a lone plural; verb forms are skipped."""
    folded = fold(stem) or ""
    attested = sources.nouns.get(stem) or sources.adjectives.get(stem)
    if len(folded) < 2 or (attested and sieve.knows_lemma(attested)):
        return
    if verbs.is_verb_form(folded) or verbs.is_only_verb_form(folded):
        return
    if _VERB_LIKE.search(stem) or _STRETCHED.search(stem):
        return
    clitic = _CLITIC.search(stem)
    if clitic and verbs.is_verb_form(fold(stem[: clitic.start()]) or ""):
        return
    if stem.endswith("mente"):
        yield from _found(stem, stem, wording.adverb_kind())
        return
    if _TRUNCATED.search(stem):
        whole = _whole_form(stem, sources, verbs)
        if whole:
            yield from _found(stem, whole, wording.TRUNCATION)
            return
    if _CONSONANT.search(stem):
        yield from _found(stem, stem, wording.lemma_kind("loan"))
        return
    singular = sieve.singular_of(stem)
    if singular:
        yield from _found(stem, singular, wording.inflection_kind("noun"))
        return
    if not sieve.is_headword(stem):
        return
    yield from _found(stem, stem, wording.lemma_kind("word"))
    endings = tuple(_SURE_PLURALS.get(stem[-1], "").split())
    if endings and len(stem) >= 7 and stem.endswith(endings):
        yield from _found(stem[:-1] + _PLURAL_VOWEL[stem[-1]], stem, wording.inflection_kind("noun"))


def _whole_form(stem: str, sources: NominalSources, verbs: VerbKnowledge) -> str:
    """cielo of ciel, viene of vien; empty where the word is whole already."""
    if stem in _NOT_TRUNCATED:
        return ""
    for whole in (f"{stem}o", f"{stem}e"):
        if sources.nouns.get(whole) == whole or sources.adjectives.get(whole) == whole:
            return whole
        if _TRUNCATED_VERB.search(whole) and verbs.is_verb_form(fold(whole) or ""):
            return whole
    return ""


def _refusal(stem: str, sources: NominalSources) -> tuple[str, Kind] | None:
    """Names, ethnics and alterations that only the spelling dictionary knows."""
    if stem in sources.nouns or stem in sources.adjectives or stem in sources.function_words:
        return None
    if stem in NAMES_AND_WORDS:
        return None
    if stem in sources.names:
        return stem.capitalize(), wording.PROPER_NAME
    return place_or_alteration(stem, sources.names, sources.nouns)


def _superlative_base(stem: str) -> str:
    return re.sub(r"(?:issim|errim)[oaie]$|issimamente$", "o", stem)
