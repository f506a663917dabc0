"""The word store: look-up, anagrams, cross-checks and the move search from one memory-mapped file.

Per word length there are a **filter** (is there any word of this multiset of letters?) and **buckets** (which
words are they?), and for the shorter lengths a second filter: is there any word that has one letter more than this
multiset? All are indexed by the multiset's hash (`multiset.py`); the bytes are laid out in `layout.py`.

This file is ordinary Python; `store.pxd` beside it gives the types for the compiled build.
"""

from __future__ import annotations

import mmap
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from pathlib import Path

from lexicon.alphabet import LETTERS, MAX_WORD_LENGTH
from lexicon.builder import build_image
from lexicon.layout import MIN_WORD_LENGTH, StoreHeader, entry_size, read_header
from lexicon.multiset import LETTER_HASHES, multiset_hash

# Kept equal to lexicon/layout.py by a test: compiled code needs them as constants of its own module.
FIRST_BIT_SHIFT = 8
SECOND_BIT_SHIFT = 14
CELL_SHIFT = 20
BUCKET_SHIFT = 27
LOW_32_BITS = 0xFFFFFFFF
WORD_PITCH = 16  # bytes from one found word to the next
SHORTEST = 2
LONGEST = 15
FIRST_CODE = 65  # "A"
ONE_SHORT = 16  # added to a length: its second filter
MOST_BLANKS_TRIED = 3  # with more, reading the whole length is quicker


class StoreError(ValueError):
    """A file that is not a usable word store; the text says why and what to do."""


