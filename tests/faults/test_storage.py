"""Fault 6: a full disk and a database that may only be read: an honest 503, no false receipt, and it goes on after."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import storage
from tests.faults.hall import Hall
from tests.faults.processes import Installation
from tests.faults.sites import Embedded, Service
from tests.faults.tables import Ledger, Line, Written, burst, request_of


def refused(slips: list[Written], ports: list[int]) -> list[tuple[int, str]]:
    """Status and code of each slip's one try, all at once."""

    async def ask(slip: Written) -> tuple[int, str]:
        line = Line()
        status, body = await line.ask(ports[slip.entry % len(ports)], request_of(slip))
        line.hang_up()
        return status, json.loads(body).get("code", "")

    async def run() -> list[tuple[int, str]]:
        async with asyncio.timeout(60):
            return await asyncio.gather(*map(ask, slips))

    return asyncio.run(run())


def before_and_after(hall: Hall, ports: list[int]) -> Ledger:
    ledger = Ledger()
    asyncio.run(burst(ledger, hall.slips()[:10], ports, over=0.1))
    return ledger


@pytest.fixture
def small(tmp_path: Path, migrated: Path) -> Iterator[tuple[Embedded, Path]]:
    with storage.small_disk(megabytes=24) as disk:
        shutil.copy(migrated, disk / migrated.name)
        embedded = Embedded(Installation(disk, logs=tmp_path))
        try:
            yield embedded, disk
        finally:
            embedded.remove()


def test_a_full_disk_under_the_embedded_product(small: tuple[Embedded, Path]) -> None:
    embedded, disk = small
    hall = Hall(embedded)
    hall.open()
    ledger = before_and_after(hall, embedded.ports)
    storage.fill(disk)
    # The journal has room left in pages it owns already: what fits there is stored and may be acknowledged.
    later = [hall.slip(place, revision=revision) for revision in range(1, 7) for place in range(10, 40)]
    answers = dict(zip((slip.key for slip in later), refused(later, embedded.ports), strict=True))
    assert {code for status, code in answers.values() if status != 200} == {"not_stored"}
    assert {status for status, _code in answers.values()} <= {200, 503}
    assert (503, "not_stored") in answers.values()
    assert storage.is_full(disk)
    assert embedded.web.answers(), "the process is still there"
    storage.free(disk)
    asyncio.run(burst(ledger, later, embedded.ports, over=0.5))
    assert ledger.is_complete
    stored = {row["client_key"] for row in hall.referee("slips", turn=hall.turn)}
    assert {key for key, (status, _code) in answers.items() if status == 200} <= stored, "no false receipt"
    hall.act("close")
    hall.prove(ledger)


def test_a_process_that_may_not_write_under_the_embedded_product(embedded: Embedded) -> None:
    hall = Hall(embedded)
    hall.open()
    hall.wait_searched()
    ledger = before_and_after(hall, embedded.ports)
    storage.forbid_writing(embedded.web.pid)
    later = hall.slips()[10:]
    assert set(refused(later, embedded.ports)) == {(503, "not_stored")}
    assert hall.state()["written"] == 10
    storage.allow_writing(embedded.web.pid)
    asyncio.run(burst(ledger, later, embedded.ports, over=0.1))
    assert ledger.is_complete
    hall.act("close")
    hall.prove(ledger)


def test_a_full_disk_under_postgresql(tmp_path: Path) -> None:
    """PostgreSQL itself may go down with its journal; it comes back with every receipt it gave."""
    with storage.small_disk(megabytes=96) as disk:
        service = Service(tmp_path, disk=disk, webs=1, workers=1)
        try:
            service.bring_up()
            hall = Hall(service, players=200)
            hall.open()
            hall.wait_searched()
            ledger = before_and_after(hall, service.ports)
            storage.fill(disk)
            full = Ledger()
            # What fits into pages that the tables have already is stored and may be acknowledged.
            later = [hall.slip(place, revision=revision) for revision in (2, 3) for place in range(200)]
            asyncio.run(burst(full, later, service.ports, over=0.5, patience=15.0))
            assert full.refusals[503] > 0
            assert set(full.refusals) == {503}, "an honest answer, never a server error"
            storage.free(disk)
            service.postgres.start_again()
            asyncio.run(burst(ledger, later, service.ports, over=0.5, patience=60))
            assert ledger.is_complete
            stored = {row["client_key"] for row in hall.referee("slips", turn=hall.turn)}
            assert set(full.receipts) <= stored, "no false receipt"
            hall.act("close")
            hall.prove(ledger)
        finally:
            service.remove()
