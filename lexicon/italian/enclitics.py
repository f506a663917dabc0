"""Enclitics by the appendix (F22–F23): which cluster may lean on which verb form, both ways.

`generate` writes the words of a host; `analyse` takes a word apart again. Both ask `refusal`, so they cannot
disagree. Letters are capitals, folded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from lexicon.reasons import Kind

from .wording import mood_name

FIGS = "figs"
FIGS_2008 = "figs-2008"
EDITIONS = (FIGS, FIGS_2008)

SIMPLE = ("ci", "gli", "la", "le", "li", "lo", "mi", "ne", "si", "ti", "vi")
_FIRST = {"ce": "ci", "glie": "gli", "me": "mi", "se": "si", "te": "ti", "ve": "vi"}
CLUSTERS: dict[str, tuple[str, ...]] = {
    **{simple: (simple,) for simple in SIMPLE},
    **{first + second: (first, second) for first in _FIRST for second in ("la", "le", "li", "lo", "ne")},
}
"""Every cluster of the appendix with its particles."""

# The highlighting of the table is lost: a plain intransitive takes what it can bear as dative, locative,
# reciprocal or partitive, never the objects lo la li (docs/lexicon.md).
INTRANSITIVE = frozenset({"ci", "gli", "le", "mi", "ne", "si", "ti", "vi"})
PRONOMINAL = frozenset({"ci", "ti", "mi", "vi", "si"})
PRONOMINAL_OF = frozenset({"cene", "tene", "mene", "vene", "sene"})


class Host(NamedTuple):
    """A verb form an enclitic may lean on; an infinitive without its last vowel (PORTAR, POR)."""

    form: str
    slot: str
    classes: frozenset[str]
    is_doubling: bool
    lemma: str

    @property
    def tag(self) -> str:
        return " ".join((self.slot, "+".join(sorted(self.classes)), "double" if self.is_doubling else "single"))

    @classmethod
    def from_tag(cls, form: str, tag: str, lemma: str) -> Host:
        slot, classes, doubling = tag.split(" ")
        return cls(form, slot, frozenset(classes.split("+")), doubling == "double", lemma)


class Analysis(NamedTuple):
    """A word read as host and cluster, and the reason it is admitted or refused."""

    host: Host
    cluster: str
    kind: Kind


def generate(host: Host, edition: str) -> Iterator[tuple[str, Kind]]:
    """Every admitted word of `host`, with its reason."""
    for cluster, kind in admitted(host.slot, host.classes, edition):
        yield attach(host, cluster), kind


def analyse(word: str, hosts: Callable[[str], Sequence[Host]], edition: str) -> list[Analysis]:
    """Every reading of `word` as a verb form with enclitics; admitted readings first."""
    readings = []
    for cluster in CLUSTERS:
        ending = cluster.upper()
        if not word.endswith(ending) or len(word) == len(ending):
            continue
        rest = word[: -len(ending)]
        doubled = _doubles(cluster) and rest.endswith(ending[0])
        found = [h for h in hosts(rest) if not (h.is_doubling and _doubles(cluster))]
        if doubled:
            found += [h for h in hosts(rest[:-1]) if h.is_doubling]
        readings += [Analysis(host, cluster, _kind(host.slot, host.classes, cluster, edition)) for host in found]
    return sorted(readings, key=lambda reading: not reading.kind.admissible)


def attach(host: Host, cluster: str) -> str:
    """The written word; da', di', fa', sta', va' double the consonant, except before gli."""
    doubling = cluster[0] if host.is_doubling and _doubles(cluster) else ""
    return host.form + (doubling + cluster).upper()


def _doubles(cluster: str) -> bool:
    return not cluster.startswith("gli")


@cache
def admitted(slot: str, classes: frozenset[str], edition: str) -> tuple[tuple[str, Kind], ...]:
    kinds = ((cluster, _kind(slot, classes, cluster, edition)) for cluster in CLUSTERS)
    return tuple((cluster, kind) for cluster, kind in kinds if kind.admissible)