class WordStore:
    """A word list of 2 to 15 letters A–Z. Never changes once built; any number of threads may read it."""

    header: StoreHeader
    largest_bucket: int
    cells: memoryview
    starts: memoryview
    entries: memoryview
    letter_hashes: array[int]
    first_cell: array[int]
    cell_mask: array[int]
    first_start: array[int]
    bucket_count: array[int]
    first_entry: array[int]
    word_count: array[int]

    def __init__(self, image: bytes | mmap.mmap) -> None:
        """A store over the bytes that `build_image` made; ValueError says what is wrong with them."""
        view = memoryview(image)
        self.header, begin = read_header(view)
        self._image = image
        # Five bits can say 31: damaged entries must not lead outside the table.
        self.letter_hashes = array("q", LETTER_HASHES + (0,) * (32 - len(LETTERS)))
        per_length = array("q", [0] * (MAX_WORD_LENGTH + 1))
        self.first_cell, self.cell_mask = per_length * 2, per_length * 2
        self.first_start, self.bucket_count = per_length[:], per_length[:]
        self.first_entry, self.word_count = per_length[:], per_length[:]
        self.largest_bucket = 1
        cells = starts = entries = 0
        short = sum(table.cells for table in self.header.tables)
        for table in self.header.tables:
            length = table.length
            self.first_cell[length] = cells
            self.cell_mask[length] = table.cells - 1
            self.first_cell[length + ONE_SHORT] = short
            self.cell_mask[length + ONE_SHORT] = table.short_cells - 1
            self.first_start[length] = starts
            self.bucket_count[length] = table.buckets
            self.first_entry[length] = entries
            self.word_count[length] = table.words
            self.largest_bucket = max(self.largest_bucket, table.largest_bucket)
            cells += table.cells
            short += table.short_cells
            starts += table.buckets + 1
            entries += table.words * entry_size(length)
        starts_at = begin + 8 * short
        entries_at = starts_at + 4 * starts
        self.cells = view[begin:starts_at].cast("Q")
        self.starts = view[starts_at:entries_at].cast("I")
        self.entries = view[entries_at:]

    @classmethod
    def open(cls, path: Path) -> WordStore:
        """Map a store's file into memory; StoreError where it is missing, cut short or something else."""
        try:
            with path.open("rb") as file:
                image = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise StoreError(
                f"There is no word list at {path}: build it with `manage.py build_lexicon`."
            ) from None
        except (OSError, ValueError) as error:  # ValueError: an empty file cannot be mapped
            raise StoreError(f"The word list {path} cannot be read: {error}. Build it again.") from error
        try:
            return cls(image)
        except ValueError as error:
            raise StoreError(f"The word list {path} cannot be used: {error}. Build it again.") from error

    def __len__(self) -> int:
        return self.header.word_count

    def contains(self, word: str) -> bool:
        length = len(word)
        if length < SHORTEST or length > LONGEST:
            return False
        value = 0
        for i in range(length):
            letter = ord(word[i]) - FIRST_CODE
            if letter < 0 or letter > 25:
                return False
            value += self.letter_hashes[letter]
        if not self.passes(length, value):
            return False
        first, last = self.bucket(length, value)
        size = (5 * length + 7) // 8 + 1
        tag = value & 255
        offset = self.first_entry[length] + first * size
        for _ in range(first, last):
            if self.entries[offset + size - 1] == tag and self._spells(offset, word, length):
                return True
            offset += size
        return False

    def anagrams(self, letters: str, blanks: int = 0) -> list[str]:
        """The words that use all of `letters` and `blanks` letters of any kind, in alphabetical order."""
        length = len(letters) + blanks
        if (
            not SHORTEST <= length <= LONGEST
            or blanks < 0
            or any(letter not in LETTERS for letter in letters)
        ):
            return []
        if blanks > MOST_BLANKS_TRIED:
            wanted = Counter(letters)
            return [word for word in self.words(length) if wanted <= Counter(word)]
        value = multiset_hash(letters)
        found: set[str] = set()
        out = array("B", bytes(WORD_PITCH * self.largest_bucket))
        for extra in combinations_with_replacement(LETTER_HASHES, blanks):
            for number in range(self.find(length, value + sum(extra), out, 0)):
                found.add(_spell(out, WORD_PITCH * number, length))
        return sorted(found)

    def words(self, length: int | None = None) -> Iterator[str]:
        """Every word, or every word of one length, in alphabetical order."""
        lengths = range(MIN_WORD_LENGTH, MAX_WORD_LENGTH + 1) if length is None else (length,)
        found: list[str] = []
        for each in lengths:
            if SHORTEST <= each <= LONGEST:
                self._decode_all(each, found)
        found.sort()
        return iter(found)

    def close(self) -> None:
        """Let go of the file; a closed store holds no word."""
        nothing = array("q", [0] * (2 * (MAX_WORD_LENGTH + 1)))
        self.first_cell = self.cell_mask = self.first_start = nothing
        self.bucket_count = self.first_entry = self.word_count = nothing
        self.cells = memoryview(bytes(8)).cast("Q")
        self.starts = memoryview(bytes(8)).cast("I")
        self.entries = memoryview(bytes(1))
        image, self._image = self._image, b""
        if isinstance(image, mmap.mmap):
            image.close()

    def knows(self, table: int) -> bool:
        """Whether there is such a filter: of a length, or of a length + ONE_SHORT."""
        return self.cell_mask[table] >= 0

    def passes(self, length: int, value: int) -> bool:
        """The filter: False means that no word of this length has this multiset hash."""
        cell = self.cells[self.first_cell[length] + (value >> CELL_SHIFT & self.cell_mask[length])]
        return (cell >> (value >> FIRST_BIT_SHIFT & 63) & cell >> (value >> SECOND_BIT_SHIFT & 63) & 1) != 0

    def passing_letters(self, table: int, value: int, letters: int) -> int:
        """Which of `letters` (a mask), added to the multiset `value`, pass the filter.

        `table`: a length, or a length + ONE_SHORT that the store `knows`.
        """
        first = self.first_cell[table]
        mask = self.cell_mask[table]
        passing = lowest = 0
        while lowest < 26 and not letters >> lowest & 1:
            lowest += 1
        # From there on every letter is tried and the mask applied afterwards: a branch costs more than a cell.
        for letter in range(lowest, 26):
            longer = value + self.letter_hashes[letter]
            cell = self.cells[first + (longer >> CELL_SHIFT & mask)]
            both = cell >> (longer >> FIRST_BIT_SHIFT & 63) & cell >> (longer >> SECOND_BIT_SHIFT & 63) & 1
            passing |= both << letter
        return passing & letters

    def passing_multisets(
        self, table: int, value: int, hashes: array[int], first: int, last: int, out: array[int], at: int
    ) -> int:
        """Write to `out` from `at` on which of `hashes[first:last]`, added to `value`, pass; how many they are.

        `table`: as for `passing_letters`.
        """
        first_cell = self.first_cell[table]
        mask = self.cell_mask[table]
        count = 0
        for number in range(first, last):
            longer = value + hashes[number]
            cell = self.cells[first_cell + (longer >> CELL_SHIFT & mask)]
            both = cell >> (longer >> FIRST_BIT_SHIFT & 63) & cell >> (longer >> SECOND_BIT_SHIFT & 63) & 1
            # Written in any case and kept where it passes: a branch costs more than a write.
            out[at + count] = number
            count += both
        return count

    def bucket(self, length: int, value: int) -> tuple[int, int]:
        """Numbers of the first entry of a multiset's bucket and of the one after its last."""
        at = self.first_start[length] + (
            (value >> BUCKET_SHIFT & LOW_32_BITS) * self.bucket_count[length] >> 32
        )
        first = self.starts[at]
        # A damaged table must not lead outside the entries or the caller's room for one bucket.
        last = min(self.starts[at + 1], self.word_count[length], first + self.largest_bucket)
        return first, last

    def fetch(self, length: int, values: array[int], count: int) -> int:
        """Touch the buckets of the first `count` of `values`: their memory is fetched side by side, not in turn."""
        size = (5 * length + 7) // 8 + 1
        touched = 0
        for number in range(count):
            first, _last = self.bucket(length, values[number])
            touched ^= self.entries[self.first_entry[length] + first * size]
        return touched

    def find(self, length: int, value: int, out: array[int], at: int) -> int:
        """Write the words of a multiset to `out` from `at` on, letters as 0–25; how many they are.

        `out` must have room for `largest_bucket` words of WORD_PITCH bytes.
        """
        first, last = self.bucket(length, value)
        size = (5 * length + 7) // 8 + 1
        tag = value & 255
        offset = self.first_entry[length] + first * size
        count = 0
        for _ in range(first, last):
            if self.entries[offset + size - 1] == tag and self._decode(offset, length, out, at) == value:
                count += 1
                at += WORD_PITCH
            offset += size
        return count

    def _decode(self, offset: int, length: int, out: array[int], at: int) -> int:
        """Unpack an entry's letters; the hash of their multiset."""
        pending = bits = value = 0
        for i in range(length):
            if bits < 5:
                pending = (pending & 31) << 8 | self.entries[offset]
                offset += 1
                bits += 8
            bits -= 5
            letter = pending >> bits & 31
            out[at + i] = letter
            value += self.letter_hashes[letter]
        return value

    def _spells(self, offset: int, word: str, length: int) -> bool:
        pending = bits = 0
        for i in range(length):
            if bits < 5:
                pending = (pending & 31) << 8 | self.entries[offset]
                offset += 1
                bits += 8
            bits -= 5
            if pending >> bits & 31 != ord(word[i]) - FIRST_CODE:
                return False
        return True

    def _decode_all(self, length: int, found: list[str]) -> None:
        size = entry_size(length)
        offset = self.first_entry[length]
        packed = bytes(self.entries[offset : offset + size * self.word_count[length]])
        # Three letters at a time: what makes listing a million words bearable without a compiler.
        triples = _triples()
        padding = 8 * (size - 1) - 5 * length
        shifts = range(5 * (length + -length % 3) - 15, -1, -15)
        for i in range(0, len(packed), size):
            value = int.from_bytes(packed[i : i + size - 1], "big") >> padding << 5 * (-length % 3)
            found.append("".join([triples[value >> shift & 0x7FFF] for shift in shifts])[:length])


def from_words(words: Iterable[str]) -> WordStore:
    """A store in memory: tests, and the words that an event admits."""
    image, _header = build_image(words)
    return WordStore(image)


def _spell(codes: array[int], at: int, length: int) -> str:
    return "".join([LETTERS[code] for code in codes[at : at + length]])


def _triples() -> list[str]:
    if not _TRIPLES:
        alphabet = LETTERS + "?" * (32 - len(LETTERS))
        _TRIPLES.extend(a + b + c for a in alphabet for b in alphabet for c in alphabet)
    return _TRIPLES


_TRIPLES: list[str] = []
