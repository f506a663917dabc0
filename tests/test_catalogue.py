"""The pages speak English too: every sentence has its English, with the same values in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Message
from django.test import Client

from duplicato import catalogue

ROOT = Path(__file__).parents[1]
ENGLISH = ROOT / "duplicato" / "locale" / "en" / "LC_MESSAGES" / "django.po"


def test_the_catalogue_is_what_the_code_and_the_pages_say() -> None:
    known = catalogue.read(ENGLISH)
    new = catalogue.updated(known, catalogue.messages(ROOT))
    assert catalogue.text(new) == ENGLISH.read_bytes(), "run manage.py update_catalogue"


def test_every_sentence_has_its_english() -> None:
    assert [fault for message in catalogue.read(ENGLISH) if message.id for fault in catalogue.faults(message)] == []


@pytest.mark.parametrize(
    ("italian", "english", "is_right"),
    [
        ("Mano %(number)s", "Turn %(number)s", True),
        ("Mano %(number)s", "Turn %(n)s", False),
        ("Mano %(number)s", "Turn", False),
        ("il totale di {entry}", "the total of {entry}", True),
        ("il totale di {entry}", "the total", False),
        ("Mano", "", False),
        (("un tavolo", "%(n)s tavoli"), ("one table", "%(n)s tables"), True),
        (("un tavolo", "%(n)s tavoli"), ("one table", ""), False),
    ],
)
def test_a_translation_keeps_the_values(italian: str, english: str, is_right: bool) -> None:
    assert (catalogue.faults(Message(italian, english)) == []) is is_right


@pytest.mark.django_db
def test_a_visitor_reads_the_page_in_their_language(client: Client) -> None:
    assert '<html lang="it"' in client.get("/", headers={"accept-language": "it"}).content.decode()
    assert '<html lang="en"' in client.get("/", headers={"accept-language": "en"}).content.decode()
    assert '<html lang="it"' in client.get("/", headers={"accept-language": "fr"}).content.decode()
