"""The really built Italian lists: made once in the data folder, again only when the rules change."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from duplicato.settings import DATA_DIR
from lexicon import catalog
from lexicon.explain import open_reasons
from lexicon.italian.enclitics import FIGS, FIGS_2008
from lexicon.reasons import ReasonsFile
from lexicon.store import WordStore


@contextmanager
def _one_builder_at_a_time() -> Iterator[None]:
    """Test workers run side by side; the first builds, the others wait."""
    with (Path(DATA_DIR) / "build_lexicon.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(autouse=True)
def _real_data_folder(settings: Any, _temporary_data_folder: None) -> None:
    settings.DATA_DIR = DATA_DIR


def _built(edition: str) -> str:
    with _one_builder_at_a_time():
        call_command("build_lexicon", "it", edition=edition, if_missing=True, verbosity=0)
    return f"it-{edition}"


@pytest.fixture
def figs(_real_data_folder: None) -> str:
    """The slug of the list by the rules in force."""
    return _built(FIGS)


@pytest.fixture
def figs_2008(_real_data_folder: None) -> str:
    return _built(FIGS_2008)


@pytest.fixture
def store(figs: str) -> WordStore:
    return catalog.open_lexicon(figs)


@pytest.fixture
def reasons(figs: str) -> ReasonsFile:
    found = open_reasons(figs)
    assert found is not None
    return found
