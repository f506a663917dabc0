"""Short ways to set a position up and to judge a slip on it."""

from __future__ import annotations

from typing import Any

from lexicon.words import Lexicon
from tournaments.engine.board import Board
from tournaments.engine.move import Move
from tournaments.engine.notation import parse_slip
from tournaments.engine.profile import load_profile
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.tiles import Rack
from tournaments.engine.verdict import Verdict, judge


def move(text: str, notation: str = "M") -> Move:
    slip = parse_slip(text, notation=notation)
    assert slip.problems == ()
    assert slip.row is not None
    assert slip.col is not None
    assert slip.direction is not None
    return Move(slip.row, slip.col, slip.direction, slip.word)


def board_with(*texts: str, notation: str = "M") -> Board:
    board = Board()
    for text in texts:
        board = board.with_move(move(text, notation))
    return board


def judged(
    slip: str,
    rack: str,
    board: Board | None = None,
    *,
    ruleset: str = "it-figs",
    profile: str = "multiplo",
    lexicon: Lexicon | None = None,
    notation: str | None = None,
    **settings: Any,
) -> Verdict:
    """The verdict on a slip; `settings` override the profile's."""
    return judge(
        load_ruleset(ruleset),
        load_profile(profile).with_overrides(settings),
        board or Board(),
        Rack(rack),
        slip,
        lexicon,
        notation=notation,
    )


def codes(verdict: Verdict) -> list[str]:
    return [problem.code for problem in verdict.problems]


def words(verdict: Verdict) -> list[tuple[str, int]]:
    return [(word.word, word.total) for word in verdict.words]
