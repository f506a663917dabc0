"""Builds the file that `WordStore` reads: the same words always give the same bytes."""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile

from lexicon.alphabet import LETTERS, MAX_WORD_LENGTH
from lexicon.layout import (
    BUCKET_SHIFT,
    CELL_SHIFT,
    FIRST_BIT_SHIFT,
    FORMAT_VERSION,
    MIN_WORD_LENGTH,
    SECOND_BIT_SHIFT,
    LengthTable,
    StoreHeader,
    entry_size,
    write_header,
)
from lexicon.multiset import HASH_OF

FILTER_BITS = 14  # of a multiset that words have
# Of the longest words there are so many multisets one letter short that their filter would not pay for its size.
LONGEST_WITH_SHORT_FILTER = 14
SHORT_FILTER_BITS = 4
WORDS_PER_BUCKET = 4

_BASE_32 = str.maketrans(LETTERS, "0123456789abcdefghijklmnop")


def build_store(
    words: Iterable[str],
    path: Path,
    *,
    language: str,
    name: str,
    progress: Callable[[float], None] | None = None,
) -> StoreHeader:
    """Write the store of `words` to `path`, replacing it in one step."""
    image, header = build_image(words, language=language, name=name, progress=progress)
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as temporary:
        try:
            temporary.write(image)
            temporary.flush()
            os.fsync(temporary.fileno())
            # A temporary file is private; a store is read by every process of the product.
            os.chmod(temporary.name, 0o644)
            os.replace(temporary.name, path)
        except BaseException:
            Path(temporary.name).unlink(missing_ok=True)
            raise
    return header


def build_image(
    words: Iterable[str],
    *,
    language: str = "",
    name: str = "",
    progress: Callable[[float], None] | None = None,
) -> tuple[bytes, StoreHeader]:
    """The bytes of a store, and its header."""
    by_length, checksum, total = _sorted_words(words)
    filters, short_filters, starts, entries = array("Q"), array("Q"), array("I"), bytearray()
    tables: list[LengthTable] = []
    done = 0
    for length, sorted_words in by_length.items():
        tables.append(_add_length(length, sorted_words, filters, short_filters, starts, entries))
        done += len(sorted_words)
        if progress is not None and total:
            progress(done / total)
    header = StoreHeader(FORMAT_VERSION, checksum, total, language, name, tuple(tables))
    filters.extend(short_filters)
    if sys.byteorder == "big":
        filters.byteswap()
        starts.byteswap()
    body = filters.tobytes() + starts.tobytes() + bytes(entries)
    return write_header(header, len(body)) + body, header


def _sorted_words(words: Iterable[str]) -> tuple[dict[int, list[str]], str, int]:
    distinct = sorted(set(words))
    by_length: dict[int, list[str]] = {n: [] for n in range(MIN_WORD_LENGTH, MAX_WORD_LENGTH + 1)}
    for word in distinct:
        if len(word) not in by_length or not (word.isascii() and word.isalpha() and word.isupper()):
            raise ValueError(
                f"{word!r} cannot be stored: words are {MIN_WORD_LENGTH} to {MAX_WORD_LENGTH} letters A–Z in capitals."
            )
        by_length[len(word)].append(word)
    checksum = sha256("".join(f"{word}\n" for word in distinct).encode()).hexdigest()
    return by_length, checksum, len(distinct)


def _add_length(
    length: int,
    words: list[str],
    filters: array[int],
    short_filters: array[int],
    starts: array[int],
    entries: bytearray,
) -> LengthTable:
    buckets = max(1, len(words) // WORDS_PER_BUCKET)
    size = entry_size(length)
    padding = 8 * (size - 1) - 5 * length
    filled = [0] * buckets
    keys = []
    multisets: dict[int, str] = {}
    letter_hash = HASH_OF.__getitem__
    for word in words:
        value = sum(map(letter_hash, word))
        multisets[value] = word
        bucket = (value >> BUCKET_SHIFT & 0xFFFFFFFF) * buckets >> 32
        filled[bucket] += 1
        # One integer per word: sorting it groups the buckets and keeps the words of each in order.
        packed = int(word.translate(_BASE_32), 32) << padding
        keys.append(((bucket << 8 * (size - 1)) | packed) << 8 | value & 255)
    keys.sort()
    entry_mask = (1 << 8 * size) - 1
    entries += b"".join([(key & entry_mask).to_bytes(size, "big") for key in keys])
    cells = _add_filter(multisets, _cell_count(len(multisets) * FILTER_BITS), filters)
    short_cells = 0
    if length <= LONGEST_WITH_SHORT_FILTER:
        short = {value - HASH_OF[letter] for value, word in multisets.items() for letter in set(word)}
        short_cells = _add_filter(short, _cell_count(len(short) * SHORT_FILTER_BITS), short_filters)
    first = 0
    starts.append(0)
    for count in filled:
        first += count
        starts.append(first)
    return LengthTable(length, len(words), cells, buckets, max(filled), short_cells)


def _add_filter(values: Iterable[int], cells: int, filters: array[int]) -> int:
    bits = [0] * cells
    for value in values:
        cell = value >> CELL_SHIFT & cells - 1
        bits[cell] |= 1 << (value >> FIRST_BIT_SHIFT & 63) | 1 << (value >> SECOND_BIT_SHIFT & 63)
    filters.extend(bits)
    return cells


def _cell_count(bits: int) -> int:
    cells = 1
    while cells * 64 < bits:
        cells *= 2
    return cells
