"""Faults 1 and 2: a worker killed in the act, and the same task given to two workers several times over.

A worker is caught in the act by a lock of the test's own: its task stands in the middle of its transaction until the
lock is let go, and by then the worker is dead. On the game's row it has just begun; on the event's row, the last one
that an act takes, it has written everything and not committed.
"""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest

from tests.faults.hall import Hall
from tests.faults.servers import wait_for
from tests.faults.sites import Service
from tests.faults.tables import Ledger, burst

EVENT, GAME = "tournaments_event", "tournaments_game"
moments = pytest.mark.parametrize("row", [GAME, EVENT], ids=["begun", "written-not-committed"])


@contextmanager
def in_the_act(service: Service, hall: Hall, row: str, cause: Callable[[], object]) -> Iterator[None]:
    """Inside, the workers stand in what `cause` gave them to do."""
    for worker in service.workers:
        worker.send(signal.SIGSTOP)
    cause()
    with psycopg.connect(service.postgres.url("duplicato")) as connection:
        pk = hall.game if row == GAME else hall.event
        connection.execute(f"SELECT id FROM {row} WHERE id = %s FOR UPDATE", [pk])  # type: ignore[arg-type]
        for worker in service.workers:
            worker.send(signal.SIGCONT)
        wait_for(lambda: waiting(service), "a worker in the act")
        yield
        connection.rollback()


def waiting(service: Service) -> int:
    """How many sessions stand still for somebody's lock."""
    found = service.postgres.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    return int(found[0][0])


def kill_workers(service: Service) -> None:
    for worker in service.workers:
        worker.kill()


@moments
def test_killed_while_drawing(service: Service, row: str) -> None:
    hall = Hall(service, seeded=True)
    with in_the_act(service, hall, row, hall.request_draw):
        kill_workers(service)
    assert hall.game_state()["turns"] == 0, "nothing of the dead worker's draw is there"
    service.workers[0].start()
    hall.wait_drawn()
    hall.wait_searched()
    hall.act("open")
    hall.act("close")
    hall.prove(Ledger())


@moments
def test_killed_while_searching(service: Service, row: str) -> None:
    hall = Hall(service)
    with in_the_act(service, hall, row, hall.draw):
        kill_workers(service)
    assert hall.state()["search"] == "pending"
    service.workers[0].start()
    hall.act("open")
    ledger = Ledger()
    asyncio.run(burst(ledger, hall.slips(), service.ports, over=0.2))
    assert ledger.is_complete, "slips are taken whether the top is known or not"
    hall.act("close")
    hall.prove(ledger)


@moments
def test_killed_while_scoring(service: Service, row: str) -> None:
    hall = Hall(service, players=200)
    hall.open()
    hall.wait_searched()
    ledger = Ledger()
    asyncio.run(burst(ledger, hall.slips(), service.ports, over=0.2))
    with in_the_act(service, hall, row, lambda: hall.act("close")):
        kill_workers(service)
    assert not hall.state()["is_scored"]
    assert service.referee("scores", turn=hall.turn) == [], "no half of the verdicts"
    service.workers[0].start()
    hall.prove(ledger)


def test_one_worker_dies_and_the_other_takes_its_work_over(service: Service) -> None:
    """Whichever of the two had the sweeper's lease."""
    for dying in range(2):
        hall = Hall(service)
        hall.open()
        ledger = Ledger()
        asyncio.run(burst(ledger, hall.slips(), service.ports, over=0.1))
        service.workers[dying].kill()
        hall.act("close")
        hall.prove(ledger)
        service.bring_up()


def given_many_times(service: Service, hall: Hall, task: str, cause: Callable[[], object], pk: int = 0) -> None:
    """`cause` and six more copies of its task, all standing in line behind one lock and let go together."""

    def several() -> None:
        cause()
        service.referee("enqueue", task=task, pk=pk or hall.turn, times=6)

    with in_the_act(service, hall, GAME, several):
        wait_for(lambda: waiting(service) >= 3, "several at once")


def told_of_the_turn(service: Service, hall: Hall) -> Counter[str]:
    return Counter(act for act in service.referee("acts", game=hall.game)["acts"] if act.startswith("turn."))


def test_a_draw_given_many_times_to_two_workers_is_made_once(service: Service) -> None:
    hall = Hall(service, seeded=True)
    given_many_times(
        service, hall, "draw_rack", hall.request_draw, pk=hall.game
    )
    hall.wait_drawn()
    hall.wait_searched()
    assert hall.game_state()["turns"] == 1
    assert told_of_the_turn(service, hall) == {"turn.drawn": 1, "turn.search_ready": 1}
    hall.act("open")
    hall.act("close")
    hall.prove(Ledger())


def test_search_close_and_scoring_given_many_times_to_two_workers_are_done_once(service: Service) -> None:
    hall = Hall(service)
    given_many_times(service, hall, "search_top", hall.draw)
    hall.wait_searched()
    hall.act("open")
    ledger = Ledger()
    asyncio.run(burst(ledger, hall.slips(), service.ports, over=0.1))
    given_many_times(
        service,
        hall,
        "close_turn",
        lambda: service.referee("set_deadline", turn=hall.turn, at=service.referee("now")),
    )
    service.referee("enqueue", task="score_slips", pk=hall.turn, times=6)
    hall.wait_closed()
    hall.wait_scored()
    assert told_of_the_turn(service, hall) == {
        "turn.drawn": 1,
        "turn.search_ready": 1,
        "turn.opened": 1,
        "turn.closed": 1,
        "turn.scored": 1,
    }
    hall.prove(ledger)
