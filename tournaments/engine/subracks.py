"""The distinct sub-racks of a rack: every multiset of lettered tiles that a move can take from it.

Made once per rack. Each has its multiset hash, the mask of its letters, its letters by falling points, and the
mask of the letters of which it takes every copy (only for those may a jolly stand: a jolly never
replaces a letter that is still on the rack, so each multiset of letters is met once).
"""

from __future__ import annotations

from array import array

from lexicon.multiset import LETTER_HASHES

MAX_RACK = 8
PITCH = 8  # letters per sub-rack in the flat array
MAX_SUBRACKS = 256


class SubRacks:
    """Reused from search to search; `fill` makes it the sub-racks of another rack."""

    letters: int  # lettered tiles on the rack
    jollies: int
    mask: int
    values: array[int]
    counts: array[int]
    top_points: array[int]
    first: array[int]
    hashes: array[int]
    masks: array[int]
    exhausted: array[int]
    by_points: array[int]

    def __init__(self, values: list[int]) -> None:
        self.values = array("i", values)
        self.counts = array("i", [0] * 26)
        self.order = array("i", [0] * 26)
        self.hash_of = array("q", LETTER_HASHES)
        self.top_points = array("i", [0] * (MAX_RACK + 1))
        self.first = array("i", [0] * (MAX_RACK + 2))
        self.hashes = array("q", [0] * MAX_SUBRACKS)
        self.masks = array("i", [0] * MAX_SUBRACKS)
        self.exhausted = array("i", [0] * MAX_SUBRACKS)
        self.by_points = array("i", [0] * (MAX_SUBRACKS * PITCH))
        self.chosen = array("i", [0] * PITCH)
        self.letters = self.jollies = self.mask = self.kinds = self.made = 0

    def fill(self, rack: str) -> None:
        """`rack`: at most eight of A–Z and `?`."""
        for letter in range(26):
            self.counts[letter] = 0
        self.jollies = self.mask = 0
        for i in range(len(rack)):
            code = ord(rack[i]) - 65
            if code < 0:
                self.jollies += 1
            else:
                self.counts[code] += 1
                self.mask |= 1 << code
        self.letters = len(rack) - self.jollies
        self._order_by_points()
        self.made = 0
        for size in range(self.letters + 1):
            self.first[size] = self.made
            self._choose(0, 0, size, 0, 0)
        self.first[self.letters + 1] = self.made

    def _order_by_points(self) -> None:
        """The rack's kinds of letters, dearest first, and the sums of the dearest tiles."""
        self.kinds = 0
        for letter in range(26):
            if self.counts[letter]:
                at = self.kinds
                while at > 0 and self.values[self.order[at - 1]] < self.values[letter]:
                    self.order[at] = self.order[at - 1]
                    at -= 1
                self.order[at] = letter
                self.kinds += 1
        tiles = 0
        for kind in range(self.kinds):
            for _ in range(self.counts[self.order[kind]]):
                self.top_points[tiles + 1] = self.top_points[tiles] + self.values[self.order[kind]]
                tiles += 1
        for rest in range(tiles, MAX_RACK):
            self.top_points[rest + 1] = self.top_points[rest]

    def _choose(self, kind: int, taken: int, size: int, value: int, mask: int) -> None:
        """Take tiles of this kind and the later ones until `size` are taken."""
        if taken == size:
            self._add(size, value, mask)
            return
        if kind == self.kinds:
            return
        letter = self.order[kind]
        self._choose(kind + 1, taken, size, value, mask)
        copies = min(self.counts[letter], size - taken)
        for copy in range(copies):
            self.chosen[taken + copy] = letter
            value += self.hash_of[letter]
            self._choose(kind + 1, taken + copy + 1, size, value, mask | 1 << letter)

    def _add(self, size: int, value: int, mask: int) -> None:
        at = self.made
        self.hashes[at] = value
        self.masks[at] = mask
        exhausted = 0x3FFFFFF & ~self.mask
        run = 0
        for i in range(size):
            letter = self.chosen[i]
            self.by_points[at * PITCH + i] = letter
            # Copies of a letter stand together.
            run = run + 1 if i > 0 and self.chosen[i - 1] == letter else 1
            if run == self.counts[letter]:
                exhausted |= 1 << letter
        self.exhausted[at] = exhausted
        self.made += 1

    def best_points(self, allowed: int) -> int:
        """Points of the rack's dearest letter among `allowed`."""
        for kind in range(self.kinds):
            if allowed >> self.order[kind] & 1:
                return self.values[self.order[kind]]
        return 0
