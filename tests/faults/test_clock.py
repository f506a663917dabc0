"""Fault 8: the server's clock is stepped in mid-turn, and a worker's clock is off the web processes'.

Every slip is judged by one clock against one deadline, and the turn ends. The tablets' clocks are in test_tables.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.faults.hall import Hall, moment
from tests.faults.processes import Installation, Process
from tests.faults.sites import Embedded, Service
from tests.faults.tables import Ledger, burst
from tests.faults.wall_clock import WallClock


@pytest.fixture
def clock(tmp_path: Path) -> WallClock:
    return WallClock(tmp_path)


@pytest.fixture
def stepped(embedded_folder: Path, clock: WallClock) -> Iterator[Embedded]:
    running = Embedded(Installation(embedded_folder, extra=clock.environment))
    yield running
    running.remove()


def set_deadline(hall: Hall, seconds: float) -> None:
    """So many seconds from now, by the server's clock."""
    at = moment(hall.referee("now")) + timedelta(seconds=seconds)
    hall.referee("set_deadline", turn=hall.turn, at=at.isoformat())


@pytest.mark.parametrize("step", [+5, -5])
def test_stepped_by_five_seconds_in_mid_turn(stepped: Embedded, clock: WallClock, step: int) -> None:
    """Forward the turn ends sooner, backward later; no slip becomes late by it, and a newer one replaces an older."""
    hall = Hall(stepped)
    hall.open()
    hall.wait_searched()
    ledger = Ledger()
    asyncio.run(burst(ledger, hall.slips(), stepped.ports, over=0.2))
    before = moment(hall.referee("now"))
    set_deadline(hall, 7.0 if step > 0 else 1.0)
    clock.step(step)
    after = moment(hall.referee("now"))
    assert abs((after - before).total_seconds() - step) < 2, "the clock was stepped"
    again = [hall.slip(place, revision=2) for place in range(20)]
    asyncio.run(burst(ledger, again, stepped.ports, over=0.1))
    assert {receipts[0]["late_by_ms"] for receipts in ledger.receipts.values()} == {0}
    hall.wait_closed(30)
    state = hall.state()
    assert state["closed_at"] == state["deadline_at"]
    late = [hall.slip(place, revision=3) for place in range(20, 30)]
    asyncio.run(burst(ledger, late, stepped.ports, over=0.1))
    assert all(ledger.receipts[slip.key][0]["late_by_ms"] > 0 for slip in late)
    hall.prove(ledger)


@pytest.mark.parametrize("off", [+5, -5])
def test_a_worker_whose_clock_is_off(service: Service, clock: WallClock, off: int) -> None:
    """Its close comes too early or too late; the cutoff is the deadline all the same, by the web processes' clock."""
    clock.step(off)
    for worker in service.workers:
        worker.kill()
    environment = service.installation.environment | clock.environment
    skewed = Process(["manage.py", "worker"], environment, service.installation.folder / "skewed.log")
    skewed.start()
    try:
        hall = Hall(service)
        hall.open()
        hall.wait_searched()
        set_deadline(hall, 6.0 if off > 0 else 0.5)
        ledger = Ledger()
        if off > 0:
            hall.wait_closed()
            assert moment(hall.state()["closed_at"]) > moment(service.referee("now")), "closed before its time"
        asyncio.run(burst(ledger, hall.slips(), service.ports, over=0.1))
        if off > 0:
            assert {receipts[0]["late_by_ms"] for receipts in ledger.receipts.values()} == {0}
        else:
            hall.wait_closed(30)
        state = hall.state()
        assert state["closed_at"] == state["deadline_at"]
        for receipts in ledger.receipts.values():
            is_late = moment(receipts[0]["received_at"]) > moment(state["deadline_at"])
            assert (receipts[0]["late_by_ms"] > 0) == is_late
        hall.prove(ledger)
    finally:
        skewed.kill()
