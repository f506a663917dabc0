"""The staff's pages about words: look-up, difference, short words on paper."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from lexicon.models import LexiconEdition
from tests.factories import make_lexicon, make_user

pytestmark = pytest.mark.django_db
PAGES = ["lookup", "difference", "difference-csv", "short-words", "short-words-pdf"]


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user(is_staff=True))
    return client


def page(client: Client, name: str, **question: str) -> str:
    response = client.get(reverse(f"lexicon:{name}"), question)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("name", PAGES)
def test_visitors_are_sent_to_the_login_and_players_refused(client: Client, name: str) -> None:
    response = client.get(reverse(f"lexicon:{name}"))
    assert (response.status_code, response["Location"].split("?")[0]) == (302, reverse("admin:login"))
    client.force_login(make_user())
    assert client.get(reverse(f"lexicon:{name}")).status_code == 403


@pytest.mark.parametrize("name", ["lookup", "short-words", "short-words-pdf", "difference-csv"])
def test_without_a_list_a_page_says_what_to_do(staff: Client, name: str) -> None:
    response = staff.get(reverse(f"lexicon:{name}"))
    assert response.status_code == 404
    assert "Nessun lessico è pronto." in response.content.decode()


def test_look_up_of_a_word(staff: Client) -> None:
    edition = make_lexicon(["CASA", "CASAL", "SACA"])
    html = page(staff, "lookup", q="casa", edition=edition.slug)
    assert "Ammessa" in html
    assert "<li>SACA</li>" in html
    assert "Dietro: <strong>L</strong>" in html
    assert "Lista non ufficiale" in html


def test_look_up_of_a_word_that_is_not_there(staff: Client) -> None:
    make_lexicon(["CASA"])
    assert "Non ammessa" in page(staff, "lookup", q="casx")


def test_look_up_of_a_pattern_and_of_a_rack(staff: Client) -> None:
    make_lexicon(["CASA", "RASA"])
    assert "<li>RASA</li>" in page(staff, "lookup", q="?asa")
    assert "<li>CASA</li>" in page(staff, "lookup", rack="zcasa")


def test_words_of_one_length(staff: Client) -> None:
    make_lexicon(["CASA", "CASALE", "RE"])
    html = page(staff, "lookup", length="4")
    assert "Parole di 4 lettere" in html
    assert ("<li>CASA</li>" in html, "<li>CASALE</li>" in html, "<li>RE</li>" in html) == (True, False, False)
    assert "La lista non ha parole di questa lunghezza." in page(staff, "lookup", length="9")
    assert "Scrivi una parola" in page(staff, "lookup", length="quattro")
    assert "Nessuna parola corrisponde allo schema." in page(staff, "lookup", q="?zzz")


def test_a_wrong_question_is_said_on_the_page(staff: Client) -> None:
    make_lexicon(["CASA"])
    assert "Usa solo lettere" in page(staff, "lookup", q="c4sa?")
    assert "Al massimo 9 caratteri." in page(staff, "lookup", rack="abcdefghilmn")


def test_what_is_typed_is_escaped(staff: Client) -> None:
    make_lexicon(["CASA"])
    assert "<script>alert" not in page(staff, "lookup", q="<script>alert(1)</script>")


@pytest.mark.parametrize("editions", [1, 3])
def test_the_page_asks_the_database_the_same_however_many_editions(
    staff: Client, editions: int, django_assert_num_queries
) -> None:
    for _ in range(editions):
        edition = make_lexicon(["CASA"])
    with django_assert_num_queries(5):  # session, user, tables of one's own, the edition, all editions
        page(staff, "lookup", q="casa", edition=edition.slug)


def test_difference_of_two_editions(staff: Client) -> None:
    old, new = make_lexicon(["CASA", "ROSA"]), make_lexicon(["CASA", "ORSO", "AS"])
    html = page(staff, "difference", old=old.slug, new=new.slug)
    assert all(f"<li>{word}</li>" in html for word in ("ORSO", "AS", "ROSA"))
    assert "<li>CASA</li>" not in html


def test_difference_of_an_edition_with_itself(staff: Client) -> None:
    edition = make_lexicon(["CASA"])
    html = page(staff, "difference", old=edition.slug, new=edition.slug)
    assert "Le due edizioni hanno le stesse parole." in html


def test_difference_before_anything_is_chosen(staff: Client) -> None:
    assert "Nessuna edizione è pronta" in page(staff, "difference")


def test_difference_as_csv_runs_no_formula(staff: Client) -> None:
    old, new = make_lexicon(["CASA", "ROSA"]), make_lexicon(["CASA", "ORSO"])
    LexiconEdition.objects.filter(pk=old.pk).update(name="=cmd()")
    response = staff.get(reverse("lexicon:difference-csv"), {"old": old.slug, "new": new.slug})
    assert response.content.decode().splitlines() == [
        f"'=cmd(),Lista {new.slug}",
        "parola,lettere,differenza",
        "ORSO,4,aggiunta",
        "ROSA,4,tolta",
    ]


def test_short_words_to_print(staff: Client) -> None:
    edition = make_lexicon(["AS", "SA", "ORO", "CASA"])
    html = page(staff, "short-words", edition=edition.slug)
    assert "2 lettere: 2 parole" in html
    assert "3 lettere: 1 parola" in html
    assert "<li>CASA</li>" not in html


def test_short_words_as_pdf(staff: Client) -> None:
    edition = make_lexicon([a + b + c for a in "ABCDEFGH" for b in "AEIOU" for c in "LMNPRSTVZ"] * 3 + ["AS"])
    response = staff.get(reverse("lexicon:short-words-pdf"), {"edition": edition.slug})
    assert response["Content-Type"] == "application/pdf"
    assert response.content[:5] == b"%PDF-"
    assert response.content == staff.get(response.request["PATH_INFO"], {"edition": edition.slug}).content
