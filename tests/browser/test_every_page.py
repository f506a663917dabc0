"""What holds on every page: no screen is too narrow for it, and axe finds nothing serious or critical.

Both are looked at in one visit, because loading is what costs. Errors of the console and of the policy fail every
browser test by themselves (conftest).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import grave_problems
from tests.browser.conftest import Served, overflow
from tests.browser.every_page import Stop, Visitors, hall_closed_and_revealed, hall_in_play, over_and_empty
from tests.factories import officials_of
from tests.tournaments.play import play, running_game

pytestmark = pytest.mark.browser
# A phone, a tablet, a laptop, the projector.
SIZES = ((390, 844), (820, 1180), (1440, 900), (1920, 1080))
PHONE, LAPTOP = SIZES[0], SIZES[2]


def problems(page: Page, *, is_phone: bool = False) -> list[str]:
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        pixels = overflow(page)
        if pixels > 0:
            found.append(f"{pixels} px too wide at {width}")
    width, height = PHONE if is_phone else LAPTOP
    page.set_viewport_size({"width": width, "height": height})
    return found + grave_problems(page)


def all_problems(visitors: Visitors, stops: Iterable[Stop]) -> dict[str, list[str]]:
    found = {stop.name: problems(visitors.go(stop), is_phone=bool(stop.device)) for stop in stops}
    return {name: texts for name, texts in found.items() if texts}


def test_while_a_turn_is_played(new_page: Callable[..., Page], served: Served) -> None:
    assert all_problems(Visitors(new_page, served), hall_in_play()) == {}


def test_from_the_draw_to_a_contest(new_page: Callable[..., Page], served: Served) -> None:
    visitors = Visitors(new_page, served)
    for stops, go_on in hall_closed_and_revealed():
        assert all_problems(visitors, stops) == {}
        go_on()


def test_before_and_after_the_games(new_page: Callable[..., Page], served: Served) -> None:
    assert all_problems(Visitors(new_page, served), over_and_empty()) == {}


def test_an_empty_installation(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name="Qui non c’è ancora nessun torneo")).to_be_visible()
    assert problems(page) == []


def test_the_cards_of_all_tables(new_page: Callable[..., Page], served: Served) -> None:
    event = running_game(players=24).event
    visitors = Visitors(new_page, served)
    page = visitors.go(Stop("prints", f"/admin/tournaments/event/{event.pk}/prints/", officials_of(event).director))
    page.get_by_role("button", name="Tutti i tavoli con tablet").click()
    expect(page.locator(".table-card")).to_have_count(24)
    assert problems(page) == []


def test_the_panels_of_a_phones_live_page(new_page: Callable[..., Page]) -> None:
    game = running_game(players=14)
    play(game, "CORNOAE", {1: "8G CORNO"})
    page = new_page(*PHONE)
    page.goto(f"/t/{game.event.slug}/")
    for panel in ("mani", "tavoliere", "grafico"):
        page.locator(f'.foot-tabs a[href="#{panel}"]').click()
        expect(page.locator(f'[data-panel="{panel}"].live-panel')).to_be_visible()
        assert (panel, overflow(page), grave_problems(page)) == (panel, 0, [])
