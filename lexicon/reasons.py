"""The reasons file: why each word of a list is admitted, and some others refused; memory-mapped.

A *kind* is a reason without its lemma ("{lemma}, infinito + me + ne, F22 e appendice"): a few hundred of them
explain a million words, so a word costs its letters (front-coded) and five bytes. The *hosts* table lists the
verb forms that enclitics lean on, so that a refused word can be taken apart long after the build.

Layout: magic, format version, length of the JSON header; the header (kinds, edition, places of the sections);
the lemmas; the two tables. Everything little-endian.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import tempfile
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

MAGIC = b"DUPREASN"
FORMAT_VERSION = 1
_PREAMBLE = struct.Struct("<8sII")
_BLOCK = 16
_VALUE_BYTES = 5


class ReasonsError(Exception):
    """A reasons file that is missing, cut short or of another format; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A reason; `it` and `en` are sentences with a place for {lemma}, `tag` is for programs."""

    article: str
    it: str
    en: str
    admissible: bool = True
    tag: str = ""


class Entry(NamedTuple):
    word: str
    kind: int
    lemma: int


class Reason(NamedTuple):
    kind: Kind
    lemma: str

    def sentence(self, language: str = "it") -> str:
        return (self.kind.it if language == "it" else self.kind.en).replace("{lemma}", self.lemma)


def write_reasons(
    path: Path,
    *,
    kinds: Sequence[Kind],
    lemmas: Sequence[str],
    words: Iterable[Entry],
    hosts: Iterable[Entry],
    about: dict[str, Any],
) -> int:
    """Write the file in one piece (a reader never sees half of it) and return its size.

    `words` and `hosts` come sorted by word; a host may come several times, once for each verb.
    """
    sections = [_lemma_section(lemmas), *_table_sections(words), *_table_sections(hosts)]
    header: dict[str, Any] = {
        **about,
        "kinds": [[k.article, k.it, k.en, k.admissible, k.tag] for k in kinds],
        "sections": [len(section) for section in sections],
    }
    text = json.dumps(header, ensure_ascii=False, sort_keys=True).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(_PREAMBLE.pack(MAGIC, FORMAT_VERSION, len(text)))
            out.write(text)
            for section in sections:
                out.write(section)
            size = out.tell()
        Path(scratch).chmod(0o644)
        Path(scratch).replace(path)
    except BaseException:
        Path(scratch).unlink(missing_ok=True)
        raise
    return size


def _lemma_section(lemmas: Sequence[str]) -> bytes:
    encoded = [lemma.encode() for lemma in lemmas]
    starts = array("I", [0])
    for text in encoded:
        starts.append(starts[-1] + len(text))
    return struct.pack("<I", len(lemmas)) + starts.tobytes() + b"".join(encoded)


def _table_sections(entries: Iterable[Entry]) -> tuple[bytes, bytes, bytes]:
    """Places of the blocks, the front-coded words, and the values (two bytes of kind, three of lemma)."""
    starts, text, values = array("I"), bytearray(), bytearray()
    previous = ""
    for number, (word, kind, lemma) in enumerate(entries):
        if number % _BLOCK == 0:
            starts.append(len(text))
            shared = 0
        else:
            shared, limit = 0, min(len(word), len(previous))
            while shared < limit and word[shared] == previous[shared]:
                shared += 1
        text.append(shared << 4 | len(word) - shared)
        text += word[shared:].encode("ascii")
        values += (lemma << 16 | kind).to_bytes(_VALUE_BYTES, "little")
        previous = word
    return starts.tobytes(), bytes(text), bytes(values)


class _Table:
    """Sorted words with their values, read in place."""

    def __init__(self, starts: memoryview, text: memoryview, values: memoryview) -> None:
        self._starts, self._text, self._values = starts.cast("I"), text, values

    def __len__(self) -> int:
        return len(self._values) // _VALUE_BYTES

    def find(self, word: str) -> list[tuple[int, int]]:
        """(kind, lemma) of every entry of `word`."""
        low, high = 0, len(self._starts)
        while low < high:
            middle = (low + high) // 2
            # Equal first words go left: a host's entries may run over the edge of a block.
            if self._first(middle) < word:
                low = middle + 1
            else:
                high = middle
        found = []
        for entry in self._entries(max(low - 1, 0)):
            if entry.word > word:
                break
            if entry.word == word:
                found.append((entry.kind, entry.lemma))
        return found

    def __iter__(self) -> Iterator[Entry]:
        return self._entries(0)

    def _first(self, block: int) -> str:
        at = self._starts[block]
        return bytes(self._text[at + 1 : at + 1 + self._text[at]]).decode("ascii")

    def _entries(self, block: int) -> Iterator[Entry]:
        number = block * _BLOCK
        at = self._starts[block] if block < len(self._starts) else len(self._text)
        word = ""
        while at < len(self._text):
            shared, length = self._text[at] >> 4, self._text[at] & 15
            word = word[:shared] + bytes(self._text[at + 1 : at + 1 + length]).decode("ascii")
            at += 1 + length
            value = int.from_bytes(self._values[number * _VALUE_BYTES : (number + 1) * _VALUE_BYTES], "little")
            yield Entry(word, value & 0xFFFF, value >> 16)
            number += 1


class ReasonsFile:
    """An open reasons file; share one per process."""

    def __init__(self, path: Path) -> None:
        try:
            with path.open("rb") as source:
                self._map = mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise ReasonsError(f"The reasons file {path.name} cannot be read: build the list again.") from error
        view = memoryview(self._map)
        if len(view) < _PREAMBLE.size:
            raise ReasonsError(f"The reasons file {path.name} is cut short: build the list again.")
        magic, version, length = _PREAMBLE.unpack_from(view)
        if magic != MAGIC or version != FORMAT_VERSION:
            raise ReasonsError(f"{path.name} is not a reasons file of this version: build the list again.")
        at = _PREAMBLE.size + length
        try:
            self.about: dict[str, Any] = json.loads(bytes(view[_PREAMBLE.size : at]))
        except ValueError as error:
            raise ReasonsError(f"The reasons file {path.name} is damaged: build the list again.") from error
        sizes: list[int] = self.about.pop("sections")
        if at + sum(sizes) != len(view):
            raise ReasonsError(f"The reasons file {path.name} is cut short: build the list again.")
        self.kinds = [Kind(*fields) for fields in self.about.pop("kinds")]
        sections = []
        for size in sizes:
            sections.append(view[at : at + size])
            at += size
        self._lemmas = sections[0]
        self._lemma_count: int = struct.unpack_from("<I", self._lemmas)[0]
        self._words, self._hosts = _Table(*sections[1:4]), _Table(*sections[4:7])

    def __len__(self) -> int:
        return len(self._words)

    def reason(self, word: str) -> Reason | None:
        """Why `word` is admitted or refused, where the build knew."""
        found = self._words.find(word)
        return self._reason(*found[0]) if found else None

    def hosts(self, form: str) -> list[Reason]:
        """The verbs of which `form` can carry an enclitic, or could if the regulation let it."""
        return [self._reason(*entry) for entry in self._hosts.find(form)]

    def all_hosts(self) -> Iterator[tuple[str, Reason]]:
        for word, kind, lemma in self._hosts:
            yield word, self._reason(kind, lemma)

    def __iter__(self) -> Iterator[tuple[str, Reason]]:
        for word, kind, lemma in self._words:
            yield word, self._reason(kind, lemma)

    def _reason(self, kind: int, lemma: int) -> Reason:
        base = 4 + 4 * (self._lemma_count + 1)
        start, end = struct.unpack_from("<II", self._lemmas, 4 + 4 * lemma)
        return Reason(self.kinds[kind], bytes(self._lemmas[base + start : base + end]).decode())
