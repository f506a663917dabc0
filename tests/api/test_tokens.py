"""Tokens of integrators: issued once, kept as a hash, revoked for good."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from tests.factories import make_superuser, make_user
from tournaments.models import ApiToken
from tournaments.services import tokens

pytestmark = pytest.mark.django_db


def test_a_token_is_its_account_until_it_is_revoked() -> None:
    user = make_user()
    token, text = tokens.issue(user, "sito della federazione")
    assert text not in token.token_hash
    found = tokens.authenticate(text)
    assert found is not None
    assert found.user == user
    tokens.revoke(token)
    assert tokens.authenticate(text) is None


def test_a_token_of_a_switched_off_account_is_worth_nothing() -> None:
    user = make_user(is_active=False)
    assert tokens.authenticate(tokens.issue(user, "prova")[1]) is None


def test_the_command_issues_one() -> None:
    user, out = make_user("federazione"), StringIO()
    call_command("issue_token", "federazione", stdout=out)
    found = tokens.authenticate(out.getvalue().strip())
    assert found is not None
    assert found.user == user


def test_a_superuser_issues_one_in_the_admin_and_sees_it_once(client: Client) -> None:
    client.force_login(make_superuser())
    user = make_user()
    page = client.post("/admin/tournaments/apitoken/add/", {"user": user.pk, "name": "prova"}, follow=True)
    [message] = [text for text in map(str, page.context["messages"]) if "Copia adesso" in text]
    found = tokens.authenticate(message.rsplit(" ", 1)[1])
    assert found is not None
    assert found.user == user


def test_an_official_sees_no_tokens_and_revokes_none(client: Client) -> None:
    tokens.issue(make_user(), "prova")
    client.force_login(make_user(is_staff=True))
    assert client.get("/admin/tournaments/apitoken/").status_code == 403
    assert ApiToken.objects.filter(revoked_at=None).count() == 1
