"""Fault 4: PostgreSQL is restarted in a burst, crashes, lets nobody in. No receipt without a row; no row twice."""

from __future__ import annotations

import asyncio
import signal
from contextlib import ExitStack

import psycopg
import pytest

from tests.faults.hall import Hall
from tests.faults.servers import wait_for
from tests.faults.sites import Service
from tests.faults.tables import Ledger, burst


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGQUIT], ids=["restarted", "crashed"])
def test_twice_in_a_burst(service: Service, by: signal.Signals) -> None:
    hall = Hall(service, players=200)
    hall.open()

    async def run(ledger: Ledger) -> None:
        tables = asyncio.create_task(burst(ledger, hall.slips(), service.ports, over=3.0, patience=90))
        for _ in range(2):
            await asyncio.sleep(0.7)
            await asyncio.to_thread(service.postgres.stop, by)
            await asyncio.to_thread(service.postgres.start)
        await tables

    ledger = Ledger()
    asyncio.run(run(ledger))
    assert ledger.is_complete
    assert set(ledger.refusals) <= {503}, "an honest answer, never a server error"
    hall.act("close")
    hall.prove(ledger)


def test_gone_while_the_deadline_passes(service: Service) -> None:
    """Nobody can close the turn at its time; it is closed at that time all the same."""
    hall = Hall(service)
    hall.open()
    ledger = Ledger()
    asyncio.run(burst(ledger, hall.slips(), service.ports, over=0.1))
    hall.wait_searched()
    deadline = service.referee("now")
    service.postgres.execute(
        f"UPDATE tournaments_turn SET deadline_at = '{deadline}'::timestamptz + interval '1 s' WHERE id = {hall.turn}",
        "duplicato",
    )
    service.postgres.stop()
    asyncio.run(asyncio.sleep(2.0))
    service.postgres.start()
    hall.wait_closed(40)
    state = hall.state()
    assert state["closed_at"] == state["deadline_at"]
    hall.prove(ledger)


def test_every_connection_is_taken(service: Service) -> None:
    """Somebody else has them all: whoever has none yet is refused honestly, and is served once they are back."""
    hall = Hall(service, players=80)
    hall.open()
    hall.wait_searched()
    ledger = Ledger()
    with ExitStack() as greedy:
        _take_all(service, greedy)

        async def run() -> None:
            tables = asyncio.create_task(burst(ledger, hall.slips(), service.ports, over=0.5, patience=90))
            await asyncio.sleep(3)
            assert not ledger.receipts, "no connection, no receipt"
            await asyncio.to_thread(greedy.close)
            await tables

        asyncio.run(run())
    assert ledger.is_complete
    assert set(ledger.refusals) <= {503}
    hall.act("close")
    hall.prove(ledger)


def test_the_database_may_only_be_read(service: Service) -> None:
    """Fault 6 on PostgreSQL: a replica, or an operator's switch."""
    hall = Hall(service)
    hall.open()
    hall.wait_searched()
    ledger = Ledger()
    slips = hall.slips()
    asyncio.run(burst(ledger, slips[:10], service.ports, over=0.1))
    service.postgres.execute("ALTER SYSTEM SET default_transaction_read_only = on")
    service.postgres.execute("SELECT pg_reload_conf()")
    refused = Ledger()
    try:
        wait_for(lambda: _is_read_only(service), "the switch")
        asyncio.run(burst(refused, slips[10:], service.ports, over=0.1, patience=0.1))
        assert not refused.receipts
        assert set(refused.refusals) == {503}
    finally:
        with psycopg.connect(service.postgres.url("postgres"), autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute("ALTER SYSTEM RESET default_transaction_read_only")
            connection.execute("SELECT pg_reload_conf()")
    wait_for(lambda: not _is_read_only(service), "the switch")
    # The same slips again, as tablets do: one whose table gave up waiting may have been stored since.
    asyncio.run(burst(ledger, slips[10:], service.ports, over=0.1))
    hall.act("close")
    hall.prove(ledger)


def _is_read_only(service: Service) -> bool:
    return bool(service.postgres.execute("SHOW default_transaction_read_only")[0][0] == "on")


def _take_all(service: Service, greedy: ExitStack) -> None:
    """Every connection there is, reserved ones too; the product's own are ended, so that it must ask for new ones."""
    url = service.postgres.url("duplicato")
    first = greedy.enter_context(psycopg.connect(url, application_name="greedy", autocommit=True))
    others = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> 'greedy'"

    def all_are_taken() -> bool:
        first.execute(f"SELECT pg_terminate_backend(pid) {others}")  # type: ignore[arg-type]
        while True:
            try:
                greedy.enter_context(psycopg.connect(url, application_name="greedy"))
            except psycopg.OperationalError:
                break
        left = first.execute(f"SELECT count(*) {others}").fetchone()  # type: ignore[arg-type]
        return left == (0,)

    wait_for(all_are_taken, "every connection")
