"""Editions: import, replacement, what an event in progress protects, registration of built lists."""

from __future__ import annotations

import json
from datetime import timedelta
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from duplicato.celery import app
from lexicon import catalog, services
from lexicon.builder import build_store
from lexicon.errors import LexiconError
from lexicon.models import EditionStatus, LexiconEdition
from lexicon.services.files import incoming_folder
from lexicon.store import StoreError, WordStore
from tests.factories import make_event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def imported(folder: Path, *lines: str, **fields: Any) -> LexiconEdition:
    path = folder / "lista.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return services.import_file(path, **{"language": "it", "name": "Lega", "edition": "2026"} | fields)


def received(*lines: str, **fields: Any) -> LexiconEdition:
    upload = BytesIO("\n".join(lines).encode())
    options = {"language": "it", "name": "Lega", "edition": "2026"} | fields
    return services.receive_upload(upload, "Lista 2026.txt", **options)


def words(edition: LexiconEdition) -> list[str]:
    return list(catalog.open_lexicon(edition.store_slug).words())


def refusal(act: Any, *args: Any, **options: Any) -> LexiconError:
    with pytest.raises(LexiconError) as refused:
        act(*args, **options)
    return refused.value


def test_an_import_makes_an_edition_with_its_hash(tmp_path: Path) -> None:
    edition = imported(tmp_path, "rosa", "perché", "casa", "casa", "e-mail")
    assert words(edition) == ["CASA", "PERCHE", "ROSA"]
    assert edition.sha256 == sha256(b"CASA\nPERCHE\nROSA\n").hexdigest()
    assert (edition.slug, edition.word_count, edition.status) == ("it-lega-2026", 3, EditionStatus.READY)
    assert edition.file_name == f"it-lega-2026-{edition.sha256[:8]}.words"
    assert edition.official_label == "Lista non ufficiale"
    assert edition.report["rejects"] == [[5, "e-mail", "hyphen"]]
    assert edition.report["duplicates"] == 1
    assert edition.report["by_length"] == {"4": 2, "6": 1}


def test_a_second_import_replaces_and_never_merges(tmp_path: Path) -> None:
    first = imported(tmp_path, "casa", "rosa")
    second = imported(tmp_path, "orso")
    assert second.pk == first.pk
    assert words(second) == ["ORSO"]
    assert words(first) == ["CASA", "ROSA"]  # the old file is whole for those who still read it


def test_a_refused_file_leaves_the_words_there_were(tmp_path: Path) -> None:
    edition = imported(tmp_path, "casa")
    error = refusal(imported, tmp_path, "1", "2")
    edition.refresh_from_db()
    assert error.code == "file_empty"
    assert (edition.status, edition.error_code, words(edition)) == (EditionStatus.READY, "file_empty", ["CASA"])


def test_a_first_import_that_fails_says_so(tmp_path: Path) -> None:
    refusal(imported, tmp_path, "1")
    edition = LexiconEdition.objects.get()
    assert (edition.status, edition.is_ready) == (EditionStatus.FAILED, False)
    assert refusal(services.lock_edition, edition).code == "edition_not_ready"


def test_an_edition_of_an_event_cannot_be_replaced_described_or_deleted(tmp_path: Path) -> None:
    edition = imported(tmp_path, "casa")
    make_event(lexicon=edition)
    for act in (
        lambda: imported(tmp_path, "rosa"),
        lambda: received("rosa"),
        lambda: services.delete_edition(edition),
        lambda: services.describe_edition(edition, is_official=True, source=""),
    ):
        error = refusal(act)
        assert error.code == "edition_in_use"
        assert error.message == (
            "L'edizione «Lega 2026» è usata da un torneo: non si può cambiare né eliminare. "
            "Importa la lista come nuova edizione."
        )
    edition.refresh_from_db()
    assert words(edition) == ["CASA"]
    assert list(incoming_folder().iterdir()) == []


def test_a_locked_edition_stays(tmp_path: Path) -> None:
    edition = imported(tmp_path, "casa")
    services.lock_edition(edition)
    locked_at = edition.locked_at
    services.lock_edition(edition)
    assert edition.locked_at == locked_at
    assert refusal(imported, tmp_path, "rosa").code == "edition_in_use"


def test_an_edition_taken_by_an_event_during_its_import_keeps_its_words(tmp_path: Path) -> None:
    edition = imported(tmp_path, "casa")
    received("rosa")
    services.lock_edition(edition)
    services.run_import(edition.pk)
    edition.refresh_from_db()
    assert (edition.status, edition.error_code, words(edition)) == (
        EditionStatus.READY,
        "edition_in_use",
        ["CASA"],
    )


def test_deletion_takes_the_file_along(tmp_path: Path, django_capture_on_commit_callbacks: Any) -> None:
    edition = imported(tmp_path, "casa")
    store_slug = edition.store_slug
    with django_capture_on_commit_callbacks(execute=True):
        services.delete_edition(edition)
    assert LexiconEdition.objects.count() == 0
    with pytest.raises(StoreError):
        catalog.open_lexicon(store_slug)


