"""The player's pages in every state, what they refuse, and what they never tell."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.factories import make_event, officials_of
from tests.tournaments.play import close, draw, fresh, hand_in, open_turn, play, reveal, running_game
from tournaments.api.device_cookie import COOKIE
from tournaments.api.throttling import WRONG_CODES_A_MINUTE, DeviceThrottle
from tournaments.enums import ContestState, ContestSubject, Decision, EventState, SanctionKind, TurnState
from tournaments.models import Contest, Device, Entry, Event, Game, Slip, Turn
from tournaments.services import ceremony, contests, devices, games, panel, sanctions, screens, turns
from tournaments.services.actor import Actor
from tournaments.services.positions import next_position

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"
JSON = {"accept": "application/json"}


def enter(client: Client, entry: Entry) -> Entry:
    """Connect this client to the entry's table, by a code as a player does."""
    event = entry.event
    code = devices.issue_code(entry, officials_of(event).as_director)
    assert client.post(f"/gioca/{code}/").status_code == 302
    return entry


def table(event: Event, number: int) -> Entry:
    return event.entries.get(table_number=number)


def text(client: Client, address: str = "/gioca/", **headers: str) -> str:
    response = client.get(address, headers={"accept-language": "it", **headers})
    assert response.status_code == 200, response.status_code
    return response.content.decode()


