"""The director runs the room with the keyboard only, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Served
from tests.browser.every_page import log_in
from tests.factories import make_event, make_federation_user, officials_of
from tests.tournaments.play import fresh, hand_in, open_turn, running_game
from tournaments.enums import EventState, TurnState
from tournaments.models import Event, Turn
from tournaments.services import adjudication, tops, turns

pytestmark = pytest.mark.browser
RACK = "CORNOAE"


def open_console(page: Page, event: Event, served: Served) -> None:
    log_in(page, officials_of(event).director, served)
    page.goto(f"/admin/tournaments/event/{event.pk}/console/")


def next_act(page: Page) -> Locator:
    return page.locator("#console-acts .act")


def step(page: Page) -> Locator:
    return page.locator(".steps .is-now")


def test_a_whole_turn_with_the_keyboard_only(new_page: Callable[..., Page], served: Served) -> None:
    game = running_game()
    event = game.event
    page = new_page(1440, 900)
    open_console(page, event, served)
    press = page.keyboard.press

    # The rack, from the large button.
    expect(next_act(page)).to_contain_text("Scrivi il leggio della mano 1")
    press("Space")
    page.keyboard.type("COR")
    press("Enter")
    expect(page.locator("#dialog-rack .field__error")).to_contain_text("Queste lettere non vanno")
    expect(page.locator("#rack-letters")).to_be_focused()
    expect(page.locator("#rack-letters")).to_have_value("COR")
    page.keyboard.type("NOAE")
    press("Enter")
    expect(step(page)).to_have_text("Estratta")
    turn = Turn.objects.get()
    assert turn.rack == RACK
    tops.search(turn_id=turn.pk)

    # Open, pause, resume, more time.
    press("Space")
    expect(step(page)).to_have_text("Aperta")
    press("p")
    expect(page.locator(".console-clock .clock__word")).to_have_text("In pausa")
    press("p")
    expect(page.locator("#console-pause")).to_contain_text("Pausa")
    deadline = fresh(turn).deadline_at
    press("+")
    expect(page.locator(".console__log")).to_contain_text("Più tempo per la mano 1")
    assert (fresh(turn).deadline_at - deadline).total_seconds() == 30

    # Slips are counted, and an early close is pressed twice.
    one = event.entries.get(table_number=1)
    hand_in(fresh(turn), one, "8D CORNO")
    expect(page.locator("#console-count")).to_have_text("1")
    expect(next_act(page)).to_contain_text("in anticipo, con 3 bollettini mancanti")
    expect(page.locator("main")).not_to_contain_text("8D")
    press("Space")
    expect(next_act(page)).to_contain_text("Premi ancora per chiudere")
    expect(next_act(page).locator("[data-seconds-left]")).to_have_text("2 s")
    assert fresh(turn).state == TurnState.OPEN
    press("Space")
    expect(step(page)).to_have_text("Chiusa")
    adjudication.score_slips(turn_id=turn.pk)

    # Adjudicate, take it back with a reason, again, reveal.
    expect(next_act(page)).to_be_enabled()
    press("Space")
    expect(step(page)).to_have_text("Arbitrata")
    press("z")
    page.keyboard.type("un bollettino da rileggere")
    press("Enter")
    expect(step(page)).to_have_text("Chiusa")
    press("Space")
    expect(step(page)).to_have_text("Arbitrata")
    press("Space")
    expect(step(page)).to_have_text("Svelata")
    expect(next_act(page)).to_contain_text("Scrivi il leggio della mano 2")
    assert event.log.filter(act="turn.adjudication_undone").get().reason == "un bollettino da rileggere"

    # What the hall sees, and the list of keys.
    press("3")
    expect(page.locator("#console-mode-ranking")).to_have_attribute("aria-pressed", "true")
    press("t")
    page.keyboard.type("Pausa fino alle 16")
    press("Enter")
    expect(page.locator(".console__projector .notice")).to_have_text("«Pausa fino alle 16»")
    press("?")
    expect(page.locator("dialog[data-keys-list]")).to_be_visible()
    press("Escape")
    expect(page.locator("dialog[data-keys-list]")).to_be_hidden()
    event.refresh_from_db()
    assert (event.projector_mode, event.message) == ("ranking", "Pausa fino alle 16")


def test_an_armed_act_is_forgotten_after_three_seconds(new_page: Callable[..., Page], served: Served) -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    page = new_page(1440, 900)
    open_console(page, game.event, served)
    page.keyboard.press("Space")
    expect(next_act(page)).to_contain_text("Premi ancora per chiudere")
    expect(page.locator(".act.is-armed")).to_have_count(0)
    assert fresh(turn).state == TurnState.OPEN


def test_two_people_a_late_click_says_so(new_page: Callable[..., Page], served: Served) -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    held = officials_of(game.event)
    page = new_page(1440, 900)
    open_console(page, game.event, served)
    other = new_page(1440, 900)
    log_in(other, make_federation_user("laura"), served)
    other.goto(page.url)
    expect(other.locator("#console-others")).to_contain_text(held.director.username)
    page.keyboard.press("v")
    expect(page.locator("#dialog-void")).to_be_visible()
    other.keyboard.press("p")
    expect(other.locator(".console-clock .clock__word")).to_have_text("In pausa")
    page.keyboard.type("lettere sbagliate")
    page.keyboard.press("Enter")
    expect(page.locator("#console-messages")).to_contain_text("il tuo comando non ha cambiato nulla")
    expect(page.locator("#console-others")).to_contain_text("laura")
    assert fresh(turn).state == TurnState.OPEN


def test_what_somebody_types_survives_the_rooms_news(new_page: Callable[..., Page], served: Served) -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    page = new_page(1440, 900)
    open_console(page, game.event, served)
    page.keyboard.press("v")
    page.keyboard.type("prova")
    with page.expect_response(lambda answer: "part=acts" in answer.url):
        pass
    expect(page.locator("#void-reason")).to_have_value("prova")
    page.keyboard.press("Escape")
    expect(page.locator("#dialog-void")).to_be_hidden()
    turns.pause(turn=turn, by=officials_of(game.event).as_director)
    expect(page.locator(".console-clock .clock__word")).to_have_text("In pausa")


def test_a_draft_is_led_to_its_first_game(new_page: Callable[..., Page], served: Served) -> None:
    event = make_event(players=3, state=EventState.RUNNING)
    page = new_page(820, 1180)
    open_console(page, event, served)
    expect(page.get_by_role("heading", name="Prima di cominciare")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_text("La partita 1 è cominciata.")).to_be_visible()
    expect(next_act(page)).to_contain_text("Estrai la mano 1")


def test_when_the_session_ends_the_page_leads_to_the_door(new_page: Callable[..., Page], served: Served) -> None:
    game = running_game()
    open_turn(game, RACK)
    page = new_page(1440, 900)
    open_console(page, game.event, served)
    page.context.clear_cookies(name="sessionid")
    page.wait_for_url("**/admin/login/**")
    # The stream was refused first, as it should be.
    page.problems[:] = [text for text in page.problems if "status of 403" not in text]  # type: ignore[attr-defined]