@cache
def _kind(slot: str, classes: frozenset[str], cluster: str, edition: str) -> Kind:
    problem = refusal(slot, classes, cluster, edition)
    if problem:
        place, it, en = _REFUSALS[problem]
        article = "F22" if place == "appendice" else place
        return Kind(article, f"{it} ({place})", f"{en} ({place})", admissible=False, tag=problem)
    it, en = mood_name(slot)
    particles = " + ".join(CLUSTERS[cluster])
    is_of = cluster in PRONOMINAL_OF and "pd" in classes and not classes & {"t", "a"}
    note = " (+ di)" if is_of else ""
    if slot == "ecco":
        return Kind("F15e", f"{{lemma}} + {particles}, F15e", f"{{lemma}} + {particles}, F15e", tag="enclitic")
    return Kind(
        "F22",
        f"{{lemma}}{note}, {it} + {particles}, F22 e appendice",
        f"{{lemma}}{note}, {en} + {particles}, F22 and appendix",
        tag="enclitic",
    )


def refusal(slot: str, classes: frozenset[str], cluster: str, edition: str) -> str:
    """Why `cluster` may not lean on such a host; an empty string where it may."""
    if slot.startswith("part"):
        return "participle"
    if "none" in classes:
        return "essere-imperative"
    first = _FIRST.get(CLUSTERS[cluster][0], CLUSTERS[cluster][0])
    is_imperative = slot.startswith("imp.")
    if first == "si" and (is_imperative or slot == "ecco"):
        return "si-imperative" if is_imperative else "si-ecco"
    if slot == "ecco":
        return ""
    if is_imperative:
        problem = _person_problem(slot, first, edition)
        if problem:
            return problem
    return _class_problem(classes, cluster, is_imperative, edition)


def _person_problem(slot: str, first: str, edition: str) -> str:
    if first == "vi" and slot != "imp.2p":
        return "vi-imperative"
    # 2008 leaves the rest to grammar: no first person plural with mi, no second plural with ti.
    if edition == FIGS_2008 and (slot, first) in {("imp.1p", "mi"), ("imp.2p", "ti")}:
        return "person"
    return ""


def _class_problem(classes: frozenset[str], cluster: str, is_imperative: bool, edition: str) -> str:
    if classes & {"t", "a"}:
        return ""
    is_pronominal = bool(classes & {"p", "pd"})
    if is_pronominal and cluster in PRONOMINAL:
        return ""
    if "pd" in classes and cluster in PRONOMINAL_OF:
        return ""
    if "i" in classes:
        if cluster == "ti" and is_imperative:
            return "ti-imperative"
        if cluster in INTRANSITIVE:
            return ""
        if edition == FIGS_2008 and cluster.endswith("ne") and cluster in CLUSTERS:
            return ""
        return "intransitive"
    return "pronominal-of" if cluster in PRONOMINAL_OF else "pronominal"


_REFUSALS = {
    "participle": ("F22", "nessuna enclitica al participio", "no enclitic on a participle"),
    "essere-imperative": (
        "appendice",
        "l'imperativo di {lemma} non prende enclitiche",
        "the imperative of {lemma} takes no enclitics",
    ),
    "si-imperative": ("appendice", "l'imperativo non si lega a 'si'", "an imperative never takes 'si'"),
    "si-ecco": ("F15e", "ecco non si lega a 'si'", "ecco never takes 'si'"),
    "vi-imperative": (
        "appendice",
        "con l'imperativo 'vi' vale solo come pronome di 2ª persona plurale",
        "with an imperative 'vi' counts only as second person plural",
    ),
    "person": (
        "F22",
        "la particella non si accorda con la persona dell'imperativo",
        "the particle does not agree with the person of the imperative",
    ),
    "ti-imperative": (
        "appendice",
        "'ti' non si lega all'imperativo di un intransitivo",
        "'ti' does not lean on an intransitive imperative",
    ),
    "intransitive": (
        "appendice",
        "{lemma} è intransitivo: solo le particelle semplici ci gli le mi ne si ti vi",
        "{lemma} is intransitive: only the simple particles ci gli le mi ne si ti vi",
    ),
    "pronominal-of": (
        "appendice",
        "il dizionario non ammette '{lemma} + di'",
        "the dictionary does not admit '{lemma} + di'",
    ),
    "pronominal": (
        "appendice",
        "{lemma} è pronominale: solo ci ti mi vi si",
        "{lemma} is pronominal: only ci ti mi vi si",
    ),
}
