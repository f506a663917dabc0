"""The event's own words over the list: contains, the filter, the words of a multiset, cross-checks."""

from __future__ import annotations

from array import array
from types import ModuleType
from typing import Any

import pytest

from lexicon import builds
from lexicon.multiset import multiset_hash

PLAIN = builds.load_plain(builds.MODULES)


@pytest.fixture(params=["plain", "compiled"])
def overlay(request: pytest.FixtureRequest) -> ModuleType:
    if request.param == "plain":
        return PLAIN["lexicon.overlay"]
    if builds.uncompiled(builds.MODULES):
        pytest.skip("lexicon.overlay is not compiled here (python setup.py build_ext --inplace)")
    import lexicon.overlay

    return lexicon.overlay


def overlaid(module: ModuleType, admitted: str = "", refused: str = "") -> Any:
    store = module.from_words(["CASA", "CASO", "ORSA", "ROSA", "CASE"])
    return module.OverlaidLexicon(store, module.Overlay.of(admitted.split(), refused.split()))


def found(lexicon: Any, letters: str) -> set[str]:
    out = array("B", bytes(16 * lexicon.largest_bucket))
    count = lexicon.find(len(letters), multiset_hash(letters), out, 0)
    size = len(letters)
    return {"".join(chr(65 + code) for code in out[16 * i : 16 * i + size]) for i in range(count)}


def test_without_an_overlay_the_list_decides(overlay: ModuleType) -> None:
    lexicon = overlay.OverlaidLexicon(overlay.from_words(["CASA"]))
    assert (lexicon.contains("CASA"), lexicon.contains("CASO")) == (True, False)


def test_admitted_words_are_found(overlay: ModuleType) -> None:
    lexicon = overlaid(overlay, admitted="SARO CASI CASA")
    assert lexicon.contains("SARO")
    assert found(lexicon, "ROSA") == {"ORSA", "ROSA", "SARO"}
    assert found(lexicon, "CASA") == {"CASA"}
    assert lexicon.passes(4, multiset_hash("CASI"))


def test_refused_words_are_not(overlay: ModuleType) -> None:
    lexicon = overlaid(overlay, refused="ROSA ZZZ")
    assert lexicon.contains("ROSA") is False
    assert found(lexicon, "ROSA") == {"ORSA"}


def test_cross_letters_follow_the_rulings(overlay: ModuleType) -> None:
    lexicon = overlaid(overlay, admitted="CASI", refused="CASE")
    mask = sum(1 << "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(letter) for letter in "AIO")
    assert lexicon.cross_letters("CAS.") == mask
    assert lexicon.cross_letters("CAS.") == mask
    assert lexicon.cross_letters(".ASA") == 1 << 2


def test_a_word_cannot_be_both_admitted_and_refused(overlay: ModuleType) -> None:
    with pytest.raises(ValueError, match=r"^Words both admitted and refused: CASA\.$"):
        overlay.Overlay.of(["CASA", "CASI"], ["CASA"])


def test_an_empty_overlay_is_false(overlay: ModuleType) -> None:
    assert not overlay.Overlay.empty()
    assert overlay.Overlay.of(refused=["CASA"])
