"""Fault 7: the one process is killed in every phase and started again: same phase, clock armed again."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tests.faults.hall import RACK, Hall, moment
from tests.faults.servers import wait_for
from tests.faults.sites import Embedded
from tests.faults.tables import Ledger, burst

PLAYERS = 6


def opened(hall: Hall) -> None:
    hall.open()


def paused(hall: Hall) -> None:
    hall.open()
    hall.act("pause")


def scored(hall: Hall) -> None:
    hall.open()
    hall.act("close")
    hall.wait_scored()


def adjudicated(hall: Hall) -> None:
    scored(hall)
    hall.act("adjudicate")


def revealed(hall: Hall) -> None:
    adjudicated(hall)
    hall.act("reveal")


# What the worker was to do is committed, and the process dies before anybody does it: written past the process,
# which stands still, and never reaches its broker.
def draw_asked(hall: Hall) -> None:
    hall.referee("request_draw", game=hall.game)


def drawn(hall: Hall) -> None:
    hall.turn = hall.referee("draw_by_hand", game=hall.game, letters=RACK)


def closed(hall: Hall) -> None:
    drawn(hall)
    hall.referee("act", name="open", turn=hall.turn)
    hall.referee("act", name="close", turn=hall.turn)


SETTLED_PHASES: list[Callable[[Hall], None]] = [opened, paused, scored, adjudicated, revealed]
UNFINISHED_PHASES: list[Callable[[Hall], None]] = [draw_asked, drawn, closed]


def facts(hall: Hall) -> dict[str, Any]:
    if not hall.turn:
        return hall.game_state()
    return {name: value for name, value in hall.state().items() if name not in {"written", "is_scored"}}


def test_every_phase_is_the_same_after_a_kill_and_goes_on(embedded: Embedded) -> None:
    """Nine events in as many phases in one process; three of them with work under way when it dies."""
    halls = {}
    for phase in SETTLED_PHASES:
        halls[phase] = Hall(embedded, players=PLAYERS)
        phase(halls[phase])
    running_out = Hall(embedded, players=PLAYERS)
    running_out.open()
    ledgers = {hall.game: Ledger() for hall in [*halls.values(), running_out]}
    for hall in [halls[opened], halls[paused], running_out]:
        asyncio.run(burst(ledgers[hall.game], hall.slips(), embedded.ports, over=0.1))

    embedded.web.send(signal.SIGSTOP)
    for phase in UNFINISHED_PHASES:
        halls[phase] = Hall(embedded, players=PLAYERS, seeded=phase is draw_asked)
        phase(halls[phase])
    # One turn's time runs out while nobody is there to close it.
    deadline = moment(embedded.referee("now"))
    embedded.referee("set_deadline", turn=running_out.turn, at=deadline.isoformat())
    before = {phase: facts(hall) for phase, hall in halls.items()}
    embedded.web.kill()
    assert {phase: facts(hall) for phase, hall in halls.items()} == before
    embedded.web.start()

    for phase in SETTLED_PHASES:
        assert facts(halls[phase]) == before[phase], f"{phase.__name__}: the phase after the start"

    running_out.wait_closed()
    assert moment(running_out.state()["closed_at"]) == deadline, "nobody lost or gained a second"
    running_out.prove(ledgers[running_out.game])

    halls[draw_asked].wait_drawn()
    halls[draw_asked].wait_searched()
    halls[drawn].wait_searched()
    halls[drawn].act("open")
    halls[closed].wait_scored()

    halls[paused].act("resume")
    late = moment(embedded.referee("now")) + timedelta(seconds=1)
    for hall in (halls[opened], halls[paused], halls[drawn]):
        hall.referee("set_deadline", turn=hall.turn, at=late.isoformat())
    for phase in (opened, paused, drawn, closed, scored):
        hall = halls[phase]
        hall.prove(ledgers.get(hall.game, Ledger()))
    assert halls[adjudicated].act("reveal") == "revealed"
    for phase in (adjudicated, revealed):
        game = halls[phase].game
        assert embedded.referee("totals", game=game) == {str(t["entry"]): 0 for t in halls[phase].tables}


def test_killed_three_times_in_a_burst_the_tables_send_until_they_have_their_receipt(embedded: Embedded) -> None:
    hall = Hall(embedded, players=120)
    hall.open()
    ledger = Ledger()
    tables = threading.Thread(
        target=lambda: asyncio.run(burst(ledger, hall.slips(), embedded.ports, over=6.0, patience=60))
    )
    tables.start()
    for receipts in (15, 45, 75):
        wait_for(lambda least=receipts: len(ledger.receipts) >= least, "some receipts", 60)
        embedded.web.kill()
        embedded.web.start()
    tables.join()
    assert ledger.broken_lines > 0, "the kill was felt"
    assert ledger.is_complete
    hall.act("close")
    hall.prove(ledger)


def test_a_second_process_on_the_same_file_is_refused_and_the_first_is_not_disturbed(embedded: Embedded) -> None:
    hall = Hall(embedded, players=PLAYERS)
    hall.open()
    second = embedded.installation.web()
    second.start(is_awaited=False)
    wait_for(lambda: not second.is_running, "the second process to give up", 60)
    assert second.exit_code != 0
    assert "already running" in second.log
    ledger = Ledger()
    asyncio.run(burst(ledger, hall.slips(), embedded.ports, over=0.1))
    hall.act("close")
    hall.prove(ledger)
