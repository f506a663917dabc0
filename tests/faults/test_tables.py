"""Fault 9: what impatient people and their tablets do. No table gains or loses by it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import uuid4

from tests.faults.hall import RACK, Hall, moment, moves
from tests.faults.sites import Embedded, Service
from tests.faults.tables import Ledger, Line, Written, burst, hand_in, request_of


def together(ledger: Ledger, slips: list[Written], ports: list[int]) -> None:
    asyncio.run(burst(ledger, slips, ports, over=0.0))


def test_a_double_tap_is_one_slip_with_one_receipt(site: Service | Embedded, hall: Hall) -> None:
    hall.open()
    ledger = Ledger()
    together(ledger, [slip for slip in hall.slips() for _ in range(3)], site.ports)
    assert not ledger.refusals
    assert {len(receipts) for receipts in ledger.receipts.values()} == {3}
    assert all(receipts[0] == receipts[1] == receipts[2] for receipts in ledger.receipts.values())
    assert hall.state()["written"] == len(hall.tables)
    hall.act("close")
    hall.prove(ledger)


def test_a_key_used_by_another_table_is_refused_and_neither_slip_is_lost(
    site: Service | Embedded, hall: Hall
) -> None:
    hall.open()
    ledger, refused = Ledger(), Ledger()
    slips = hall.slips()
    together(ledger, slips, site.ports)
    stolen = [replace(hall.slip(place), key=slips[place - 1].key) for place in range(5)]
    together(refused, stolen, site.ports)
    assert refused.refusals == {409: 5}
    assert not refused.receipts
    hall.act("close")
    hall.prove(ledger)


def test_a_key_sent_again_with_other_words_keeps_the_first_ones(site: Service | Embedded, hall: Hall) -> None:
    hall.open()
    ledger, again = Ledger(), Ledger()
    slips = hall.slips()
    together(ledger, slips, site.ports)
    together(again, [replace(slip, word="ORO", reference="8H") for slip in slips], site.ports)
    assert {key: receipts[0] for key, receipts in again.receipts.items()} == {
        key: receipts[0] for key, receipts in ledger.receipts.items()
    }
    hall.act("close")
    hall.prove(ledger)


def test_two_tabs_of_one_table_with_the_same_revision_count_the_later_receipt(
    site: Service | Embedded, hall: Hall
) -> None:
    hall.open()
    ledger = Ledger()
    tabs = [hall.slip(place, seed=tab) for tab in range(2) for place in range(len(hall.tables))]
    together(ledger, tabs, site.ports)
    assert ledger.is_complete
    assert len(ledger.receipts) == 2 * len(hall.tables)
    hall.act("close")
    hall.prove(ledger)


def test_an_older_revision_after_a_newer_one_does_not_count(site: Service | Embedded, hall: Hall) -> None:
    hall.open()
    newer, older = Ledger(), Ledger()
    together(newer, [hall.slip(place, revision=5) for place in range(len(hall.tables))], site.ports)
    together(older, [hall.slip(place, revision=2) for place in range(len(hall.tables))], site.ports)
    hall.act("close")
    hall.wait_scored()
    scored = {score["slip__client_key"] for score in hall.referee("scores", turn=hall.turn)}
    assert scored == set(newer.receipts)
    hall.prove(Ledger({**newer.receipts, **older.receipts}, {**newer.written, **older.written}))


def test_resent_after_the_close_the_receipt_is_the_same_and_a_new_slip_is_late(
    site: Service | Embedded, hall: Hall
) -> None:
    """Also after the scoring: a late slip is kept, judged as late, and holds nothing up."""
    hall.open()
    ledger = Ledger()
    slips = hall.slips()[:-3]
    together(ledger, slips, site.ports)
    hall.act("close")
    hall.wait_scored()
    together(ledger, slips, site.ports)
    assert all(len(set(map(str, receipts))) == 1 for receipts in ledger.receipts.values())
    late = [hall.slip(place, revision=9) for place in range(len(hall.tables) - 6, len(hall.tables))]
    together(ledger, late, site.ports)
    assert all(ledger.receipts[slip.key][0]["late_by_ms"] > 0 for slip in late)
    hall.prove(ledger)
    codes = {score["entry_id"]: score["code"] for score in hall.referee("scores", turn=hall.turn)}
    assert {codes[table["entry"]] for table in hall.tables[-3:]} == {"late"}


def test_tablets_whose_clocks_are_ten_minutes_off_are_judged_by_the_servers(
    site: Service | Embedded, hall: Hall
) -> None:
    """Fault 8: a tablet may say what time it likes, before the close and after it."""
    hall.open()
    before, after = Ledger(), Ledger()
    slips = hall.slips()
    asyncio.run(_with_wrong_clocks(before, slips[:20], site.ports))
    assert {receipt["late_by_ms"] for receipts in before.receipts.values() for receipt in receipts} == {0}
    hall.act("close")
    closed_at = moment(hall.state()["closed_at"])
    asyncio.run(_with_wrong_clocks(after, slips[20:], site.ports))
    receipts = [receipt for each in after.receipts.values() for receipt in each]
    assert len(receipts) == 20
    assert all(moment(receipt["received_at"]) > closed_at for receipt in receipts)
    assert all(receipt["late_by_ms"] > 0 for receipt in receipts)
    hall.prove(Ledger({**before.receipts, **after.receipts}, {**before.written, **after.written}))


async def _with_wrong_clocks(ledger: Ledger, slips: list[Written], ports: list[int]) -> None:
    for number, slip in enumerate(slips):
        off = datetime.now().astimezone() + timedelta(minutes=10 if number % 2 else -10)
        stamp = off.isoformat()
        told = f"Date: {stamp}\r\nX-Server-Time: {stamp}\r\nX-Received-At: {stamp}\r\nContent-Type:".encode()
        line = Line()
        status, body = await line.ask(ports[number % len(ports)], request_of(slip).replace(b"Content-Type:", told, 1))
        ledger.take(slip, status, body, 0.0)
        line.hang_up()


def test_half_a_slip_is_no_slip(site: Service | Embedded, hall: Hall) -> None:
    """A tablet that loses the network in the middle of its body leaves nothing behind, and can send again."""
    hall.open()
    slips = hall.slips()
    ledger = Ledger()
    asyncio.run(_halves(slips, site.ports))
    together(ledger, slips, site.ports)
    assert hall.state()["written"] == len(slips)
    hall.act("close")
    hall.prove(ledger)


async def _halves(slips: list[Written], ports: list[int]) -> None:
    for slip in slips[:10]:
        _reader, writer = await asyncio.open_connection("127.0.0.1", ports[0])
        request = request_of(slip)
        writer.write(request[: -len(request) // 8])
        await writer.drain()
        writer.close()
        await writer.wait_closed()


def test_a_line_that_breaks_before_the_receipt_is_read_gets_it_on_the_second_try(
    site: Service | Embedded, hall: Hall
) -> None:
    hall.open()
    ledger = Ledger()
    slips = hall.slips()
    asyncio.run(_deaf(slips, site.ports))
    together(ledger, slips, site.ports)
    assert {len(receipts) for receipts in ledger.receipts.values()} == {1}
    assert hall.state()["written"] == len(slips)
    hall.act("close")
    hall.prove(ledger)


async def _deaf(slips: list[Written], ports: list[int]) -> None:
    """Send and hang up without listening, in every moment of the answer's way."""
    for number, slip in enumerate(slips):
        _reader, writer = await asyncio.open_connection("127.0.0.1", ports[number % len(ports)])
        writer.write(request_of(slip))
        await writer.drain()
        await asyncio.sleep(0.001 * (number % 20))
        writer.close()


def test_words_of_every_kind_are_judged_as_the_second_judge_does(site: Service | Embedded, hall: Hall) -> None:
    """So that the proof's totals are worth something: every move there is, and words that do not exist."""
    hall.open()
    ledger = Ledger()
    table = hall.tables[0]
    written = [
        replace(hall.slip(place % len(hall.tables)), reference=reference, word=word, declared=None, key=str(uuid4()))
        for place, (reference, word) in enumerate(moves(RACK)[: len(hall.tables)])
    ]
    assert table
    asyncio.run(_one_by_one(ledger, written, site.ports))
    hall.act("close")
    hall.prove(ledger)


async def _one_by_one(ledger: Ledger, slips: list[Written], ports: list[int]) -> None:
    for slip in slips:
        assert await hand_in(ledger, slip, ports)
