"""The public pages in a real browser: they follow the event, keep favourites, verify a game, fit every screen."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Served
from tests.browser.every_page import ended, log_in
from tests.engine import test_record
from tests.factories import officials_of
from tests.tournaments.play import close, hand_in, open_turn, play, reveal, running_game
from tournaments.engine.record import verify_record
from tournaments.engine.verification import RecordError
from tournaments.enums import RackSource
from tournaments.models import Game

pytestmark = pytest.mark.browser
STREAM = 20000  # the test's process rings no bell in the server's: its hub looks by itself every few seconds
FIRST = {1: "8G CORNO", 2: "8H CANE", 3: "8H NO"}


def test_the_page_changes_at_the_reveal_by_itself(new_page: Callable[..., Page]) -> None:
    game = running_game()
    turn = open_turn(game, "CORNOAE")
    page = new_page(1440, 900)
    page.goto(f"/t/{game.event.slug}/")
    expect(page.get_by_text("In diretta", exact=True)).to_be_visible()
    expect(page.get_by_text("La classifica comincia con la prima mano svelata.")).to_be_visible()
    hand_in(turn, game.event.entries.get(table_number=1), "8G CORNO")
    reveal(close(turn))
    expect(page.locator("#ranking caption")).to_have_text("Classifica dopo la mano 1", timeout=STREAM)
    expect(page.locator("#turn")).to_contain_text("Trovato da")
    expect(page.locator("#plot .plot--wide")).to_be_visible()
    expect(page.locator(".live-now")).to_contain_text("Mano 1 svelata")


def test_favourites_stand_above_and_stay_in_the_ranking(new_page: Callable[..., Page]) -> None:
    game = running_game()
    play(game, "CORNOAE", FIRST)
    entry = game.event.entries.get(table_number=4)
    page = new_page(1440, 900)
    page.goto(f"/t/{game.event.slug}/")
    page.get_by_role("button", name=f"Preferito: {entry.player.name}").click()
    expect(page.locator("[data-pinned] tr")).to_have_count(1)
    expect(page.locator("[data-all] tr")).to_have_count(4)
    expect(page.locator("#plot .plot--wide .plot__name")).to_have_count(2)
    page.reload()
    expect(page.locator("[data-pinned] tr")).to_contain_text(entry.player.name)
    page.get_by_label("Cerca un giocatore").fill("nessuno così")
    expect(page.locator("[data-no-match]")).to_be_visible()
    expect(page.locator("[data-pinned] tr")).to_be_visible()


def test_arrows_step_through_the_game(new_page: Callable[..., Page]) -> None:
    game = running_game()
    play(game, "CORNOAE", FIRST)
    play(game, "AAEISTR", {})
    page = new_page(1440, 900)
    page.goto(f"/t/{game.event.slug}/")
    expect(page.locator(".stepper__at")).to_have_text("mano 2 di 2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".stepper__at")).to_have_text("mano 1 di 2")
    page.get_by_role("link", name="Torna alla diretta").click()
    expect(page.locator(".stepper__at")).to_have_text("mano 2 di 2")


def test_a_lost_stream_is_said_and_the_page_polls(new_page: Callable[..., Page]) -> None:
    game = running_game()
    page = new_page(1440, 900)
    page.route("**/stream/*/public/?*", lambda route: route.abort())
    page.goto(f"/t/{game.event.slug}/")
    expect(page.get_by_text("Fuori linea, riprovo")).to_be_visible()
    expect(page.get_by_text("Aggiornata alle")).to_be_visible(timeout=STREAM)
    play(game, "CORNOAE", FIRST)
    expect(page.locator("#ranking caption")).to_have_text("Classifica dopo la mano 1", timeout=STREAM)
    page.problems.clear()  # type: ignore[attr-defined]


def test_freeze_and_ceremony_from_the_console_to_every_screen(
    new_page: Callable[..., Page], served: Served
) -> None:
    """The director's keys alone: the way from the console, the freeze, the places from the last to the first."""
    game = running_game()
    play(game, "CORNOAE", FIRST)
    director = officials_of(game.event).director
    stage = new_page(820, 1180)
    log_in(stage, director, served)
    stage.goto(f"/admin/tournaments/event/{game.event.pk}/console/")
    stage.keyboard.press("l")
    stage.wait_for_url("**/cerimonia/")
    stage.keyboard.press("Space")
    expect(stage.get_by_text("Premi ancora per fermarla")).to_be_visible()
    stage.wait_for_timeout(400)  # a second press too soon is a double click
    stage.keyboard.press("Space")
    expect(stage.get_by_text("La classifica pubblica è ferma a 1 mano.")).to_be_visible()

    # A turn more, which the public ranking does not show.
    play(game, "AAEISTR", {4: "H4 STACCO"})
    event = ended(game)
    page, hall = new_page(1440, 900), new_page(1920, 1080)
    page.goto(f"/t/{event.slug}/")
    hall.goto(f"/sala/{event.slug}/")
    expect(page.get_by_text("Classifica ferma alla mano 1.")).to_be_visible()
    expect(page.locator("#ranking caption")).to_have_text("Classifica dopo la mano 1")

    stage.reload()
    stage.keyboard.press("Space")
    expect(hall.get_by_role("heading", name="Premiazione")).to_be_visible(timeout=STREAM)
    for left in range(4, 0, -1):
        expect(stage.locator(".rows li")).to_have_count(1)
        name = stage.locator(".rows li span").inner_text().partition(" ")[2]
        stage.keyboard.press("Space")
        if left == 4:
            expect(hall.locator(".is-last-told")).to_contain_text(name, timeout=STREAM)
            expect(page.locator(".ceremony-card")).to_contain_text(name, timeout=STREAM)
        if left > 1:
            expect(stage.locator(".rows li span")).not_to_contain_text(name)
    expect(stage.get_by_text("Fatta: la classifica finale è di tutti.")).to_be_visible()
    expect(page.locator("#ranking caption")).to_have_text("Classifica dopo la mano 2", timeout=STREAM)
    expect(page.locator(".ceremony-card")).to_have_count(0)


