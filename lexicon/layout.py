"""The file format of a word store, shared by the builder that writes it and the store that reads it.

Layout (little-endian): a fixed preamble, a JSON header padded to 64 bytes, then three tables that hold
the lengths 2 to 15 one after the other:

- filters: 64-bit cells, a power of two of them per length, at least 14 bits a multiset; then, for the lengths up
  to 14, those of the multisets that are one letter short of a word, at least 4 bits each;
- bucket starts: 32-bit numbers of the first entry of each bucket, one more than there are buckets;
- entries: the letters at 5 bits each, then the low byte of the multiset's hash (its tag).
"""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

MAGIC = b"DUPLICWD"
FORMAT_VERSION = 2
READABLE_VERSIONS = (1, 2)  # the first had no filters of multisets one letter short
PREAMBLE = struct.Struct("<8sIIQ8x32s")  # magic, version, header length, file size, header's SHA-256
ALIGNMENT = 64
MIN_WORD_LENGTH = 2

# Which bits of a multiset's hash choose its two bits in a filter cell, the cell and the bucket.
FIRST_BIT_SHIFT = 8
SECOND_BIT_SHIFT = 14
CELL_SHIFT = 20
BUCKET_SHIFT = 27
ONE_SHORT = 16  # added to a length: its filter of the multisets one letter short of a word


@dataclass(frozen=True, slots=True)
class LengthTable:
    """How the words of one length are stored."""

    length: int
    words: int
    cells: int
    buckets: int
    largest_bucket: int
    short_cells: int = 0  # none: nothing is known of multisets one letter short


@dataclass(frozen=True, slots=True)
class StoreHeader:
    format_version: int
    checksum: str  # SHA-256 of the sorted words, one a line
    word_count: int
    language: str
    name: str
    tables: tuple[LengthTable, ...]


def entry_size(length: int) -> int:
    """Bytes of an entry: the packed letters and the tag."""
    return (5 * length + 7) // 8 + 1


def write_header(header: StoreHeader, body_size: int) -> bytes:
    text = json.dumps(asdict(header), sort_keys=True, ensure_ascii=True).encode()
    text += b" " * (-(PREAMBLE.size + len(text)) % ALIGNMENT)
    size = PREAMBLE.size + len(text) + body_size
    return PREAMBLE.pack(MAGIC, FORMAT_VERSION, len(text), size, sha256(text).digest()) + text


def read_header(image: memoryview) -> tuple[StoreHeader, int]:
    """The header of a store and where its tables begin; ValueError says what is wrong with the file."""
    if len(image) < PREAMBLE.size:
        raise ValueError("it is too short")
    magic, version, length, size, digest = PREAMBLE.unpack_from(image)
    if magic != MAGIC:
        raise ValueError("it is not a word store")
    if version not in READABLE_VERSIONS:
        raise ValueError(f"its format is version {version}, this program reads version {FORMAT_VERSION}")
    if size != len(image):
        raise ValueError(f"it should have {size} bytes and has {len(image)}: it was cut short or altered")
    text = bytes(image[PREAMBLE.size : PREAMBLE.size + length])
    if sha256(text).digest() != digest:
        raise ValueError("its header is damaged")
    values: dict[str, Any] = json.loads(text)
    tables = tuple(LengthTable(**table) for table in values.pop("tables"))
    begin = PREAMBLE.size + length
    expected = sum(8 * (t.cells + t.short_cells) + 4 * (t.buckets + 1) + t.words * entry_size(t.length) for t in tables)
    if begin + expected != size:
        raise ValueError("its tables do not add up to its size")
    return StoreHeader(tables=tables, **values), begin
