"""A tablet in a real browser: enrol, lay, lose the network, send, replace, see the verdict."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Served, overflow
from tests.factories import officials_of
from tests.tournaments.play import close, draw, fresh, hand_in, open_turn, reveal, running_game
from tournaments.engine.move import Direction, Move
from tournaments.engine.notation import format_reference
from tournaments.models import Entry, Game, Slip, Turn
from tournaments.selectors.counted import counted_slips
from tournaments.selectors.player import move_of
from tournaments.services import devices, turns
from tournaments.services.positions import read_move

pytestmark = pytest.mark.browser
RACK = "CORNOA?"
# 390 × 844 is a phone, 820 × 1180 a tablet.
# The test's process rings no bell in the server's: its hub looks by itself every few seconds.
STREAM = 20000
PHONE, TABLET = {"width": 390, "height": 844}, {"width": 820, "height": 1180}


def enrol(page: Page, entry: Entry) -> None:
    code = devices.issue_code(entry, officials_of(entry.event).as_director)
    page.goto(f"/gioca/{code}/")
    expect(page.get_by_text(str(entry.player))).to_be_visible()
    page.get_by_role("button", name="Sono io, gioco qui").click()
    page.wait_for_url("**/gioca/")


def start(new_page: Callable[..., Page], size: dict[str, int], rack: str = RACK) -> tuple[Page, Game, Turn, Entry]:
    game = running_game()
    entry = game.event.entries.get(table_number=1)
    page = new_page(**size, has_touch=True)
    enrol(page, entry)
    turn = open_turn(game, rack)
    page.reload()
    expect(page.locator("duplicato-slip")).to_be_visible()
    return page, game, turn, entry


def square(page: Page, row: int, col: int):
    return page.locator(f'.square[data-row="{row}"][data-col="{col}"]')


def rack_tile(page: Page, index: int):
    return page.locator(f'.rack .tile[data-index="{index}"]')


def banner(page: Page):
    return page.locator("[data-banner]")


def reading(page: Page):
    return page.locator(".slip__reading")


def send(page: Page) -> None:
    page.get_by_role("button", name="Invia la giocata").click()


def test_enrol_and_wait_for_the_letters(new_page: Callable[..., Page]) -> None:
    game = running_game()
    entry = game.event.entries.get(table_number=1)
    page = new_page(**PHONE)
    enrol(page, entry)
    expect(page.get_by_text("La partita 1 è cominciata")).to_be_visible()
    expect(page.get_by_text(f"Tavolo 1 · {entry.player}")).to_be_visible()
    expect(page.get_by_text("In linea", exact=True)).to_be_visible()
    open_turn(game, RACK)
    expect(page.locator("duplicato-slip")).to_be_visible(timeout=STREAM)


def test_a_tap_lays_letters_and_the_jolly_asks_which(new_page: Callable[..., Page]) -> None:
    page, _game, turn, entry = start(new_page, PHONE)
    expect(banner(page)).to_contain_text("Nessuna giocata. Tocca una casella per cominciare.")
    square(page, 7, 3).tap()
    for index in (0, 1, 2):
        rack_tile(page, index).tap()
    rack_tile(page, 6).tap()
    page.get_by_role("button", name="N", exact=True).tap()
    rack_tile(page, 4).tap()
    expect(reading(page)).to_have_text(re.compile(r"8D · orizzontale\s+si legge CORnO, jolly N"))
    expect(banner(page)).to_contain_text("Questa giocata non è inviata.")
    assert not Slip.objects.exists()
    page.get_by_label("Punti dichiarati").fill("20")
    send(page)
    expect(banner(page)).to_contain_text(re.compile(r"Ricevuta alle \d\d:\d\d:\d\d\. Puoi sostituirla"))
    expect(page.get_by_role("button", name="Cambia la giocata")).to_be_visible()
    slip = Slip.objects.get()
    assert (slip.entry, slip.turn, slip.word, slip.reference, slip.declared_score) == (entry, turn, "CORnO", "8D", 20)
    expect(page.locator(".square .tile--received")).to_have_count(5)


def test_a_second_tap_on_the_square_turns_and_another_square_moves_the_word(new_page: Callable[..., Page]) -> None:
    page, *_ = start(new_page, PHONE)
    square(page, 7, 3).tap()
    square(page, 7, 3).tap()
    rack_tile(page, 0).tap()
    rack_tile(page, 1).tap()
    expect(reading(page)).to_contain_text("D8 · verticale")
    square(page, 4, 7).tap()
    expect(reading(page)).to_have_text(re.compile(r"H5 · verticale\s+si legge CO"))
    page.get_by_role("button", name="orizzontale").tap()
    expect(reading(page)).to_contain_text("5H · orizzontale")
    rack_tile(page, 0).tap()
    expect(reading(page)).to_have_text(re.compile(r"5H · orizzontale\s+si legge O"))


def test_keys_alone_lay_and_send(new_page: Callable[..., Page]) -> None:
    page, _game, turn, entry = start(new_page, TABLET)
    page.locator('.square[tabindex="0"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.type("cornz")
    page.keyboard.press("Backspace")
    page.keyboard.type("o")
    page.keyboard.press("ArrowLeft")
    expect(reading(page)).to_have_text(re.compile(r"8G · orizzontale\s+si legge CORNO"))
    page.keyboard.press("Space")
    expect(reading(page)).to_contain_text("G8 · verticale")
    page.keyboard.press("Space")
    page.locator("[data-send]").focus()
    page.keyboard.press("Enter")
    expect(banner(page)).to_contain_text("Ricevuta alle")
    assert counted_slips(fresh(turn))[entry.pk].word == "CORNO"


@pytest.mark.parametrize(
    ("notation", "across", "down"),
    [("M", "8D", "D8"), ("F", "D8 orizz.", "D8 vert."), ("R", "H4", "4H")],
)
def test_the_reference_is_written_and_read_in_the_events_notation(
    new_page: Callable[..., Page], notation: str, across: str, down: str
) -> None:
    game = running_game(notation=notation)
    turn = open_turn(game, RACK)
    page = new_page(**TABLET)
    enrol(page, game.event.entries.get(table_number=1))
    square(page, 7, 3).click()
    page.keyboard.type("corno")
    expect(reading(page)).to_contain_text(f"{across.split()[0]} · orizzontale")
    page.get_by_text("Scrivi riferimento e parola").click()
    page.get_by_label("Riferimento").fill(down)
    expect(reading(page)).to_contain_text(f"{down.split()[0]} · verticale")
    send(page)
    expect(banner(page)).to_contain_text("Ricevuta alle")
    slip = turn.slips.get()
    move = move_of(slip, notation)
    assert (slip.reference, move) == (down, Move(7, 3, Direction.DOWN, "CORNO"))


def test_tiles_on_the_board_are_read_with_the_word(new_page: Callable[..., Page]) -> None:
    game = running_game()
    turn = open_turn(game, "CORNOAE")
    hand_in(turn, game.event.entries.get(table_number=2), "8D CORNO")
    turn = reveal(close(turn))
    top = fresh(turn).top.master
    kept = list("CORNOAE")
    for letter in top["word"]:
        kept.remove(letter)
    following = draw(game, "".join(kept) + "TSIIRLB"[: 7 - len(kept)])
    turns.open_turn(turn=following, by=officials_of(game.event).as_director)
    page = new_page(**TABLET)
    enrol(page, game.event.entries.get(table_number=1))
    row, col, length = top["row"], top["col"], len(top["word"])
    down, across = (1, 0) if top["direction"] == "down" else (0, 1)
    if down:
        page.get_by_role("button", name="verticale").click()
    reference = format_reference(read_move(top), "M")
    # The square after the word: what is laid there is read with the tiles before it.
    square(page, row + length * down, col + length * across).click()
    rack_tile(page, 0).click()
    expect(reading(page)).to_contain_text(f"{reference} · ")
    expect(reading(page)).to_contain_text(f"si legge {top['word']}{following.rack[0]}")
    # From a square before it the letters pass over the tiles that lie there.
    page.get_by_role("button", name="Riprendi").click()
    square(page, row - down, col - across).click()
    rack_tile(page, 0).click()
    rack_tile(page, 1).click()
    expect(reading(page)).to_contain_text(f"si legge {following.rack[0]}{top['word']}{following.rack[1]}")


def test_dragging_lays_and_takes_back(new_page: Callable[..., Page]) -> None:
    page, *_ = start(new_page, TABLET)
    rack_tile(page, 0).drag_to(square(page, 7, 6))
    expect(reading(page)).to_have_text(re.compile(r"8G · orizzontale\s+si legge C"))
    rack_tile(page, 1).drag_to(square(page, 7, 7))
    expect(reading(page)).to_contain_text("si legge CO")
    page.locator('.square .tile[data-index="0"]').drag_to(page.locator(".slip__rack"))
    expect(reading(page)).to_have_text(re.compile(r"8G · orizzontale\s+si legge O"))


def test_a_typed_reference_and_word_are_laid(new_page: Callable[..., Page]) -> None:
    page, _game, turn, entry = start(new_page, PHONE)
    page.get_by_text("Scrivi riferimento e parola").click()
    page.get_by_label("Riferimento").fill("h4")
    page.get_by_label("Parola").fill("corno")
    expect(reading(page)).to_have_text(re.compile(r"H4 · verticale\s+si legge CORNO"))
    expect(page.locator(".square .tile--laid")).to_have_count(5)
    # What the rack does not hold is sent as it is written: nothing tells whether it is good.
    page.get_by_label("Parola").fill("quiz")
    expect(reading(page)).to_contain_text("si legge quiz")
    send(page)
    expect(banner(page)).to_contain_text("Ricevuta alle")
    slip = counted_slips(fresh(turn))[entry.pk]
    assert (slip.word, slip.reference) == ("quiz", "H4")


def test_a_lost_network_keeps_the_slip_and_sends_it_by_itself(new_page: Callable[..., Page]) -> None:
    page, _game, turn, entry = start(new_page, PHONE)
    square(page, 7, 3).tap()
    page.keyboard.type("corno")
    page.context.set_offline(True)
    send(page)
    expect(banner(page)).to_contain_text("Fuori linea. È salvata qui e parte da sola.")
    expect(banner(page)).to_contain_text("Se scade il tempo, chiama l’arbitro.")
    expect(page.get_by_text("Fuori linea, riprovo")).to_be_visible()
    assert not Slip.objects.exists()
    page.context.set_offline(False)
    expect(banner(page)).to_contain_text("Ricevuta alle", timeout=20000)
    assert counted_slips(fresh(turn))[entry.pk].word == "CORNO"
    assert turn.slips.count() == 1
    page.problems.clear()


def test_a_slip_that_comes_back_after_the_close_is_late_and_says_so(new_page: Callable[..., Page]) -> None:
    page, _game, turn, entry = start(new_page, PHONE)
    square(page, 7, 3).tap()
    page.keyboard.type("corno")
    page.context.set_offline(True)
    send(page)
    expect(banner(page)).to_contain_text("Fuori linea.")
    close(turn)
    page.context.set_offline(False)
    expect(page.get_by_text(re.compile("In ritardo di"))).to_be_visible(timeout=STREAM)
    expect(page.get_by_text(re.compile(r"Arrivata alle .*: non conta\."))).to_be_visible()
    slip = turn.slips.get()
    assert (slip.entry, slip.word, slip.is_late) == (entry, "CORNO", True)
    page.problems.clear()


def test_an_answer_that_is_lost_is_asked_again_under_the_same_key(new_page: Callable[..., Page]) -> None:
    page, _game, turn, _entry = start(new_page, PHONE)
    lost = []

    def lose_the_answer(route) -> None:
        if lost:
            route.continue_()
            return
        route.fetch()  # the server has it; the tablet does not hear so
        lost.append(route.request.post_data)
        route.abort()

    page.route("**/gioca/bollettino/", lose_the_answer)
    square(page, 7, 3).tap()
    page.keyboard.type("corno")
    send(page)
    expect(banner(page)).to_contain_text("Ricevuta alle", timeout=20000)
    assert len(lost) == 1
    assert turn.slips.count() == 1
    page.problems.clear()


def test_a_reload_keeps_what_is_laid_and_what_waits(new_page: Callable[..., Page]) -> None:
    page, _game, turn, entry = start(new_page, PHONE)
    square(page, 7, 3).tap()
    page.keyboard.type("cor")
    page.reload()
    expect(reading(page)).to_have_text(re.compile(r"8D · orizzontale\s+si legge COR"))
    expect(banner(page)).to_contain_text("Questa giocata non è inviata.")
    page.keyboard.type("no")
    page.route("**/gioca/bollettino/", lambda route: route.abort())
    send(page)
    expect(banner(page)).to_contain_text("Fuori linea.")
    page.unroute("**/gioca/bollettino/")
    page.reload()
    expect(banner(page)).to_contain_text("Ricevuta alle", timeout=20000)
    assert counted_slips(fresh(turn))[entry.pk].word == "CORNO"
    page.problems.clear()


def test_a_slip_is_replaced_until_the_close(new_page: Callable[..., Page]) -> None:
    page, _game, turn, entry = start(new_page, TABLET)
    square(page, 7, 3).click()
    page.keyboard.type("corno")
    send(page)
    expect(banner(page)).to_contain_text("Ricevuta alle")
    page.wait_for_timeout(900)  # a second press at once is taken for a bounce, not for a wish to change
    page.get_by_role("button", name="Cambia la giocata").click()
    expect(banner(page)).to_contain_text("Questa giocata non è inviata. Vale ancora CORNO 8D, ricevuta alle")
    page.keyboard.type("coro")
    send(page)
    expect(banner(page)).to_contain_text("Ricevuta alle")
    versions = list(turn.slips.order_by("revision"))
    assert [slip.word for slip in versions] == ["CORNO", "CORO"]
    assert all(one.revision < two.revision for one, two in pairwise(versions))
    assert counted_slips(fresh(turn))[entry.pk].word == "CORO"


def test_two_tabs_show_the_same_slip(new_page: Callable[..., Page]) -> None:
    page, _game, turn, _entry = start(new_page, TABLET)
    other = page.context.new_page()
    other.goto("/gioca/")
    square(page, 7, 3).click()
    page.keyboard.type("corno")
    expect(reading(other)).to_contain_text("si legge CORNO")
    send(page)
    expect(banner(other)).to_contain_text("Ricevuta alle")
    assert turn.slips.count() == 1


def test_a_refresh_while_the_turn_is_open_touches_nothing_that_is_laid(new_page: Callable[..., Page]) -> None:
    page, game, turn, _entry = start(new_page, PHONE)
    square(page, 7, 3).tap()
    page.keyboard.type("cor")
    rack_tile(page, 6).tap()
    expect(page.locator("dialog#jolly")).to_be_visible()
    until = page.locator(".clock__until").inner_text()
    turns.extend(turn=turn, by=officials_of(game.event).as_director, seconds=300)
    expect(page.locator(".clock__until")).not_to_have_text(until, timeout=STREAM)
    expect(page.locator("dialog#jolly")).to_be_visible()
    page.keyboard.press("n")
    expect(reading(page)).to_contain_text("si legge CORn")


def test_the_verdict_comes_with_the_reveal(new_page: Callable[..., Page]) -> None:
    page, _game, turn, _entry = start(new_page, PHONE, "CORNOAE")
    square(page, 7, 3).tap()
    page.keyboard.type("corno")
    send(page)
    expect(banner(page)).to_contain_text("Ricevuta alle")
    turn = close(turn)
    expect(page.get_by_text("Mano chiusa.")).to_be_visible(timeout=STREAM)
    reveal(turn)
    expect(page.locator(".verdict .hero-number")).to_have_text("22", timeout=STREAM)
    expect(page.locator(".bar-state")).to_have_text("Svelata")
    expect(page.get_by_text("Il top ·")).to_be_visible()
    page.get_by_role("link", name="Contesta").tap()
    page.get_by_label("Motivo").fill("prova")
    page.get_by_role("button", name="Contesta").tap()
    expect(page.get_by_text("Contestazione inviata")).to_be_visible()
    page.get_by_role("link", name="Tutte le mie mani").tap()
    expect(page.get_by_role("row", name=re.compile("CORNO"))).to_be_visible()


def test_the_slip_works_without_script(new_page: Callable[..., Page]) -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    page = new_page(**PHONE, java_script_enabled=False)
    enrol(page, game.event.entries.get(table_number=1))
    page.get_by_label("Riferimento").fill("8D")
    page.get_by_label("Parola").fill("COR(N)O")
    send(page)
    expect(page.get_by_text("Ricevuta alle")).to_be_visible()
    assert turn.slips.get().word == "COR(N)O"


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["390", "820"])
@pytest.mark.parametrize("text_size", [100, 200])
def test_no_page_is_wider_than_the_screen(
    new_page: Callable[..., Page], served: Served, size: dict[str, int], text_size: int
) -> None:
    page, _game, turn, entry = start(new_page, size, "CORNOAE")
    large = f"document.documentElement.style.fontSize = '{text_size}%'"
    hand_in(turn, entry, "8D CORNO", declared=20)
    page.reload()
    page.evaluate(large)
    assert overflow(page) <= 0
    page.get_by_text("Scrivi riferimento e parola").click()
    assert overflow(page) <= 0
    turn = close(turn)
    page.reload()
    page.evaluate(large)
    assert overflow(page) <= 0
    reveal(turn)
    for path in ("/gioca/", "/gioca/punti/", "/gioca/contesta/"):
        page.goto(path)
        page.evaluate(large)
        assert (path, overflow(page)) == (path, 0)
    fresh_page = new_page(**size)
    fresh_page.goto("/gioca/")
    fresh_page.evaluate(large)
    assert overflow(fresh_page) <= 0
    assert served.url
