"""The projector in a real browser: letters announced, the top laid, sounds, pages, nothing out of the screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.factories import officials_of
from tests.tournaments.play import close, draw, open_turn, play, reveal, running_game
from tournaments.services import screens, turns

pytestmark = pytest.mark.browser
STREAM = 20000
HALL = (1920, 1080)


def test_letters_come_one_by_one_then_the_top_is_laid(new_page: Callable[..., Page]) -> None:
    game = running_game()
    turn = draw(game, "CORNOAE")
    page = new_page(*HALL)
    page.goto(f"/sala/{game.event.slug}/")
    expect(page.get_by_text("Le lettere arrivano con il via")).to_be_visible()
    turns.open_turn(turn=turn, by=officials_of(game.event).as_director)
    expect(page.locator(".is-announcing")).to_have_count(1, timeout=STREAM)
    expect(page.locator(".is-announcing")).to_have_count(0, timeout=STREAM)
    expect(page.locator(".rack--hall .tile")).to_have_count(7)
    assert page.locator(".rack--hall .tile").first.bounding_box()["width"] == pytest.approx(196, abs=1)
    assert page.locator(".clock__time").evaluate("element => getComputedStyle(element).fontSize") == "392px"
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="Suono attivo")).to_be_visible()
    reveal(close(turn))
    expect(page.locator(".is-revealing")).to_have_count(1, timeout=STREAM)
    expect(page.locator(".is-revealing")).to_have_count(0, timeout=STREAM)
    expect(page.locator(".hall-found")).to_be_visible()


def test_the_end_sounds_also_when_the_director_closes(new_page: Callable[..., Page]) -> None:
    game = running_game()
    turn = open_turn(game, "CORNOAE")
    page = new_page(*HALL)
    page.goto(f"/sala/{game.event.slug}/")
    page.get_by_role("button", name="Attiva il suono").click()
    close(turn)
    expect(page.locator('html[data-last-sound="end"]')).to_have_count(1, timeout=STREAM)


def test_the_last_seconds_sound_once(new_page: Callable[..., Page]) -> None:
    game = running_game(profile_overrides={"turn_seconds": 20, "signal_seconds": 17})
    page = new_page(*HALL)
    open_turn(game, "CORNOAE")
    page.goto(f"/sala/{game.event.slug}/")
    expect(page.locator('html[data-last-sound="signal"]')).to_have_count(1, timeout=STREAM)
    expect(page.locator('html[data-last-sound="end"]')).to_have_count(1, timeout=2 * STREAM)


def test_less_motion_shows_everything_in_place(new_page: Callable[..., Page]) -> None:
    game = running_game()
    turn = open_turn(game, "CORNOAE")
    page = new_page(*HALL, reduced_motion="reduce")
    page.goto(f"/sala/{game.event.slug}/")
    expect(page.locator(".is-announcing")).to_have_count(0)
    reveal(close(turn))
    expect(page.locator(".hall-found")).to_be_visible(timeout=STREAM)
    assert page.locator(".is-revealing").count() == 0


def test_pages_of_ten_turn_by_themselves(new_page: Callable[..., Page]) -> None:
    game = running_game(players=14)
    play(game, "CORNOAE", {1: "8G CORNO"})
    screens.set_projector(game.event, mode="ranking", by=officials_of(game.event).as_director)
    page = new_page(*HALL)
    page.goto(f"/sala/{game.event.slug}/")
    expect(page.locator("[data-range-shown]")).to_have_text("1–10")
    expect(page.locator("[data-range-shown]")).to_have_text("11–14", timeout=STREAM)


@pytest.mark.parametrize("mode", ["rack", "board", "ranking"])
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768)])
def test_nothing_leaves_the_screen(new_page: Callable[..., Page], mode: str, size: tuple[int, int]) -> None:
    game = running_game(players=14)
    director = officials_of(game.event).as_director
    play(game, "CORNOAE", {1: "8G CORNO"})
    screens.set_projector(game.event, mode=mode, by=director)
    screens.show_message(game.event, text="La pausa dura dieci minuti: si riprende alle 16:40 in punto.", by=director)
    page = new_page(*size)
    for act in (lambda: None, lambda: open_turn(game, "AAEISTR")):
        act()
        page.goto(f"/sala/{game.event.slug}/")
        tallest = page.evaluate(
            """[...document.querySelectorAll('#screen *')]
              .filter((element) => !element.closest('.visually-hidden, template'))
              .reduce((most, element) => Math.max(most, element.getBoundingClientRect().bottom), 0)"""
        )
        assert tallest <= size[1] + 1
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
