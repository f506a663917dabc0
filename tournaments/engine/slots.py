"""Slots: every place where a word could lie, listed by the most it could score.

A slot is (line, start, number of rack tiles): the word starts at `start`, whose neighbour before it is
empty, uses exactly so many rack tiles and ends before the next empty square.
"""

from __future__ import annotations

from array import array

from lexicon.overlay import OverlaidLexicon
from tournaments.engine.bounds import Bounds

SIZE = 15
LINES = 30
PITCH = 16
NOBODY = -1
MAX_SLOTS = 3600  # 30 lines, 15 starts, 8 tiles
TOP_BOUND = 4095  # bounds above share the first list
NONE = -1


class Slots:
    """Slots of one position in lists by bound; reused from search to search."""

    def __init__(self, bounds: Bounds, lexicon: OverlaidLexicon) -> None:
        self.bounds = bounds
        self.lexicon = lexicon
        self.start = array("i", [0] * MAX_SLOTS)
        self.end = array("i", [0] * MAX_SLOTS)
        self.tiles = array("i", [0] * MAX_SLOTS)
        self.bound = array("i", [0] * MAX_SLOTS)
        self.following = array("i", [0] * MAX_SLOTS)
        self.first = array("i", [NONE] * (TOP_BOUND + 1))
        self.count = self.highest = 0

    def fill(self, most_tiles: int, bonus: array[int]) -> None:
        """List every slot of the position that up to `most_tiles` tiles can fill; `bonus` by tiles used."""
        position = self.bounds.position
        subracks = self.bounds.subracks
        for emptied in range(self.highest + 1):
            self.first[emptied] = NONE
        self.count = self.highest = 0
        whole_rack = subracks.letters if subracks.jollies == 0 else 0
        for line in range(LINES):
            if not position.is_active[line]:
                continue
            wall = line * PITCH + SIZE
            for start in range(line * PITCH, wall):
                if start > line * PITCH and position.letter[start - 1] != NOBODY:
                    continue
                touch = line * PITCH + position.next_touch[start]
                if touch == wall:
                    break
                before = position.rank[start]
                # Squares before the first that touches have no cross-check: everything fits on them.
                fewest = position.rank[touch] - before + (position.letter[touch] == NOBODY)
                for tiles in range(max(fewest, 1), most_tiles + 1):
                    if before + tiles > position.empty_count[line]:
                        break
                    last = line * PITCH + position.empties[line * PITCH + before + tiles - 1]
                    if not position.fits[last]:
                        break
                    end = line * PITCH + position.empties[line * PITCH + before + tiles]
                    if end - start < 2:
                        continue
                    # One tile that makes a word in both directions is one move: the one across.
                    if tiles == 1 and line >= SIZE and position.is_crossed[last]:
                        continue
                    if tiles == whole_rack and not self.lexicon.passes(
                        end - start,
                        position.sum_hash[end]
                        - position.sum_hash[start]
                        + subracks.hashes[subracks.first[whole_rack]],
                    ):
                        continue
                    bound = self.bounds.of_slot(start, end, tiles) + bonus[tiles]
                    self._add(start, end, tiles, bound)

    def _add(self, start: int, end: int, tiles: int, bound: int) -> None:
        at = self.count
        self.start[at] = start
        self.end[at] = end
        self.tiles[at] = tiles
        self.bound[at] = bound
        listed = min(bound, TOP_BOUND)
        self.following[at] = self.first[listed]
        self.first[listed] = at
        self.highest = max(self.highest, listed)
        self.count += 1
