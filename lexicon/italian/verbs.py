"""Every verb the sources know, with its conjugation and class: words, refused words, hosts of enclitics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from lexicon.alphabet import fold
from lexicon.reasons import Kind

from . import wording
from .conjugation import (
    Conjugation,
    Templates,
    is_regular_are,
    regular_are,
    regular_ere,
    regular_ire,
    slots_of,
)
from .enclitics import FIGS_2008, Host
from .tables import VerbClass, archaic_verbs, infinitive_of, verb_classes
from .word_sets import NOT_VERBS

_VERB_ENDINGS = ("are", "ere", "ire", "rre")
# Short imperatives that double the consonant of the enclitic; their compounds are read off the ending.
_SHORT_IMPERATIVES = {"andare": "va", "dare": "da", "dire": "di", "fare": "fa", "stare": "sta"}
_LIKE_DIRE = ("dire", "ridire")
# The table excepts only the imperative of essere.
_WITHOUT_IMPERATIVE = frozenset({"essere", "riessere"})
# Variants in -etti that no grammar gives: battei, not battetti.
_WEAK_T = ("tetti", "tette", "tettero")


@dataclass(frozen=True, slots=True)
class Verb:
    infinitive: str
    of: VerbClass
    forms: Conjugation
    defect: str = ""
    """What archaic_ere.tsv allows, where the verb is there."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the packages know of verbs: infinitives, -isc- or not, attested forms."""

    templates: Templates
    attested: Mapping[str, str]
    spelled: Mapping[str, frozenset[str]]
    """Infinitives of the spelling dictionary with their flags."""
    adjectives: frozenset[str]

    def infinitives(self) -> list[str]:
        known = set(self.templates.verbs) | set(verb_classes()) | {infinitive_of(v) for v in archaic_verbs()}
        doubtful = {infinitive_of(lemma) for lemma in self.attested.values()} | set(self.spelled)
        # Both sources took adjectives in -are for verbs (lunare, solare).
        known |= {verb for verb in doubtful if verb.endswith(_VERB_ENDINGS) and verb not in self.adjectives}
        return sorted(verb for verb in known if verb.isalpha() and verb not in NOT_VERBS)

    def takes_object(self, infinitive: str) -> bool:
        """Whether the corpus shows the infinitive with lo, la or li."""
        stem = _infinitive_host(infinitive)
        return any(stem + particle in self.attested for particle in ("lo", "la", "li"))


def read_verbs(evidence: Evidence, *, undecided: str) -> Iterator[Verb]:
    classes = verb_classes()
    defects = {infinitive_of(lemma): allowed for lemma, allowed in archaic_verbs().items()}
    known_lemmas = frozenset(evidence.attested.values())
    for infinitive in evidence.infinitives():
        forms = _conjugate(infinitive, evidence)
        if infinitive in known_lemmas:
            _correct(forms, evidence.attested)
        of = classes.get(infinitive)
        if of is None:
            is_transitive = undecided == "transitive" or evidence.takes_object(infinitive)
            of = VerbClass(infinitive, frozenset("t" if is_transitive else "i"), "")
        yield Verb(infinitive, of, forms, defects.get(infinitive, ""))


def _conjugate(infinitive: str, evidence: Evidence) -> Conjugation:
    if is_regular_are(infinitive):
        return regular_are(infinitive)
    forms = evidence.templates.conjugate(infinitive) or evidence.templates.by_analogy(infinitive)
    if forms is not None:
        return forms
    if infinitive.endswith("ire"):
        return regular_ire(infinitive, inchoative="C" not in evidence.spelled.get(infinitive, frozenset()))
    if infinitive.endswith("ere"):
        return regular_ere(infinitive)
    return {"inf": (infinitive,)}


def _correct(forms: Conjugation, attested: Mapping[str, str]) -> None:
    """Drop dubious variants that the corpus does not show; take the strong presents that it does (appaio)."""
    for slot in ("ind.rem.1s", "ind.rem.3s", "ind.rem.3p"):
        kept = tuple(
            f for f in forms.get(slot, ()) if f in attested or f.startswith("potett") or not f.endswith(_WEAK_T)
        )
        if kept:
            forms[slot] = kept
    infinitive = forms["inf"][0]
    if infinitive.endswith("parire"):
        stem = infinitive[:-3]
        for slot, ending in _APPEAR.items():
            wrong = stem + ending[1]
            forms[slot] = (stem[:-1] + ending[0], *(f for f in forms.get(slot, ()) if f != wrong))


