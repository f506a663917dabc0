"""A move: a word on a square in a direction."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Direction(StrEnum):
    ACROSS = "across"
    DOWN = "down"

    @property
    def other(self) -> Direction:
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS

    @property
    def step(self) -> tuple[int, int]:
        """Row and column steps from one letter to the next."""
        return (0, 1) if self is Direction.ACROSS else (1, 0)


class Move(NamedTuple):
    """The main word from its first letter on, tiles already on the board included.

    `word` is in capitals; a letter whose tile is a jolly, on the board or from the rack, is in lower case.
    `row` and `col` count from 0.
    """

    row: int
    col: int
    direction: Direction
    word: str

    @property
    def letters(self) -> str:
        """The word as the lexicon knows it."""
        return self.word.upper()

    def squares(self) -> list[tuple[int, int]]:
        row_step, col_step = self.direction.step
        return [(self.row + i * row_step, self.col + i * col_step) for i in range(len(self.word))]
