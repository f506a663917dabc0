"""One opened slot: what each of its empty squares is worth, which sub-racks can still matter, and a word's score."""

from __future__ import annotations

from array import array

from tournaments.engine.bounds import Bounds
from tournaments.engine.families import Families

NOBODY = -1
MISFIT = -1
LINE_LENGTH = 15
WORD_PITCH = 16
JOLLY_PITCH = 8
SUBRACK_PITCH = 8


class OpenedSlot:
    """`worth[i]`: what one point on the i-th square adds to the score, cross word included."""

    def __init__(self, bounds: Bounds, families: Families) -> None:
        self.bounds = bounds
        self.position = bounds.position
        self.subracks = bounds.subracks
        self.families = families
        self.worth = array("i", [0] * LINE_LENGTH)
        self.all_worths = array("i", [0] * LINE_LENGTH)
        self.free_worths = array("i", [0] * LINE_LENGTH)
        self.crossed = array("i", [0] * LINE_LENGTH)
        self.start = self.length = self.base = self.new = self.free = 0
        self.crossings = self.jolly_places = self.forced = self.misfits = 0
        self.board = 0

    def open(self, start: int, end: int, bonus: int) -> None:
        position = self.position
        multiplier = self.bounds.word_multiplier(start, end)
        self.start = start
        self.length = end - start
        self.board = position.sum_hash[end] - position.sum_hash[start]
        self.base = (
            multiplier * (position.sum_fixed[end] - position.sum_fixed[start])
            + position.sum_cross_fixed[end]
            - position.sum_cross_fixed[start]
            + bonus
        )
        self.new = self.free = self.crossings = 0
        for i in range(self.length):
            cell = start + i
            if position.letter[cell] != NOBODY:
                continue
            worth = position.letter_premium[cell] * multiplier
            if position.is_crossed[cell]:
                worth += position.letter_premium[cell] * position.word_premium[cell]
                self.crossed[self.crossings] = i
                self.crossings += 1
            else:
                self._insert_free(worth)
            self._insert(worth)
            self.worth[i] = worth

    def _insert(self, worth: int) -> None:
        """Keep the worths of the new squares in falling order."""
        at = self.new
        while at > 0 and self.all_worths[at - 1] < worth:
            self.all_worths[at] = self.all_worths[at - 1]
            at -= 1
        self.all_worths[at] = worth
        self.new += 1

    def _insert_free(self, worth: int) -> None:
        """The same for those without a cross word."""
        at = self.free
        while at > 0 and self.free_worths[at - 1] < worth:
            self.free_worths[at] = self.free_worths[at - 1]
            at -= 1
        self.free_worths[at] = worth
        self.free += 1

    def can_reach(self, threshold: int, subrack: int, size: int, jollies: int) -> bool:
        """Whether a word of this sub-rack and so many jollies may fit here and score `threshold`.

        Sets `misfits`, the cross squares that no letter of the sub-rack fits, and `forced`, what jollies can be there.
        """
        subracks = self.subracks
        letters = subrack * SUBRACK_PITCH
        bound = self.base
        for i in range(size):
            bound += self.all_worths[i] * subracks.values[subracks.by_points[letters + i]]
        if bound < threshold:
            return False
        self.misfits = self.forced = 0
        if self.crossings == 0:
            return True
        # Cap each cross square by the dearest letter that it admits; the other squares share the dearest tiles.
        bound = self.base
        for crossing in range(self.crossings):
            i = self.crossed[crossing]
            allowed = self.position.cross[self.start + i]
            if not allowed & subracks.masks[subrack]:
                self.misfits += 1
                self.forced |= allowed
                continue
            for tile in range(size):
                letter = subracks.by_points[letters + tile]
                if allowed >> letter & 1:
                    bound += self.worth[i] * subracks.values[letter]
                    break
        if self.misfits > jollies:
            return False
        for i in range(min(self.free, size)):
            bound += self.free_worths[i] * subracks.values[subracks.by_points[letters + i]]
        return bound >= threshold

    def score(self, word: int, jollies: int) -> int:
        """The score of a family's word here, each jolly on its cheapest square, or MISFIT."""
        position = self.position
        families = self.families
        at = word * WORD_PITCH
        total = self.base
        for i in range(self.length):
            letter = families.letters[at + i]
            held = position.letter[self.start + i]
            if held == NOBODY:
                if not position.cross[self.start + i] >> letter & 1:
                    return MISFIT
                total += self.worth[i] * self.subracks.values[letter]
            elif held != letter:
                return MISFIT
        self.jolly_places = 0
        for jolly in range(jollies):
            letter = families.jolly_letters[word * JOLLY_PITCH + jolly]
            place = self._cheapest_place(at, letter)
            if place == MISFIT:
                return MISFIT
            self.jolly_places |= 1 << place
            total -= self.worth[place] * self.subracks.values[letter]
        return total

    def _cheapest_place(self, at: int, letter: int) -> int:
        """The earliest of the new squares with this letter where a jolly costs least."""
        cheapest = MISFIT
        for i in range(self.length):
            if self.families.letters[at + i] != letter or self.position.letter[self.start + i] != NOBODY:
                continue
            if self.jolly_places >> i & 1:
                continue
            if cheapest == MISFIT or self.worth[i] < self.worth[cheapest]:
                cheapest = i
        return cheapest

    def is_on_the_rack(self, word: int) -> bool:
        """Count the letters that `score` just laid: a hash says that they are the rack's, this proves it."""
        at = word * WORD_PITCH
        for i in range(self.length):
            if self.position.letter[self.start + i] != NOBODY or self.jolly_places >> i & 1:
                continue
            letter = self.families.letters[at + i]
            used = 0
            for j in range(self.length):
                if (
                    self.families.letters[at + j] == letter
                    and self.position.letter[self.start + j] == NOBODY
                    and not self.jolly_places >> j & 1
                ):
                    used += 1
            if used > self.subracks.counts[letter]:
                return False
        return True
