"""The board, its squares and tiles, and racks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.translation import gettext, pgettext

from lexicon.alphabet import LETTERS
from tournaments.engine.board import EMPTY, SIZE, Board
from tournaments.engine.move import Direction, Move
from tournaments.engine.notation import format_reference, square_name
from tournaments.engine.ruleset import RuleSet
from tournaments.engine.tiles import BLANK

register = template.Library()

BOARD_SIZES = ("large", "small", "mini", "hall")
RACK_SIZES = ("medium", "small", "large", "word", "hall")
TILE_STATES = ("", "laid", "received", "top", "used")
# The rule set's signs of premium squares, as the style sheet calls them.
PREMIUM_CLASSES = {"T": "3w", "D": "2w", "t": "3l", "d": "2l"}


@dataclass(frozen=True, slots=True)
class TileView:
    letter: str
    value: int | None
    state: str
    is_jolly: bool
    is_unassigned: bool
    # A rack of buttons tells its script which tile was pressed.
    index: int = 0


@dataclass(frozen=True, slots=True)
class SquareView:
    row: int
    col: int
    premium: str
    code: str
    tile: TileView | None
    label: str
    marks: str


@dataclass(frozen=True, slots=True)
class LabelView:
    text: str
    marks: str


def tile_view(letter: str, value: int | None, state: str = "", index: int = 0) -> TileView:
    if state not in TILE_STATES:
        raise template.TemplateSyntaxError(f"A tile's state is one of {TILE_STATES}, not {state!r}.")
    is_jolly = letter == BLANK or letter.islower()
    return TileView(
        letter=gettext("jolly") if letter == BLANK else letter.upper(),
        value=None if is_jolly else value,
        state=state,
        is_jolly=is_jolly,
        is_unassigned=letter == BLANK,
        index=index,
    )


def premium_codes() -> dict[str, str]:
    """What is printed on each premium square, in the reader's language."""
    return {
        "T": pgettext("premium square", "3P"),
        "D": pgettext("premium square", "2P"),
        "t": pgettext("premium square", "3L"),
        "d": pgettext("premium square", "2L"),
    }


def premium_names() -> dict[str, str]:
    return {
        "T": gettext("tripla parola"),
        "D": gettext("doppia parola"),
        "t": gettext("tripla lettera"),
        "d": gettext("doppia lettera"),
        ".": gettext("vuota"),
    }


def tile_name(letter: str) -> str:
    """What a screen reader says for a tile."""
    if letter == BLANK:
        return gettext("jolly")
    if letter.islower():
        return gettext("jolly come {letter}").format(letter=letter.upper())
    return letter


def row_labels(notation: str) -> list[str]:
    return list(LETTERS[:SIZE]) if notation == "R" else [str(i + 1) for i in range(SIZE)]


def column_labels(notation: str) -> list[str]:
    return [str(i + 1) for i in range(SIZE)] if notation == "R" else list(LETTERS[:SIZE])


def board_words(board: Board, notation: str) -> list[str]:
    """Every word on the board with its reference, rows first: the board in text."""
    words = []
    for direction, lines in ((Direction.ACROSS, board.rows), (Direction.DOWN, board.columns)):
        for line_number, line in enumerate(lines):
            for start, word in _runs(line):
                row, col = (line_number, start) if direction is Direction.ACROSS else (start, line_number)
                words.append(f"{word} {format_reference(Move(row, col, direction, word), notation)}")
    return words


def _runs(line: str) -> Iterable[tuple[int, str]]:
    start = 0
    for part in line.split(EMPTY):
        if len(part) > 1:
            yield start, part
        start += len(part) + 1


