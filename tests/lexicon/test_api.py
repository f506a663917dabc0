"""The lexicon's API: answers for staff, and the same shape for every refusal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from lexicon import access
from lexicon.models import LexiconEdition
from tests.factories import make_lexicon, make_user

pytestmark = pytest.mark.django_db
WORDS = ["AS", "SA", "CASA", "RASA", "CASE", "AZIONE", "NAZIONE"]


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user(is_staff=True))
    return client


@pytest.fixture
def edition() -> LexiconEdition:
    return make_lexicon(WORDS)


@pytest.fixture
def registered() -> Iterator[list[access.Predicate]]:
    """Predicates put here are taken back after the test."""
    predicates: list[access.Predicate] = []
    yield predicates
    for predicate in predicates:
        access.withdraw(predicate)


def ask(client: Client, name: str, **question: Any) -> tuple[int, Any]:
    response = client.get(reverse(f"lexicon-api:{name}"), question)
    return response.status_code, response.json()


def test_look_up_explains(staff: Client, edition: LexiconEdition) -> None:
    status, answer = ask(staff, "lookup", word="càsa", edition=edition.slug)
    assert (status, answer["edition"], answer["word"], answer["admissible"]) == (200, edition.slug, "CASA", True)
    assert set(answer) == {"edition", "word", "admissible", "article", "lemma", "reason"}
    assert ask(staff, "lookup", word="zzz", edition=edition.slug)[1]["admissible"] is False


def test_pattern(staff: Client, edition: LexiconEdition) -> None:
    answer = {"edition": edition.slug, "words": ["CASA", "RASA"], "is_cut": False}
    assert ask(staff, "pattern", pattern="?ASA", edition=edition.slug) == (200, answer)


def test_anagrams_of_a_rack(staff: Client, edition: LexiconEdition) -> None:
    answer = {"edition": edition.slug, "words": ["CASE", "AS", "SA"], "is_cut": False}
    assert ask(staff, "anagrams", rack="ESCA", shorter="1", edition=edition.slug) == (200, answer)
    answer = {"edition": edition.slug, "words": ["CASA", "CASE"], "is_cut": False}
    assert ask(staff, "anagrams", rack="SCA?", edition=edition.slug) == (200, answer)


def test_hooks(staff: Client, edition: LexiconEdition) -> None:
    answer = {"edition": edition.slug, "word": "AZIONE", "front": "N", "back": ""}
    assert ask(staff, "hooks", word="azione", edition=edition.slug) == (200, answer)


def test_words_by_length(staff: Client, edition: LexiconEdition) -> None:
    answer = {"edition": edition.slug, "words": ["AS", "SA"], "is_cut": False}
    assert ask(staff, "words", length=2, edition=edition.slug) == (200, answer)


@pytest.mark.parametrize("editions", [1, 3])
def test_editions_are_listed_with_one_query(staff: Client, editions: int, django_assert_num_queries: Any) -> None:
    made = {make_lexicon(["CASA"]).slug for _ in range(editions)}
    LexiconEdition.objects.create(slug="vuota", language="it", name="Vuota")
    with django_assert_num_queries(4):  # session, user, tables of one's own, editions
        status, answer = ask(staff, "editions")
    assert (status, {row["slug"] for row in answer}) == (200, made)
    assert answer[0]["official_label"] == "Lista non ufficiale"


def test_without_an_edition_the_newest_answers(staff: Client, edition: LexiconEdition) -> None:
    assert ask(staff, "hooks", word="ASA")[1]["edition"] == edition.slug


@pytest.mark.parametrize(
    ("name", "question", "status", "code"),
    [
        ("pattern", {"pattern": "*A*B*C*"}, 400, "query_too_many_stars"),
        ("pattern", {"pattern": "CA-SA"}, 400, "query_characters"),
        ("anagrams", {"rack": "ABCDEFGHIL", "shorter": "1"}, 400, "query_too_long"),
        ("pattern", {}, 400, "invalid"),
        ("words", {"length": "40"}, 400, "invalid"),
        ("lookup", {"word": "CASA", "edition": "manca"}, 404, "edition_unknown"),
    ],
)
def test_refusals_have_code_message_and_extra(
    staff: Client, edition: LexiconEdition, name: str, question: dict[str, str], status: int, code: str
) -> None:
    answered, body = ask(staff, name, **question)
    assert (answered, body["code"], set(body)) == (status, code, {"code", "message", "extra"})
    assert body["message"]


def test_a_list_whose_file_is_gone_is_said(staff: Client) -> None:
    lost = LexiconEdition.objects.create(slug="persa", language="it", name="Persa", file_name="persa.words")
    for name, question in (("lookup", {"word": "CASA"}), ("pattern", {"pattern": "CASA"})):
        status, body = ask(staff, name, edition=lost.slug, **question)
        assert (status, body["code"]) == (404, "store_unreadable")


def test_without_any_list_the_answer_says_what_to_do(staff: Client) -> None:
    assert ask(staff, "lookup", word="CASA")[1]["code"] == "lexicon_missing"


@pytest.mark.parametrize("name", ["editions", "lookup", "pattern", "anagrams", "hooks", "words"])
def test_players_and_visitors_are_refused(client: Client, name: str) -> None:
    refused = {
        "code": "consultation_closed",
        "message": "Il lessico si può consultare solo dal personale del torneo.",
        "extra": {},
    }
    assert ask(client, name) == (403, refused)
    client.force_login(make_user())
    assert ask(client, name) == (403, refused)


def test_a_veto_closes_the_words_to_staff_too(
    staff: Client, edition: LexiconEdition, registered: list[access.Predicate]
) -> None:
    registered.append(access.veto(lambda request: True))
    assert ask(staff, "hooks", word="ASA")[0] == 403


def test_a_grant_opens_the_words_to_others_but_not_past_a_veto(
    client: Client, edition: LexiconEdition, registered: list[access.Predicate]
) -> None:
    client.force_login(make_user("arbitro"))
    registered.append(access.grant(lambda request: request.user.get_username() == "arbitro"))
    assert ask(client, "hooks", word="ASA")[0] == 200
    registered.append(access.veto(lambda request: True))
    assert ask(client, "hooks", word="ASA")[0] == 403
