"""The director's console: what it shows in every state, each act, and who is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_event, make_federation_user, make_officials, make_user, officials_of
from tests.tournaments.play import close, draw, fresh, hand_in, open_turn, play, running_game
from tournaments.enums import EventState, GameState, RackSource, TurnState
from tournaments.models import Event, Game, LogRow, Turn
from tournaments.selectors import console
from tournaments.services import draws, turns

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"


@pytest.fixture(autouse=True)
def _nobody_looks_yet() -> None:
    cache.clear()


def client_of(user: Any) -> Client:
    client = Client(headers={"accept-language": "it"})
    client.force_login(user)
    return client


def director(event: Event) -> Client:
    return client_of(officials_of(event).director)


def address(event: Event, query: str = "") -> str:
    return reverse("admin:console", args=[event.pk]) + query


def stamp(event: Event) -> str:
    return console.situation(Event.objects.get(pk=event.pk)).stamp


def post(client: Client, event: Event, act: str, **data: Any) -> Any:
    return client.post(address(event), {"act": act, "stamp": stamp(event), **data}, headers={"hx-request": "true"})


def next_button(client: Client, event: Event) -> Any:
    return client.get(address(event)).context["next"]


def act(client: Client, event: Event) -> None:
    """Press the large button, as the page offers it."""
    button = next_button(client, event)
    assert button.blocked == ""
    answer = post(client, event, button.act)
    assert answer.status_code == 200
    assert said(answer) == []


def said(answer: Any) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


# Who reaches it


def test_the_console_is_for_the_events_own_director() -> None:
    event, other = make_event(players=3, state=EventState.RUNNING), make_event(players=3, state=EventState.RUNNING)
    held = officials_of(event)
    assert client_of(held.director).get(address(event)).status_code == 200
    assert client_of(make_federation_user()).get(address(event)).status_code == 200
    assert client_of(held.director).get(address(other)).status_code == 404
    assert client_of(held.director).post(address(other), {"act": "draw"}).status_code == 404
    assert client_of(held.arbiter).get(address(event)).status_code == 403
    assert client_of(held.arbiter).post(address(event), {"act": "draw"}).status_code == 403
    assert client_of(make_user()).get(address(event)).status_code == 302
    assert Client().get(address(event)).status_code == 302


@pytest.mark.parametrize("page", ["console-publish", "console-seating", "console-game"])
def test_its_pages_too(page: str) -> None:
    event, other = make_event(players=3, state=EventState.RUNNING), make_event(players=3, state=EventState.RUNNING)
    extra = [1] if page == "console-game" else []
    held = officials_of(event)
    assert client_of(held.director).get(reverse(f"admin:{page}", args=[event.pk, *extra])).status_code == 200
    assert client_of(held.director).get(reverse(f"admin:{page}", args=[other.pk, *extra])).status_code == 404
    assert client_of(held.arbiter).get(reverse(f"admin:{page}", args=[event.pk, *extra])).status_code == 403


# From the draft to the publication


def test_the_large_button_leads_from_the_draft_to_the_reveal() -> None:
    event = make_event(players=4)
    held = make_officials(event)
    client = client_of(held.director)
    act(client, event)
    assert Event.objects.get(pk=event.pk).state == EventState.REGISTRATION
    assert next_button(client, event).blocked == "nessun giocatore è presente: registra gli arrivi"
    event.entries.update(checked_in_at=timezone.now())
    act(client, event)
    game = Game.objects.get(event=event)
    assert (game.state, game.rack_source) == (GameState.RUNNING, RackSource.SEEDED)
    assert len(game.commitment) == 64
    act(client, event)
    assert next_button(client, event).blocked == "il sorteggio è in corso"
    turn = draws.draw_requested(game_id=game.pk)
    assert turn is not None
    states = [turn.state]
    for _press in range(2):
        act(client, event)
        states.append(fresh(turn).state)
    assert states == [TurnState.DRAWN, TurnState.OPEN, TurnState.CLOSED]
    assert next_button(client, event).blocked == "Il calcolo del top non è ancora pronto: riprova tra un attimo."


def test_a_turn_is_adjudicated_and_revealed_and_the_next_one_drawn() -> None:
    game = running_game(rack_source=RackSource.SEEDED)
    client = director(game.event)
    turn = close(open_turn(game))
    act(client, game.event)
    assert fresh(turn).state == TurnState.ADJUDICATED
    assert next_button(client, game.event).words == "Svela il top"
    act(client, game.event)
    assert fresh(turn).state == TurnState.REVEALED
    assert next_button(client, game.event).words == "Estrai la mano 2"


def test_a_whole_event_from_the_last_game_to_the_publication() -> None:
    game = running_game()
    event = game.event
    user = officials_of(event).director
    user.set_password("parola di prova")
    user.save()
    client = director(event)
    play(game, RACK, {1: "8D CORNO"})
    refused = post(client, event, "end_game", reason="la sala chiude", password="sbagliata")
    assert refused.context["refusal"] == "La password non è giusta: nulla è cambiato."
    assert Game.objects.get(pk=game.pk).state == GameState.RUNNING
    assert post(client, event, "end_game", password="parola di prova").context["refusal"] == (
        "Scrivi il motivo: resta nel registro."
    )
    post(client, event, "end_game", reason="la sala chiude", password="parola di prova")
    game.refresh_from_db()
    assert (game.state, game.end_reason) == (GameState.FINISHED, "director")
    act(client, event)
    assert Event.objects.get(pk=event.pk).state == EventState.FINISHED
    page = reverse("admin:console-publish", args=[event.pk])
    assert client.get(page).context["agrees"] is True
    client.post(page, {"password": "sbagliata"})
    assert Event.objects.get(pk=event.pk).state == EventState.FINISHED
    client.post(page, {"password": "parola di prova"})
    assert Event.objects.get(pk=event.pk).state == EventState.PUBLISHED
    assert next_button(client, event).blocked == "il torneo è chiuso e non cambia più"


def test_a_finished_event_is_reopened_with_password_and_reason() -> None:
    event = make_event(players=3, state=EventState.FINISHED)
    user = officials_of(event).director
    user.set_password("parola di prova")
    user.save()
    client = director(event)
    post(client, event, "reopen_event", reason="un errore", password="no")
    assert Event.objects.get(pk=event.pk).state == EventState.FINISHED
    post(client, event, "reopen_event", reason="un errore", password="parola di prova")
    assert Event.objects.get(pk=event.pk).state == EventState.RUNNING


def test_results_that_the_log_does_not_give_are_not_published() -> None:
    game = running_game()
    event = game.event
    user = officials_of(event).director
    user.set_password("parola di prova")
    user.save()
    play(game, RACK, {1: "8D CORNO"})
    client = director(event)
    post(client, event, "end_game", reason="basta", password="parola di prova")
    post(client, event, "finish_event")
    LogRow.objects.filter(event=event, act="turn.revealed").update(reason="cambiato dopo")
    page = reverse("admin:console-publish", args=[event.pk])
    assert client.get(page).context["agrees"] is False
    assert "non segue dalla precedente" in client.post(page, {"password": "parola di prova"}).context["refusal"]
    assert Event.objects.get(pk=event.pk).state == EventState.FINISHED


# The clock, undo, void


def test_pause_resume_and_more_time() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    client = director(game.event)
    deadline = turn.deadline_at
    post(client, game.event, "extend")
    assert (fresh(turn).deadline_at - deadline).total_seconds() == 30
    post(client, game.event, "pause")
    assert fresh(turn).paused_at is not None
    post(client, game.event, "resume")
    assert fresh(turn).paused_at is None


@pytest.mark.parametrize(
    ("state", "undo", "data", "after"),
    [
        (TurnState.OPEN, "undo_opening", {}, TurnState.DRAWN),
        (TurnState.CLOSED, "reopen", {"seconds": "60"}, TurnState.OPEN),
        (TurnState.ADJUDICATED, "undo_adjudication", {}, TurnState.CLOSED),
    ],
)
def test_undo_takes_back_the_last_act_with_a_reason(state: str, undo: str, data: Any, after: str) -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    if state != TurnState.OPEN:
        turn = close(turn)
    if state == TurnState.ADJUDICATED:
        turns.adjudicate(turn=turn, by=officials_of(game.event).as_director)
    client = director(game.event)
    assert client.get(address(game.event)).context["undo"].act == undo
    answer = post(client, game.event, undo, **data)
    assert (answer.context["asked"], answer.context["refusal"]) == ("undo", "Scrivi il motivo: resta nel registro.")
    assert fresh(turn).state == state
    post(client, game.event, undo, reason="errore di lettura", **data)
    assert fresh(turn).state == after
    assert game.event.log.order_by("sequence").last().reason == "errore di lettura"


def test_reopening_asks_how_long() -> None:
    game = running_game()
    close(open_turn(game, RACK))
    answer = post(director(game.event), game.event, "reopen", reason="rumore", seconds="molti")
    assert answer.context["refusal"] == "Scrivi quanti secondi dare."


def test_void_asks_the_reason_and_after_the_reveal_the_password() -> None:
    game = running_game()
    turn = draw(game, RACK)
    client = director(game.event)
    assert post(client, game.event, "void").context["refusal"] == "Scrivi il motivo: resta nel registro."
    post(client, game.event, "void", reason="lettere lette male")
    assert fresh(turn).state == TurnState.VOIDED
    turn = play(game, RACK, {})
    assert client.get(address(game.event)).context["void_asks_password"] is True
    refused = post(client, game.event, "void", reason="errore")
    assert refused.context["refusal"] == "La password non è giusta: nulla è cambiato."
    assert fresh(turn).state == TurnState.REVEALED


# Racks by hand


def test_a_rack_by_hand_with_rejected_ones() -> None:
    game = running_game()
    client = director(game.event)
    assert next_button(client, game.event).opens == "rack"
    refused = post(client, game.event, "rack", letters="COR")
    assert refused.context["asked"] == "rack"
    assert refused.context["typed"]["letters"] == "COR"
    assert Turn.objects.count() == 0
    post(client, game.event, "rack", letters="c o r n o a *", rejected="aaeeioo\n\nBCDFGAA")
    turn = Turn.objects.get()
    assert turn.rack == "CORNOA?"
    assert [row["rack"] for row in turn.rejected] == ["AAEEIOO", "BCDFGAA"]
    text = client.get(address(game.event)).content.decode()
    assert "AAEEIOO" in text
    assert "poche consonanti" in text


def test_a_drawn_game_refuses_letters_by_hand() -> None:
    game = running_game(rack_source=RackSource.SEEDED)
    answer = post(director(game.event), game.event, "rack", letters=RACK)
    assert answer.context["refusal"].startswith("I leggii di questa partita sono sorteggiati")


# Two people at once


def test_a_late_click_changes_nothing_and_says_so() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    client = director(game.event)
    seen = stamp(game.event)
    post(client, game.event, "extend")
    answer = client.post(address(game.event), {"act": "close", "stamp": seen}, headers={"hx-request": "true"})
    assert fresh(turn).state == TurnState.OPEN
    assert len(said(answer)) == 1
    assert "il tuo comando non ha cambiato nulla" in said(answer)[0]
    assert "Più tempo per la mano 1" in said(answer)[0]


def test_an_act_without_its_situation_or_unknown_is_refused() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    client = director(game.event)
    client.post(address(game.event), {"act": "close"})
    post(client, game.event, "explode")
    post(client, game.event, "draw")
    assert fresh(turn).state == TurnState.OPEN
    assert Turn.objects.count() == 1


def test_each_sees_that_the_other_has_it_open() -> None:
    event = make_event(players=3, state=EventState.RUNNING)
    other = make_federation_user("laura")
    client_of(other).get(address(event))
    assert director(event).get(address(event)).context["others"] == ["laura"]


def test_without_script_an_act_is_a_form_and_a_question_a_page() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    client = director(game.event)
    answer = client.post(address(game.event), {"act": "pause", "stamp": stamp(game.event)})
    assert (answer.status_code, answer.url) == (302, address(game.event))
    assert fresh(turn).paused_at is not None
    page = client.get(address(game.event, "?ask=void")).content.decode()
    assert 'id="dialog-void" aria-labelledby="dialog-void-title" open' in page


# Screens


def test_message_and_projector_need_no_situation() -> None:
    event = make_event(players=3, state=EventState.RUNNING)
    client = director(event)
    client.post(address(event), {"act": "message", "text": "Si  riprende alle 15"})
    client.post(address(event), {"act": "projector:ranking"})
    event.refresh_from_db()
    assert (event.message, event.projector_mode) == ("Si riprende alle 15", "ranking")
    long = client.post(address(event), {"act": "message", "text": "a" * 241})
    assert long.context["refusal"] == "Il messaggio è di 241 caratteri: al più 240."


# What is known when


def test_while_the_turn_is_open_the_page_counts_slips_and_says_nothing_of_them() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    one, two, *_ = game.event.entries.all()
    hand_in(turn, one, "8D CORNO")
    hand_in(turn, two, "8D ACORNE", received_at=timezone.now())
    client = director(game.event)
    top = turn.top
    for query in ("", "?part=room", f"?part=acts&stamp={stamp(game.event)}"):
        page = client.get(address(game.event, query))
        # A token is random letters and may hold any two of them.
        text = page.content.decode().replace(str(page.context["csrf_token"]), "")
        assert page.context["count"].received == 2
        assert [entry.table_number for entry in page.context["count"].missing] == [3, 4]
        assert page.context["top"] is None
        for secret in ("8D", "CORNO<", "ACORNE", top.master["word"], f"{top.score} punti"):
            assert secret not in text.replace("CORNOAE", "")
        assert "risultato sigillato fino alla chiusura" in text
    closed = close(turn)
    text = client.get(address(game.event)).content.decode()
    assert closed.top.master["word"] in text
    assert "Il top, non ancora svelato" in text


def test_the_count_follows_the_entries_of_this_opening_in_time() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    one, two, *_ = game.event.entries.all()
    hand_in(turn, one, "8D CORNO")
    hand_in(turn, one, "8D CORNA", revision=2)
    by = officials_of(game.event).as_director
    turns.undo_opening(turn=turn, by=by, reason="prova")
    turn = turns.open_turn(turn=fresh(turn), by=by)
    hand_in(turn, two, "8D CORNO")
    count = director(game.event).get(address(game.event)).context["count"]
    assert (count.received, count.expected, count.by_device) == (1, 4, 1)


def test_a_director_who_plays_sees_no_count_while_the_turn_is_open() -> None:
    game = running_game()
    held = officials_of(game.event)
    office = game.event.offices.get(kind="arbiter")
    office.user, office.entry = held.director, game.event.entries.first()
    office.save()
    turn = open_turn(game, RACK)
    client = client_of(held.director)
    page = client.get(address(game.event))
    assert (page.context["count"], page.context["worker"]) == (None, None)
    assert page.context["next"].is_confirmed_twice is True
    close(turn)
    assert client.get(address(game.event)).context["count"].expected == 4


def test_an_early_close_is_warned_and_pressed_twice_unless_all_are_in() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    client = director(game.event)
    button = next_button(client, game.event)
    assert (button.cost, button.is_confirmed_twice) == ("in anticipo, con 4 bollettini mancanti", True)
    assert "data-confirm-twice" in client.get(address(game.event)).content.decode()
    for entry in game.event.entries.all():
        hand_in(turn, entry, "8D CORNO")
    button = next_button(client, game.event)
    assert (button.cost, button.is_confirmed_twice) == ("in anticipo, con tutti i bollettini", False)


def test_the_part_that_is_polled_says_when_the_situation_changed() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    client = director(game.event)
    seen = stamp(game.event)
    same = client.get(address(game.event, f"?part=acts&stamp={seen}"))
    assert same.status_code == 200
    close(turn)
    other = client.get(address(game.event, f"?part=acts&stamp={seen}"))
    assert (other.status_code, other.headers["HX-Trigger"]) == (204, "console:stale")


def test_a_game_is_set_up_before_it_starts() -> None:
    event = make_event(players=3, state=EventState.RUNNING)
    client = director(event)
    page = reverse("admin:console-game", args=[event.pk, 1])
    client.post(page, {"rack_source": "seeded", "phrase": "nebbia sul Po"})
    client.post(page, {"commit": "1"})
    game = Game.objects.get(event=event)
    assert (game.phrase, len(game.commitment)) == ("nebbia sul Po", 64)
    assert game.seed not in client.get(page).content.decode()
    refused = client.post(page, {"rack_source": "prepared"})
    assert refused.context["form"].errors["file"] == ["Scegli il file della partita preparata."]
    client.post(page, {"rack_source": "manual"})
    game.refresh_from_db()
    assert (game.rack_source, game.commitment) == (RackSource.MANUAL, "")
    assert client.get(reverse("admin:console-game", args=[event.pk, 9])).status_code == 404


def test_tables_are_assigned_by_ranking_between_games() -> None:
    game = running_game(games_planned=2)
    event = game.event
    entries = {entry.table_number: entry for entry in event.entries.all()}
    play(game, RACK, {3: "8D CORNO", 2: "8D CORO"})
    client = director(event)
    page = reverse("admin:console-seating", args=[event.pk])
    order = client.get(page).context["order"]
    client.post(page, {"order": order})
    entries[3].refresh_from_db()
    assert entries[3].table_number == 3
    user = officials_of(event).director
    user.set_password("parola di prova")
    user.save()
    post(client := director(event), event, "end_game", reason="basta", password="parola di prova")
    client.post(page, {"order": "1,2"})
    entries[3].refresh_from_db()
    assert entries[3].table_number == 3
    client.post(page, {"order": order})
    entries[3].refresh_from_db()
    assert entries[3].table_number == 1
    assert next_button(client, event).words == "Comincia la partita 2"
