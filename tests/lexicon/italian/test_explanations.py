"""What `manage.py word` says: the examples of the regulation and of the brief, word for word."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from lexicon.builder import build_store
from lexicon.explain import explain
from lexicon.overlay import Overlay
from lexicon.reasons import ReasonsFile

ADMITTED = {
    "PENTIRMENE": ("F22", "pentirsi", "pentirsi (+ di), infinito + me + ne, F22 e appendice"),
    "ACCANIRMI": ("F22", "accanirsi", "accanirsi, infinito + mi, F22 e appendice"),
    "PORTATEVELI": ("F22", "portare", "portare, imperativo + ve + li, F22 e appendice"),
    "TIENILO": ("F22", "tenere", "tenere, imperativo + lo, F22 e appendice"),
    "COGLILO": ("F22", "cogliere", "cogliere, imperativo + lo, F22 e appendice"),
    "DILLO": ("F22", "dire", "dire, imperativo + lo, F22 e appendice"),
    "DAMMELO": ("F22", "dare", "dare, imperativo + me + lo, F22 e appendice"),
    "VACCI": ("F22", "andare", "andare, imperativo + ci, F22 e appendice"),
    "PORLO": ("F22", "porre", "porre, infinito + lo, F22 e appendice"),
    "CADDERO": ("F15c", "cadere", "cadere, passato remoto, 3ª persona plurale, F15c"),
    "ECCOLO": ("F15e", "ecco", "ecco + lo, F15e"),
    "MAGLIETTA": ("F14", "maglietta", "maglietta, lemma (sostantivo), F14"),
    "FILM": ("F14", "film", "film, lemma (prestito invariabile, F16), F14"),
    "DELLO": ("F15f", "del", "del, articolo o preposizione, F15f"),
}
REFUSED = {
    "PORTASI": ("F22", "l'imperativo non si lega a 'si' (appendice)"),
    "PORTAVELI": ("F22", "con l'imperativo 'vi' vale solo come pronome di 2ª persona plurale (appendice)"),
    "ACCANIRMENE": ("F22", "il dizionario non ammette 'accanirsi + di' (appendice)"),
    "VISTOLO": ("F22", "nessuna enclitica al participio (F22)"),
    "SIILO": ("F22", "l'imperativo di essere non prende enclitiche (appendice)"),
    "TOSSISCITI": ("F22", "'ti' non si lega all'imperativo di un intransitivo (appendice)"),
    "FACEVASI": ("F23", "enclitiche solo su imperativo, infinito e gerundio (F22–F23)"),
    "DALO": ("F22", "dopo l'imperativo tronco di dare la consonante raddoppia (F22)"),
    "BELLISSIMO": ("F15b", "superlativo di bello: vale solo se è un lemma (F15b)"),
    "CAMERAMANS": ("F16", "cameraman è un prestito invariabile (F16)"),
    "CADERONO": ("F15c", "la coniugazione di cadere non ha questa forma (F15c)"),
    "PROBLEME": ("F15a", "non è una forma di problema (F15a)"),
    "PORTARLOMI": ("F22", "le enclitiche sono al massimo due, nell'ordine della tabella (F22 e appendice)"),
    "SEICENTODUE": ("F18-F21", "numerale composto: vale solo se è un lemma (F18–F21)"),
    "CENATA": (
        "F15c",
        "cenare è intransitivo con ausiliare avere: il participio passato è invariabile (F15c)",
    ),
    "VERCELLI": ("F14", "nome proprio (F14)"),
    "CIEL": ("F17", "forma tronca di cielo: vale solo se stampata nel dizionario (F17)"),
    "XYZZY": ("", "non presente nella lista «Italiano, regole FIGS (non ufficiale)»"),
}


@pytest.mark.parametrize("word", ADMITTED)
def test_admission_is_explained(word: str, figs: str) -> None:
    answer = explain(word, figs)
    assert (answer.admissible, (answer.article, answer.lemma, answer.reason)) == (True, ADMITTED[word])


@pytest.mark.parametrize("word", REFUSED)
def test_refusal_is_explained(word: str, figs: str) -> None:
    answer = explain(word, figs)
    assert (answer.admissible, (answer.article, answer.reason)) == (False, REFUSED[word])


@pytest.mark.parametrize(
    ("word", "admissible", "article"),
    [
        ("PEONES", True, "F16"), ("CURRICULA", False, "F16"), ("BUON", True, "F17"), ("CAMMIN", False, "F17"),
        ("MAGLIETTINA", False, "F18-F21"), ("FABRICATO", True, "F18-F21"), ("ANITRELLA", False, "F18-F21"),
        ("VENDESI", True, "F23"), ("DICESI", False, "F23"), ("AHIME", True, "F15f"), ("FILMS", False, "F16"),
        ("EMPOLESE", False, "F18-F21"), ("KG", False, "F14"), ("ECC", False, "F14"), ("KILO", True, "F14"),
    ],
)  # fmt: skip
def test_examples_of_the_regulation(word: str, admissible: bool, article: str, figs: str) -> None:
    answer = explain(word, figs)
    assert (answer.admissible, answer.article) == (admissible, article)


def test_accents_and_case_do_not_matter(figs: str) -> None:
    assert explain("perché", figs) == explain("PERCHE", figs)


def test_what_cannot_lie_on_a_board_is_no_word(figs: str) -> None:
    assert explain("abat-jour", figs).reason == "non è una parola da 2 a 15 lettere A–Z (F14)"


def test_a_ruling_comes_before_the_list(figs: str) -> None:
    overlay = Overlay.of(admitted=["XYZZY"], refused=["CASA"])
    assert (explain("XYZZY", figs, overlay).admissible, explain("CASA", figs, overlay).admissible) == (
        True,
        False,
    )


def test_an_imported_list_answers_without_reasons(tmp_path: Path) -> None:
    path = tmp_path / "club.words"
    build_store(["CASA"], path, language="it", name="Circolo")
    answers = [explain(word, str(path)).reason for word in ("CASA", "CASE")]
    assert answers == ["nella lista «Circolo»", "non presente nella lista «Circolo»"]


def test_command_prints_a_sentence_or_json(figs: str) -> None:
    said, data = StringIO(), StringIO()
    call_command("word", "PENTIRMENE", "portasi", stdout=said)
    call_command("word", "PENTIRMENE", "--json", stdout=data)
    assert said.getvalue().splitlines() == [
        "PENTIRMENE: sì. pentirsi (+ di), infinito + me + ne, F22 e appendice",
        "PORTASI: no. l'imperativo non si lega a 'si' (appendice)",
    ]
    assert json.loads(data.getvalue()) == {
        "word": "PENTIRMENE",
        "admissible": True,
        "article": "F22",
        "lemma": "pentirsi",
        "reason": "pentirsi (+ di), infinito + me + ne, F22 e appendice",
    }


def test_command_says_when_the_list_is_missing(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="build_lexicon"):
        call_command("word", "CASA", "--lexicon", str(tmp_path / "none.words"))


def test_every_admitted_word_has_a_reason(reasons: ReasonsFile, store: object) -> None:
    admitted = sum(reason.kind.admissible for _, reason in reasons)
    assert admitted == len(store)  # type: ignore[arg-type]
