"""What load.py measures: bursts of slips, streams, the scoring, the polling that stands in for a stream."""

from __future__ import annotations

import asyncio
import json
import statistics
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from tests.faults.hall import Hall
from tests.faults.servers import wait_for
from tests.faults.sites import Embedded, Service
from tests.faults.streams import Followers
from tests.faults.tables import Ledger, Line, burst

PATIENCE = 60.0
BURST_SECONDS = 3.0
ACTS = 6
POLLERS = 32
POLL_SECONDS = 5.0
Site = Embedded | Service


@dataclass
class Crowd:
    ledger: Ledger = field(default_factory=Ledger)
    event_seconds: list[float] = field(default_factory=list)
    megabytes: float = 0.0


def p99(seconds: Sequence[float]) -> float:
    """In milliseconds."""
    return 1000 * (statistics.quantiles(seconds, n=100)[98] if len(seconds) > 1 else max(seconds, default=0.0))


def errors(ledger: Ledger) -> int:
    """Whatever was not a receipt at the first try."""
    return ledger.broken_lines + sum(ledger.refusals.values()) + len(set(ledger.written) - set(ledger.receipts))


def open_hall(site: Site, players: int) -> Hall:
    hall = Hall(site, players=players, turn_seconds=1200)
    hall.open()
    hall.wait_searched(PATIENCE)
    return hall


def hand_in(site: Site, players: int, *, revisions: int, over: float) -> Ledger:
    """Every player's slip, evenly over so many seconds; 0: all at once."""
    hall = open_hall(site, players)
    ledger = Ledger()
    slips = [hall.slip(place, revision=number) for number in range(1, revisions + 1) for place in range(players)]
    asyncio.run(burst(ledger, slips, site.ports, over=over, patience=PATIENCE))
    return ledger


async def burst_beside_streams(site: Site, players: int, *, streams: int) -> Crowd:
    """The director acts every half second meanwhile: each act goes to every stream."""
    hall = await asyncio.to_thread(open_hall, site, players)
    slips = hall.slips()
    crowd = Crowd()
    followers = Followers(hall.slug, site.ports)
    await followers.join(streams)
    tables = asyncio.create_task(burst(crowd.ledger, slips, site.ports, over=BURST_SECONDS, patience=PATIENCE))
    crowd.event_seconds = await _act_and_follow(hall, followers)
    await tables
    followers.leave()
    return crowd


async def many_streams(site: Site, streams: int) -> Crowd:
    hall = await asyncio.to_thread(open_hall, site, 20)
    crowd = Crowd()
    before = _megabytes(site)
    followers = Followers(hall.slug, site.ports)
    await followers.join(streams)
    crowd.event_seconds = await _act_and_follow(hall, followers)
    crowd.megabytes = _megabytes(site) - before
    followers.leave()
    return crowd


async def _act_and_follow(hall: Hall, followers: Followers) -> list[float]:
    """Seconds from each act's log row to each follower."""
    for _ in range(ACTS):
        await asyncio.sleep(BURST_SECONDS / ACTS)
        await asyncio.to_thread(hall.act, "extend", seconds=1)
    written = {
        int(sequence): datetime.fromisoformat(at).timestamp()
        for sequence, act, at in await asyncio.to_thread(hall.referee, "log_times", game=hall.game)
        if act == "turn.extended"
    }
    assert await followers.told(max(written)) == len(followers.followers), "every stream was told"
    assert followers.broken == 0
    return [moment - at for sequence, at in written.items() for moment in followers.arrivals.get(sequence, [])]


def close_to_ranking(site: Site, players: int) -> float:
    """From the director's click to a ranking that anybody can read, the two clicks between them included."""
    hall = open_hall(site, players)
    asyncio.run(burst(Ledger(), hall.slips(), site.ports, over=BURST_SECONDS, patience=PATIENCE))
    started = time.perf_counter()
    hall.act("close")
    wait_for(lambda: hall.state()["is_scored"], "the scoring", PATIENCE, every=0.01)
    hall.act("adjudicate")
    hall.act("reveal")
    address = f"http://127.0.0.1:{site.ports[0]}/api/v1/events/{hall.slug}/standings/?page_size=5000"
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        ranked = json.loads(answer.read())["results"]
    seconds = time.perf_counter() - started
    assert len(ranked) == players
    return seconds


async def poll(site: Site) -> float:
    """Requests a second to one process by pages whose stream is down, tablets and the public's in turn.

    Each goes on from the number it has, as the page does; half-way the director acts, and every page must hear of it.
    """
    hall = await asyncio.to_thread(open_hall, site, POLLERS)
    loop = asyncio.get_running_loop()
    end = loop.time() + POLL_SECONDS

    async def ask(place: int) -> tuple[int, int]:
        audience = "player" if place % 2 else "public"
        cookie = f"Cookie: duplicato_device={hall.tables[place]['token']}\r\n" if place % 2 else ""
        head = f"GET /stream/{hall.slug}/{audience}/poll/ HTTP/1.1\r\nHost: localhost\r\n{cookie}"
        request = f"{head}Accept: application/json\r\n\r\n".encode()
        line, count, known = Line(), 0, 0
        while loop.time() < end:
            status, body = await line.ask(site.ports[0], request)
            content = json.loads(body)
            assert status == 200, body
            assert list(content) == ["sequence"]
            assert content["sequence"] >= known > 0 or count == 0, "numbers only grow"
            known = content["sequence"]
            count += 1
        line.hang_up()
        return count, known

    async def act() -> int:
        await asyncio.sleep(POLL_SECONDS / 2)
        await asyncio.to_thread(hall.act, "extend", seconds=1)
        rows = await asyncio.to_thread(hall.referee, "log_times", game=hall.game)
        return max(int(sequence) for sequence, act, _at in rows if act == "turn.extended")

    told, *pages = await asyncio.gather(act(), *(ask(place) for place in range(POLLERS)))
    assert all(known >= told for _count, known in pages), "every page heard of the act"
    return sum(count for count, _known in pages) / POLL_SECONDS


def _megabytes(site: Site) -> float:
    """Memory that the web processes hold."""
    webs = site.webs if isinstance(site, Service) else [site.web]
    pages = sum(int(Path(f"/proc/{web.pid}/statm").read_text().split()[1]) for web in webs)
    return pages * 4096 / 1e6
