"""Regular conjugations by rule, and the reasons file by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexicon.italian.conjugation import is_regular_are, regular_are, regular_ere, regular_ire
from lexicon.reasons import Entry, Kind, Reason, ReasonsError, ReasonsFile, write_reasons


@pytest.mark.parametrize(
    ("infinitive", "second", "future", "subjunctive"),
    [
        ("portare", "porti", "porterò", "portino"),
        ("cercare", "cerchi", "cercherò", "cerchino"),
        ("spiegare", "spieghi", "spiegherò", "spieghino"),
        ("mangiare", "mangi", "mangerò", "mangino"),
        ("lasciare", "lasci", "lascerò", "lascino"),
        ("studiare", "studi", "studierò", "studino"),
        ("sbagliare", "sbagli", "sbaglierò", "sbaglino"),
        ("inviare", "invii", "invierò", "inviino"),
        ("sciare", "scii", "scierò", "sciino"),
    ],
)
def test_spelling_of_regular_verbs_in_are(infinitive: str, second: str, future: str, subjunctive: str) -> None:
    forms = regular_are(infinitive)
    assert (forms["ind.pres.2s"], forms["ind.fut.1s"], forms["cong.pres.3p"]) == (
        (second,), (future,), (subjunctive,),
    )  # fmt: skip


def test_stressed_i_melts_before_iamo() -> None:
    assert regular_are("inviare")["ind.pres.1p"] == ("inviamo",)


def test_irregular_verbs_in_are_are_known() -> None:
    verbs = ("andare", "rifare", "restare", "guidare", "constare")
    assert [is_regular_are(verb) for verb in verbs] == [False, False, True, True, True]


def test_verbs_in_ire_with_and_without_isc() -> None:
    assert regular_ire("finire", inchoative=True)["ind.pres.3p"] == ("finiscono",)
    assert regular_ire("partire", inchoative=False)["ind.pres.3p"] == ("partono",)


def test_weak_pasts_in_etti_avoid_a_stem_in_t() -> None:
    assert regular_ere("temere")["ind.rem.1s"] == ("temei", "temetti")
    assert regular_ere("battere")["ind.rem.1s"] == ("battei",)


def write(path: Path, words: list[Entry]) -> None:
    kinds = [Kind("F14", "{lemma}, lemma", "{lemma}, headword"), Kind("F16", "no", "no", admissible=False)]
    hosts = [Entry("PORTA", 0, 0), Entry("PORTA", 0, 1)]
    write_reasons(path, kinds=kinds, lemmas=["casa", "città"], words=words, hosts=hosts, about={"edition": "x"})


def test_reasons_survive_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.reasons"
    words = sorted(Entry(f"CAS{a}{b}", 0, 1) for a in "ABCDEFGHIJ" for b in "AEIOU")
    write(path, [*words, Entry("CITTA", 0, 1), Entry("FILMS", 1, 0)])
    reasons = ReasonsFile(path)
    assert len(reasons) == len(words) + 2
    assert [reasons.reason(entry.word) for entry in words] == [Reason(reasons.kinds[0], "città")] * len(words)
    assert reasons.reason("CITTA") == Reason(reasons.kinds[0], "città")
    assert reasons.reason("FILMS") == Reason(reasons.kinds[1], "casa")
    assert [reasons.reason(word) for word in ("A", "CASB", "ZZ")] == [None, None, None]
    assert [found.lemma for found in reasons.hosts("PORTA")] == ["casa", "città"]
    assert [word for word, _ in reasons] == [*(entry.word for entry in words), "CITTA", "FILMS"]


def test_an_empty_file_has_no_reasons(tmp_path: Path) -> None:
    write(tmp_path / "x.reasons", [])
    assert ReasonsFile(tmp_path / "x.reasons").reason("CASA") is None


@pytest.mark.parametrize(("damage", "said"), [
    (lambda data: data[:-1], "cut short"),
    (lambda data: data[:9], "cut short"),
    (lambda data: b"NOTAFILE" + data[8:], "not a reasons file"),
    (lambda data: b"", "cannot be read"),
])  # fmt: skip
def test_a_damaged_file_is_refused_with_a_sentence(tmp_path: Path, damage: object, said: str) -> None:
    path = tmp_path / "x.reasons"
    write(path, [Entry("CASA", 0, 0)])
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    with pytest.raises(ReasonsError, match=said):
        ReasonsFile(path)
