"""Too few letters are left and the profile asks the arbiter: desk and console say so, and offer the answer."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import officials_of
from tests.screens.test_console import address, client_of, director, next_button, post
from tests.tournaments.play import close, open_turn, play, reveal, running_game
from tournaments.enums import GameState, RackSource
from tournaments.models import Game, Turn
from tournaments.services import games

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """After this turn one vowel is left: two and two cannot be drawn any more."""
    game = running_game(rack_source=RackSource.SEEDED, profile_overrides={"too_few_letters": "ask"})
    turn = reveal(close(open_turn(game)))
    Turn.objects.filter(pk=turn.pk).update(rack="BCDFGHA", bag="CCRRSSTT")
    turn.top.master = None
    turn.top.save()
    return game


def arbiter(game: Game) -> Client:
    return client_of(officials_of(game.event).arbiter)


def answer(game: Game, client: Client, reason: str) -> str:
    path = reverse("desk", args=[game.event.slug])
    return client.post(path, {"act": "let_go_on", "game": game.pk, "reason": reason}, follow=True).content.decode()


def test_the_arbiter_lets_the_game_go_on_from_the_desk(game: Game) -> None:
    desk = reverse("desk", args=[game.event.slug])
    assert "Fai continuare" in arbiter(game).get(desk).content.decode()
    assert "Fai continuare" not in director(game.event).get(desk).content.decode()
    assert next_button(director(game.event), game.event).act == "end_game"
    assert "Si continua con una vocale e una consonante" in answer(game, arbiter(game), "si continua")
    assert next_button(director(game.event), game.event).act == "draw"
    assert "Fai continuare" not in arbiter(game).get(desk).content.decode()


def test_the_answer_needs_a_reason_and_the_arbiter(game: Game) -> None:
    assert "Scrivi il motivo" in answer(game, arbiter(game), " ")
    assert "Questo spetta all&#x27;arbitro" in answer(game, director(game.event), "si continua")
    assert Game.objects.get(pk=game.pk).relaxed_from is None


def test_the_end_of_a_game_from_a_real_bag_is_taken_back_on_the_console() -> None:
    game = running_game()
    play(game, "CORNOAE", {1: "8D CORNO"})
    officials = officials_of(game.event)
    officials.director.set_password("la-mia-password")
    officials.director.save()
    games.end(game=Game.objects.get(pk=game.pk), by=officials.as_director, end_reason="director", reason="prova")
    browser = director(game.event)
    assert "Riprendi la partita" in browser.get(address(game.event)).content.decode()
    post(browser, game.event, "take_up_again", reason="finita per sbaglio", password="sbagliata")
    assert Game.objects.get(pk=game.pk).state == GameState.FINISHED
    post(browser, game.event, "take_up_again", reason="finita per sbaglio", password="la-mia-password")
    assert Game.objects.get(pk=game.pk).state == GameState.RUNNING


def test_the_end_of_a_drawn_game_stands_because_its_seed_is_public() -> None:
    game = running_game(rack_source=RackSource.SEEDED)
    reveal(close(open_turn(game)))
    by = officials_of(game.event).as_director
    games.end(game=Game.objects.get(pk=game.pk), by=by, end_reason="director", reason="prova")
    assert "Riprendi la partita" not in director(game.event).get(address(game.event)).content.decode()
