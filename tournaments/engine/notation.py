"""Coordinates in the three styles of RULES §7, and slips as people really write them.

| style | labels                        | across      | down       |
|-------|-------------------------------|-------------|------------|
| M     | columns letters, rows numbers | `8H`        | `H8`       |
| F     | columns letters, rows numbers | `F8 orizz.` | `I3 vert.` |
| R     | rows letters, columns numbers | `H7`        | `6E`       |

How a slip is read (ambiguity is a problem of the slip, never a guess):

- A slip is a word, a reference and perhaps a score, in any order: `8h corno`, `CORNO 8H 22 punti`.
- A bare reference is read in the event's notation, because `H8` is down in M and across in R. A direction
  word makes a letter-first reference style F in M and F events. Where the order and the direction word
  contradict each other (`8H vert.`, and `H7 vert.` in R) the reference is ambiguous. An F event also reads
  `8H` as M does, since nothing else is written so; `H8` alone lacks its direction.
- Accents, apostrophes and exclamation marks vanish. A point before or inside a word is the tile that lies there
  (`..RNO`, `C.RNO`); after a word it is a full stop.
- The jolly: a small letter in a word with capitals, or `(R)`, `[R]`, `?R`. `?` marks the letter after it:
  `R?` would be one sign for two letters, so a `?` with no letter after it is unreadable. A word all in one
  case marks nothing, nor does one of three letters or more with only its first in capitals, as telephones
  write it (`Corno`); in two letters (`No`) the small one is a jolly. Beside `(R)` or `?R` the case of the
  other letters counts only where it is mixed.
- `orizzontale`, `vert`, `punti`… are words like others where the slip has no other word.
- Of two numbers neither is the declared score.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from lexicon.alphabet import LETTERS, strip_marks
from tournaments.engine.board import SIZE
from tournaments.engine.errors import EngineError
from tournaments.engine.move import Direction, Move
from tournaments.engine.problem import Problem

NOTATIONS = ("M", "F", "R")
THROUGH = "."  # in a slip's word: the tile that already lies there
MAX_SLIP_LENGTH = 120

ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
DIRECTION_WORDS = {
    **dict.fromkeys(
        ["ORIZZ", "ORIZ", "ORIZZONTALE", "ORIZONTAL", "HORIZ", "HORIZONTAL", "ACROSS", "→"], ACROSS
    ),
    **dict.fromkeys(["VERT", "VERTICALE", "VERTICAL", "DOWN", "↓"], DOWN),
}
SCORE_WORDS = frozenset(("PUNTI", "PUNTO", "PTI", "PT", "PTS", "POINTS", "POINT", "P"))
_WORDS_OF_THE_FORM = {*DIRECTION_WORDS, *SCORE_WORDS}
DIRECTION_NAMES = {ACROSS: "orizz.", DOWN: "vert."}

_ARROWS = ("→", "↓")
_SEPARATORS = str.maketrans({**dict.fromkeys(',;:/|\\=-–—!()[]{}"«»“”', " "), "→": " → ", "↓": " ↓ "})
_BRACKETED = re.compile(r"[(\[{]([A-Za-z])[)\]}]")
_REFERENCE = re.compile(r"[A-Za-z][0-9]{1,2}|[0-9]{1,2}[A-Oa-o]")
_SCORE = re.compile(r"([0-9]{1,4})(?:P|PT|PTI|PTS|PUNTI|PUNTO)?", re.IGNORECASE)
_WORD = re.compile(r"(?:\??[A-Za-z]|\.)+")
_PRINTED = re.compile(r"([0-9]{1,2}[A-Oa-o]|[A-Oa-o][0-9]{1,2})\s+([A-Za-z]{2,})(?:\s+([0-9]{1,4}))?")


class ParsedSlip(NamedTuple):
    """What a slip says: `word` is in capitals, a marked jolly in lower case, `.` a tile that lies there."""

    word: str
    row: int | None = None
    col: int | None = None
    direction: Direction | None = None
    declared_score: int | None = None
    problems: tuple[Problem, ...] = ()

    @classmethod
    def from_move(cls, move: Move, declared_score: int | None = None) -> ParsedSlip:
        """The slip that says exactly this move: for devices that send squares instead of text."""
        return cls(move.word, move.row, move.col, move.direction, declared_score)


class Reference(NamedTuple):
    letter: str
    number: int
    letter_first: bool

    @classmethod
    def of(cls, token: str) -> Reference:
        if token[0].isalpha():
            return cls(token[0].upper(), int(token[1:]), True)
        return cls(token[-1].upper(), int(token[:-1]), False)

    @property
    def exists(self) -> bool:
        return self.letter in LETTERS[:SIZE] and 1 <= self.number <= SIZE

    def __str__(self) -> str:
        return f"{self.letter}{self.number}" if self.letter_first else f"{self.number}{self.letter}"


def square_name(row: int, col: int, notation: str) -> str:
    """A square as the event's board labels it."""
    return f"{LETTERS[row]}{col + 1}" if notation == "R" else f"{LETTERS[col]}{row + 1}"