def words(html: str) -> str:
    """What is read on the page: the script's templates are not."""
    html = re.sub(r"<template.*?</template>", "", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def send(client: Client, played: Turn, word: str, reference: str, **fields: object) -> object:
    data = {"turn": played.pk, "client_key": uuid4(), "revision": 1, "word": word, "reference": reference, **fields}
    return client.post("/gioca/bollettino/", data, headers=JSON)


# Enrolling


def test_the_qr_asks_for_name_and_table_and_uses_nothing_up(client: Client) -> None:
    event = make_event(players=3, state=EventState.RUNNING)
    entry = table(event, 2)
    code = devices.issue_code(entry, officials_of(event).as_director)
    for _ in range(2):
        page = text(client, f"/gioca/{code}/")
        assert str(entry.player) in page
        assert "Tavolo" in page
    assert not Device.objects.exists()


def test_confirming_makes_this_browser_the_tables_device(client: Client) -> None:
    event = make_event(players=3, state=EventState.RUNNING)
    entry = table(event, 2)
    code = devices.issue_code(entry, officials_of(event).as_director)
    answer = client.post(f"/gioca/{code}/")
    assert (answer.status_code, answer["Location"]) == (302, "/gioca/")
    cookie = answer.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert f"Tavolo 2 · {entry.player}" in text(client)


def test_the_same_qr_opened_again_on_the_connected_device_goes_on_to_the_game(client: Client) -> None:
    event = make_event(players=3, state=EventState.RUNNING)
    code = devices.issue_code(table(event, 1), officials_of(event).as_director)
    client.post(f"/gioca/{code}/")
    assert client.get(f"/gioca/{code}/")["Location"] == "/gioca/"


@pytest.mark.parametrize("case", ["unknown", "used", "expired", "withdrawn"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_code_that_does_not_work_says_why(client: Client, case: str, method: str) -> None:
    event = make_event(players=4, state=EventState.RUNNING)
    entry = table(event, 1)
    code = devices.issue_code(entry, officials_of(event).as_director)
    if case == "unknown":
        code = "ABCDEFGHJKLM"
    elif case == "used":
        devices.enrol(code)
    elif case == "expired":
        entry.enrolment_codes.update(expires_at=timezone.now())
    else:
        event.entries.filter(pk=entry.pk).update(withdrawn_at=timezone.now())
    answer = getattr(client, method)(f"/gioca/{code}/", headers={"accept-language": "it"})
    assert answer.status_code == 410
    sentence = {
        "unknown": "Questo codice non esiste",
        "used": "già stato usato",
        "expired": "è scaduto",
        "withdrawn": "non è più in gara",
    }
    assert sentence[case] in answer.content.decode()
    assert COOKIE not in answer.cookies


def test_without_a_device_the_code_can_be_typed(client: Client) -> None:
    assert "Codice del tavolo" in text(client)
    assert client.get("/gioca/", {"code": "abcd efgh jklm"})["Location"] == "/gioca/abcdefghjklm/"


def test_a_replaced_device_is_told(client: Client) -> None:
    event = make_event(players=3, state=EventState.RUNNING)
    entry = enter(client, table(event, 1))
    enter(Client(), entry)
    part = client.get("/gioca/?part=seat")
    assert (part.status_code, part["HX-Refresh"]) == (204, "true")
    assert "non è più collegato" in text(client)


def test_a_device_of_another_table_is_warned_before_it_changes(client: Client) -> None:
    event = make_event(players=3, state=EventState.RUNNING)
    one = enter(client, table(event, 1))
    code = devices.issue_code(table(event, 2), officials_of(event).as_director)
    assert f"ora gioca per {one.player}, tavolo 1" in text(client, f"/gioca/{code}/")


# States


def test_before_the_event_and_before_the_check_in(client: Client) -> None:
    event = make_event(players=4, state=EventState.RUNNING)
    entry = enter(client, table(event, 1))
    event.state = EventState.REGISTRATION
    event.save()
    assert "Il torneo non è ancora cominciato" in text(client)
    Entry.objects.filter(pk=entry.pk).update(checked_in_at=None)
    assert "Non risulti ancora presente" in text(client)


def test_waiting_for_the_first_turn_hides_its_letters(client: Client) -> None:
    game = running_game()
    enter(client, table(game.event, 1))
    assert "La partita 1 è cominciata" in text(client)
    draw(game, RACK)
    page = text(client)
    assert "La mano 1 sta per cominciare" in page
    assert "tile__letter" not in page


def open_game(client: Client, number: int = 1, **fields: object) -> tuple[Game, Turn, Entry]:
    game = running_game(**fields)
    entry = enter(client, table(game.event, number))
    return game, open_turn(game, RACK), entry


def test_an_open_turn_shows_letters_clock_and_no_slip(client: Client) -> None:
    _game, _turn, _entry = open_game(client)
    page = words(text(client))
    assert "Mano 1" in page
    assert "Nessuna giocata. Tocca una casella per cominciare." in page
    assert "Invia la giocata" in page
    assert "chiude alle" in page


def test_a_paused_turn_says_so(client: Client) -> None:
    game, turn, _entry = open_game(client)
    turns.pause(turn=turn, by=officials_of(game.event).as_director)
    assert "In pausa" in words(text(client))


def test_a_received_slip_is_shown_with_its_time(client: Client) -> None:
    _game, turn, entry = open_game(client)
    slip = hand_in(turn, entry, "8D CORNO", declared=22)
    page = words(text(client))
    at = timezone.localtime(slip.received_at).strftime("%H:%M:%S")
    assert re.search(rf"Ricevuta alle {at} \. Puoi sostituirla fino alla chiusura\.", page)
    assert "Cambia la giocata" in page


def test_a_closed_turn_says_which_slip_counts(client: Client) -> None:
    _game, turn, entry = open_game(client)
    hand_in(turn, entry, "8D CORNO")
    close(turn)
    page = words(text(client))
    assert "Mano chiusa. Vale quella ricevuta alle" in page
    before = re.sub(r"\d\d:\d\d:\d\d", "", page.split("Mano chiusa")[0])
    assert not re.search(r"\b22\b", before)


def test_a_closed_turn_without_a_slip_or_with_a_late_one(client: Client) -> None:
    _game, turn, entry = open_game(client)
    turn = close(turn)
    assert "Nessuna giocata ricevuta. Vale 0." in words(text(client))
    assert turn.closed_at is not None
    hand_in(turn, entry, "8D CORNO", received_at=turn.closed_at + timedelta(seconds=4))
    page = words(text(client))
    assert re.search(r"In ritardo di 4 s\. Arrivata alle [\d:]+ : non conta\.", page)
    assert "Nessuna giocata ricevuta" not in page


def test_the_verdict_shows_the_sum_the_top_and_the_place(client: Client) -> None:
    game, turn, entry = open_game(client)
    hand_in(turn, entry, "8D CORNO", declared=20)
    reveal(close(turn))
    page = words(text(client))
    assert "Svelata" in page
    assert "22 punti Ammessa" in page
    assert "CORNO · 8D orizzontale" in page
    assert "2 + 1 + 2 + 3 + 1×2 = 10" in page or "parola doppia in H8" in page
    assert "Dichiarati 20 corretti, annotato" in page
    assert "Il top" in page
    assert "Trovato da" in page
    assert "dei top" in page
    assert "Si può contestare finché non si apre la mano 2 (F32)." in page
    assert game.event.slug in text(client)


def test_a_refused_slip_has_its_reason_its_article_and_its_other_words(client: Client) -> None:
    _game, turn, entry = open_game(client)
    hand_in(turn, entry, "8D CONAREO", declared=80)
    reveal(close(turn))
    page = words(text(client))
    assert "0 punti Non ammessa" in page
    assert re.search(r"CONAREO non è ammessa \(F\d+\)\.", page)
    assert "Una parola non ammessa azzera il bollettino (M, Scrabble multiplo)." in page
    assert "Dichiarati 80" in page


def test_no_slip_and_a_late_slip_have_their_reason_after_the_reveal(client: Client) -> None:
    _game, turn, entry = open_game(client)
    turn = close(turn)
    reveal(turn)
    assert "Nessuna giocata ricevuta (M, Scrabble multiplo). La mano vale 0." in words(text(client))
    late = turn.deadline_at + timedelta(seconds=5)
    assert hand_in(fresh(turn), entry, "8D CORNO", received_at=late).is_late


def next_turn(game: Game) -> Turn:
    kept = next_position(game).kept.letters
    letters = "".join(letter for letter in "TIESRAVIBLE" if letter not in kept)[: 7 - len(kept)]
    return draw(game, kept + letters)


def test_waiting_for_the_next_turn_keeps_the_verdict_and_hides_the_letters(client: Client) -> None:
    game, turn, entry = open_game(client)
    hand_in(turn, entry, "8D CORNO")
    reveal(close(turn))
    following = next_turn(game)
    page = text(client)
    assert "La mano 2 sta per cominciare." in words(page)
    assert "22" in page
    assert 'class="rack rack--large"' not in page
    turns.void(turn=following, by=officials_of(game.event).as_director, reason="prova")
    assert "La mano 2 è annullata" in words(text(client))


def test_a_voided_first_turn_and_a_game_that_is_over(client: Client) -> None:
    game, turn, entry = open_game(client)
    director = officials_of(game.event).as_director
    turns.void(turn=turn, by=director, reason="prova")
    assert "La mano 1 è annullata" in words(text(client))
    again = open_turn(game, RACK)
    hand_in(again, entry, "8D CORNO")
    reveal(close(again))
    games.end(game=game, by=director, end_reason="director")
    page = words(text(client))
    assert "La partita 1 è finita" in page
    assert "Sei al 1° posto con 22 punti." in page


def test_an_event_that_is_over_tells_the_final_place(client: Client) -> None:
    game, turn, entry = open_game(client)
    hand_in(turn, entry, "8D CORNO")
    reveal(close(turn))
    games.end(game=game, by=officials_of(game.event).as_director, end_reason="director")
    Event.objects.filter(pk=game.event_id).update(state=EventState.FINISHED)
    assert "Hai chiuso al 1° posto con 22 punti." in words(text(client))


def test_withdrawn_and_disqualified_players_are_told(client: Client) -> None:
    game, _turn, entry = open_game(client)
    Entry.objects.filter(pk=entry.pk).update(withdrawn_at=timezone.now())
    assert "Ritirato" in text(client)
    Entry.objects.filter(pk=entry.pk).update(withdrawn_at=None)
    entry.refresh_from_db()
    arbiter = officials_of(game.event).as_arbiter
    sanctions.give(entry=entry, by=arbiter, kind=SanctionKind.DISQUALIFICATION, reason="suggerimenti")
    page = text(client)
    assert "Squalificato" in page
    assert "suggerimenti" in page
    assert "slip-form" not in page


def test_messages_and_warnings_are_on_the_page(client: Client) -> None:
    game, turn, entry = open_game(client)
    officials = officials_of(game.event)
    screens.show_message(game.event, text="Pausa pranzo alle 13", by=officials.as_director)
    sanctions.give(entry=entry, by=officials.as_arbiter, kind=SanctionKind.WARNING, reason="parla", turn=turn)
    page = words(text(client))
    assert "Dal direttore: Pausa pranzo alle 13" in page
    assert "Ammonizione, mano 1. parla" in page


def test_a_panel_member_is_told_that_an_opinion_is_asked(client: Client) -> None:
    game = running_game()
    officials = officials_of(game.event)
    member = enter(client, officials.panel[0])
    turn = close(open_turn(game, RACK))
    assert "parere del collegio" not in text(client)
    question = panel.ask(turn=turn, by=officials.as_arbiter, words=["CONAREO"])
    assert "L’arbitro chiede il parere del collegio." in text(client)
    panel.answer(question=question, by=Actor.of_entry(member), decision=Decision.ADMIT, reason="F15b")
    assert "parere del collegio" not in text(client)


# The part that the stream refreshes


def test_the_part_leaves_the_slip_alone_while_it_is_being_written(client: Client) -> None:
    game, turn, entry = open_game(client)
    key = f"{entry.pk}.{turn.pk}.{turn.opening}"
    part = client.get("/gioca/", {"part": "seat", "slip": key})
    assert part["HX-Reswap"] == "none"
    page = part.content.decode()
    assert 'id="player-clock" hx-swap-oob="true"' in page
    assert "duplicato-slip" not in page
    whole = client.get("/gioca/", {"part": "seat", "slip": "0.0.0"})
    assert "HX-Reswap" not in whole
    assert "<duplicato-slip" in whole.content.decode()
    turns.close(turn=turn, by=officials_of(game.event).as_director)
    assert "HX-Reswap" not in client.get("/gioca/", {"part": "seat", "slip": key})


# Handing in


def test_the_receipt_carries_the_servers_time_and_a_repeat_gets_the_same(client: Client) -> None:
    _game, turn, entry = open_game(client)
    key = uuid4()
    first = send(client, turn, "CORNO", "8D", client_key=key, declared="22", entry=entry.pk).json()
    again = send(client, turn, "CORNO", "8D", client_key=key, declared="22", entry=entry.pk).json()
    slip = Slip.objects.get()
    assert first == again
    assert first == {
        "client_key": str(key),
        "revision": 1,
        "received_at": slip.received_at.isoformat(),
        "late_by_ms": 0,
    }
    assert (slip.word, slip.reference, slip.declared_score) == ("CORNO", "8D", 22)


def test_the_typed_form_works_without_script(client: Client) -> None:
    _game, turn, _entry = open_game(client)
    page = text(client)
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.split('id="slip-form"')[1]))
    del fields["csrfmiddlewaretoken"]
    answer = client.post("/gioca/bollettino/", {**fields, "word": "corno", "reference": "8d", "declared": ""})
    assert (answer.status_code, answer["Location"]) == (302, "/gioca/")
    assert Slip.objects.get().word == "corno"
    assert "Ricevuta alle" in text(client)
    assert fields["turn"] == str(turn.pk)
    # The page drawn again offers the next revision under a new key.
    assert 'name="revision" value="2"' in text(client)


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"turn": "x"}, 400, "malformed"),
        ({"turn": "999999"}, 400, "malformed"),
        ({"client_key": "no"}, 400, "malformed"),
        ({"revision": "0"}, 409, "revision"),
        ({"word": "A" * 61}, 409, "too_long"),
        ({"declared": "dieci"}, 409, "declared"),
        ({"declared": "-5"}, 409, "declared"),
        ({"declared": "10000"}, 409, "declared"),
        ({"entry": "0"}, 409, "other_table"),
    ],
)
def test_a_slip_that_cannot_be_taken_says_why(
    client: Client, fields: dict[str, str], status: int, code: str
) -> None:
    _game, turn, _entry = open_game(client)
    answer = send(client, turn, fields.pop("word", "CORNO"), "8D", **fields)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]
    assert not Slip.objects.exists()


