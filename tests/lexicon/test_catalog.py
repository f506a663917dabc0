"""Where stores lie, and that each file is mapped once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lexicon import catalog
from lexicon.builder import build_store
from lexicon.store import StoreError


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def written(slug: str, *words: str) -> Path:
    path = catalog.store_path(slug)
    build_store(words, path, language="it", name=slug)
    return path


def test_it_is_the_default_italian_list() -> None:
    assert catalog.store_path("it") == catalog.lexicon_folder() / "it-figs.words"


def test_a_store_is_opened_once() -> None:
    written("prova", "CASA")
    assert catalog.open_lexicon("prova") is catalog.open_lexicon("prova")


def test_a_path_opens_the_same_store_as_its_slug() -> None:
    path = written("prova", "CASA")
    assert catalog.open_lexicon(str(path)) is catalog.open_lexicon("prova")


def test_a_replaced_file_is_opened_anew_and_the_old_store_still_answers() -> None:
    written("prova", "CASA")
    old = catalog.open_lexicon("prova")
    written("prova", "ROSA", "ORSO")
    new = catalog.open_lexicon("prova")
    assert [old.contains("CASA"), new.contains("CASA"), new.contains("ROSA")] == [True, False, True]


def test_a_missing_list_is_said() -> None:
    with pytest.raises(StoreError, match="build_lexicon"):
        catalog.open_lexicon("manca")