def format_reference(move: Move, notation: str) -> str:
    name = square_name(move.row, move.col, notation)
    if notation == "F":
        return f"{name} {DIRECTION_NAMES[move.direction]}"
    letter_first = (notation == "R") == (move.direction is ACROSS)
    return name if letter_first else f"{name[1:]}{name[0]}"


def format_word(word: str) -> str:
    """A word with its jollies in lower case, or in brackets where lower case would not tell."""
    if _read_case(word) == word:
        return word
    return "".join(f"({letter.upper()})" if letter.islower() else letter for letter in word)


def format_move(move: Move, notation: str) -> str:
    return f"{format_reference(move, notation)} {format_word(move.word)}"


def parse_slip(text: str, *, notation: str = "M") -> ParsedSlip:
    """What the slip says, with a problem for everything that it leaves unsaid or unclear."""
    if notation not in NOTATIONS:
        raise EngineError("notation", f"A notation is one of {', '.join(NOTATIONS)}, not {notation!r}.")
    if len(text) > MAX_SLIP_LENGTH:
        return ParsedSlip("", problems=(_unreadable(text),))
    plain = strip_marks(text)
    # The usual form is recognised at one glance; everything else takes the long way to the same answer.
    printed = _PRINTED.fullmatch(plain)
    if printed is not None and printed[2].upper() not in _WORDS_OF_THE_FORM:
        score = None if printed[3] is None else int(printed[3])
        return _located(_read_case(printed[2]), [Reference.of(printed[1])], None, score, notation)
    return _parse_freely(plain, notation)


def _parse_freely(plain: str, notation: str) -> ParsedSlip:
    tokens = [_without_full_stops(token) for token in _BRACKETED.sub(r"?\1", plain).translate(_SEPARATORS).split()]
    tokens = [token for token in tokens if token]
    if not tokens:
        return ParsedSlip("", problems=(Problem("empty"),))
    places, rest = _take_references(tokens)
    if places is None:
        return ParsedSlip("", problems=(Problem("reference_ambiguous", {"text": " ".join(tokens)}),))
    strange = [
        t for t in rest if t and t not in _ARROWS and not _SCORE.fullmatch(t) and not _WORD.fullmatch(t)
    ]
    if strange:
        return ParsedSlip("", problems=(_unreadable(strange[0]),))
    words, directions, scores = _sort_out(rest)
    word = _read_marks(words[0]) if len(words) == 1 else ""
    score = scores[0] if len(scores) == 1 else None
    slip = _located(word, places, directions, score, notation)
    if len(words) == 1:
        return slip
    problem = Problem("two_words", {"words": ", ".join(words)}) if words else Problem("no_word")
    return slip._replace(problems=(problem, *slip.problems))


def _without_full_stops(token: str) -> str:
    """`vert.` is `vert`; points before a word are the tiles that it goes on from (`...NE`)."""
    token = token.rstrip(".")
    return token if _WORD.fullmatch(token) else token.lstrip(".")


def _unreadable(text: str) -> Problem:
    return Problem("unreadable", {"text": text if len(text) <= 20 else f"{text[:20]}…"})


