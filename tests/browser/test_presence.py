"""A tablet that loses the network, and a screen in the hall, as the director's console sees them."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import Served, overflow
from tests.browser.test_console import open_console
from tests.browser.test_player_slip import TABLET, enrol
from tests.tournaments.play import open_turn, running_game
from tournaments.models import Device
from tournaments.selectors.silence import SILENCE
from tournaments.services import listening

pytestmark = pytest.mark.browser
# The server must have listened this long before it takes silence for silence.
START = (SILENCE.total_seconds() + 3 * listening.NOTE_SECONDS) * 1000
ROUND = 25000


def test_the_console_shows_a_tablet_offline_and_withdraws_it_without_a_reload(
    new_page: Callable[..., Page], served: Served
) -> None:
    game = running_game()
    event = game.event
    tablet = new_page(**TABLET, has_touch=True)
    enrol(tablet, event.entries.get(table_number=1))
    open_turn(game, "CORNOAE")
    tablet.reload()
    expect(tablet.locator("duplicato-slip")).to_be_visible()
    device = Device.objects.get()
    console = new_page(1440, 900)
    open_console(console, event, served)
    notice, log = console.locator("#console-silent"), console.locator(".console__log")
    console.wait_for_timeout((listening.NOTE_SECONDS + 5) * 1000)
    device.refresh_from_db()
    assert device.last_seen_at is not None
    expect(notice).to_have_count(0)

    # The network goes; what was heard before is noted, then time passes.
    tablet.context.set_offline(True)
    expect(tablet.get_by_text("Fuori linea, riprovo")).to_be_visible()
    console.wait_for_timeout((listening.NOTE_SECONDS + 1) * 1000)
    Device.objects.update(last_seen_at=timezone.now() - timedelta(seconds=41))
    expect(notice).to_contain_text(re.compile(r"Tavolo 1 fuori linea da [01]:\d\d\."), timeout=START)
    expect(notice).to_contain_text("Il tablet invierà appena torna; il ritardo conta.")
    expect(console.locator(".console__tables li").first).to_contain_text("fuori linea")
    expect(log).to_contain_text("Tavolo 1 fuori linea", timeout=ROUND)
    assert overflow(console) == 0

    # And comes back.
    tablet.context.set_offline(False)
    expect(notice).to_have_count(0, timeout=ROUND)
    expect(log).to_contain_text("Tavolo 1 di nuovo in linea", timeout=ROUND)
    expect(tablet.get_by_text("Fuori linea, riprovo")).to_be_hidden()
    tablet.problems.clear()  # type: ignore[attr-defined] # the browser complains of the network that was taken away


def test_a_tablet_whose_beat_is_lost_says_so_although_its_stream_looks_alive(
    new_page: Callable[..., Page], served: Served
) -> None:
    game = running_game()
    tablet = new_page(**TABLET, has_touch=True)
    enrol(tablet, game.event.entries.get(table_number=1))
    chip = tablet.get_by_text("Fuori linea, riprovo")
    expect(tablet.get_by_text("In linea")).to_be_visible()
    tablet.route("**/poll/*", lambda route: route.abort())
    tablet.route("**/poll/", lambda route: route.abort())
    expect(chip).to_be_visible(timeout=ROUND)
    tablet.unroute_all()
    expect(chip).to_be_hidden(timeout=ROUND)
    expect(tablet.get_by_text("In linea")).to_be_visible(timeout=ROUND)
    tablet.problems.clear()  # type: ignore[attr-defined] # the lost beats


def test_the_console_counts_the_screens_of_the_hall(new_page: Callable[..., Page], served: Served) -> None:
    event = running_game().event
    console = new_page(1440, 900)
    open_console(console, event, served)
    count = console.locator("#console-screens")
    expect(count).to_have_text("nessuno schermo collegato")
    halls = [new_page(1920, 1080) for _ in range(2)]
    for hall in halls:
        hall.goto(f"/sala/{event.slug}/")
    expect(count).to_have_text("2 schermi collegati", timeout=30000)
