"""The arbiter's desk in a real browser: by the keyboard, on paper, over a contest, and shut for who plays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Served, overflow
from tests.browser.test_console import log_in
from tests.browser.test_player_slip import STREAM, enrol
from tests.factories import make_entries, make_event, make_officials, officials_of
from tests.tournaments.play import close, fresh, hand_in, open_turn, play, points, reveal, running_game, start_game
from tournaments.enums import ContestState, EventState, SlipSource, TurnState
from tournaments.models import Contest, Entry, Event, Game, LogRow, Opinion, Sanction, Turn
from tournaments.selectors.counted import counted_slips
from tournaments.services import adjudication, turns

pytestmark = pytest.mark.browser
RACK = "CORNOAE"
INVENTED = "CONAREO"
SIZES = [(390, 844), (820, 1180), (1440, 900), (1920, 1080)]


def open_desk(page: Page, event: Event, served: Served, office: str = "arbiter") -> None:
    log_in(page, getattr(officials_of(event), office), served)
    page.goto(f"/arbitro/{event.slug}/")


def table(game: Game, number: int) -> Entry:
    return game.event.entries.get(table_number=number)


def closed_turn(game: Game) -> Turn:
    """Table 1 wrote a word that no list has, 2 and 3 the same good one, 4 nothing."""
    turn = open_turn(game, RACK)
    for number, written in ((1, f"8D {INVENTED}"), (2, "8D CORNO"), (3, "8D CORNO")):
        hand_in(turn, table(game, number), written)
    return close(turn)


def keys(page: Page) -> set[str]:
    """The keys of whatever can be seen."""
    seen = "all => all.filter((each) => each.checkVisibility()).map((each) => each.dataset.key)"
    return set(page.eval_on_selector_all("[data-key]", seen))


def chosen(page: Page) -> Locator:
    return page.locator(".desk__table .is-chosen")


def ruling(page: Page) -> Locator:
    return page.locator(".desk__ruling")


def paper_answer(page: Page) -> Locator:
    return page.locator("#paper-answer")


def test_a_turn_is_judged_with_the_keyboard_only(new_page: Callable[..., Page], served: Served) -> None:
    game = running_game()
    turn = closed_turn(game)
    page = new_page(1440, 900)
    open_desk(page, game.event, served)
    press, write = page.keyboard.press, page.keyboard.type

    # The refused group is chosen, with what admitting would change.
    expect(chosen(page)).to_contain_text(INVENTED)
    expect(ruling(page)).to_contain_text(f"Se ammetti {INVENTED}")
    press("ArrowDown")
    expect(chosen(page)).to_contain_text("CORNO")
    press("ArrowUp")
    expect(chosen(page)).to_contain_text(INVENTED)

    # Refuse or admit: the reason is typed at once, and goes along from one preview to the other.
    press("r")
    write("a lemma sul volume")
    expect(ruling(page)).to_contain_text(f"Se rifiuti {INVENTED}")
    expect(page.locator("#ruling-reason")).to_have_value("a lemma sul volume")
    press("Escape")
    expect(ruling(page)).to_contain_text("Scegli un gruppo o una contestazione")
    press("ArrowDown")
    expect(chosen(page)).to_contain_text(INVENTED)
    press("q")
    expect(page.locator("#desk-side")).to_contain_text(f"Collegio su {INVENTED}")
    press("a")
    write("a lemma sul volume")
    press("Control+Enter")
    expect(page.locator("#desk-messages")).to_contain_text(f"{INVENTED}: ammessa.")
    assert points(fresh(turn))[1] == 76

    # Discipline, a corrected reading, the look-up.
    press("w")
    write("2")
    press("Tab")
    write("parla con il vicino")
    press("Enter")
    expect(page.locator("#desk-side")).to_contain_text("Ammonizione")
    assert Sanction.objects.get().reason == "parla con il vicino"
    press("z")
    write("era un altro tavolo")
    press("Enter")
    expect(page.locator("#desk-messages")).to_contain_text("Sanzione ritirata.")
    press("/")
    write("corno")
    press("Enter")
    expect(page.locator(".desk__answer")).to_contain_text("In lista")
    page.locator("#desk-q").blur()

    # Done; the list of keys names every one of them.
    press("g")
    expect(page.locator(".steps .is-now")).to_have_text("Arbitrata")
    assert fresh(turn).state == TurnState.ADJUDICATED
    press("?")
    expect(page.locator("dialog[data-keys-list]")).to_contain_text("gruppo dopo")


def test_every_key_of_the_desk_has_its_button(new_page: Callable[..., Page], served: Served) -> None:
    game = running_game()
    closed_turn(game)
    page = new_page(1440, 900)
    open_desk(page, game.event, served)
    page.keyboard.press("ArrowDown")
    expect(chosen(page)).to_contain_text("CORNO")
    assert {"ArrowUp", "R", "E", "W", "N", "B", "/", "G"} <= keys(page)
    page.keyboard.press("ArrowUp")
    expect(chosen(page)).to_contain_text(INVENTED)
    assert {"ArrowDown", "A", "R", "E", "W", "N", "Q", "B", "/", "Ctrl+Enter", "Escape", "G"} <= keys(page)


def test_paper_is_typed_twice_and_a_difference_asks_for_a_third_reading(
    new_page: Callable[..., Page], served: Served
) -> None:
    game = running_game(is_double_entry=True)
    turn = close(open_turn(game, RACK))
    held = officials_of(game.event)
    held.director.first_name, held.director.last_name = "Luca", "Pini"
    held.director.save()
    first, second = new_page(1440, 900), new_page(1440, 900)
    open_desk(first, game.event, served, "director")
    open_desk(second, game.event, served)

    def write_row(page: Page, *fields: str) -> None:
        for place, text in enumerate(fields):
            if place:
                page.keyboard.press("Tab")
            page.keyboard.type(text)
        page.keyboard.press("Enter")

    # Two slips one after the other without leaving the row.
    first.keyboard.press("b")
    write_row(first, "1", "CORNO", "8D", "22")
    expect(paper_answer(first)).to_contain_text("Tavolo 1: prima lettura registrata.")
    expect(first.locator("#paper-table")).to_be_focused()
    write_row(first, "2", "ERO", "8G", "3")
    expect(paper_answer(first)).to_contain_text("Tavolo 2: prima lettura registrata.")

    second.keyboard.press("b")
    write_row(second, "1", "CORNO", "8D", "22")
    expect(paper_answer(second)).to_contain_text("sono uguali")
    write_row(second, "2", "ERO", "8H", "3")
    said = "Prima lettura (L. Pini): 8G. Invio conferma 8H e chiede una terza lettura."
    expect(paper_answer(second)).to_contain_text(said)
    expect(second.locator("#paper-reference")).to_have_attribute("aria-invalid", "true")
    expect(second.locator("#paper-word")).to_have_value("ERO")
    # Enter by nerves is not a confirmation.
    second.keyboard.press("Enter")
    assert turn.slips.count() == 3
    second.wait_for_timeout(600)
    second.keyboard.press("Enter")
    expect(paper_answer(second)).to_contain_text("serve la terza")
    assert table(game, 2).pk not in counted_slips(fresh(turn))

    write_row(first, "2", "ERO", "8H", "3")
    expect(paper_answer(first)).to_contain_text("vale questa")
    counted = counted_slips(fresh(turn))
    assert (counted[table(game, 2).pk].reference, counted[table(game, 1).pk].word) == ("8H", "CORNO")
    assert all(slip.source == SlipSource.PAPER for slip in turn.slips.all())


def test_a_contest_goes_through_opinions_and_a_ruling_and_moves_the_live_ranking(
    new_page: Callable[..., Page], served: Served
) -> None:
    game = running_game()
    event = game.event
    turn = play(game, RACK, {1: f"8D {INVENTED}", 2: "8D CORNO"})
    player, member = table(game, 1), officials_of(event).panel[1]
    live, desk, tablet, asked = new_page(1440, 900), new_page(1440, 900), new_page(390, 844), new_page(390, 844)
    live.goto(f"/t/{event.slug}/")
    leader = live.locator(".table--ranking tbody tr").first
    expect(leader).to_contain_text(table(game, 2).player.last_name)

    # The player contests from the tablet.
    enrol(tablet, player)
    expect(tablet.get_by_text(f"{INVENTED} non è ammessa (F14).")).to_be_visible()
    tablet.get_by_role("link", name="Contesta").click()
    tablet.get_by_label("Motivo").fill("è sul volume")
    tablet.get_by_role("button", name="Contesta").click()
    expect(tablet.get_by_text("Contestazione inviata")).to_be_visible()

    # The arbiter asks the panel; a member answers from their own table.
    open_desk(desk, event, served)
    expect(desk.locator("#desk-side")).to_contain_text("«è sul volume»")
    desk.keyboard.press("q")
    expect(desk.locator("#desk-side")).to_contain_text("0 pareri su 3")
    enrol(asked, member)
    asked.get_by_role("link", name="Rispondi").click()
    expect(asked.get_by_role("heading", name=f"{INVENTED}: è una parola ammessa?")).to_be_visible()
    assert overflow(asked) <= 0
    asked.get_by_text("Ammettere", exact=True).click()
    asked.get_by_label("Motivo").fill("F15b, plurale di aggettivo")
    asked.get_by_role("button", name="Invia il parere").click()
    expect(asked.get_by_text("Parere inviato all’arbitro.")).to_be_visible()
    assert Opinion.objects.get().member == member
    expect(desk.locator("#desk-side")).to_contain_text("F15b, plurale di aggettivo", timeout=STREAM)

    # The ruling, and what everybody sees of it.
    desk.keyboard.press("a")
    desk.keyboard.type("a lemma sul volume")
    desk.keyboard.press("Control+Enter")
    expect(desk.locator("#desk-messages")).to_contain_text(f"{INVENTED}: ammessa.")
    expect(desk.locator("#desk-side")).to_contain_text("accolta")
    assert Contest.objects.get().state == ContestState.UPHELD
    assert points(fresh(turn))[1] == 76
    expect(leader).to_contain_text(player.player.last_name, timeout=STREAM)
    expect(tablet.locator(".verdict .hero-number")).to_have_text("76", timeout=STREAM)
    assert LogRow.objects.get(event=event, act="ruling.applied").reason == "a lemma sul volume"


def test_a_playing_arbiters_desk_shuts_at_the_opening_and_opens_at_the_close(
    new_page: Callable[..., Page], served: Served
) -> None:
    event = make_event(state=EventState.RUNNING)
    seat, *_others = make_entries(event, 4)
    held = make_officials(event, arbiter_entry=seat)
    game = start_game(event)
    page = new_page(1440, 900)
    log_in(page, held.arbiter, served)
    page.goto(f"/arbitro/{event.slug}/")
    expect(page.get_by_text("Nessuna mano ancora.")).to_be_visible()
    turn = open_turn(game, RACK)
    expect(page.get_by_text("Il tavolo è chiuso per chi gioca.")).to_be_visible(timeout=STREAM)
    hand_in(turn, table(game, 2), f"8D {INVENTED}")
    page.reload()
    expect(page.get_by_text("Il tavolo è chiuso per chi gioca.")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text(RACK)
    expect(page.locator("#desk-q, #paper-table, [data-key=W]")).to_have_count(0)
    turns.close(turn=turn, by=held.as_director)
    adjudication.score_slips(turn_id=turn.pk)
    expect(chosen(page)).to_contain_text(INVENTED, timeout=STREAM)


def test_what_is_being_typed_survives_the_room_moving_on(new_page: Callable[..., Page], served: Served) -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    hand_in(turn, table(game, 1), "8D CORNO")
    page = new_page(1440, 900)
    open_desk(page, game.event, served)
    page.keyboard.press("b")
    page.keyboard.type("3")
    page.keyboard.press("Tab")
    page.keyboard.type("COR")
    close(turn)
    expect(page.locator(".desk__table")).to_contain_text("CORNO", timeout=STREAM)
    expect(page.locator("#paper-word")).to_be_focused()
    page.keyboard.type("NO")
    expect(page.locator("#paper-word")).to_have_value("CORNO")


def test_the_desk_is_never_wider_than_the_screen(new_page: Callable[..., Page], served: Served) -> None:
    game = running_game()
    turn = closed_turn(game)
    page = new_page(1440, 900)
    open_desk(page, game.event, served)
    for state, then in (("Chiusa", lambda: reveal(turn)), ("Svelata", lambda: None)):
        page.reload()
        expect(page.locator(".steps .is-now")).to_have_text(state)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert (state, width, overflow(page)) == (state, width, 0)
        then()