def test_an_upload_waits_for_the_worker(tmp_path: Path) -> None:
    edition = received("casa", "rosa")
    assert (edition.status, edition.is_ready, edition.progress) == (EditionStatus.QUEUED, False, 0)
    services.run_import(edition.pk)
    edition.refresh_from_db()
    assert (edition.status, edition.progress, words(edition)) == (EditionStatus.READY, 100, ["CASA", "ROSA"])
    assert edition.report["file"] == "Lista_2026.txt"
    assert list(incoming_folder().iterdir()) == []


def test_the_worker_does_an_upload_once(tmp_path: Path) -> None:
    edition = received("casa")
    services.run_import(edition.pk)
    first = LexiconEdition.objects.get().imported_at
    services.run_import(edition.pk)
    assert LexiconEdition.objects.get().imported_at == first


def test_a_second_upload_waits_for_the_first(tmp_path: Path) -> None:
    received("casa")
    assert refusal(received, "rosa").code == "edition_busy"


def test_an_import_whose_worker_died_is_sent_again(tmp_path: Path) -> None:
    edition = received("casa")
    LexiconEdition.objects.update(status=EditionStatus.IMPORTING)
    assert services.resume_stalled_imports(timezone.now()) == 0
    assert services.resume_stalled_imports(timezone.now() + timedelta(minutes=3)) == 1
    services.run_import(edition.pk)
    edition.refresh_from_db()
    assert words(edition) == ["CASA"]


def test_an_import_that_died_in_the_terminal_can_be_repeated(tmp_path: Path) -> None:
    edition = imported(tmp_path, "casa")
    long_ago = timezone.now() - timedelta(minutes=3)
    LexiconEdition.objects.filter(pk=edition.pk).update(status=EditionStatus.IMPORTING, progress_at=long_ago)
    assert words(imported(tmp_path, "rosa")) == ["ROSA"]


def test_an_upload_that_is_gone_is_said(tmp_path: Path) -> None:
    edition = received("casa")
    for file in incoming_folder().iterdir():
        file.unlink()
    services.run_import(edition.pk)
    edition.refresh_from_db()
    assert (edition.status, edition.error_code) == (EditionStatus.FAILED, "file_unreadable")


def built(slug: str, *list_of_words: str) -> None:
    build_store(list_of_words, catalog.store_path(slug), language="it", name=slug)
    report = {"words": len(list_of_words), "first": list_of_words[0]}
    catalog.report_path(slug).write_text(json.dumps(report), encoding="utf-8")


def test_a_built_list_becomes_an_unofficial_edition_once() -> None:
    built("it-figs", "CASA")
    edition = services.register_built("it")
    assert services.register_built("it-figs") == edition
    assert (edition.slug, edition.language, edition.is_official) == ("it-figs", "it", False)
    assert edition.report == {"kind": "build", "words": 1, "first": "CASA"}


def test_a_rebuild_moves_an_edition_that_nobody_uses() -> None:
    built("it-figs", "CASA")
    services.register_built("it-figs")
    built("it-figs", "ROSA")
    assert words(services.register_built("it-figs")) == ["ROSA"]
    assert LexiconEdition.objects.count() == 1


def test_a_rebuild_leaves_an_edition_in_use_and_makes_another() -> None:
    built("it-figs", "CASA")
    first = services.register_built("it-figs")
    services.lock_edition(first)
    built("it-figs", "ROSA")
    second = services.register_built("it-figs")
    assert services.register_built("it-figs") == second
    first.refresh_from_db()
    assert (words(first), words(second)) == (["CASA"], ["ROSA"])
    assert second.slug == f"it-figs-{second.sha256[:8]}"


def test_only_lists_that_were_built_are_registered() -> None:
    built("it-figs", "CASA")
    built("en", "HOUSE")
    assert [edition.slug for edition in services.register_all_built()] == ["it-figs", "en"]


def test_a_file_once_settled_is_never_written_again(tmp_path: Path) -> None:
    edition = imported(tmp_path, "casa")
    path = catalog.store_path(edition.store_slug)
    before = path.stat().st_ino
    imported(tmp_path, "rosa")
    again = imported(tmp_path, "CASA")
    assert again.file_name == edition.file_name
    assert path.stat().st_ino == before
    assert WordStore.open(path).contains("CASA")


def test_the_worker_knows_the_task_that_an_upload_sends(tmp_path: Path) -> None:
    app.loader.import_default_modules()
    edition = received("casa")
    app.tasks["lexicon.import_upload"].apply(args=[edition.pk], throw=True)
    app.tasks["lexicon.resume_imports"].apply(throw=True)
    edition.refresh_from_db()
    assert words(edition) == ["CASA"]
