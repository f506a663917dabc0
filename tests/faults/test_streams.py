"""Fault 11: slow clients and a thousand idle streams while a burst runs. The tables notice none of them."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Iterator

import pytest

from tests.faults.hall import Hall
from tests.faults.sites import Embedded, Service
from tests.faults.streams import Followers
from tests.faults.tables import Ledger, burst, request_of

STREAMS = 1000
SLOW = 30


@pytest.fixture(autouse=True)
def _many_descriptors() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_thousand_streams_and_slow_clients_beside_a_burst(site: Service | Embedded) -> None:
    hall = Hall(site, players=200)
    hall.open()
    ledger = Ledger()

    async def run() -> None:
        followers = Followers(hall.slug, site.ports)
        await followers.join(STREAMS)
        slow = [asyncio.create_task(_trickle(hall, site.ports, number)) for number in range(SLOW)]
        deaf = [await _deaf(hall, site.ports, number) for number in range(SLOW)]
        await burst(ledger, hall.slips(), site.ports, over=1.0)
        await asyncio.to_thread(hall.act, "close")
        closed = 1 + hall.referee("acts", game=hall.game)["acts"].index("turn.closed")
        assert await followers.told(closed) == STREAMS
        assert followers.broken == 0
        assert all(each.numbers == sorted(set(each.numbers)) for each in followers.followers), "in order, none twice"
        for task in slow:
            task.cancel()
        for writer in deaf:
            writer.close()
        followers.leave()

    asyncio.run(run())
    assert ledger.is_complete
    assert not ledger.refusals
    assert ledger.broken_lines == 0
    hall.prove(ledger)


async def _trickle(hall: Hall, ports: list[int], number: int) -> None:
    """A phone at the edge of the network: its request takes for ever."""
    _reader, writer = await asyncio.open_connection("127.0.0.1", ports[number % len(ports)])
    try:
        for byte in request_of(hall.slip(number % len(hall.tables), revision=7)):
            writer.write(bytes([byte]))
            await asyncio.sleep(0.5)
    finally:
        writer.close()


async def _deaf(hall: Hall, ports: list[int], number: int) -> asyncio.StreamWriter:
    """Asks for pages, one behind the other, and reads none of them."""
    _reader, writer = await asyncio.open_connection("127.0.0.1", ports[number % len(ports)], limit=1)
    writer.write(f"GET /{hall.slug}/ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 3)
    return writer
