"""The upper bound of a slot: what no word in it can exceed.

The dearest tiles are paired with the best squares, so a bound is never too low. The bound of one sub-rack in an
opened slot works the same way (`OpenedSlot.can_reach`).
"""

from __future__ import annotations

from tournaments.engine.position import Position
from tournaments.engine.subracks import SubRacks


class Bounds:
    """Bounds of one position: each costs a few subtractions of running sums."""

    def __init__(self, position: Position, subracks: SubRacks) -> None:
        self.position = position
        self.subracks = subracks

    def word_multiplier(self, start: int, end: int) -> int:
        """The word premiums of the empty squares from cell `start` up to `end`, multiplied together."""
        position = self.position
        multiplier = 1
        for _ in range(position.sum_double_word[end] - position.sum_double_word[start]):
            multiplier *= 2
        for _ in range(position.sum_triple_word[end] - position.sum_triple_word[start]):
            multiplier *= 3
        return multiplier

    def of_slot(self, start: int, end: int, tiles: int) -> int:
        """No word of `tiles` rack tiles from `start` up to `end` scores more, the bonus apart."""
        position = self.position
        subracks = self.subracks
        # The dearest tiles once each, again where a square doubles or triples them, and again where it triples.
        letters = (
            position.sum_fixed[end]
            - position.sum_fixed[start]
            + subracks.top_points[tiles]
            + subracks.top_points[position.sum_double[end] - position.sum_double[start]]
            + subracks.top_points[position.sum_triple[end] - position.sum_triple[start]]
        )
        crossing = (
            position.sum_cross_fixed[end]
            - position.sum_cross_fixed[start]
            + position.sum_cross_best[end]
            - position.sum_cross_best[start]
        )
        return self.word_multiplier(start, end) * letters + crossing
