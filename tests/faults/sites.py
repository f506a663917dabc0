"""The two ways to run, each whole: what a hall is given."""

from __future__ import annotations

from pathlib import Path

from tests.faults.hall import Referee
from tests.faults.processes import Installation, Process, Web
from tests.faults.servers import PostgresServer, RedisServer


class Service:
    """Web processes and workers, two of each, on one PostgreSQL and one Redis."""

    def __init__(
        self, folder: Path, *, disk: Path | None = None, webs: int = 2, workers: int = 2, **postgres: str
    ) -> None:
        self.postgres = PostgresServer(disk, **postgres)
        self.redis = RedisServer()
        self.postgres.execute("CREATE DATABASE duplicato")
        self.installation = Installation(
            folder, database_url=self.postgres.url("duplicato"), redis_url=self.redis.url
        )
        self.installation.migrate()
        self.referee = Referee(self.installation)
        self.webs: list[Web] = [self.installation.web() for _ in range(webs)]
        self.workers: list[Process] = [self.installation.worker() for _ in range(workers)]

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