def test_without_a_device_nothing_is_taken(client: Client) -> None:
    _game, turn, _entry = open_game(Client())
    assert send(client, turn, "CORNO", "8D").status_code == 401
    plain = client.post("/gioca/bollettino/", {"turn": turn.pk})
    assert plain["Location"] == "/gioca/"


def test_a_voided_turn_takes_nothing(client: Client) -> None:
    game, turn, _entry = open_game(client)
    turns.void(turn=turn, by=officials_of(game.event).as_director, reason="prova")
    answer = send(client, turn, "CORNO", "8D")
    assert (answer.status_code, answer.json()["code"]) == (409, "voided")


def test_a_slip_needs_the_token_of_the_page() -> None:
    client = Client(enforce_csrf_checks=True)
    game = running_game()
    turn = open_turn(game, RACK)
    assert send(client, turn, "CORNO", "8D").status_code == 403


# What must never be told


@pytest.mark.parametrize("state", ["open", "closed", "adjudicated"])
def test_before_the_reveal_nothing_tells_the_top_or_another_slip(client: Client, state: str) -> None:
    game, turn, entry = open_game(client)
    hand_in(turn, entry, "8D CORO")
    hand_in(turn, table(game.event, 2), "8D NERO")
    if state != "open":
        turn = close(turn)
    if state == "adjudicated":
        turns.adjudicate(turn=turn, by=officials_of(game.event).as_arbiter)
    top = fresh(turn).top
    for address in ("/gioca/", "/gioca/?part=seat", "/gioca/punti/"):
        page = text(client, address)
        assert top.master["word"] not in page.replace(RACK, "")
        assert "NERO" not in page
        assert not re.search(rf"\b{top.score}\b", words(page.split('id="seat"')[-1]).split("Scrivi")[-1])
        assert "ammessa" not in words(page).lower()


