"""What a web process needs around it, part by part. Slips need the database alone; the rest can catch up."""

from __future__ import annotations

from dataclasses import dataclass

import redis
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import close_old_connections, connection

from duplicato import pulse
from duplicato.embedded import Companions
from lexicon import catalog
from lexicon.models import LexiconEdition

BROKER_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Readiness:
    parts: dict[str, str]

    @property
    def takes_slips(self) -> bool:
        return self.parts["database"] == "ok"

    @property
    def is_whole(self) -> bool:
        return set(self.parts.values()) == {"ok"}

    @property
    def status(self) -> str:
        if self.is_whole:
            return "ok"
        return "degraded" if self.takes_slips else "failed"


def look(companions: Companions | None) -> Readiness:
    close_old_connections()
    try:
        database = _database()
        return Readiness(
            {
                "database": database,
                "broker": _broker(companions),
                "worker": _worker(),
                "lexicon": _lexicon() if database == "ok" else "unknown",
            }
        )
    finally:
        if connection.vendor == "postgresql":
            connection.close()


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "away"
    return "ok"


def _broker(companions: Companions | None) -> str:
    if companions is not None:
        return "ok" if companions.is_alive else "stopped"
    try:
        with redis.Redis.from_url(
            settings.ENVIRONMENT.redis_url, socket_connect_timeout=BROKER_SECONDS, socket_timeout=BROKER_SECONDS
        ) as client:
            client.ping()
    except redis.RedisError:
        return "away"
    return "ok"


def _worker() -> str:
    last = pulse.last()
    if last is None:
        return "not seen"
    return "ok" if last.is_alive else "silent"


def _lexicon() -> str:
    try:
        editions = LexiconEdition.objects.ready()
        return "ok" if any(catalog.store_path(edition.store_slug).exists() for edition in editions) else "missing"
    except DatabaseError:
        return "unknown"
