"""Editions of the lists that `build_lexicon` writes on this machine."""

from __future__ import annotations

import json
from typing import Any

from django.db import transaction
from django.utils import timezone

from lexicon import catalog
from lexicon.models import EditionStatus, LexiconEdition
from lexicon.services.editions import is_in_use
from lexicon.services.files import keep_built

# Language and name by slug: data shown as it is, in the list's own words.
_NAMES = {
    "it-figs": ("it", "Italiano, regole FIGS"),
    "it-figs-2008": ("it", "Italiano, regole FIGS 2008"),
    "fr": ("fr", "Français"),
    "ro": ("ro", "Română"),
    "en": ("en", "English"),
}
_SOURCE = "Costruita su questa macchina da dati liberi; non è la lista di una federazione."


def register_built(slug: str) -> LexiconEdition:
    """The edition of a built list; made on first sight, and following its rebuilds.

    An edition in use keeps its words: the rebuilt list then becomes an edition of its own. Raises
    StoreError where the list was not built.
    """
    slug = catalog.ALIASES.get(slug, slug)
    header = catalog.open_lexicon(slug).header
    label = header.checksum[:8]
    with transaction.atomic():
        row = _row_for(slug, label, header.checksum)
        report = _build_report(slug)
        # The same words may have been built again with better reasons; those are copied too.
        if row.sha256 == header.checksum and row.report == report:
            return row
        row.language, row.name = _NAMES[slug]
        row.edition, row.source = label, _SOURCE
        row.file_name = keep_built(slug, f"{slug}-{label}")
        row.word_count, row.sha256 = header.word_count, header.checksum
        row.report = report
        row.status, row.progress, row.error_code = EditionStatus.READY, 100, ""
        row.imported_at = timezone.now()
        row.save()
    return row


def register_all_built() -> list[LexiconEdition]:
    """Every built list that is on this machine."""
    return [register_built(slug) for slug in catalog.BUILT_SLUGS if catalog.store_path(slug).is_file()]


def _row_for(slug: str, label: str, checksum: str) -> LexiconEdition:
    rows = LexiconEdition.objects.select_for_update().in_bulk([slug, f"{slug}-{label}"], field_name="slug")
    first = rows.get(slug)
    if first is None or first.sha256 == checksum or not is_in_use(first):
        return first or LexiconEdition(slug=slug)
    return rows.get(f"{slug}-{label}") or LexiconEdition(slug=f"{slug}-{label}")


def _build_report(slug: str) -> dict[str, Any]:
    try:
        report: dict[str, Any] = json.loads(catalog.report_path(slug).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {"kind": "build"}
    return {**report, "kind": "build"}
