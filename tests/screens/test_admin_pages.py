"""The admin's forms and lists as a director meets them: sensible values, words instead of codes."""

from __future__ import annotations

import pytest
from django.contrib.admin.templatetags.admin_list import result_headers
from django.test import Client
from django.utils import timezone

from tests.factories import make_federation_user, make_lexicon, officials_of
from tests.tournaments.play import play, running_game
from tournaments.services import screens

pytestmark = pytest.mark.django_db


def test_a_new_event_begins_with_the_usual_values(client: Client) -> None:
    client.force_login(make_federation_user())
    make_lexicon(language="en")
    italian = make_lexicon()
    form = client.get("/admin/tournaments/event/add/").context["adminform"].form
    assert form["ruleset_slug"].value() == "it-figs"
    assert form["profile_slug"].value() == "multiplo"
    assert form["lexicon"].value() == italian.pk
    assert form["starts_on"].value() == timezone.localdate()


def test_the_official_list_is_preferred(client: Client) -> None:
    client.force_login(make_federation_user())
    official = make_lexicon()
    type(official).objects.filter(pk=official.pk).update(is_official=True)
    make_lexicon()
    form = client.get("/admin/tournaments/event/add/").context["adminform"].form
    assert form["lexicon"].value() == official.pk


def test_the_log_is_told_in_words_and_by_subject(client: Client) -> None:
    game = running_game()
    play(game, "CORNOAE", {1: "8G CORNO"})
    held = officials_of(game.event)
    screens.set_projector(game.event, mode="ranking", by=held.as_director)
    client.force_login(held.director)
    text = client.get(f"/admin/tournaments/logrow/?event={game.event.pk}").content.decode()
    for words in ("Mano 1 svelata", "Mano 1: calcolo pronto", "Proiettore cambiato da"):
        assert words in text
    assert "turn.revealed" not in text
    only = client.get(f"/admin/tournaments/logrow/?event={game.event.pk}&about=event").content.decode()
    assert "Proiettore cambiato da" in only
    assert "Mano 1 svelata" not in only


def test_no_list_shows_a_field_by_its_english_name(client: Client) -> None:
    game = running_game()
    client.force_login(officials_of(game.event).director)
    for path in ("game/", "office/", "logrow/", "entry/", "event/", "player/", "club/"):
        page = client.get(f"/admin/tournaments/{path}")
        headers = {str(header["text"]).lower() for header in result_headers(page.context["cl"])}
        assert not headers & {"event", "at", "act", "reason", "started at", "finished at", "appointed by", "kind"}, path