@register.inclusion_tag("components/board.html", name="board")
def board_tag(
    rows: Sequence[str] | Board,
    rules: RuleSet,
    *,
    laid: Move | None = None,
    received: Move | None = None,
    top: Move | None = None,
    size: str = "large",
    notation: str = "",
    interactive: bool = False,
    codes: bool = True,
    label: str = "",
) -> dict[str, Any]:
    """A board as it stood before the move shown on it.

    `laid`, `received` and `top` take a Move: its letters appear on the squares that are free in `rows`.
    `laid` with an empty word is the cursor alone. `interactive` makes a grid for a script to move in.
    """
    if size not in BOARD_SIZES:
        raise template.TemplateSyntaxError(f"A board's size is one of {BOARD_SIZES}, not {size!r}.")
    board = rows if isinstance(rows, Board) else Board(rows)
    notation = notation or rules.notation
    shown = laid or received or top
    state = "laid" if laid else "received" if received else "top"
    placed = _placed(board, shown)
    marks = _marks(board, laid, received, shown if size in ("large", "hall") else None)
    names_of_rows, names_of_columns = row_labels(notation), column_labels(notation)
    printed = premium_codes() if codes and size != "mini" else {}
    spoken = premium_names()
    is_image = size in ("small", "mini")

    lines = []
    for row in range(SIZE):
        squares = []
        for col in range(SIZE):
            new = placed.get((row, col))
            letter = new or board.at(row, col)
            sign = rules.premiums[row][col]
            name = square_name(row, col, notation)
            squares.append(
                SquareView(
                    row=row,
                    col=col,
                    premium=PREMIUM_CLASSES.get(sign, ""),
                    code=printed.get(sign, ""),
                    tile=_tile_on(letter, rules, state if new else ""),
                    label=f"{name}, {spoken[sign] if letter == EMPTY else tile_name(letter)}",
                    marks=marks.get((row, col), ""),
                )
            )
        lines.append((LabelView(names_of_rows[row], marks.get((row, -1), "")), squares))
    return {
        "columns": [LabelView(names_of_columns[col], marks.get((-1, col), "")) for col in range(SIZE)],
        "lines": lines,
        "size": size,
        "is_image": is_image,
        "interactive": interactive,
        "label": label or gettext("Tavoliere"),
        "alternative": _alternative(board, shown, notation, label) if is_image else "",
        # The square that Tab reaches in a grid.
        "entry": (shown.row, shown.col) if shown else (SIZE // 2, SIZE // 2),
    }


def _tile_on(letter: str, rules: RuleSet, state: str) -> TileView | None:
    return None if letter == EMPTY else tile_view(letter, rules.value(letter), state)


def _placed(board: Board, move: Move | None) -> dict[tuple[int, int], str]:
    """The letters a move adds to the board; those beyond the edge, as in a wrong reference, are left out."""
    if move is None:
        return {}
    return {
        (row, col): letter
        for (row, col), letter in zip(move.squares(), move.word, strict=True)
        if 0 <= row < SIZE and 0 <= col < SIZE and board.at(row, col) == EMPTY
    }


def _marks(
    board: Board, laid: Move | None, received: Move | None, shown: Move | None
) -> dict[tuple[int, int], str]:
    """Classes of squares and, with -1 for row or column, of labels: lit labels, arrow, next square."""
    if shown is None:
        return {}
    marks = {(shown.row, -1): "is-lit", (-1, shown.col): "is-lit"}
    if not (laid or received):
        return marks
    row_step, col_step = shown.direction.step
    before = (shown.row - row_step, shown.col - col_step)
    marks[before] = f"{marks.get(before, '')} has-arrow-{shown.direction}".strip()
    if laid:
        row, col = laid.row + len(laid.word) * row_step, laid.col + len(laid.word) * col_step
        while board.at(row, col) != EMPTY:
            row, col = row + row_step, col + col_step
        if row < SIZE and col < SIZE:
            marks[row, col] = "is-next"
    return marks


def _alternative(board: Board, shown: Move | None, notation: str, label: str) -> str:
    with_move = board.with_move(shown) if shown and _is_inside(shown) else board
    words = ", ".join(board_words(with_move, notation))
    return f"{label or gettext('Tavoliere')}: {words or gettext('vuoto')}"


def _is_inside(move: Move) -> bool:
    return all(0 <= row < SIZE and 0 <= col < SIZE for row, col in move.squares())


@register.inclusion_tag("components/tile.html")
def tile(letter: str, value: int | None = None, state: str = "", css: str = "tile--alone") -> dict[str, Any]:
    return {"tile": tile_view(letter, value, state), "name": tile_name(letter), "css": css}


@register.inclusion_tag("components/square.html")
def square(sign: str) -> dict[str, Any]:
    """One empty square by itself, for a legend."""
    return {
        "premium": PREMIUM_CLASSES.get(sign, ""),
        "code": premium_codes().get(sign, ""),
        "name": premium_names()[sign],
    }


@register.inclusion_tag("components/rack.html")
def rack(
    letters: Iterable[str],
    rules: RuleSet,
    *,
    size: str = "medium",
    used: Iterable[int] = (),
    state: str = "",
    interactive: bool = False,
    label: str = "",
) -> dict[str, Any]:
    """A rack, or with size="word" any letters, as tiles; `used` lists the places of tiles already laid."""
    if size not in RACK_SIZES:
        raise template.TemplateSyntaxError(f"A rack's size is one of {RACK_SIZES}, not {size!r}.")
    places = frozenset(used)
    shown = list(letters)
    return {
        "tiles": [
            tile_view(letter, rules.value(letter), "used" if i in places else state, i)
            for i, letter in enumerate(shown)
        ],
        "size": size,
        "interactive": interactive,
        "label": f"{label or gettext('Leggio')}: {' '.join(tile_name(letter) for letter in shown)}",
    }


@register.inclusion_tag("components/rack.html")
def move_tiles(move: Move, rows: Sequence[str] | Board, rules: RuleSet) -> dict[str, Any]:
    """A move's word as tiles: those already on the board plain, those played in the top's colour."""
    board = rows if isinstance(rows, Board) else Board(rows)
    values: Mapping[str, int] = rules.values
    tiles = [
        tile_view(letter, values.get(letter), "top" if board.at(row, col) == EMPTY else "")
        for (row, col), letter in zip(move.squares(), move.word, strict=True)
    ]
    return {
        "tiles": tiles,
        "size": "word",
        "interactive": False,
        "label": " ".join(tile_name(letter) for letter in move.word),
    }
