"""Generator and analyser of enclitics agree, on the really built list and by the appendix's own examples."""

from __future__ import annotations

import random

import pytest

from lexicon.alphabet import MAX_WORD_LENGTH
from lexicon.italian.enclitics import (
    CLUSTERS,
    EDITIONS,
    FIGS,
    FIGS_2008,
    INTRANSITIVE,
    Host,
    analyse,
    attach,
    generate,
)
from lexicon.italian.refusals import hosts_in
from lexicon.reasons import Reason, ReasonsFile
from lexicon.store import WordStore


def host(form: str, slot: str, classes: str, *, doubling: bool = False) -> Host:
    return Host(form, slot, frozenset(classes.split("+")), doubling, form.lower())


def clusters(of: Host, edition: str = FIGS) -> set[str]:
    return {cluster for cluster in CLUSTERS if attach(of, cluster) in dict(generate(of, edition))}


def test_the_table_has_41_clusters() -> None:
    assert len(CLUSTERS) == 41


def test_transitives_take_everything_on_infinitive_and_gerund() -> None:
    assert clusters(host("PORTAR", "inf", "t")) == set(CLUSTERS)
    assert clusters(host("PORTANDO", "ger", "t")) == set(CLUSTERS)


def test_imperatives_never_take_si() -> None:
    assert [c for c in clusters(host("PORTATE", "imp.2p", "t")) if c.startswith("s")] == []


@pytest.mark.parametrize(("slot", "taken"), [("imp.2s", 0), ("imp.1p", 0), ("imp.2p", 6)])
def test_vi_leans_only_on_the_second_person_plural(slot: str, taken: int) -> None:
    assert sum(c.startswith("v") for c in clusters(host("PORTA", slot, "t"))) == taken


def test_intransitives_take_simple_particles_and_no_ti_on_the_imperative() -> None:
    assert clusters(host("TOSSIR", "inf", "i")) == INTRANSITIVE
    assert clusters(host("TOSSISCI", "imp.2s", "i")) == INTRANSITIVE - {"ti", "si", "vi"}


def test_pronominals_take_their_particles_and_ne_only_with_di() -> None:
    assert clusters(host("ACCANIR", "inf", "p")) == {"ci", "ti", "mi", "vi", "si"}
    assert clusters(host("PENTIR", "inf", "pd")) == {
        "ci", "ti", "mi", "vi", "si", "cene", "tene", "mene", "vene", "sene",
    }  # fmt: skip


def test_short_imperatives_double_the_consonant_but_not_of_gli() -> None:
    da = host("DA", "imp.2s", "t", doubling=True)
    assert [attach(da, cluster) for cluster in ("lo", "melo", "gli", "gliene")] == [
        "DALLO", "DAMMELO", "DAGLI", "DAGLIENE",
    ]  # fmt: skip


def test_participles_take_nothing() -> None:
    assert clusters(host("VISTO", "part.pass.ms", "t")) == set()


def test_2008_follows_grammar_in_the_persons_of_the_imperative() -> None:
    lets_bring = host("PORTIAMO", "imp.1p", "t")
    assert "mi" in clusters(lets_bring, FIGS)
    assert "mi" not in clusters(lets_bring, FIGS_2008)


def test_hosts_survive_their_tag() -> None:
    da = host("DA", "imp.2s", "p+t", doubling=True)
    assert Host.from_tag("DA", da.tag, "da") == da


@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_generated_is_analysed_with_the_same_reason(reasons: ReasonsFile, edition: str) -> None:
    all_hosts = [Host.from_tag(form, found.kind.tag, found.lemma) for form, found in reasons.all_hosts()]
    for of in random.Random(22).sample(all_hosts, 3000):
        for word, kind in generate(of, edition):
            readings = analyse(word, lambda form: hosts_in(reasons, form), edition)
            assert (of, kind) in [(reading.host, reading.kind) for reading in readings]


def test_everything_analysed_as_admissible_is_in_the_list(reasons: ReasonsFile, store: WordStore) -> None:
    all_hosts = [(form, found.kind.tag) for form, found in reasons.all_hosts()]
    missing = []
    for form, _ in random.Random(23).sample(all_hosts, 2000):
        for cluster in CLUSTERS:
            word = form + cluster.upper()
            readings = analyse(word, lambda stem: hosts_in(reasons, stem), FIGS)
            is_admissible = bool(readings) and readings[0].kind.admissible and 4 <= len(word) <= MAX_WORD_LENGTH
            if is_admissible and not store.contains(word):
                missing.append(word)
    known_refusals = [word for word in missing if (found := reasons.reason(word)) and found.kind.tag == "listed"]
    assert missing == known_refusals


def test_recorded_reasons_are_those_of_the_analyser(reasons: ReasonsFile) -> None:
    recorded = [(word, found) for word, found in reasons if found.kind.tag == "enclitic"]
    for word, found in random.Random(24).sample(recorded, 3000):
        readings = analyse(word, lambda form: hosts_in(reasons, form), FIGS)
        assert found in [Reason(reading.kind, reading.host.lemma) for reading in readings]
