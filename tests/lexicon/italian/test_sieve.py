"""Words that only one source lists: what proves them words, and what keeps names and misprints out."""

from __future__ import annotations

from lexicon.alphabet import fold
from lexicon.hunspell import Affixes, Entry, Speller
from lexicon.italian.sieve import Sieve, is_misspelt_plural
from lexicon.italian.tables import headwords, plurals_in_e
from lexicon.store import WordStore

VERBS = {"BRONTOLARE", "ASPIRA", "BATTI"}
SPELLED = ["aeroporto", "omicidio", "zero", "fascia", "coraggio", "braccio", "brontolio", "uchida"]
SIEVE = Sieve(
    Speller(Affixes("utf-8", 1, []), [Entry(word, ()) for word in SPELLED]),
    frozenset(fold(word) or "" for word in SPELLED),
    frozenset({"polvere", "vuoto", "scopa"}),
    VERBS.__contains__,
)


def test_a_bare_entry_needs_proof() -> None:
    tried = ["uchida", "neruda", "tanabe", "idro", "micosi", "termoterapia", "umanità"]
    assert [word for word in tried if SIEVE.is_headword(word)] == ["micosi", "termoterapia", "umanità"]


def test_compounds_of_a_verb_or_a_known_first_element_are_words() -> None:
    tried = ["aspirapolvere", "battiscopa", "sottovuoto", "roccapolvere"]
    assert [word for word in tried if SIEVE.is_headword(word)] == ["aspirapolvere", "battiscopa", "sottovuoto"]


def test_a_lemma_of_the_corpus_must_be_spelled_or_reviewed() -> None:
    tried = ["aeroporto", "aereoporto", "programmma", "favela"]
    assert [word for word in tried if SIEVE.knows_lemma(word)] == ["aeroporto", "favela"]


def test_only_a_stressed_i_is_doubled() -> None:
    assert SIEVE.knows_form("brontolii", "brontolio", "noun")
    assert SIEVE.knows_form("zii", "zio", "noun")
    assert not SIEVE.knows_form("omicidii", "omicidio", "noun")


def test_regular_plurals_of_the_corpus_stay_and_invented_inflections_go() -> None:
    assert SIEVE.knows_form("coraggi", "coraggio", "noun")
    assert SIEVE.knows_form("braccia", "braccio", "noun")
    assert not SIEVE.knows_form("zera", "zero", "adj")


def test_the_i_of_fascia_goes_in_the_plural() -> None:
    assert is_misspelt_plural("fascie", "fascia")
    assert not is_misspelt_plural("ciliegie", "ciliegia")


def test_a_plural_listed_alone_finds_its_singular() -> None:
    assert [SIEVE.singular_of(word) for word in ("zebre", "doghe", "ciance", "brontolii", "casa")] == [
        "zebra",
        "doga",
        "ciancia",
        "brontolio",
        "",
    ]


def test_no_reviewed_word_is_listed_in_vain(store: WordStore) -> None:
    listed = [*headwords(), *plurals_in_e()]
    assert [w for w in listed if len(w) <= 15 and not store.contains(fold(w) or "")] == []
