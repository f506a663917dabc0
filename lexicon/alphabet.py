"""Letters: whatever people type, folded to the 26 capitals A–Z that exist on a board."""

from __future__ import annotations

import unicodedata

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_WORD_LENGTH = 15

# Letters that Unicode does not decompose into a base letter and a mark.
_LIGATURES = str.maketrans(
    {"Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "ß": "ss", "ẞ": "SS", "Ø": "O", "ø": "o", "Đ": "D", "đ": "d",
     "Ł": "L", "ł": "l", "ı": "i"}
)  # fmt: skip
_APOSTROPHES = "'’‘`´ʼ′"


def strip_marks(text: str) -> str:
    """`text` without accents, apostrophes and ligatures; case and every other character stay."""
    if text.isascii():
        return text.replace("'", "").replace("`", "")
    decomposed = unicodedata.normalize("NFD", text.translate(_LIGATURES))
    return "".join(c for c in decomposed if not unicodedata.combining(c) and c not in _APOSTROPHES)


def fold(text: str) -> str | None:
    """The word as it stands on a board, or None where it cannot: hyphens, spaces, digits, other scripts."""
    folded = strip_marks(text).upper()
    if folded.isascii() and folded.isalpha():
        return folded
    return None