def test_sending_a_wrong_word_and_a_right_one_looks_the_same(client: Client) -> None:
    _game, turn, _entry = open_game(client)
    right = send(client, turn, "CORNO", "8D").json()
    wrong = send(client, turn, "XXXX", "1A", revision=2).json()
    assert right.keys() == wrong.keys()
    assert (right["late_by_ms"], wrong["late_by_ms"]) == (0, 0)


def test_a_frozen_ranking_keeps_the_players_place_back(client: Client) -> None:
    game, turn, entry = open_game(client)
    ceremony.freeze_now(game.event, by=officials_of(game.event).as_director)
    hand_in(turn, entry, "8D CORNO")
    reveal(close(turn))
    page = words(text(client))
    assert "La classifica è ferma" in page
    assert "1°" not in page
    assert "totale" in page


# Contests


def revealed_with_a_refusal(client: Client) -> tuple[Game, Turn, Entry]:
    game, turn, entry = open_game(client)
    hand_in(turn, entry, "8D CONAREO")
    return game, reveal(close(turn)), entry


def test_a_player_contests_with_a_reason_and_sees_what_became_of_it(client: Client) -> None:
    game, turn, entry = revealed_with_a_refusal(client)
    form = text(client, "/gioca/contesta/")
    assert 'value="CONAREO" checked' in form
    answer = client.post(
        "/gioca/contesta/",
        {"turn": turn.pk, "subject": "slip", "words": ["CONAREO"], "text": "a pagina 100", "wants_panel": "on"},
    )
    assert answer["Location"] == "/gioca/"
    opened = Contest.objects.get()
    assert (opened.entry, opened.words, opened.text, opened.wants_panel) == (
        entry,
        ["CONAREO"],
        "a pagina 100",
        True,
    )
    page = words(text(client))
    assert "Contestata" in page
    assert "a pagina 100" in page
    contests.reject(contest=opened, by=officials_of(game.event).as_arbiter, reason="non a lemma")
    page = words(text(client))
    assert "Respinta" in page
    assert "Contestata" not in page


