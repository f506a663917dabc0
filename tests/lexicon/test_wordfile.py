"""Files of words that others hand over: encodings, folding, refused lines with their numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexicon.wordfile import MAX_LISTED_REJECTS, Reject, WordFileError, read_word_file


def written(folder: Path, content: bytes) -> Path:
    path = folder / "lista.txt"
    path.write_bytes(content)
    return path


def test_utf8_is_folded(tmp_path: Path) -> None:
    found = read_word_file(written(tmp_path, "perché\nCITTÀ\nœuvre\n".encode()))
    assert found.words == {"PERCHE", "CITTA", "OEUVRE"}
    assert found.encoding == "UTF-8"


def test_a_byte_order_mark_is_no_letter(tmp_path: Path) -> None:
    assert read_word_file(written(tmp_path, "casa\nrosa".encode("utf-8-sig"))).words == {"CASA", "ROSA"}


def test_latin_1_is_recognised(tmp_path: Path) -> None:
    found = read_word_file(written(tmp_path, "perché\ncittà\n".encode("latin-1")))
    assert found.words == {"PERCHE", "CITTA"}
    assert found.encoding == "Latin-1"


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_endings_of_every_system(tmp_path: Path, ending: str) -> None:
    found = read_word_file(written(tmp_path, f"casa{ending}{ending}x{ending}rosa".encode()))
    assert found.words == {"CASA", "ROSA"}
    assert found.rejects == [Reject(3, "x", "too_short")]


def test_refused_lines_have_number_and_reason(tmp_path: Path) -> None:
    lines = [
        "casa",
        "a",
        "precipitevolissimevolmente",
        "abat-jour",
        "ab aeterno",
        "3D",
        "ко́шка",
        "Casa",
        "e.g.",
    ]
    found = read_word_file(written(tmp_path, "\n".join(lines).encode()))
    assert found.words == {"CASA"}
    assert found.duplicates == 1
    assert found.rejects == [
        Reject(2, "a", "too_short"),
        Reject(3, "precipitevolissimevolmente", "too_long"),
        Reject(4, "abat-jour", "hyphen"),
        Reject(5, "ab aeterno", "space"),
        Reject(6, "3D", "digit"),
        Reject(7, "ко́шка", "foreign_character"),
        Reject(9, "e.g.", "foreign_character"),
    ]
    assert found.rejected.total() == 7
    assert found.lines == 9


def test_every_reject_is_counted_and_the_first_are_listed(tmp_path: Path) -> None:
    found = read_word_file(written(tmp_path, b"casa\n" + b"1\n" * (MAX_LISTED_REJECTS + 5)))
    assert len(found.rejects) == MAX_LISTED_REJECTS
    assert found.rejected == {"digit": MAX_LISTED_REJECTS + 5}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file_empty"),
        (b"1\n2\n", "file_empty"),
        (b"casa\0rosa", "file_not_text"),
        ("casa".encode("utf-16"), "file_not_text"),
    ],
)
def test_a_file_that_is_no_word_list_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    with pytest.raises(WordFileError) as refused:
        read_word_file(written(tmp_path, content))
    assert refused.value.code == code


def test_a_file_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "grande.txt"
    with path.open("wb") as file:
        file.truncate(65 * 1024 * 1024)
    with pytest.raises(WordFileError) as refused:
        read_word_file(path)
    assert (refused.value.code, refused.value.extra) == ("file_too_large", {"limit": 64})


def test_too_many_words_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lexicon.wordfile.MAX_WORDS", 2)
    with pytest.raises(WordFileError) as refused:
        read_word_file(written(tmp_path, b"casa\nrosa\norsa\n"))
    assert refused.value.code == "too_many_words"


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(WordFileError) as refused:
        read_word_file(tmp_path / "manca.txt")
    assert refused.value.code == "file_unreadable"
