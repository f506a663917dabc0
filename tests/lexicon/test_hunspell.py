"""Spelling dictionaries: what their rules make of an entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexicon import hunspell

AFFIXES = """SET UTF-8
NEEDAFFIX !
FORBIDDENWORD &
PFX R Y 1
PFX R 0 ri .
PFX E Y 1
PFX E 0 l' .
SFX S Y 2
SFX S a e [^i]a
SFX S 0 s/T [^a]
SFX T N 1
SFX T 0 x .
"""


def forms(folder: Path, entry: str, **options: object) -> list[str]:
    (folder / "x.aff").write_text(AFFIXES, encoding="utf-8")
    (folder / "x.dic").write_text(f"1\n{entry}\n", encoding="utf-8")
    affixes = hunspell.read_affixes(folder / "x.aff", **options)
    return [form for e in hunspell.read_entries(folder / "x.dic", affixes) for form in affixes.forms(e)]


def test_an_entry_without_flags_is_itself(tmp_path: Path) -> None:
    assert forms(tmp_path, "casa") == ["casa"]


def test_a_suffix_follows_its_condition(tmp_path: Path) -> None:
    assert forms(tmp_path, "casa/S") == ["casa", "case"]
    assert forms(tmp_path, "via/S") == ["via"]


def test_a_suffix_may_carry_another(tmp_path: Path) -> None:
    assert forms(tmp_path, "tap/S") == ["tap", "taps", "tapsx"]


def test_prefix_and_suffix_cross(tmp_path: Path) -> None:
    assert forms(tmp_path, "casa/SR") == ["casa", "case", "ricase", "ricasa"]


def test_elisions_are_not_read(tmp_path: Path) -> None:
    assert forms(tmp_path, "casa/E") == ["casa"]


def test_marks_that_say_no_word(tmp_path: Path) -> None:
    assert forms(tmp_path, "casa/S!") == ["case"]
    assert forms(tmp_path, "casa/S&") == []


def test_a_table_can_be_left_out(tmp_path: Path) -> None:
    assert forms(tmp_path, "casa/SR", without={"PFX R"}) == ["casa", "case"]


def test_flags_of_two_characters(tmp_path: Path) -> None:
    (tmp_path / "x.aff").write_text("FLAG long\nSFX S. Y 1\nSFX S. 0 s .\n", encoding="utf-8")
    affixes = hunspell.read_affixes(tmp_path / "x.aff")
    assert affixes.split_flags("S.a0") == ("S.", "a0")
    assert list(affixes.forms(hunspell.Entry("roi", ("S.",)))) == ["roi", "rois"]


def test_a_file_without_its_count_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.aff").write_text(AFFIXES, encoding="utf-8")
    (tmp_path / "x.dic").write_text("casa\n", encoding="utf-8")
    with pytest.raises(hunspell.DictionaryError, match=r"x\.dic"):
        list(hunspell.read_entries(tmp_path / "x.dic", hunspell.read_affixes(tmp_path / "x.aff")))


def test_the_speller_accepts_what_the_rules_make_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "x.aff").write_text(AFFIXES, encoding="utf-8")
    (tmp_path / "x.dic").write_text("3\ncasa/SR\nvia/S\nluna\n", encoding="utf-8")
    affixes = hunspell.read_affixes(tmp_path / "x.aff")
    speller = hunspell.Speller(affixes, hunspell.read_entries(tmp_path / "x.dic", affixes))
    tried = ["casa", "case", "ricasa", "ricase", "luna", "lune", "vie", "rivia", "cas"]
    assert [word for word in tried if speller.accepts(word)] == ["casa", "case", "ricasa", "ricase", "luna"]
