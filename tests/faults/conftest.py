"""Real processes on servers of the tests' own: nothing here touches a database or a Redis that others use."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.hall import Hall
from tests.faults.processes import Installation
from tests.faults.sites import Embedded, Service

FOLDER = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of them need the servers' programs, and belong to `make test-all`."""
    for item in items:
        if item.path.is_relative_to(FOLDER):
            item.add_marker(pytest.mark.postgres)
            item.add_marker(pytest.mark.redis)


@pytest.fixture(scope="session")
def _service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    service = Service(tmp_path_factory.mktemp("service"))
    yield service
    service.remove()


@pytest.fixture
def service(_service: Service) -> Service:
    _service.bring_up()
    return _service


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite database, made once and copied."""
    folder = tmp_path_factory.mktemp("migrated")
    Installation(folder).migrate()
    return folder / "duplicato.sqlite3"


@pytest.fixture
def embedded_folder(tmp_path: Path, migrated: Path) -> Path:
    shutil.copy(migrated, tmp_path / migrated.name)
    return tmp_path


@pytest.fixture
def embedded(embedded_folder: Path) -> Iterator[Embedded]:
    running = Embedded(Installation(embedded_folder))
    yield running
    running.remove()


@pytest.fixture(scope="session")
def _shared_embedded(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Embedded]:
    folder = tmp_path_factory.mktemp("embedded")
    shutil.copy(migrated, folder / migrated.name)
    running = Embedded(Installation(folder))
    yield running
    running.remove()


@pytest.fixture
def shared_embedded(_shared_embedded: Embedded) -> Embedded:
    """For the tests that leave it running."""
    assert _shared_embedded.web.answers()
    return _shared_embedded


@pytest.fixture(params=["shared_embedded", "service"], ids=["embedded", "service"])
def site(request: pytest.FixtureRequest) -> Service | Embedded:
    """Both ways to run."""
    running: Service | Embedded = request.getfixturevalue(request.param)
    return running


@pytest.fixture
def hall(site: Service | Embedded) -> Hall:
    return Hall(site)
