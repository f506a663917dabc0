"""The measure of all the others: a turn in which nothing goes wrong."""

from __future__ import annotations

import asyncio

from tests.faults.hall import Hall
from tests.faults.sites import Embedded, Service
from tests.faults.tables import Ledger, burst


def test_a_turn_with_two_revisions_of_every_slip(site: Service | Embedded, hall: Hall) -> None:
    hall.open()
    ledger = Ledger()
    asyncio.run(burst(ledger, hall.slips(), site.ports, over=0.5))
    again = [hall.slip(place, revision=2) for place in range(0, len(hall.tables), 2)]
    asyncio.run(burst(ledger, again, site.ports, over=0.2))
    assert ledger.is_complete
    assert not ledger.refusals
    hall.act("close")
    hall.prove(ledger)