# apparire and its like: appaio, not apparo.
_APPEAR = {
    "ind.pres.1s": ("io", "o"), "ind.pres.3p": ("iono", "ono"), "cong.pres.1s": ("ia", "a"),
    "cong.pres.2s": ("ia", "a"), "cong.pres.3s": ("ia", "a"), "cong.pres.3p": ("iano", "ano"),
    "imp.3s": ("ia", "a"), "imp.3p": ("iano", "ano"),
}  # fmt: skip


def admitted_forms(verb: Verb, edition: str) -> Iterator[tuple[str, str]]:
    """(slot, form) of every admitted form without enclitics (F15c)."""
    if is_infinitive_only(verb, edition):
        yield "inf", verb.infinitive
        return
    if verb.defect.startswith("only:"):
        yield "inf", verb.infinitive
        slots = {form: slot for slot, form in slots_of(verb.forms)}
        for form in verb.defect.removeprefix("only:").split():
            yield slots.get(form, "form"), form
        return
    for slot, form in slots_of(verb.forms):
        if slot.startswith("part.pass"):
            if verb.defect == "no-participle":
                continue
            if verb.of.has_invariable_participle and slot != "part.pass.ms":
                continue
        yield slot, form


def refused_forms(verb: Verb, edition: str) -> Iterator[tuple[str, str]]:
    """(reason, form) of forms a player may try, and why they are refused."""
    if is_infinitive_only(verb, edition) or verb.defect.startswith("only:"):
        reason = "archaic" if verb.defect == "infinitive-only" else "defective"
        yield from ((reason, form) for _, form in slots_of(verb.forms))
    elif verb.defect == "no-participle":
        yield from (("defective", f) for slot, f in slots_of(verb.forms) if slot.startswith("part.pass"))
    elif verb.of.has_invariable_participle:
        for slot in ("part.pass.fs", "part.pass.mp", "part.pass.fp"):
            yield from (("invariable", form) for form in verb.forms.get(slot, ()))


def is_infinitive_only(verb: Verb, edition: str) -> bool:
    return verb.defect == "infinitive-only" and edition != FIGS_2008


def hosts(verb: Verb, edition: str) -> Iterator[Host]:
    """The forms enclitics lean on, and the participles they must not lean on."""
    if is_infinitive_only(verb, edition) or verb.defect.startswith("only:"):
        return
    for slot, form, is_doubling in _host_forms(verb):
        folded = fold(form)
        if folded is None:
            continue
        classes = verb.of.classes
        if slot.startswith("imp.") and verb.infinitive in _WITHOUT_IMPERATIVE:
            classes = frozenset({"none"})
        yield Host(folded, slot, classes, is_doubling, verb.of.lemma)


def _host_forms(verb: Verb) -> Iterable[tuple[str, str, bool]]:
    forms = verb.forms
    yield "inf", _infinitive_host(verb.infinitive), False
    short = _short_imperative(verb.infinitive)
    if short:
        yield "imp.2s", short, True
    for slot in (
        "ger",
        "imp.2s",
        "imp.1p",
        "imp.2p",
        "part.pass.ms",
        "part.pass.fs",
        "part.pass.mp",
        "part.pass.fp",
    ):
        if slot == "imp.2s" and short:
            continue
        for form in dict.fromkeys(forms.get(slot, ())):
            yield slot, form, False


def _infinitive_host(infinitive: str) -> str:
    return infinitive[:-2] if infinitive.endswith("rre") else infinitive[:-1]


def _short_imperative(infinitive: str) -> str:
    """va of andare, rifa of rifare; empty for every other verb."""
    if infinitive in _LIKE_DIRE:
        return infinitive[:-2]
    if not infinitive.endswith("are") or is_regular_are(infinitive):
        return ""
    for simple, short in _SHORT_IMPERATIVES.items():
        # The longest ending first: andare also ends in -dare.
        if infinitive.endswith(simple):
            return infinitive[: -len(simple)] + short
    return ""


def refused_kind(reason: str) -> Kind:
    return {
        "archaic": wording.ARCHAIC_VERB,
        "defective": wording.DEFECTIVE_VERB,
        "invariable": wording.INVARIABLE_PARTICIPLE,
    }[reason]
