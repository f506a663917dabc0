"""Board, tiles, bag, rack: immutable values with a text form."""

from __future__ import annotations

from typing import Any

import pytest

from tournaments.engine.board import Board
from tournaments.engine.errors import BoardError, TilesError
from tournaments.engine.move import Direction, Move
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.tiles import Rack

EMPTY_ROW = "." * 15
CORNO = Move(7, 3, Direction.ACROSS, "CORNO")


def rows_with(row: int, text: str) -> list[str]:
    rows = [EMPTY_ROW] * 15
    rows[row] = text
    return rows


def test_the_text_form_of_a_board() -> None:
    rows = rows_with(7, "...CoRNO.......")
    board = Board.parse(rows)
    assert str(board) == "\n".join(rows)
    assert Board.parse(str(board).split("\n")) == board
    assert (board.at(7, 3), board.at(7, 4), board.at(0, 0), board.at(-1, 20)) == ("C", "o", ".", ".")
    assert board.columns[4] == ".......o......."
    assert (board.tiles(), board.is_empty, Board().is_empty) == ("C?RNO", False, True)


@pytest.mark.parametrize(
    ("rows", "code", "message"),
    [
        ([EMPTY_ROW] * 14, "board_rows", "A board is 15 strings of 15 characters."),
        (EMPTY_ROW, "board_rows", "A board is 15 strings of 15 characters."),
        (rows_with(2, "."), "board_row", "Row 3 of the board is not 15 characters long."),
        (rows_with(2, 5), "board_row", "Row 3 of the board is not 15 characters long."),  # type: ignore[arg-type]
        (rows_with(8, "1" + "." * 14), "board_square", "Row 9 of the board holds '1'; use A–Z, a–z or '.'."),
        (rows_with(0, "È" + "." * 14), "board_square", "Row 1 of the board holds 'È'; use A–Z, a–z or '.'."),
        (rows_with(0, " " * 15), "board_square", "Row 1 of the board holds ' '; use A–Z, a–z or '.'."),
        (None, "board_rows", "A board is 15 strings of 15 characters."),
        (5, "board_rows", "A board is 15 strings of 15 characters."),
        ({"a": 1}, "board_rows", "A board is 15 strings of 15 characters."),
    ],
)
def test_text_that_is_no_board_is_refused(rows: Any, code: str, message: str) -> None:
    with pytest.raises(BoardError) as refusal:
        Board.parse(rows)
    assert (refusal.value.code, str(refusal.value)) == (code, message)


def test_a_move_makes_a_new_board_and_leaves_the_old_one() -> None:
    board = Board()
    after = board.with_move(CORNO)
    assert (board.is_empty, after.rows[7]) == (True, "...CORNO.......")
    through = Move(6, 5, Direction.DOWN, "aRCO")
    assert after.tiles_needed(through) == "?CO"
    assert after.with_move(through).columns[5] == "......aRCO....."
    assert hash(after) == hash(Board.parse(after.rows))


def test_a_rack_keeps_the_order_in_which_it_was_announced() -> None:
    rack = Rack("TRE?AST")
    assert (rack.without("TE").letters, rack.with_tiles("O").letters) == ("R?AST", "TRE?ASTO")
    assert (rack.sorted(), rack.blanks, len(rack)) == ("AERSTT?", 1, 7)
    assert (rack.holds("TT?"), rack.holds("TTT"), rack.holds("")) == (True, False, True)
    assert rack != Rack("?AERSTT")


@pytest.mark.parametrize("letters", ["a", "È", "1", " ", "A-B"])
def test_a_rack_refuses_what_is_no_tile(letters: str) -> None:
    with pytest.raises(TilesError) as refusal:
        Rack(letters)
    assert refusal.value.code == "rack_letter"


def test_a_rack_gives_only_what_it_holds() -> None:
    with pytest.raises(TilesError) as refusal:
        Rack("AB").without("BB")
    assert refusal.value.code == "not_in_rack"


def test_a_bag_counts_and_puts_back_in_the_sets_order() -> None:
    rules = load_ruleset("it-figs")
    bag = rules.full_bag()
    fewer = bag.without("QZ?A")
    assert (len(fewer), fewer.count("Q"), fewer.count("?")) == (116, 0, 1)
    back = fewer.with_tiles("?AZQ", rules.tile_order)
    assert (back == bag, back.letters == bag.letters, hash(back) == hash(bag)) == (True, True, True)
    assert bag.letters[:15] == "A" * 14 + "B"
    assert bag.letters[-3:] == "Z??"


def test_a_bag_gives_only_what_it_holds() -> None:
    with pytest.raises(TilesError) as refusal:
        load_ruleset().full_bag().without("QQ")
    assert refusal.value.code == "not_in_bag"