def seeded_game() -> Game:
    game = running_game(rack_source=RackSource.SEEDED)
    for _ in range(2):
        reveal(close(open_turn(game)))
    return game


def test_the_visitor_verifies_the_game_and_finds_a_forged_one(
    new_page: Callable[..., Page], served: Served, tmp_path: Path
) -> None:
    event = ended(seeded_game())
    page = new_page(820, 1180)
    page.goto(f"/t/{event.slug}/sorteggio/")
    page.get_by_role("button", name="Verifica in questo browser").click()
    expect(page.get_by_text("Tutto torna: 2 mani, 2 estrazioni ricalcolate dal seme.")).to_be_visible()
    record = page.request.get(f"/t/{event.slug}/sorteggio/1.json").json()
    rack = record["turns"][1]["rack"]
    record["turns"][1]["rack"] = rack[::-1]
    forged = tmp_path / "verbale.json"
    forged.write_text(json.dumps(record))
    page.set_input_files("[data-verify-file]", forged)
    words = f"Mano 2: il leggio doveva essere {rack}, il verbale dice {rack[::-1]}."
    expect(page.get_by_text(words)).to_be_visible()
    other = tmp_path / "altro.json"
    other.write_text("{}")
    page.set_input_files("[data-verify-file]", other)
    expect(page.get_by_text("Questo non è un verbale che si possa verificare")).to_be_visible()


def test_the_browser_says_what_the_program_says(new_page: Callable[..., Page]) -> None:
    """True, tampered and malformed records: the same first difference, or a refusal, from both."""
    records = [
        test_record.make_record(variant=variant, number=n)
        for variant in ("classic", "joker", "seven_of_eight")
        for n in (1, 2)
    ]
    for tamper in (
        *_cases(test_record.test_a_record_that_was_tampered_with_is_found_out),
        *_cases(test_record.test_a_malformed_record_is_refused_with_a_sentence),
    ):
        record = test_record.make_record()
        tamper(record)
        records.append(record)
    page = new_page()
    page.goto("/")
    found = page.evaluate(
        """async (records) => {
          const { verify, RecordError } = await import("/static/js/verify.js");
          const rules = await (await fetch("/regole/it-figs.json")).json();
          const answers = [];
          for (const record of records) {
            try {
              const { ok, difference, turns, derived } = await verify(record, rules);
              answers.push([ok, difference && Object.values(difference), turns, derived]);
            } catch (error) {
              if (!(error instanceof RecordError)) throw error;
              answers.push("refused");
            }
          }
          return answers;
        }""",
        records,
    )
    assert found == [_verified(record) for record in records]


def _cases(test: Any) -> list[Callable[[dict[str, Any]], object]]:
    values = next(mark for mark in test.pytestmark if mark.name == "parametrize").args[1]
    return [value[0] if isinstance(value, tuple) else value for value in values]


def _verified(record: dict[str, Any]) -> object:
    try:
        result = verify_record(record)
    except RecordError:
        return "refused"
    first = result.first_difference
    place = first and [first.turn, first.code, first.expected, first.found, first.entry]
    return [result.ok, place, result.turns, result.derived]
