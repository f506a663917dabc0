"""Why a word is not in the Italian list, as far as its morphology tells; None where nothing is known."""

from __future__ import annotations

import re
from dataclasses import replace

from lexicon.reasons import Kind, Reason, ReasonsFile

from . import wording
from .enclitics import CLUSTERS, FIGS, Host, analyse
from .nominals import NUMBER_LIKE

# When a word can be read in several ways, the refusal that says most comes first.
_ORDER = (
    "si-imperative", "vi-imperative", "ti-imperative", "person", "essere-imperative", "si-ecco",
    "pronominal-of", "pronominal", "intransitive", "participle",
)  # fmt: skip
_ALTERED = re.compile(
    r"(?:CINO|INO|ETTO|ELLO|UCCIO|ACCIO|UZZO|OTTO|ASTRO)$|(?:CIN|IN|ETT|ELL|UCCI|ACC|ACCI|UZZ|OTT|ASTR)[AIE]$|ON[EAI]$"
)
_SUPERLATIVE = re.compile(r"ISSIM[OAIE]$")
_FINITE = ("ind.", "cong.", "cond.", "imp.3")

_PREFIXES = ("ANTI", "ARCI", "AUTO", "EX", "EXTRA", "IPER", "MAXI", "MINI", "SEMI", "STRA", "SUPER", "ULTRA", "VICE")
_CONJUGATED = re.compile(
    r"(?:[AEI]RONO|ER[EO]|[AEI]REI|[AEI]RANNO|[AEI]REBBERO?|[AEI]SSI|[AEI]SSERO|[AEI]STE|[AEI]MMO|[AEI]VANO|IAMO|IATE|I?UTO)$"
)


def _refusal(article: str, it: str, en: str, tag: str) -> Kind:
    return Kind(article, it, en, admissible=False, tag=tag)


FINITE_VERB = _refusal(
    "F23",
    "enclitiche solo su imperativo, infinito e gerundio (F22–F23)",
    "enclitics lean only on imperative, infinitive and gerund (F22–F23)",
    "finite",
)
DOUBLING = _refusal(
    "F22",
    "dopo l'imperativo tronco di {lemma} la consonante raddoppia (F22)",
    "after the short imperative of {lemma} the consonant doubles (F22)",
    "doubling",
)
TOO_MANY = _refusal(
    "F22",
    "le enclitiche sono al massimo due, nell'ordine della tabella (F22 e appendice)",
    "at most two enclitics, in the order of the table (F22 and appendix)",
    "too-many",
)
CONJUGATION = _refusal(
    "F15c",
    "la coniugazione di {lemma} non ha questa forma (F15c)",
    "the conjugation of {lemma} has no such form (F15c)",
    "conjugation",
)
ADVERB = _refusal(
    "F15d",
    "avverbio in -mente che la voce non stampa (F15d)",
    "adverb in -mente not printed in the entry (F15d)",
    "adverb",
)
PREFIXED = _refusal(
    "F18-F21",
    "prefissato di {lemma}: vale solo se è un lemma (F18–F21)",
    "{lemma} with a prefix: counts only as a headword (F18–F21)",
    "prefixed",
)
INFLECTION = {
    "noun": _refusal("F15a", "non è una forma di {lemma} (F15a)", "not a form of {lemma} (F15a)", "inflection"),
    "adj": _refusal("F15b", "non è una forma di {lemma} (F15b)", "not a form of {lemma} (F15b)", "inflection"),
}


def why_refused(word: str, reasons: ReasonsFile) -> Reason | None:
    """The reason for a word that the list does not hold."""
    known = reasons.reason(word)
    if known is not None:
        return known
    edition = str(reasons.about.get("edition", FIGS))
    return (
        _enclitic(word, reasons, edition)
        or _foreign_plural(word, reasons)
        or _superlative(word, reasons)
        or _numeral(word)
        or _adverb(word, reasons)
        or _conjugated(word, reasons)
        or _truncated(word, reasons)
        or _altered(word, reasons)
        or _inflected(word, reasons)
        or _prefixed(word, reasons)
    )


def hosts_in(reasons: ReasonsFile, form: str) -> list[Host]:
    return [Host.from_tag(form, found.kind.tag, found.lemma) for found in reasons.hosts(form)]