def _take_references(tokens: list[str]) -> tuple[list[Reference] | None, list[str]]:
    """The references, None where letters and numbers apart can be paired in two ways, and the rest.

    A reference leaves an empty string in its place, so that what stood next to it is still known.
    """
    if any(_REFERENCE.fullmatch(token) for token in tokens):
        rest = ["" if _REFERENCE.fullmatch(token) else token for token in tokens]
        found = [Reference.of(token) for token in tokens if _REFERENCE.fullmatch(token)]
        return list(dict.fromkeys(found)), rest
    pairs = [i for i in range(len(tokens) - 1) if _is_pair(tokens[i], tokens[i + 1])]
    if len(pairs) > 1:
        return None, tokens
    if not pairs:
        return [], tokens
    first = pairs[0]
    return [Reference.of(tokens[first] + tokens[first + 1])], [*tokens[:first], "", *tokens[first + 2 :]]


def _is_pair(first: str, second: str) -> bool:
    """Whether a letter and a number written apart, `H 8`, name a square."""
    if first.isdigit() == second.isdigit() or not _REFERENCE.fullmatch(first + second):
        return False
    return Reference.of(first + second).exists


def _sort_out(rest: list[str]) -> tuple[list[str], set[Direction] | None, list[int]]:
    """Words, directions and scores; a direction or score word is a word where there is no other."""
    scores = [int(score[1]) for token in rest if (score := _SCORE.fullmatch(token))]
    words: list[str] = []
    spare: list[tuple[str, bool]] = []  # what may be a direction or `punti`, and whether its place says so
    for i, token in enumerate(rest):
        before = rest[i - 1] if i else None
        after = rest[i + 1] if i + 1 < len(rest) else ""
        if not token or _SCORE.fullmatch(token):
            continue
        if token.upper() in DIRECTION_WORDS:
            spare.append((token, before == "" or token in _ARROWS))
        elif token.upper() in SCORE_WORDS and (_SCORE.fullmatch(before or "") or _SCORE.fullmatch(after)):
            spare.append((token, bool(before and _SCORE.fullmatch(before))))
        else:
            words.append(token)
    if not words and len(spare) == 1 and spare[0][0] not in _ARROWS:
        words.append(spare.pop()[0])
    elif not words:
        words = [token for token, placed in spare if not placed]
        spare = [(token, placed) for token, placed in spare if placed]
    directions = {DIRECTION_WORDS[token.upper()] for token, _ in spare if token.upper() in DIRECTION_WORDS}
    return words, directions or None, scores


def _located(
    word: str, places: list[Reference], directions: set[Direction] | None, score: int | None, notation: str
) -> ParsedSlip:
    """The slip at its reference, read in the event's notation."""

    def refused(code: str, text: str) -> ParsedSlip:
        return ParsedSlip(word, declared_score=score, problems=(Problem(code, {"text": text}),))

    if not places:
        return refused("missing_reference", "")
    place = places[0]
    if len(places) > 1:
        return refused("reference_ambiguous", ", ".join(map(str, places)))
    if not place.exists:
        return refused("bad_reference", str(place))
    if directions is not None and len(directions) > 1:
        return refused("reference_ambiguous", " ".join((str(place), *DIRECTION_NAMES.values())))
    stated = None if directions is None else next(iter(directions))
    implied = ACROSS if place.letter_first == (notation == "R") else DOWN
    if place.letter_first and notation != "R":
        direction = stated or (implied if notation == "M" else None)
    else:
        direction = implied
    if direction is None:
        return refused("missing_direction", str(place))
    if stated is not None and stated is not direction:
        return refused("reference_ambiguous", f"{place} {DIRECTION_NAMES[stated]}")
    by_letter, by_number = LETTERS.index(place.letter), place.number - 1
    row, col = (by_letter, by_number) if notation == "R" else (by_number, by_letter)
    return ParsedSlip(word, row, col, direction, score)


def _read_marks(token: str) -> str:
    """The word of a token in which `?` may mark jollies."""
    if "?" not in token:
        return _read_case(token)
    signs = re.findall(r"\??.", token)
    unmarked = iter(_read_case("".join(sign for sign in signs if sign[0] != "?")))
    return "".join(sign[-1].lower() if sign[0] == "?" else next(unmarked) for sign in signs)


def _read_case(word: str) -> str:
    """The word with small letters only where they mark a jolly."""
    if word.isupper() or word.islower() or (len(word) > 2 and word[0].isupper() and word[1:].islower()):
        return word.upper()
    return word
