"""A move with its score."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.engine.move import Move


class ScoredMove(NamedTuple):
    move: Move
    score: int
