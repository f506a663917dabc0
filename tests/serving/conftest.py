"""`embedded`: an installation on SQLite, set up and empty. `service`: one on the tests' PostgreSQL and Redis."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.serving.processes import Installation


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with every table and nothing in it, to copy."""
    place = Installation(tmp_path_factory.mktemp("empty"))
    made = place.run("migrate", "--verbosity", "0")
    assert made.returncode == 0, made.stderr
    return place.data_dir / "duplicato.sqlite3"


@pytest.fixture(scope="session")
def played_place(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a game under way, to copy."""
    place = Installation(tmp_path_factory.mktemp("played"))
    shutil.copy(empty_database, place.data_dir / "duplicato.sqlite3")
    made = place.run("shell", "-v", "0", "-c", "from tests.serving import scenario; scenario.make_played_event()")
    assert made.returncode == 0, made.stderr
    return place.data_dir


@pytest.fixture
def embedded(empty_database: Path, tmp_path: Path) -> Iterator[Installation]:
    place = Installation(tmp_path)
    shutil.copy(empty_database, tmp_path / "duplicato.sqlite3")
    yield place
    place.kill_all()


@pytest.fixture
def service(transactional_db: None, tmp_path: Path) -> Iterator[Installation]:
    """On the very database of the test, which fills it through factories and services."""
    parts = connection.settings_dict
    place = Installation(
        tmp_path,
        {
            "DATABASE_URL": f"postgresql://{parts['USER']}@{parts['HOST']}:{parts['PORT'] or 5432}/{parts['NAME']}",
            "REDIS_URL": os.environ["REDIS_URL"],
            "DUPLICATO_SECRET_KEY": settings.SECRET_KEY,
        },
    )
    yield place
    place.kill_all()
