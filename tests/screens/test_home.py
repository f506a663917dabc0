"""The front page: events now, coming and past; none of the hidden ones."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from tests.factories import make_event
from tests.tournaments.play import open_turn, running_game
from tournaments.enums import EventState

pytestmark = pytest.mark.django_db


def home(client: Client) -> str:
    return client.get("/", headers={"accept-language": "it"}).content.decode()


def test_events_stand_in_their_section(client: Client) -> None:
    game = running_game(name="Coppa in corso")
    open_turn(game, "CORNOAE")
    make_event(state=EventState.REGISTRATION, name="Coppa in arrivo", starts_on=date(2026, 5, 1))
    make_event(state=EventState.FINISHED, name="Coppa finita")
    text = home(client)
    order = [
        text.index(words) for words in ("In corso", "Coppa in corso", "In arrivo", "Coppa in arrivo", "Coppa finita")
    ]
    assert order == sorted(order)
    assert "Mano 1" in text
    assert f'href="/t/{game.event.slug}/"' in text


def test_drafts_and_private_events_are_hidden(client: Client) -> None:
    make_event(name="Bozza segreta")
    make_event(name="Torneo privato", state=EventState.REGISTRATION, is_public=False)
    text = home(client)
    assert "Bozza segreta" not in text
    assert "Torneo privato" not in text
    assert "Nessun torneo pubblico al momento" in text


def test_an_empty_installation_explains_itself(client: Client) -> None:
    assert "Qui non c’è ancora nessun torneo" in home(client)


@pytest.mark.parametrize("count", [1, 3])
def test_the_queries_do_not_grow_with_the_events(client: Client, count: int, django_assert_num_queries: object) -> None:
    for _ in range(count):
        open_turn(running_game(), "CORNOAE")
    with django_assert_num_queries(4):  # type: ignore[operator]
        home(client)
