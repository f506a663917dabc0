"""Fault 5: web processes are killed, restarted one after the other, told to stop. The tables notice a retry at most."""

from __future__ import annotations

import asyncio
import signal

from tests.faults.hall import Hall
from tests.faults.servers import wait_for
from tests.faults.sites import Embedded, Service
from tests.faults.tables import Ledger, Line, Written, burst, request_of


def test_killed_in_a_burst(service: Service) -> None:
    hall = Hall(service, players=200)
    hall.open()

    async def run(ledger: Ledger) -> None:
        tables = asyncio.create_task(burst(ledger, hall.slips(), service.ports, over=2.0, patience=60))
        while len(ledger.receipts) < 50:
            await asyncio.sleep(0.01)
        service.webs[0].kill()
        await tables

    ledger = Ledger()
    asyncio.run(run(ledger))
    assert ledger.broken_lines > 0, "the kill was felt"
    assert ledger.is_complete
    assert not ledger.refusals
    hall.act("close")
    hall.prove(ledger)


def test_a_rolling_restart_in_a_burst_refuses_nobody(service: Service) -> None:
    hall = Hall(service, players=200)
    hall.open()

    async def run(ledger: Ledger) -> None:
        tables = asyncio.create_task(burst(ledger, hall.slips(), service.ports, over=6.0, patience=60))
        for web in service.webs:
            await asyncio.to_thread(web.terminate)
            await asyncio.to_thread(web.start)
        await tables

    ledger = Ledger()
    asyncio.run(run(ledger))
    assert ledger.is_complete
    assert not ledger.refusals
    hall.act("close")
    hall.prove(ledger)


def test_told_to_stop_it_answers_what_it_has_taken(site: Service | Embedded) -> None:
    """Every slip whose request had arrived when SIGTERM came gets its receipt, and the process ends by itself."""
    hall = Hall(site, players=100)
    hall.open()
    web = site.webs[0] if isinstance(site, Service) else site.web
    ledger = Ledger()

    async def ask(slip: Written, arrived: asyncio.Semaphore) -> None:
        line = Line()
        await line.connect(web.port)
        arrived.release()
        status, body = await line.ask(web.port, request_of(slip))
        ledger.take(slip, status, body, 0.0)
        line.hang_up()

    async def run() -> None:
        arrived = asyncio.Semaphore(0)
        tables = [asyncio.create_task(ask(slip, arrived)) for slip in hall.slips()]
        for _ in tables:
            await arrived.acquire()
        while not ledger.receipts:
            await asyncio.sleep(0.001)
        web.send(signal.SIGTERM)
        await asyncio.gather(*tables)

    asyncio.run(run())
    assert ledger.is_complete
    assert not ledger.refusals
    wait_for(lambda: not web.is_running, "the end of the process", 20)
    assert web.exit_code == 0
    web.start()
    hall.act("close")
    hall.prove(ledger)
