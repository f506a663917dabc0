"""Faults 1 and 2: a worker killed in the act, and the same task given to two workers several times over.

A worker is caught in the act by a lock of the test's own: the task stands in its transaction, its rows written and not
committed, until the lock is let go. By then the worker is dead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from tests.faults.conftest import Service
from tests.faults.hall import Hall
from tests.faults.servers import wait_for
from tests.faults.tables import Ledger, burst

EVENT, GAME = "tournaments_event", "tournaments_game"


@contextmanager
def locked(service: Service, table: str, hall: Hall) -> Iterator[None]:
    pk = hall.game if table == GAME else hall.event
    with psycopg.connect(service.postgres.url("duplicato")) as connection:
        connection.execute(f"SELECT id FROM {table} WHERE id = %s FOR UPDATE", [pk])  # type: ignore[arg-type]
        yield
        connection.rollback()


def waiting(service: Service) -> int:
    """How many sessions stand still for somebody's lock."""
    found = service.postgres.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    return int(found[0][0])


def kill_in_the_act(service: Service) -> None:
    wait_for(lambda: waiting(service), "a worker in the act")
    for worker in service.workers:
        worker.kill()


def replace_the_dead(service: Service) -> None:
    """One is enough: it finds in the database what is undone."""
    service.workers[0].start()


@pytest.mark.parametrize("table", [GAME, EVENT], ids=["before its rows", "with its rows written"])
def test_killed_while_drawing(service: Service, table: str) -> None:
    hall = Hall(service.referee, seeded=True)
    with locked(service, table, hall):
        # The request itself needs the row: it is written as the request that came just before.
        service.postgres.execute(
            f"UPDATE tournaments_game SET draw_requested_at = now() - interval '3 s' WHERE id = {hall.game}"
            if table == EVENT
            else "SELECT 1",
            "duplicato",
        )
        if table == GAME:
            return_when = service.referee
            del return_when
        kill_in_the_act(service)
    replace_the_dead(service)
    hall.wait_drawn()
    hall.wait_searched()
    assert hall.game_state()["turns"] == 1
    hall.act("open_turn")
    hall.act("close")
    hall.prove(Ledger())
