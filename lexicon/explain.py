"""Why a word is admitted or refused, in words: for the arbiter's desk, the API and `manage.py word`."""

from __future__ import annotations

import threading
from dataclasses import asdict, dataclass
from pathlib import Path

from lexicon import catalog
from lexicon.alphabet import MAX_WORD_LENGTH, fold
from lexicon.italian.refusals import why_refused
from lexicon.overlay import Overlay
from lexicon.reasons import Reason, ReasonsError, ReasonsFile

_lock = threading.Lock()
_open: dict[Path, tuple[tuple[int, int], ReasonsFile]] = {}


@dataclass(frozen=True, slots=True)
class Explanation:
    """An answer about one word. `article` is empty where no article of the regulation decides."""

    word: str
    admissible: bool
    article: str
    lemma: str | None
    reason: str
    reason_en: str

    def as_dict(self) -> dict[str, str | bool | None]:
        """The public form: the Italian sentence is the reason."""
        row = asdict(self)
        del row["reason_en"]
        return row


def explain(word: str, lexicon_slug: str, overlay: Overlay | None = None) -> Explanation:
    """The list's answer about `word`, the event's rulings first; StoreError where the list is missing."""
    folded = fold(word.strip())
    if folded is None or not 2 <= len(folded) <= MAX_WORD_LENGTH:
        return _no_word(word)
    if overlay is not None and folded in overlay.admitted:
        return Explanation(
            folded, True, "F46", None, "ammessa in questo torneo da una decisione dell'arbitro (F46)",
            "admitted in this event by a ruling of the arbiter (F46)",
        )  # fmt: skip
    if overlay is not None and folded in overlay.refused:
        return Explanation(
            folded, False, "F46", None, "rifiutata in questo torneo da una decisione dell'arbitro (F46)",
            "refused in this event by a ruling of the arbiter (F46)",
        )  # fmt: skip
    store = catalog.open_lexicon(lexicon_slug)
    name = store.header.name or lexicon_slug
    reasons = open_reasons(lexicon_slug)
    if store.contains(folded):
        found = reasons.reason(folded) if reasons is not None else None
        if found is None or not found.kind.admissible:
            return Explanation(folded, True, "", None, f"nella lista «{name}»", f"in the list “{name}”")
        return _from_reason(folded, found)
    refused = why_refused(folded, reasons) if reasons is not None else None
    if refused is not None:
        return _from_reason(folded, refused)
    return Explanation(
        folded, False, "", None, f"non presente nella lista «{name}»", f"not in the list “{name}”"
    )  # fmt: skip


def open_reasons(lexicon_slug: str) -> ReasonsFile | None:
    """The reasons beside a list, opened once a process; None where the list has none (an imported one)."""
    path = reasons_path(lexicon_slug)
    try:
        found = path.stat()
        stamp = (found.st_mtime_ns, found.st_size)
        with _lock:
            known = _open.get(path)
            if known is None or known[0] != stamp:
                known = _open[path] = (stamp, ReasonsFile(path))
            return known[1]
    except (OSError, ReasonsError):
        # The words still count without their reasons; the answer then only says whether the list has them.
        return None


def reasons_path(lexicon_slug: str) -> Path:
    if lexicon_slug.endswith(catalog.SUFFIX):
        return Path(lexicon_slug).resolve().with_suffix(".reasons")
    return catalog.store_path(lexicon_slug).with_suffix(".reasons")


def _from_reason(word: str, found: Reason) -> Explanation:
    kind = found.kind
    return Explanation(
        word, kind.admissible, kind.article, found.lemma or None, found.sentence("it"), found.sentence("en")
    )


def _no_word(written: str) -> Explanation:
    return Explanation(
        written.strip().upper(), False, "F14", None,
        f"non è una parola da 2 a {MAX_WORD_LENGTH} lettere A–Z (F14)",
        f"not a word of 2 to {MAX_WORD_LENGTH} letters A–Z (F14)",
    )  # fmt: skip
