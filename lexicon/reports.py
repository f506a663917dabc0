"""The report of an import: what the list held and what was refused, kept with the edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from lexicon.wordfile import Reject, WordFile

REASONS = {
    "too_short": _("meno di due lettere"),
    "too_long": _("più di quindici lettere"),
    "space": _("più parole sulla stessa riga"),
    "digit": _("contiene cifre"),
    "hyphen": _("contiene un trattino"),
    "foreign_character": _("contiene un carattere che non è una lettera"),
}


def import_report(found: WordFile, file_name: str, seconds: float) -> dict[str, Any]:
    """As stored in the database: codes and numbers only, so that any language can show it."""
    return {
        "kind": "import",
        "file": file_name,
        "encoding": found.encoding,
        "lines": found.lines,
        "words": len(found.words),
        "duplicates": found.duplicates,
        "rejected": dict(found.rejected),
        "rejects": [[reject.line, reject.text, reject.reason] for reject in found.rejects],
        "by_length": count_by_length(found.words),
        "seconds": round(seconds, 1),
    }


def rejects_of(report: dict[str, Any]) -> list[Reject]:
    return [Reject(*row) for row in report.get("rejects", [])]


def count_by_length(words: Iterable[str]) -> dict[str, int]:
    """Lengths are text: they become keys of JSON."""
    counts = Counter(map(len, words))
    return {str(length): counts[length] for length in sorted(counts)}
