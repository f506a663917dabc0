"""RULES §4, several best moves: fewest jollies, most balanced leave, fewest tiles, alphabet, square; in this order."""

from __future__ import annotations

import random
from typing import Any

from tests.engine.positions import board_with, move
from tournaments.engine.board import Board
from tournaments.engine.profile import load_profile
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.scored import ScoredMove
from tournaments.engine.selection import Choice, most_tiles, select_master
from tournaments.engine.tiles import Rack

RULES = load_ruleset()


def chosen(rack: str, *slips: str, board: Board | None = None, **settings: Any) -> Choice:
    profile = load_profile().with_overrides(settings)
    candidates = [ScoredMove(move(slip), 20) for slip in slips]
    return select_master(RULES, profile, Rack(rack), candidates, board or Board())


def test_the_only_best_move() -> None:
    choice = chosen("CORNOAA", "8D CORNO")
    assert (choice.move, choice.score) == (move("8D CORNO"), 20)
    assert (choice.reason_it, choice.reason_en) == ("unica giocata migliore", "the only best move")


def test_fewest_jollies_first() -> None:
    choice = chosen("CORNO?A", "8D cORNA", "8E NARO")
    assert choice.move == move("8E NARO")
    assert (choice.reason_it, choice.reason_en) == ("meno jolly", "fewest jollies")


def test_a_jolly_on_the_board_is_not_used() -> None:
    board = board_with("8F cASA")
    choice = chosen("SEO?", "8F cASAE", "8F cASAo", board=board)
    assert (choice.move, choice.reason_it) == (move("8F cASAE"), "meno jolly")


def test_then_the_most_balanced_leave() -> None:
    """CANE leaves ST (two consonants), CEST leaves AN (one and one)."""
    choice = chosen("CANEST", "8F CANE", "8F CEST")
    assert choice.move == move("8F CEST")
    assert (choice.reason_it, choice.reason_en) == ("resto più equilibrato", "most balanced leave")


def test_a_jolly_left_over_evens_the_leave_out() -> None:
    """CASE leaves T?, balanced whatever the jolly stands for; CATE leaves S?."""
    choice = chosen("CASET?", "8F CATE", "8F CASE")
    assert choice.reason_it == "ordine alfabetico"


def test_then_the_fewest_tiles() -> None:
    """Both leave as many vowels as consonants."""
    choice = chosen("CANETO", "8F CANETO", "8F TANE")
    assert choice.move == move("8F TANE")
    assert choice.reason_it == "meno tessere"


def test_then_the_alphabet_whatever_letter_is_the_jolly() -> None:
    choice = chosen("ASTR?", "8F rATS", "8F aSTR")
    assert (choice.move, choice.reason_it) == (move("8F aSTR"), "ordine alfabetico")


def test_then_the_square_rows_before_columns_across_before_down() -> None:
    choice = chosen("CASA", "H8 CASA", "8H CASA", "8E CASA", "H5 CASA")
    assert (choice.move, choice.reason_it) == (move("H5 CASA"), "casella")
    assert chosen("CASA", "H8 CASA", "8H CASA").move == move("8H CASA")


def test_every_criterion_that_decided_is_named_in_order() -> None:
    choice = chosen("CANEST?", "8F cANE", "8F CANE", "8F CEST")
    assert (choice.move, choice.reason_it) == (move("8F CEST"), "meno jolly; poi resto più equilibrato")
    assert choice.reason_en == "fewest jollies; then most balanced leave"


def test_the_order_of_the_candidates_does_not_matter() -> None:
    slips = ["8F CANE", "F8 CANE", "8F CEST", "F8 CEST", "8G CEST", "8F cANE", "8D TANCE"]
    choices = set()
    for seed in range(20):
        random.Random(seed).shuffle(slips)
        choices.add(chosen("CANEST?", *slips)[:4])
    assert len(choices) == 1


def test_the_arbiter_may_be_asked_among_several() -> None:
    assert chosen("CASA", "8E CASA", "8F CASA").needs_arbiter is False
    assert chosen("CASA", "8E CASA", "8F CASA", tie_break="arbiter").needs_arbiter is True
    assert chosen("CASA", "8E CASA", tie_break="arbiter").needs_arbiter is False
    assert len(chosen("CASA", "8E CASA", "8F CASA", tie_break="arbiter").candidates) == 2


def test_seven_of_eight_tiles_unless_the_variant_says_eight() -> None:
    variants = ("classic", "seven_of_eight", "seven_and_eight")
    assert [most_tiles(RULES, load_profile().with_overrides({"variant": v})) for v in variants] == [7, 7, 8]