def test_a_contest_can_be_withdrawn_by_its_table_only(client: Client) -> None:
    game, turn, entry = revealed_with_a_refusal(client)
    opened = contests.open_contest(
        turn=turn, entry=entry, by=Actor.of_entry(entry), subject=ContestSubject.SLIP, words=["CONAREO"]
    )
    other = Client()
    enter(other, table(game.event, 2))
    other.post("/gioca/contesta/ritira/", {"contest": opened.pk})
    assert Contest.objects.get().state == ContestState.OPEN
    client.post("/gioca/contesta/ritira/", {"contest": opened.pk})
    assert Contest.objects.get().state == ContestState.WITHDRAWN


def test_a_contest_without_words_is_asked_again_and_too_late_is_refused(client: Client) -> None:
    game, turn, _entry = revealed_with_a_refusal(client)
    answer = client.post("/gioca/contesta/", {"turn": turn.pk, "subject": "slip"})
    assert answer.status_code == 400
    assert "Indica le parole" in answer.content.decode()
    turns.open_turn(turn=next_turn(game), by=officials_of(game.event).as_director)
    late = client.post("/gioca/contesta/", {"turn": turn.pk, "subject": "slip", "words": ["CONAREO"]}, follow=True)
    assert "nessuna mano da contestare" in late.content.decode()
    assert not Contest.objects.exists()


