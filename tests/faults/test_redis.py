"""Fault 3: Redis goes away, forgets everything, comes back. Slips never wait for it; the turn ends all the same."""

from __future__ import annotations

import asyncio
import time

from tests.faults.hall import Hall, moment
from tests.faults.sites import Service
from tests.faults.tables import Ledger, burst

DOWN_SECONDS = 30.0


def test_down_for_thirty_seconds_over_a_deadline(service: Service) -> None:
    """The whole hall hands in while Redis is away, and the turn's time runs out meanwhile."""
    hall = Hall(service, players=120)
    hall.open()
    hall.wait_searched()
    service.redis.kill()
    down_at = time.monotonic()
    try:
        ledger = Ledger()
        asyncio.run(burst(ledger, hall.slips(), service.ports, over=2.0))
        assert ledger.is_complete
        assert not ledger.refusals
        assert ledger.broken_lines == 0
        deadline = moment(service.referee("now"))
        service.referee("set_deadline", turn=hall.turn, at=deadline.isoformat())
        late = [hall.slip(place, revision=2) for place in range(10)]
        asyncio.run(burst(ledger, late, service.ports, over=0.1))
        assert all(ledger.receipts[slip.key][0]["late_by_ms"] > 0 for slip in late), "late, whoever closes when"
        assert hall.state()["state"] == "open", "no worker hears of anything"
        time.sleep(max(0.0, DOWN_SECONDS - (time.monotonic() - down_at)))
    finally:
        service.redis.start()
    hall.wait_closed(40)
    assert moment(hall.state()["closed_at"]) == deadline, "closed when its time was over, not when Redis was back"
    hall.prove(ledger)


def test_the_director_closes_by_hand_while_redis_is_down(service: Service) -> None:
    hall = Hall(service)
    hall.open()
    hall.wait_searched()
    ledger = Ledger()
    asyncio.run(burst(ledger, hall.slips(), service.ports, over=0.1))
    service.redis.kill()
    try:
        assert hall.act("close") == "closed"
    finally:
        service.redis.start()
    hall.wait_scored(40)
    hall.prove(ledger)


def test_flushed_with_work_in_the_queue(service: Service) -> None:
    """Draw, deadline and scoring were asked for; the broker forgets all of it."""
    asked = Hall(service, seeded=True)
    running = Hall(service)
    running.open()
    ledger = Ledger()
    asyncio.run(burst(ledger, running.slips(), service.ports, over=0.1))
    for worker in service.workers:
        worker.kill()
    asked.request_draw()
    running.act("close")
    service.redis.flush()
    service.bring_up()
    running.prove(ledger)
    asked.wait_drawn()
    asked.wait_searched()
    asked.act("open")
    asked.act("close")
    asked.prove(Ledger())


def test_restarted_in_a_burst(service: Service) -> None:
    hall = Hall(service, players=120)
    hall.open()

    async def run(ledger: Ledger) -> None:
        tables = asyncio.create_task(burst(ledger, hall.slips(), service.ports, over=2.0))
        for _ in range(3):
            await asyncio.sleep(0.5)
            await asyncio.to_thread(service.redis.kill)
            await asyncio.to_thread(service.redis.start)
        await tables

    ledger = Ledger()
    asyncio.run(run(ledger))
    assert ledger.is_complete
    assert not ledger.refusals
    assert ledger.broken_lines == 0
    service.referee("set_deadline", turn=hall.turn, at=service.referee("now"))
    hall.wait_closed(40)
    hall.prove(ledger)
