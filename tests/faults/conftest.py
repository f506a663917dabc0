"""Real processes on servers of the tests' own: nothing here touches a database or a Redis that others use."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.hall import Hall, Referee
from tests.faults.processes import Installation, Process, Web
from tests.faults.servers import PostgresServer, RedisServer

FOLDER = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of them need the servers' programs, and belong to `make test-all`."""
    for item in items:
        if item.path.is_relative_to(FOLDER):
            item.add_marker(pytest.mark.postgres)
            item.add_marker(pytest.mark.redis)


class Service:
    """Two web processes and two workers on one PostgreSQL and one Redis."""

    def __init__(self, folder: Path) -> None:
        self.postgres = PostgresServer()
        self.redis = RedisServer()
        self.postgres.execute("CREATE DATABASE duplicato")
        self.installation = Installation(
            folder, database_url=self.postgres.url("duplicato"), redis_url=self.redis.url
        )
        self.installation.migrate()
        self.referee = Referee(self.installation)
        self.webs: list[Web] = [self.installation.web() for _ in range(2)]
        self.workers: list[Process] = [self.installation.worker() for _ in range(2)]

    @property
    def ports(self) -> list[int]:
        return [web.port for web in self.webs]

    def bring_up(self) -> None:
        """Start again whatever the test before took down."""
        for web in self.webs:
            if not web.is_running:
                web.start(is_awaited=False)
        for worker in self.workers:
            if not worker.is_running:
                worker.start()
        for web in self.webs:
            web.wait()

    def remove(self) -> None:
        self.referee.leave()
        self.installation.stop()
        self.postgres.remove()
        self.redis.remove()


class Embedded:
    """The product as one command runs it: one process, one SQLite file."""

    def __init__(self, installation: Installation) -> None:
        self.installation = installation
        self.web = installation.web()
        self.web.start(is_awaited=False)
        self.referee = Referee(installation)
        self.web.wait()

    @property
    def ports(self) -> list[int]:
        return [self.web.port]

    def remove(self) -> None:
        self.referee.leave()
        self.installation.stop()


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
