"""A move with its score, and the one order in which such moves are listed."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.engine.move import Direction, Move


class ScoredMove(NamedTuple):
    move: Move
    score: int


def listing_order(scored: ScoredMove) -> tuple[int, int, int, bool, str]:
    """Best first; then by row, column, across before down, and the word: never by time."""
    move = scored.move
    return -scored.score, move.row, move.col, move.direction is Direction.DOWN, move.word
