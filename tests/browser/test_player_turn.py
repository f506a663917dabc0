"""One turn as a player lives it, on one tablet: enrol, a jolly, a lost network, a change of mind, the verdict."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_player_slip import STREAM, TABLET, banner, enrol, rack_tile, reading, send, square
from tests.tournaments.play import close, fresh, open_turn, reveal, running_game
from tournaments.selectors.counted import counted_slips

pytestmark = pytest.mark.browser


def test_a_whole_turn_on_a_tablet(new_page: Callable[..., Page]) -> None:
    game = running_game()
    entry = game.event.entries.get(table_number=1)
    page = new_page(**TABLET, has_touch=True)
    enrol(page, entry)
    turn = open_turn(game, "CORNOA?")
    page.reload()

    # A jolly in the word; the network goes before the slip is sent.
    square(page, 7, 3).tap()
    page.keyboard.type("cor")
    rack_tile(page, 6).tap()
    page.get_by_role("button", name="N", exact=True).tap()
    page.keyboard.type("o")
    expect(reading(page)).to_have_text(re.compile(r"8D · orizzontale\s+si legge CORnO, jolly N"))
    page.context.set_offline(True)
    send(page)
    expect(banner(page)).to_contain_text("Fuori linea. È salvata qui e parte da sola.")
    expect(page.get_by_text("Fuori linea, riprovo")).to_be_visible()
    expect(page.locator(".tile--received")).to_have_count(0)
    assert not turn.slips.exists()
    page.context.set_offline(False)
    expect(banner(page)).to_contain_text(re.compile(r"Ricevuta alle \d\d:\d\d:\d\d\. Puoi sostituirla"), timeout=20000)
    assert turn.slips.get().word == "CORnO"
    page.problems.clear()  # the browser complains of the network that was taken away

    # Another word before the close, and the verdict after the reveal.
    page.wait_for_timeout(900)  # a second press at once is taken for a bounce, not for a wish to change
    page.get_by_role("button", name="Cambia la giocata").tap()
    page.keyboard.type("corno")
    expect(banner(page)).to_contain_text("Questa giocata non è inviata. Vale ancora CORnO 8D, ricevuta alle")
    page.get_by_label("Punti dichiarati").fill("22")
    send(page)
    expect(banner(page)).to_contain_text("Ricevuta alle")
    assert counted_slips(fresh(turn))[entry.pk].word == "CORNO"
    turn = close(fresh(turn))
    expect(page.get_by_text("Mano chiusa.")).to_be_visible(timeout=STREAM)
    reveal(turn)
    expect(page.locator(".verdict .hero-number")).to_have_text("22", timeout=STREAM)
    expect(page.locator(".verdict__move")).to_have_text("CORNO · 8D orizzontale")
