"""The score of a move (F9–F13, M11–M17): every word formed, letter by letter and premium by premium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tournaments.engine.board import EMPTY, SIZE, Board
from tournaments.engine.move import Direction, Move
from tournaments.engine.ruleset import PREMIUMS, RuleSet


class LetterScore(NamedTuple):
    """A tile in a word; the multipliers are those that this move sets free, 1 under tiles already there."""

    letter: str
    value: int
    letter_multiplier: int
    word_multiplier: int
    is_new: bool

    @property
    def points(self) -> int:
        return self.value * self.letter_multiplier


class WordScore(NamedTuple):
    word: str
    row: int
    col: int
    direction: Direction
    letters: tuple[LetterScore, ...]
    word_multiplier: int
    total: int

    @property
    def subtotal(self) -> int:
        """The letters with their premiums, before the word premiums."""
        return sum(letter.points for letter in self.letters)

    def as_dict(self) -> dict[str, Any]:
        return {
            "word": self.word,
            "score": self.total,
            "row": self.row,
            "col": self.col,
            "direction": self.direction.value,
            "multiplier": self.word_multiplier,
            "letters": [list(letter) for letter in self.letters],
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> WordScore:
        return cls(
            data["word"],
            data["row"],
            data["col"],
            Direction(data["direction"]),
            tuple(LetterScore(*letter) for letter in data["letters"]),
            data["multiplier"],
            data["score"],
        )


class Score(NamedTuple):
    """The total with the bonus; the main word comes first, then the others along it."""

    total: int
    bonus: int
    words: tuple[WordScore, ...]


def score_move(rules: RuleSet, board: Board, move: Move) -> Score:
    """The score of a placement known to be legal: on the board, in agreement with the tiles there."""
    direction = move.direction
    if direction is Direction.ACROSS:
        fixed, start, line, crossing = move.row, move.col, board.rows[move.row], board.columns
    else:
        fixed, start, line, crossing = move.col, move.row, board.columns[move.col], board.rows
    # The premium squares are symmetric in the diagonal (the rule set's reader sees to it): a column is a row.
    premiums = rules.premiums[fixed]
    values = rules.values
    letters: list[LetterScore] = []
    others: list[WordScore] = []
    subtotal = placed = total = 0
    multiplier = 1
    for at, letter in enumerate(move.word, start):
        tile = line[at]
        if tile != EMPTY:
            value = values.get(tile, 0)
            letters.append(LetterScore(tile, value, 1, 1, False))
            subtotal += value
            continue
        letter_multiplier, word_multiplier = PREMIUMS[premiums[at]]
        value = values.get(letter, 0)
        laid = LetterScore(letter, value, letter_multiplier, word_multiplier, True)
        letters.append(laid)
        placed += 1
        subtotal += value * letter_multiplier
        multiplier *= word_multiplier
        cross = crossing[at]
        if (fixed > 0 and cross[fixed - 1] != EMPTY) or (fixed < SIZE - 1 and cross[fixed + 1] != EMPTY):
            word = _cross_word(values, cross, fixed, at, direction, laid)
            others.append(word)
            total += word.total
    total += subtotal * multiplier
    # Eight tiles, in the variant that allows them, are seven and one more.
    bonus = rules.bonus if placed >= rules.rack_size else 0
    main = WordScore(
        "".join([letter.letter for letter in letters]),
        move.row,
        move.col,
        direction,
        tuple(letters),
        multiplier,
        subtotal * multiplier,
    )
    return Score(total + bonus, bonus, (main, *others))


def _cross_word(
    values: Mapping[str, int], cross: str, fixed: int, at: int, direction: Direction, laid: LetterScore
) -> WordScore:
    """The secondary word through a newly laid tile."""
    before = cross[:fixed].rpartition(EMPTY)[2]
    after = cross[fixed + 1 :].partition(EMPTY)[0]
    letters = (
        *[LetterScore(tile, values.get(tile, 0), 1, 1, False) for tile in before],
        laid,
        *[LetterScore(tile, values.get(tile, 0), 1, 1, False) for tile in after],
    )
    total = sum([letter[1] for letter in letters]) + laid.value * (laid.letter_multiplier - 1)
    first = fixed - len(before)
    row, col = (first, at) if direction is Direction.ACROSS else (at, first)
    word, multiplier = f"{before}{laid.letter}{after}", laid.word_multiplier
    return WordScore(word, row, col, direction.other, letters, multiplier, total * multiplier)