def _enclitic(word: str, reasons: ReasonsFile, edition: str) -> Reason | None:
    for rest in _rests(word):
        found = reasons.reason(rest)
        if found is None or not found.kind.admissible:
            continue
        if found.kind.tag == "enclitic":
            return Reason(replace(TOO_MANY, article=found.kind.article), found.lemma)
        # legge is a noun first; that it is leggere without -re gives the verb away.
        if not found.kind.tag.startswith(_FINITE) and _infinitive(f"{rest}RE", reasons) is None:
            continue
        # compra is indicative and imperative: where an enclitic could lean, the appendix answers.
        if all(host.slot.startswith("part") for host in hosts_in(reasons, rest)):
            return Reason(FINITE_VERB, found.lemma)
    readings = analyse(word, lambda form: hosts_in(reasons, form), edition)
    refused = [reading for reading in readings if not reading.kind.admissible]
    if refused:
        first = min(refused, key=lambda reading: _ORDER.index(reading.kind.tag))
        return Reason(first.kind, first.host.lemma)
    for rest in _rests(word):
        short = next((host for host in hosts_in(reasons, rest) if host.is_doubling), None)
        if short is not None:
            return Reason(DOUBLING, short.lemma)
    return None


def _rests(word: str) -> list[str]:
    """What is left of `word` without its last enclitics, longest cluster first."""
    endings = sorted((cluster.upper() for cluster in CLUSTERS), key=len, reverse=True)
    return [word.removesuffix(ending) for ending in endings if word.endswith(ending) and word != ending]


def _admitted(word: str, reasons: ReasonsFile) -> Reason | None:
    found = reasons.reason(word)
    return found if found is not None and found.kind.admissible else None


def _foreign_plural(word: str, reasons: ReasonsFile) -> Reason | None:
    for ending in ("S", "ES"):
        found = _admitted(word.removesuffix(ending), reasons) if word.endswith(ending) else None
        if found is not None and (found.kind.tag == "loan" or len(word) > 4):
            return Reason(wording.FOREIGN_PLURAL, found.lemma)
    return None


def _superlative(word: str, reasons: ReasonsFile) -> Reason | None:
    stem = _SUPERLATIVE.sub("", word)
    if stem == word:
        return None
    bases = (stem + "O", stem + "E", stem.removesuffix("H") + "O", stem + "IO")
    found = next((found for base in bases if (found := _admitted(base, reasons))), None)
    return Reason(wording.SUPERLATIVE, found.lemma) if found else None


def _truncated(word: str, reasons: ReasonsFile) -> Reason | None:
    if word[-1] not in "LMNR" or len(word) < 3:
        return None
    found = next((found for vowel in "OEA" if (found := _admitted(word + vowel, reasons))), None)
    return Reason(wording.TRUNCATION, found.lemma) if found else None


def _altered(word: str, reasons: ReasonsFile) -> Reason | None:
    stem = _ALTERED.sub("", word)
    if stem == word or len(stem) < 3:
        return None
    for base in (*(stem + vowel for vowel in "OAE"), *(stem.removesuffix("H") + vowel for vowel in "OA")):
        found = _admitted(base, reasons)
        if found is not None and found.kind.tag in {"noun", "adj", "word", "listed"}:
            return Reason(wording.ALTERATION, found.lemma)
    return None


def _infinitive(word: str, reasons: ReasonsFile) -> Reason | None:
    found = _admitted(word, reasons)
    return found if found is not None and found.kind.tag == "inf" else None


def _numeral(word: str) -> Reason | None:
    return Reason(wording.NUMERAL, word.lower()) if NUMBER_LIKE.match(word.lower()) else None


def _adverb(word: str, reasons: ReasonsFile) -> Reason | None:
    root = word.removesuffix("MENTE")
    if root == word or not any(_admitted(root + ending, reasons) for ending in ("", "E", "O")):
        return None
    return Reason(ADVERB, root.lower())


def _conjugated(word: str, reasons: ReasonsFile) -> Reason | None:
    stem = _CONJUGATED.sub("", word)
    if stem == word or len(stem) < 2:
        return None
    infinitives = (stem + ending for ending in ("ARE", "ERE", "IRE"))
    found = next((found for verb in infinitives if (found := _infinitive(verb, reasons))), None)
    return Reason(CONJUGATION, found.lemma) if found else None


def _inflected(word: str, reasons: ReasonsFile) -> Reason | None:
    if word[-1] not in "AEIO" or len(word) < 4:
        return None
    stems = (word[:-1], word[:-1].removesuffix("H"))
    for candidate in dict.fromkeys(stem + vowel for stem in stems for vowel in "OAE"):
        found = _admitted(candidate, reasons)
        if found is not None and found.kind.tag in INFLECTION and found.kind.article == "F14":
            return Reason(INFLECTION[found.kind.tag], found.lemma)
    return None


def _prefixed(word: str, reasons: ReasonsFile) -> Reason | None:
    for prefix in _PREFIXES:
        found = _admitted(word.removeprefix(prefix), reasons) if word.startswith(prefix) else None
        if found is not None and found.kind.tag in INFLECTION:
            return Reason(PREFIXED, found.lemma)
    return None
