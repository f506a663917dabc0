"""Reads a word list handed over by somebody else: one word a line, every refused line named; pure."""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from lexicon.alphabet import MAX_WORD_LENGTH, fold
from lexicon.input_error import InputError

MAX_FILE_BYTES = 64 * 1024 * 1024
MAX_WORDS = 3_000_000
MAX_LISTED_REJECTS = 1000
_SHOWN_CHARACTERS = 40
_LINES_A_STEP = 50_000
_FOREIGN_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class WordFileError(InputError):
    """A file that is no word list at all."""


@dataclass(frozen=True, slots=True)
class Reject:
    """A line that is not a word, and why: a code that `lexicon.reports` turns into a sentence."""

    line: int
    text: str
    reason: str


@dataclass(slots=True)
class WordFile:
    """What a file held. `rejects` lists the first ones only; `rejected` counts them all by reason."""

    encoding: str
    words: set[str] = field(default_factory=set)
    lines: int = 0
    duplicates: int = 0
    rejects: list[Reject] = field(default_factory=list)
    rejected: Counter[str] = field(default_factory=Counter)


def read_word_file(path: Path, progress: Callable[[float], None] | None = None) -> WordFile:
    """The words of the file at `path`, folded to A–Z; raises `WordFileError` where there are none."""
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise WordFileError("file_too_large", limit=MAX_FILE_BYTES // 1024 // 1024)
        raw = path.read_bytes()
    except OSError as error:
        raise WordFileError("file_unreadable", problem=error.strerror or type(error).__name__) from error
    if b"\0" in raw or raw.startswith(_FOREIGN_MARKS):
        raise WordFileError("file_not_text")

    encoding, text = _decoded(raw)
    found = WordFile(encoding=encoding)
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        _read_line(found, number, line.strip())
        if progress is not None and number % _LINES_A_STEP == 0:
            progress(number / len(lines))
        if len(found.words) > MAX_WORDS:
            raise WordFileError("too_many_words", limit=MAX_WORDS // 1_000_000)
    if not found.words:
        raise WordFileError("file_empty")
    if progress is not None:
        progress(1.0)
    return found


def _decoded(raw: bytes) -> tuple[str, str]:
    try:
        return "UTF-8", raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        return "Latin-1", raw.decode("latin-1").replace("\r\n", "\n").replace("\r", "\n")


def _read_line(found: WordFile, number: int, line: str) -> None:
    if not line:
        return
    found.lines += 1
    word = fold(line)
    reason = _why_not(line, word)
    if word is None or reason:
        found.rejected[reason] += 1
        if len(found.rejects) < MAX_LISTED_REJECTS:
            found.rejects.append(Reject(number, line[:_SHOWN_CHARACTERS], reason))
    elif word in found.words:
        found.duplicates += 1
    else:
        found.words.add(word)


def _why_not(line: str, word: str | None) -> str:
    if word is not None:
        if len(word) < 2:
            return "too_short"
        return "too_long" if len(word) > MAX_WORD_LENGTH else ""
    if any(c.isspace() for c in line):
        return "space"
    if any(c.isdigit() for c in line):
        return "digit"
    if any(c in "-‐‑–—" for c in line):
        return "hyphen"
    return "foreign_character"
