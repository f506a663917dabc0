"""Morph-it's tables as spacy-lookups-data carries them: form to lemma, one file a part of speech."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

NOMINAL = ("noun", "adj")
FUNCTION = ("adv", "adp", "det", "pron", "num", "other")


def read_table(folder: Path, part_of_speech: str) -> dict[str, str]:
    """Form to lemma. The files were decoded once too often: "perchÃ©" is mended to "perché"."""
    path = folder / "data" / f"it_lemma_lookup_{part_of_speech}.json.gz"
    with gzip.open(path, "rt", encoding="utf-8") as text:
        raw: dict[str, str] = json.load(text)
    return {_mended(form): _mended(lemma) for form, lemma in raw.items()}


def _mended(text: str) -> str:
    if text.isascii():
        return text
    try:
        return text.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return text
