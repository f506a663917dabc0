"""Where the word stores lie, and the open ones: each file is mapped once a process."""

from __future__ import annotations

import threading
from pathlib import Path

from django.conf import settings

from lexicon.store import WordStore

SUFFIX = ".words"
BUILT_SLUGS = ("it-figs", "it-figs-2008", "ro", "fr", "en")
ALIASES = {"it": "it-figs"}

_lock = threading.Lock()
_open: dict[Path, tuple[tuple[int, int], WordStore]] = {}


def lexicon_folder() -> Path:
    return Path(settings.DATA_DIR) / "lexicons"


def store_path(slug: str) -> Path:
    return lexicon_folder() / f"{ALIASES.get(slug, slug)}{SUFFIX}"


def report_path(slug: str) -> Path:
    """The build's report, beside the store."""
    return lexicon_folder() / f"{ALIASES.get(slug, slug)}.report.json"


def open_lexicon(slug_or_path: str) -> WordStore:
    """The store of that slug or file; raises StoreError where it is missing or damaged.

    A file that was replaced is opened anew. The old store is left to those who still hold it.
    """
    is_path = slug_or_path.endswith(SUFFIX)
    path = Path(slug_or_path).resolve() if is_path else store_path(slug_or_path)
    try:
        found = path.stat()
    except OSError:
        return WordStore.open(path)  # says in its own words what is wrong with the file
    stamp = (found.st_mtime_ns, found.st_size)
    with _lock:
        known = _open.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        store = WordStore.open(path)
        _open[path] = (stamp, store)
        return store
