"""Conjugations: the regular ones by rule, the others from verbecc's templates, every form under its slot.

A slot names mood, tense and person ("ind.pres.3s", "imp.2s", "part.pass.fp"). Forms keep their accents.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

from .word_sets import IRREGULAR_ARE, STRESSED_I

Conjugation = dict[str, tuple[str, ...]]

PERSONS = ("1s", "2s", "3s", "1p", "2p", "3p")
_TENSES = {
    ("Indicativo", "presente"): "ind.pres", ("Indicativo", "imperfetto"): "ind.impf",
    ("Indicativo", "passato-remoto"): "ind.rem", ("Indicativo", "futuro"): "ind.fut",
    ("Congiuntivo", "presente"): "cong.pres", ("Congiuntivo", "imperfetto"): "cong.impf",
    ("Condizionale", "presente"): "cond.pres", ("Imperativo", "affermativo"): "imp",
}  # fmt: skip
_PARTICIPLE = ("ms", "fs", "mp", "fp")

# What a form of each slot must look like: the templates were learnt by a machine, some slots hold rubbish.
_ENDINGS = {
    "ind.pres": ("o|ò", "i", "a|à|e|è|ò|ì", "mo", "te", "no"),
    "ind.impf": ("o|a", "i", "a", "mo", "te", "no"),
    "ind.rem": ("i", "sti", "[eéèòìùaàu]", "mmo", "ste", "ro|rono"),
    "ind.fut": ("rò", "rai", "rà", "remo", "rete", "ranno"),
    "cong.pres": ("[ai]", "[ai]", "[ai]", "iamo|[^i]amo", "te", "no"),
    "cong.impf": ("ssi", "ssi", "sse", "ssimo", "ste", "ssero"),
    "cond.pres": ("rei", "resti", "rebbe", "remmo", "reste", "rebbero"),
    "imp": ("$^", "[aeiàìé']", "[ai]", "mo", "te", "no"),
}
_SHAPES = {
    f"{tense}.{person}": re.compile(f"(?:{ending})$")
    for tense, endings in _ENDINGS.items()
    for person, ending in zip(PERSONS, endings, strict=True)
}
# No Italian word has these; they betray a template glued to the wrong stem.
_IMPOSSIBLE = re.compile(r"ds|[^aeiouàèéìòù]{5}|(?:cc|ch|gh|zz)c|cch[^aeiouìéèàòù]|([a-z])\1\1")


def is_regular_are(infinitive: str) -> bool:
    return infinitive.endswith("are") and infinitive not in IRREGULAR_ARE


def slots_of(conjugation: Conjugation) -> Iterator[tuple[str, str]]:
    for slot, forms in conjugation.items():
        for form in forms:
            yield slot, form


def regular_are(infinitive: str) -> Conjugation:
    stem = infinitive[:-3]
    before_e, before_i = stem, stem
    if stem.endswith(("c", "g")):
        before_e = before_i = f"{stem}h"
    elif stem.endswith("i") and infinitive not in STRESSED_I:
        before_i = stem[:-1]
        if stem.endswith(("ci", "gi")):
            before_e = stem[:-1]
    # Before -iamo and -iate the stressed i melts too (noi inviamo).
    before_ia = stem[:-1] if stem.endswith("i") else before_i
    return {
        "inf": (infinitive,),
        **_tense(
            "ind.pres",
            (f"{stem}o", f"{before_i}i", f"{stem}a", f"{before_ia}iamo", f"{stem}ate", f"{stem}ano"),
        ),
        **_tense("ind.impf", [f"{stem}{e}" for e in ("avo", "avi", "ava", "avamo", "avate", "avano")]),
        **_tense("ind.rem", [f"{stem}{e}" for e in ("ai", "asti", "ò", "ammo", "aste", "arono")]),
        **_tense("cong.pres", [f"{before_i}i"] * 3 + [f"{before_ia}iamo", f"{before_ia}iate", f"{before_i}ino"]),
        **_tense("cong.impf", [f"{stem}{e}" for e in ("assi", "assi", "asse", "assimo", "aste", "assero")]),
        **_future(f"{before_e}er"),
        **_imperative(f"{stem}a", f"{before_i}i", f"{before_ia}iamo", f"{stem}ate", f"{before_i}ino"),
        **_nominal(f"{stem}ando", f"{stem}ante", f"{stem}at"),
    }


def regular_ire(infinitive: str, *, inchoative: bool) -> Conjugation:
    """-ire: with -isc- (finisco) or without (parto)."""
    stem = infinitive[:-3]
    short = f"{stem}isc" if inchoative else stem
    three = f"{short}e"
    return {
        "inf": (infinitive,),
        **_tense("ind.pres", (f"{short}o", f"{short}i", three, f"{stem}iamo", f"{stem}ite", f"{short}ono")),
        **_tense("ind.impf", [f"{stem}{e}" for e in ("ivo", "ivi", "iva", "ivamo", "ivate", "ivano")]),
        **_tense("ind.rem", [f"{stem}{e}" for e in ("ii", "isti", "ì", "immo", "iste", "irono")]),
        **_tense("cong.pres", [f"{short}a"] * 3 + [f"{stem}iamo", f"{stem}iate", f"{short}ano"]),
        **_tense("cong.impf", [f"{stem}{e}" for e in ("issi", "issi", "isse", "issimo", "iste", "issero")]),
        **_future(f"{stem}ir"),
        **_imperative(f"{short}i", f"{short}a", f"{stem}iamo", f"{stem}ite", f"{short}ano"),
        **_nominal(f"{stem}endo", f"{stem}ente", f"{stem}it"),
    }


def regular_ere(infinitive: str) -> Conjugation:
    """-ere as temere: weak past in -ei and -etti, participle in -uto."""
    stem = infinitive[:-3]
    forms: Conjugation = {
        "inf": (infinitive,),
        **_tense("ind.pres", [f"{stem}{e}" for e in ("o", "i", "e", "iamo", "ete", "ono")]),
        **_tense("ind.impf", [f"{stem}{e}" for e in ("evo", "evi", "eva", "evamo", "evate", "evano")]),
        **_tense("ind.rem", [f"{stem}{e}" for e in ("ei", "esti", "é", "emmo", "este", "erono")]),
        **_tense("cong.pres", [f"{stem}a"] * 3 + [f"{stem}iamo", f"{stem}iate", f"{stem}ano"]),
        **_tense("cong.impf", [f"{stem}{e}" for e in ("essi", "essi", "esse", "essimo", "este", "essero")]),
        **_future(f"{stem}er"),
        **_imperative(f"{stem}i", f"{stem}a", f"{stem}iamo", f"{stem}ete", f"{stem}ano"),
        **_nominal(f"{stem}endo", f"{stem}ente", f"{stem}ut"),
    }
    if not stem.endswith("t"):
        forms["ind.rem.1s"] += (f"{stem}etti",)
        forms["ind.rem.3s"] += (f"{stem}ette",)
        forms["ind.rem.3p"] += (f"{stem}ettero",)
    return forms


def _tense(tense: str, forms: list[str] | tuple[str, ...]) -> Conjugation:
    return {f"{tense}.{person}": (form,) for person, form in zip(PERSONS, forms, strict=True)}


def _future(stem: str) -> Conjugation:
    return {
        **_tense("ind.fut", [f"{stem}{e}" for e in ("ò", "ai", "à", "emo", "ete", "anno")]),
        **_tense("cond.pres", [f"{stem}{e}" for e in ("ei", "esti", "ebbe", "emmo", "este", "ebbero")]),
    }


def _imperative(*forms: str) -> Conjugation:
    return {f"imp.{person}": (form,) for person, form in zip(PERSONS[1:], forms, strict=True)}


def _nominal(gerund: str, present: str, past: str) -> Conjugation:
    return {
        "ger": (gerund,),
        "part.pres.s": (present,),
        "part.pres.p": (f"{present[:-1]}i",),
        "part.pass.ms": (f"{past}o",),
        "part.pass.fs": (f"{past}a",),
        "part.pass.mp": (f"{past}i",),
        "part.pass.fp": (f"{past}e",),
    }


class Templates:
    """verbecc's verbs and templates; reads them once."""

    def __init__(self, folder: Path) -> None:
        xml = folder / "data" / "xml"
        self._templates = dict(_read_templates(xml / "conjugations" / "conjugations-it.xml"))
        self.verbs = dict(_read_verbs(xml / "verbs" / "verbs-it.xml"))
        self._by_tail: dict[str, list[str]] = {}
        for verb in self.verbs:
            self._by_tail.setdefault(verb[-5:], []).append(verb)

    def conjugate(self, infinitive: str) -> Conjugation | None:
        """The conjugation by the verb's own template; None where there is none that fits."""
        name = self.verbs.get(infinitive)
        if name is None:
            return None
        model_stem, model_end = name.split(":")
        if not infinitive.endswith(model_end) or not model_end:
            return None
        stem = infinitive[: len(infinitive) - len(model_end)]
        forms: Conjugation = {"inf": (infinitive,)}
        for slot, texts in self._templates[name].items():
            found = tuple(
                dict.fromkeys(f for f in _alternatives(texts, stem, model_stem) if _fits(slot, f, infinitive))
            )
            if found:
                forms[slot] = found
        _mend_future(forms)
        if "ger" not in forms and "ind.pres.3s" not in forms:
            return None
        if "part.pres.s" in forms:
            forms["part.pres.p"] = tuple(f"{f[:-1]}i" for f in forms["part.pres.s"])
        return forms

    def by_analogy(self, infinitive: str) -> Conjugation | None:
        """A compound conjugated like the longest known verb it ends in (autopromuovere, promuovere)."""
        candidates = [v for v in self._by_tail.get(infinitive[-5:], ()) if infinitive.endswith(v) and v != infinitive]
        for simple in sorted(candidates, key=len, reverse=True):
            forms = self.conjugate(simple)
            if forms is not None:
                prefix = infinitive[: -len(simple)]
                return {slot: tuple(prefix + f for f in fs) for slot, fs in forms.items()}
        return None