def test_nothing_is_contested_while_the_turn_is_open(client: Client) -> None:
    _game, turn, _entry = open_game(client)
    assert client.get("/gioca/contesta/")["Location"] == "/gioca/"
    client.post("/gioca/contesta/", {"turn": turn.pk, "subject": "top", "words": ["CORNO"]})
    assert not Contest.objects.exists()


# The score sheet


def test_the_score_sheet_lists_every_revealed_turn(client: Client) -> None:
    game, turn, entry = open_game(client)
    assert "Nessuna mano svelata" in text(client, "/gioca/punti/")
    hand_in(turn, entry, "8D CORNO")
    reveal(close(turn))
    page = words(text(client, "/gioca/punti/"))
    assert re.search(r"Partita 1 22 su \d+", page)
    assert "CORNO 8D" in page
    open_turn_again = next_turn(game)
    assert open_turn_again.state == TurnState.DRAWN
    assert client.get("/gioca/punti/").status_code == 200
    assert Client().get("/gioca/punti/")["Location"] == "/gioca/"


def test_the_score_sheet_costs_the_same_for_one_turn_and_three(
    client: Client, django_assert_max_num_queries
) -> None:
    game = running_game()
    enter(client, table(game.event, 1))
    play(game, RACK, {1: "8D CORNO"})
    for _ in range(2):
        turn = next_turn(game)
        turns.open_turn(turn=turn, by=officials_of(game.event).as_director)
        reveal(close(fresh(turn)))
    with django_assert_max_num_queries(9):
        client.get("/gioca/punti/")


def test_the_scripts_fetch_nothing_from_outside_and_evaluate_nothing() -> None:
    scripts = sorted((settings.BASE_DIR / "static" / "js" / "player").glob("*.js"))
    assert scripts
    for path in scripts:
        code = path.read_text(encoding="utf-8")
        assert re.findall(r"https?://|innerHTML|\beval\(|new Function", code) == []


def test_the_players_pages_hold_nothing_inline(client: Client) -> None:
    _game, turn, entry = open_game(client)
    hand_in(turn, entry, "8D CORNO")
    pages = [text(client), text(client, "/gioca/?part=seat")]
    reveal(close(turn))
    pages += [text(client), text(client, "/gioca/contesta/"), text(client, "/gioca/punti/")]
    for page in pages:
        assert re.findall(r"\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)|<style", page) == []
    policy = client.get("/gioca/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


# Rates


def test_a_page_that_sends_without_end_is_slowed_down_and_another_table_is_not(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DeviceThrottle, "rate", "2/min")
    game = running_game()
    enter(client, table(game.event, 1))
    turn = open_turn(game, RACK)
    answers = [send(client, turn, "CORNO", "8D", revision=revision) for revision in (1, 2, 3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1].json()["message"] == "Troppi invii di fila: aspetta un momento e riprova."
    other = Client()
    enter(other, table(game.event, 2))
    assert send(other, turn, "CORNO", "8D").status_code == 200


def test_guessing_codes_on_the_page_is_slowed_down_and_a_right_one_still_taken(client: Client) -> None:
    event = running_game().event
    for _ in range(WRONG_CODES_A_MINUTE):
        assert client.get("/gioca/AAAAAAAAAAAA/").status_code == 410
    page = client.get("/gioca/AAAAAAAAAAAA/", headers={"accept-language": "it"})
    assert page.status_code == 429
    assert "troppi codici sbagliati: aspetta un minuto" in page.content.decode()
    enter(Client(), table(event, 1))
