"""The files of an edition: named after its words, written once, never changed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from lexicon import catalog
from lexicon.store import StoreError, WordStore

# A store, the reasons of its words and the report of its build travel together.
_SUFFIXES = (catalog.SUFFIX, ".reasons", ".report.json")


def incoming_folder() -> Path:
    """Where uploads wait and half-written stores lie."""
    folder = catalog.lexicon_folder() / "incoming"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def settle(scratch: Path, store_slug: str, checksum: str) -> str:
    """Moves a finished store to its lasting name, which is given back; an intact one there stays."""
    lasting = catalog.store_path(store_slug)
    if not _holds(lasting, checksum):
        os.replace(scratch, lasting)
    return lasting.name


def keep_built(slug: str, store_slug: str) -> str:
    """Copies a built list's files to their lasting names: the next build will overwrite the originals."""
    folder = catalog.lexicon_folder()
    for suffix in _SUFFIXES:
        original = folder / f"{slug}{suffix}"
        if original.is_file():
            scratch = incoming_folder() / f"{store_slug}{suffix}"
            shutil.copyfile(original, scratch)
            os.replace(scratch, folder / f"{store_slug}{suffix}")
    return f"{store_slug}{catalog.SUFFIX}"


def remove_files(store_slug: str) -> None:
    for suffix in _SUFFIXES:
        (catalog.lexicon_folder() / f"{store_slug}{suffix}").unlink(missing_ok=True)


def _holds(path: Path, checksum: str) -> bool:
    try:
        store = WordStore.open(path)
    except StoreError:
        return False
    try:
        return store.header.checksum == checksum
    finally:
        store.close()
