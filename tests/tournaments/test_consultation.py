"""No list at a playing table: the lexicon against the open turns of real events."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_entries, make_event, make_lexicon, make_officials, make_user, officials_of
from tests.tournaments import play
from tournaments.api.device_cookie import COOKIE
from tournaments.enums import EventState
from tournaments.models import Event
from tournaments.services import devices

pytestmark = pytest.mark.django_db
API = ["editions", "lookup", "pattern", "anagrams", "hooks", "words"]
PAGES = ["lookup", "difference", "difference-csv", "short-words", "short-words-pdf"]
QUESTION = {"word": "CASA", "pattern": "?ASA", "rack": "CASA", "length": "2", "q": "CASA"}


def statuses(client: Client) -> set[int]:
    """What every door of the lexicon answers."""
    addresses = [reverse(f"lexicon-api:{name}") for name in API] + [reverse(f"lexicon:{name}") for name in PAGES]
    return {client.get(address, QUESTION).status_code for address in addresses}


def table_of(event: Event) -> Client:
    """A tablet enrolled by its QR code."""
    entry = event.entries.first()
    assert entry is not None
    code = devices.issue_code(entry, officials_of(event).as_director)
    _device, token = devices.enrol(code)
    client = Client()
    client.cookies[COOKIE] = token
    return client


def test_players_and_visitors_never_reach_the_words() -> None:
    game = play.running_game()
    table = table_of(game.event)
    assert statuses(table) <= {302, 403}
    play.open_turn(game, "AEIRSTC")
    assert statuses(table) <= {302, 403}
    assert statuses(Client()) <= {302, 403}


def test_a_staff_account_on_a_playing_table_waits_for_the_close() -> None:
    make_lexicon(["CASA"])
    game = play.running_game()
    table = table_of(game.event)
    table.force_login(make_user(is_staff=True))
    assert statuses(table) == {200}
    turn = play.open_turn(game, "AEIRSTC")
    assert statuses(table) == {403}
    refused = table.get(reverse("lexicon-api:lookup"), QUESTION).json()
    assert refused["code"] == "turn_open"
    page = table.get(reverse("lexicon:lookup"), QUESTION).content.decode()
    assert "il lessico si consulta dopo la chiusura" in page
    play.close(turn)
    assert statuses(table) == {200}


def test_an_arbiter_who_plays_waits_for_the_close_whatever_the_device() -> None:
    make_lexicon(["CASA"])
    event = make_event(state=EventState.RUNNING)
    seat, *_others = make_entries(event, 4)
    officials = make_officials(event, arbiter_entry=seat)
    turn = play.open_turn(play.start_game(event), "AEIRSTC")
    arbiter, director, elsewhere = Client(), Client(), Client()
    arbiter.force_login(officials.arbiter)
    director.force_login(officials.director)
    elsewhere.force_login(make_officials(make_event()).arbiter)
    assert statuses(arbiter) == {403}
    assert statuses(director) == statuses(elsewhere) == {200}
    play.close(turn)
    assert statuses(arbiter) == {200}


def test_another_event_s_open_turn_closes_nothing() -> None:
    make_lexicon(["CASA"])
    quiet = table_of(play.running_game().event)
    quiet.force_login(make_user(is_staff=True))
    play.open_turn(play.running_game(), "AEIRSTC")
    assert statuses(quiet) == {200}