def _read_templates(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    for template in ElementTree.parse(path).getroot():  # noqa: S314 (a pinned package's own file)
        texts: dict[str, str] = {}
        for mood in template:
            for tense in mood:
                parts = [(p.findtext("i") or "-") for p in tense]
                if (mood.tag, tense.tag) in _TENSES:
                    slots = [f"{_TENSES[mood.tag, tense.tag]}.{person}" for person in PERSONS]
                elif tense.tag == "gerundio":
                    slots, parts = ["ger"], parts[2:3]
                elif tense.tag == "participio-presente":
                    slots = ["part.pres.s"]
                elif tense.tag == "participio-passato":
                    slots = [f"part.pass.{form}" for form in _PARTICIPLE]
                else:
                    continue
                texts.update(zip(slots, parts, strict=True))
        yield template.get("name", ""), texts


def _read_verbs(path: Path) -> Iterator[tuple[str, str]]:
    for verb in ElementTree.parse(path).getroot():  # noqa: S314 (a pinned package's own file)
        infinitive, template = verb.findtext("i") or "", verb.findtext("t") or ""
        if infinitive.endswith("rsi"):
            infinitive = f"{infinitive[:-2]}e"
        if infinitive.isalpha() and infinitive.endswith(("are", "ere", "ire", "rre")):
            yield infinitive, template


def _alternatives(text: str, stem: str, model_stem: str) -> Iterator[str]:
    """The forms in one cell: first an ending, then, after slashes, whole forms of the model verb."""
    for number, part in enumerate(text.split("/")):
        form = part.strip()
        if form in {"", "-"}:
            continue
        if number == 0:
            yield stem + form
        elif form.startswith(model_stem):
            yield stem + form[len(model_stem) :]
        else:
            yield form


def _fits(slot: str, form: str, infinitive: str) -> bool:
    if form[:1] != infinitive[:1] and infinitive not in {
        "andare",
        "essere",
        "avere",
        "uscire",
        "riuscire",
        "udire",
    }:
        return False
    if _IMPOSSIBLE.search(form):
        return False
    shape = _SHAPES.get(slot)
    return shape is None or shape.search(form) is not None


def _mend_future(forms: Conjugation) -> None:
    """Some templates spoil the first person (accenderó): it always follows from the second."""
    second = forms.get("ind.fut.2s", ())
    if second:
        forms["ind.fut.1s"] = tuple(f"{form[:-2]}ò" for form in second)
