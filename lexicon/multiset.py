"""The hash of a multiset of letters: the sum of fixed random numbers, one per letter.

A sum does not know the order of its letters, and the sum of rack and board letters is one addition.
The numbers have 59 bits, so that the sum of a whole line stays below 2^63 and no wrapping is ever needed.
"""

from __future__ import annotations

from hashlib import sha256

from lexicon.alphabet import LETTERS

HASH_BITS = 59


def _letter_hash(letter: str) -> int:
    return int.from_bytes(sha256(f"duplicato {letter}".encode()).digest()[:8], "big") >> (64 - HASH_BITS)


LETTER_HASHES: tuple[int, ...] = tuple(_letter_hash(letter) for letter in LETTERS)
HASH_OF: dict[str, int] = dict(zip(LETTERS, LETTER_HASHES, strict=True))


def multiset_hash(letters: str) -> int:
    return sum(map(HASH_OF.__getitem__, letters))
