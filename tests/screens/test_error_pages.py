"""Pages for when something is refused, missing or broken: in the product's words, with a way out."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client

from tests.factories import officials_of
from tests.tournaments.play import running_game

pytestmark = pytest.mark.django_db


def test_an_address_that_is_not_there(client: Client) -> None:
    page = client.get("/t/nessun-torneo/")
    assert page.status_code == 404
    assert "Qui non c’è nulla" in page.content.decode()
    assert 'href="/gioca/"' in page.content.decode()


def test_the_arbiter_at_the_directors_console(client: Client) -> None:
    event = running_game().event
    client.force_login(officials_of(event).arbiter)
    page = client.get(f"/admin/tournaments/event/{event.pk}/console/")
    assert page.status_code == 403
    assert "la regia è del direttore" in page.content.decode()


def test_a_form_whose_page_has_expired() -> None:
    page = Client(enforce_csrf_checks=True).post("/admin/login/", {"username": "x", "password": "y"})
    assert page.status_code == 403
    assert "La pagina è scaduta" in page.content.decode()


def test_too_many_guesses_at_the_door(client: Client, settings: Any) -> None:
    settings.AXES_FAILURE_LIMIT = 2
    for _ in range(2):
        page = client.post("/admin/login/", {"username": "rossi", "password": "no"})
    assert page.status_code == 429
    assert "Troppi tentativi" in page.content.decode()


@pytest.mark.parametrize("name", ["400.html", "403.html", "403_csrf.html", "404.html", "429.html", "failure.html"])
def test_an_error_page_needs_nothing_but_itself(name: str, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        text = render_to_string(name)
    assert '<main id="main"' in text
    assert 'href="/"' in text
