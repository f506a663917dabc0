"""Fair draws: a seed committed before turn 1, and every choice of a tile derived from it.

docs/fair-draws.md describes the same scheme for a reader who wants to write it again; a test
compares the page's vectors with this module. Only SHA-256 and HMAC-SHA256 are used, so that a
browser can check a game too.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from tournaments.engine.errors import EngineError

SEED_BYTES = 32
COMMITMENT_LABEL = "duplicato-commitment-1"
DRAW_LABEL = "duplicato-draw-1"
PHRASE_LENGTH = 500
_VALUES = 1 << 16  # a choice reads two bytes
_GAME_ID = re.compile(r"[A-Za-z0-9._:/-]{1,100}")


class FairnessError(EngineError):
    """A seed, phrase or game id that the scheme cannot use."""


def new_seed(random_bytes: Callable[[int], bytes]) -> bytes:
    """A seed from the caller's source of randomness, `secrets.token_bytes` in production."""
    return checked_seed(random_bytes(SEED_BYTES))


def checked_seed(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise FairnessError("seed_length", f"A seed is {SEED_BYTES} bytes, not {len(seed)}.")
    return seed


def parse_seed(text: str) -> bytes:
    """The seed of a public record: 64 hexadecimal digits in lower case."""
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise FairnessError("seed_text", "A seed is written as 64 hexadecimal digits (0–9, a–f).")
    return bytes.fromhex(text)


def canonical_phrase(text: str) -> str:
    """The public phrase as it is hashed: composed (NFC), without spaces at its ends."""
    phrase = unicodedata.normalize("NFC", text).strip()
    if len(phrase) > PHRASE_LENGTH:
        raise FairnessError("phrase_length", f"The public phrase is longer than {PHRASE_LENGTH} characters.")
    if any(unicodedata.category(character).startswith("C") for character in phrase):
        raise FairnessError("phrase_character", "The public phrase must be one line of visible characters.")
    return phrase


def checked_game_id(game: str) -> str:
    if not _GAME_ID.fullmatch(game):
        raise FairnessError("game_id", f"{game!r} is not a game id: use 1–100 of A–Z a–z 0–9 . _ : / -")
    return game


def commitment(seed: bytes, phrase: str = "", *, game: str) -> str:
    """What is published before turn 1, as 64 hexadecimal digits."""
    seed_text = checked_seed(seed).hex()
    text = f"{COMMITMENT_LABEL}\n{checked_game_id(game)}\n{seed_text}\n{canonical_phrase(phrase)}"
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True, repr=False)
class SeededSource:
    """Tiles chosen by the seed; the same arguments always choose the same tiles.

    It has no text form, so that no log or error page shows the seed of a game in play.
    """

    seed: bytes
    game: str
    phrase: str = ""
    _keyed: Callable[[bytes], bytes] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_keyed", _keyed_hash(checked_seed(self.seed)))
        checked_game_id(self.game)
        object.__setattr__(self, "phrase", canonical_phrase(self.phrase))

    def choose(self, turn: int, attempt: int, pool: str, count: int) -> str:
        """`count` tiles out of `pool`, one after the other, in the order in which they are drawn."""
        left = list(pool)
        chosen = []
        begins = f"{DRAW_LABEL}\n{self.game}\n{turn}\n{attempt}\n"
        counter = 0
        for _ in range(count):
            # The values past the last whole multiple would favour the first tiles: take the next one.
            limit = _VALUES - _VALUES % len(left)
            value = self._value(begins, counter)
            counter += 1
            while value >= limit:
                value = self._value(begins, counter)
                counter += 1
            chosen.append(left.pop(value % len(left)))
        return "".join(chosen)

    def _value(self, begins: str, counter: int) -> int:
        digest = self._keyed(f"{begins}{counter}\n{self.phrase}".encode())
        return digest[0] << 8 | digest[1]


def _keyed_hash(seed: bytes) -> Callable[[bytes], bytes]:
    """HMAC-SHA256 with the key hashed once: a draw asks it for every tile."""
    block = seed.ljust(hashlib.sha256().block_size, b"\0")
    inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in block]))
    outer = hashlib.sha256(bytes([byte ^ 0x5C for byte in block]))

    def digest(message: bytes) -> bytes:
        inside, outside = inner.copy(), outer.copy()
        inside.update(message)
        outside.update(inside.digest())
        return outside.digest()

    return digest
