"""Imports of somebody else's list: here and now, or uploaded and done by the worker."""

from __future__ import annotations

import logging
import shutil
import time
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import get_valid_filename
from kombu.exceptions import OperationalError

from duplicato.celery import app
from lexicon import catalog
from lexicon.builder import build_store
from lexicon.errors import LexiconError
from lexicon.models import EditionStatus, LexiconEdition
from lexicon.reports import import_report
from lexicon.services.editions import editable, edition_slug, is_in_use
from lexicon.services.files import incoming_folder, settle
from lexicon.wordfile import MAX_FILE_BYTES, WordFileError, read_word_file

logger = logging.getLogger(__name__)

Progress = Callable[[float], None]
# An import says how far it is more often than this; one that does not has lost its worker.
STALLED_AFTER = timedelta(minutes=2)
# Reading the lines is the short part of an import, building the store the long one.
_READING_SHARE = 0.3
_SECONDS_BETWEEN_MARKS = 0.5


def import_file(
    path: Path,
    *,
    language: str,
    name: str,
    edition: str = "",
    is_official: bool = False,
    source: str = "",
    progress: Progress | None = None,
) -> LexiconEdition:
    """Imports a list here and now; an edition of the same language, name and label is replaced whole."""
    row = _prepared(language, name, edition, is_official=is_official, source=source, by=None)
    _update(row.pk, status=EditionStatus.IMPORTING)
    _import_into(row.pk, path, path.name, progress)
    row.refresh_from_db()
    return row


def receive_upload(
    upload: BinaryIO,
    file_name: str,
    *,
    language: str,
    name: str,
    edition: str = "",
    is_official: bool = False,
    source: str = "",
    by: User | None = None,
) -> LexiconEdition:
    """Keeps an uploaded list and leaves its import to the worker."""
    waiting = incoming_folder() / f"{uuid.uuid4().hex[:12]}-{get_valid_filename(file_name)[-60:]}"
    with waiting.open("wb") as copy:
        shutil.copyfileobj(upload, copy)
    try:
        if waiting.stat().st_size > MAX_FILE_BYTES:
            raise LexiconError("file_too_large", limit=MAX_FILE_BYTES // 1024 // 1024)
        with transaction.atomic():
            row = _prepared(language, name, edition, is_official=is_official, source=source, by=by)
            _update(row.pk, status=EditionStatus.QUEUED, upload_name=waiting.name)
            transaction.on_commit(lambda: _send_to_worker(row.pk))
    except LexiconError:
        waiting.unlink()
        raise
    row.refresh_from_db()
    return row


def run_import(edition_id: int) -> None:
    """The worker's part of an upload. A second call for the same upload finds nothing to do."""
    waits = LexiconEdition.objects.filter(pk=edition_id, status=EditionStatus.QUEUED)
    if not waits.update(status=EditionStatus.IMPORTING, progress_at=timezone.now()):
        return
    upload_name = LexiconEdition.objects.values_list("upload_name", flat=True).get(pk=edition_id)
    waiting = incoming_folder() / upload_name
    try:
        _import_into(edition_id, waiting, upload_name.partition("-")[2], None)
    except LexiconError as error:
        logger.warning("The import of edition %s was refused: %s", edition_id, error.code)
    waiting.unlink(missing_ok=True)


def resume_stalled_imports(now: datetime) -> int:
    """Sends imports whose worker fell silent, or whose message was lost, to the worker again."""
    stalled = LexiconEdition.objects.filter(
        status__in=(EditionStatus.QUEUED, EditionStatus.IMPORTING), progress_at__lt=now - STALLED_AFTER
    ).exclude(upload_name="")
    ids = list(stalled.values_list("pk", flat=True))
    for edition_id in ids:
        _update(edition_id, status=EditionStatus.QUEUED)
        _send_to_worker(edition_id)
    return len(ids)


def _prepared(
    language: str, name: str, edition: str, *, is_official: bool, source: str, by: User | None
) -> LexiconEdition:
    """The row an import will fill: a new one, or one that may still change."""
    slug = edition_slug(language, name, edition)
    with transaction.atomic():
        row = LexiconEdition.objects.select_for_update().filter(slug=slug).first()
        if row is None:
            row = LexiconEdition(slug=slug, language=language, name=name, edition=edition)
        elif is_in_use(row):
            raise LexiconError("edition_in_use", edition=str(row))
        elif row.is_importing and row.progress_at and timezone.now() - row.progress_at < STALLED_AFTER:
            raise LexiconError("edition_busy", edition=str(row))
        row.is_official, row.source, row.imported_by = is_official, source, by
        row.error_code, row.error_extra, row.progress = "", {}, 0
        row.progress_at = timezone.now()
        row.save()
    return row


def _import_into(edition_id: int, path: Path, shown_name: str, progress: Progress | None) -> None:
    """Reads, builds and moves the row to the new file; a failure leaves the words it had, and says why."""
    started = time.monotonic()
    row = LexiconEdition.objects.get(pk=edition_id)
    scratch = incoming_folder() / f"{uuid.uuid4().hex}{catalog.SUFFIX}"
    mark = _marker(edition_id, progress)
    try:
        found = read_word_file(path, lambda part: mark(part * _READING_SHARE))
        header = build_store(
            found.words,
            scratch,
            language=row.language,
            name=str(row),
            progress=lambda part: mark(_READING_SHARE + part * (1 - _READING_SHARE)),
        )
        with transaction.atomic():
            # Minutes may have passed: an event may have taken the edition meanwhile.
            row = editable(edition_id)
            row.file_name = settle(scratch, f"{row.slug}-{header.checksum[:8]}", header.checksum)
            row.word_count, row.sha256 = header.word_count, header.checksum
            row.report = import_report(found, shown_name, time.monotonic() - started)
            row.status, row.progress, row.upload_name = EditionStatus.READY, 100, ""
            row.imported_at = timezone.now()
            row.save()
    except (WordFileError, LexiconError) as error:
        _record_failure(edition_id, error.code, error.extra)
        raise LexiconError(error.code, **error.extra) from error
    except Exception as error:
        _record_failure(edition_id, "import_failed", {"problem": type(error).__name__})
        raise
    finally:
        scratch.unlink(missing_ok=True)


def _record_failure(edition_id: int, code: str, extra: dict[str, Any]) -> None:
    has_words = LexiconEdition.objects.ready().filter(pk=edition_id).exists()
    status = EditionStatus.READY if has_words else EditionStatus.FAILED
    _update(edition_id, status=status, error_code=code, error_extra=extra, upload_name="")


def _marker(edition_id: int, progress: Progress | None) -> Progress:
    """Writes how far the import is, for the admin's page; not more often than somebody could see."""
    last_mark = 0.0

    def mark(part: float) -> None:
        nonlocal last_mark
        if progress is not None:
            progress(part)
        if time.monotonic() - last_mark > _SECONDS_BETWEEN_MARKS:
            last_mark = time.monotonic()
            _update(edition_id, progress=round(part * 100))

    return mark


def _update(edition_id: int, **fields: Any) -> None:
    """Sets columns and the time of the last sign of life, leaving what others may have changed alone."""
    LexiconEdition.objects.filter(pk=edition_id).update(progress_at=timezone.now(), **fields)


def _send_to_worker(edition_id: int) -> None:
    try:
        app.send_task("lexicon.import_upload", args=[edition_id], retry=False)
    except OperationalError as error:
        logger.warning("The broker is away; the import waits: %s", type(error).__name__)
