"""The board: an immutable 15×15 grid of tiles.

Text form: 15 strings of 15, `.` an empty square, a capital a tile, a small letter a jolly.
"""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.engine.errors import BoardError
from tournaments.engine.move import Direction, Move

SIZE = 15
CENTRE = (7, 7)
EMPTY = "."


class Board:
    __slots__ = ("_columns", "rows")

    rows: tuple[str, ...]

    def __init__(self, rows: Iterable[str] = (EMPTY * SIZE,) * SIZE) -> None:
        self.rows = tuple(rows)
        self._columns: tuple[str, ...] | None = None

    @classmethod
    def parse(cls, rows: object) -> Board:
        """A board from data that may be anything; BoardError says what is wrong and where."""
        if not isinstance(rows, (list, tuple)) or len(rows) != SIZE:
            raise BoardError("board_rows", f"A board is {SIZE} strings of {SIZE} characters.")
        for number, row in enumerate(rows, start=1):
            if not isinstance(row, str) or len(row) != SIZE:
                raise BoardError("board_row", f"Row {number} of the board is not {SIZE} characters long.")
            for square in row:
                if square != EMPTY and not (square.isascii() and square.isalpha()):
                    raise BoardError(
                        "board_square", f"Row {number} of the board holds {square!r}; use A–Z, a–z or '.'."
                    )
        return cls(rows)

    @property
    def columns(self) -> tuple[str, ...]:
        if self._columns is None:
            self._columns = tuple("".join(column) for column in zip(*self.rows, strict=True))
        return self._columns

    @property
    def is_empty(self) -> bool:
        return all(row == EMPTY * SIZE for row in self.rows)

    def at(self, row: int, col: int) -> str:
        """The tile on a square, `.` where there is none or beyond the edge."""
        if 0 <= row < SIZE and 0 <= col < SIZE:
            return self.rows[row][col]
        return EMPTY

    def tiles(self) -> str:
        """Every tile on the board, a jolly as `?`: what the bag no longer holds."""
        return "".join(
            "?" if square.islower() else square for row in self.rows for square in row if square != EMPTY
        )

    def with_move(self, move: Move) -> Board:
        """The board once the move's word lies on it; squares already taken keep their tile."""
        rows = list(self.rows)
        row, col, down = move.row, move.col, move.direction is Direction.DOWN
        for letter in move.word:
            line = rows[row]
            if line[col] == EMPTY:
                rows[row] = f"{line[:col]}{letter}{line[col + 1 :]}"
            if down:
                row += 1
            else:
                col += 1
        return Board(rows)

    def tiles_needed(self, move: Move) -> str:
        """The tiles that a move takes from the rack, a jolly as `?`."""
        length = len(move.word)
        if move.direction is Direction.ACROSS:
            under = self.rows[move.row][move.col : move.col + length]
        else:
            under = "".join([row[move.col] for row in self.rows[move.row : move.row + length]])
        # Beyond the edge no tile lies.
        laid = zip(move.word, under.ljust(length, EMPTY), strict=True)
        return "".join(["?" if letter.islower() else letter for letter, tile in laid if tile == EMPTY])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.rows == other.rows

    def __hash__(self) -> int:
        return hash(self.rows)

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def __repr__(self) -> str:
        return f"Board({list(self.rows)!r})"
