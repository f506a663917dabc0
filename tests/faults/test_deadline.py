"""Fault 10: slips at the very moment of the deadline, and hundreds of them against the close."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from tests.faults.hall import Hall, counted, moment
from tests.faults.sites import Embedded, Service
from tests.faults.tables import Ledger, burst

MILLISECOND = timedelta(milliseconds=1)
SUBMITTERS = 200
ROUNDS = 20


@pytest.mark.parametrize("grace", [0, 2])
def test_to_the_millisecond(site: Service | Embedded, grace: int) -> None:
    """Up to the deadline and its grace a slip counts; a millisecond later it is late, by as much as it missed."""
    hall = Hall(site, grace_seconds=grace, players=6)
    hall.open()
    deadline = moment(hall.state()["deadline_at"])
    cutoff = deadline + timedelta(seconds=grace)
    moments = [deadline - MILLISECOND, deadline, deadline + MILLISECOND]
    moments += [cutoff - MILLISECOND, cutoff, cutoff + MILLISECOND]
    ledger = Ledger()
    for place, at in enumerate(moments):
        slip = hall.slip(place)
        receipt = site.referee(
            "submit",
            turn=hall.turn,
            entry=slip.entry,
            key=slip.key,
            word=slip.word,
            reference=slip.reference,
            declared=slip.declared,
            received_at=at.isoformat(),
        )
        late_by_ms = 0 if at <= cutoff else (at - deadline) // MILLISECOND
        assert receipt["late_by_ms"] == late_by_ms, f"{(at - deadline) / MILLISECOND:+g} ms, grace {grace} s"
        ledger.written[slip.key] = slip
        ledger.receipts[slip.key] = [receipt]
    site.referee("set_deadline", turn=hall.turn, at=site.referee("now"))
    hall.act("close")
    hall.prove(ledger)


def test_two_hundred_submitters_against_the_close_twenty_times(site: Service | Embedded) -> None:
    """Half of the rounds are closed by the deadline, half by the director's click in the middle of the burst.

    Every receipt says the truth about itself: late or not is its time of receipt against the turn's cutoff.
    """
    hall = Hall(site, players=SUBMITTERS)
    hall.open()
    hall.wait_searched()
    everything, lateness = Ledger(), set()
    for number in range(1, ROUNDS + 1):
        ledger = Ledger()
        is_click = number % 2 == 0
        asyncio.run(_against_the_close(hall, ledger, site.ports, number, is_click=is_click))
        assert ledger.is_complete
        assert not ledger.refusals
        hall.wait_closed()
        hall.wait_scored()
        closed_at = moment(hall.state()["closed_at"])
        for receipts in ledger.receipts.values():
            is_late = moment(receipts[0]["received_at"]) > closed_at
            assert (receipts[0]["late_by_ms"] > 0) == is_late
            lateness.add(is_late)
        everything.receipts |= ledger.receipts
        everything.written |= ledger.written
        scored = hall.referee("scores", turn=hall.turn)
        accepted = counted(hall.referee("slips", turn=hall.turn))
        assert {s["entry_id"]: s["slip__client_key"] for s in scored if s["slip__client_key"]} == accepted
        if number < ROUNDS:
            hall.act("reopen", seconds=600, reason="un altro giro")
            # The room got the time that they needed: who was late is not any more.
            for receipts in everything.receipts.values():
                receipts[0]["late_by_ms"] = 0
    assert lateness == {True, False}
    hall.prove(everything, closes=ROUNDS)


async def _against_the_close(hall: Hall, ledger: Ledger, ports: list[int], number: int, *, is_click: bool) -> None:
    over = 0.4
    slips = [hall.slip(place, revision=number) for place in range(len(hall.tables))]
    if not is_click:
        deadline = moment(hall.referee("now")) + timedelta(seconds=over / 2)
        hall.referee("set_deadline", turn=hall.turn, at=deadline.isoformat())
    tables = asyncio.create_task(burst(ledger, slips, ports, over=over))
    if is_click:
        await asyncio.sleep(over / 2)
        await asyncio.to_thread(hall.act, "close")
    await tables
