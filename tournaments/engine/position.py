"""The set-up of one position: what the search asks about any stretch of any line, ready as one subtraction.

Lines 0–14 are the rows, 15–29 the columns; `line * PITCH + place` is a cell, and every line ends with a wall.
Sums run along a line: `sum[b] - sum[a]` speaks of the squares from a up to b, b excluded. Only lines with
something to touch get their sums: the others hold no slot. Cross-checks are kept from one position to the next
where the line that they come from did not change, as most do not from turn to turn.
"""

from __future__ import annotations

from array import array

from lexicon.multiset import LETTER_HASHES
from lexicon.overlay import OverlaidLexicon
from tournaments.engine.ruleset import RuleSet
from tournaments.engine.subracks import SubRacks

SIZE = 15
LINES = 30
PITCH = 16
CELLS = 480
NOBODY = -1  # the letter of an empty square
ALL_LETTERS = 0x3FFFFFF
FIRST_MOVE_LINE = 7
CENTRE = 7


class Position:
    """Reused from search to search; `fill` makes it another board and rack."""

    def __init__(self, rules: RuleSet, values: list[int]) -> None:
        self.values = array("i", values)
        self.hash_of = array("q", LETTER_HASHES)
        self.letter_premium = array("i", [1] * CELLS)
        self.word_premium = array("i", [1] * CELLS)
        for row in range(SIZE):
            for col in range(SIZE):
                for cell in (row * PITCH + col, (SIZE + col) * PITCH + row):
                    self.letter_premium[cell] = rules.letter_multiplier(row, col)
                    self.word_premium[cell] = rules.word_multiplier(row, col)
        nothing = array("i", [0] * CELLS)
        self.letter = array("i", [NOBODY] * CELLS)
        self.points = nothing[:]
        self.tiles = array("i", [0] * LINES)
        self.is_active = array("i", [0] * LINES)
        self.is_changed = array("i", [0] * LINES)  # since the position before
        # Empty squares only: letters that the perpendicular word admits, whether there is one, and its points.
        self.cross = array("i", [ALL_LETTERS] * CELLS)
        self.is_crossed = nothing[:]
        self.cross_points = nothing[:]
        self.fits = nothing[:]
        # The empty squares of a line in order, then the wall; how many there are; how many come before a cell.
        self.empties = nothing[:]
        self.empty_count = array("i", [0] * LINES)
        self.rank = nothing[:]
        self.next_touch = nothing[:]
        self.sum_touch = nothing[:]
        self.sum_double = nothing[:]
        self.sum_triple = nothing[:]
        self.sum_double_word = nothing[:]
        self.sum_triple_word = nothing[:]
        self.sum_fixed = nothing[:]
        self.sum_cross_fixed = nothing[:]
        self.sum_cross_best = nothing[:]
        self.sum_hash = array("q", [0] * CELLS)
        self.is_empty = True

    def fill(self, text: str, subracks: SubRacks, lexicon: OverlaidLexicon) -> None:
        """`text`: the board's 225 squares, row by row."""
        self._read(text)
        letters = text.upper()
        for line in range(LINES):
            if self.is_changed[line]:
                self._cross_checks(line, letters, lexicon)
                self.is_changed[line] = 0
        for line in range(LINES):
            self.is_active[line] = self._has_something_to_touch(line)
            if self.is_active[line]:
                self._sums(line, subracks)

    def _read(self, text: str) -> None:
        for row in range(SIZE):
            for col in range(SIZE):
                across = row * PITCH + col
                code = ord(text[row * SIZE + col])
                letter = NOBODY
                points = 0
                if 97 <= code <= 122:  # a jolly
                    letter = code - 97
                elif 65 <= code <= 90:
                    letter = code - 65
                    points = self.values[letter]
                if self.letter[across] == letter and self.points[across] == points:
                    continue
                down = (SIZE + col) * PITCH + row
                tiles = (letter != NOBODY) - (self.letter[across] != NOBODY)
                self.tiles[row] += tiles
                self.tiles[SIZE + col] += tiles
                self.is_changed[row] = self.is_changed[SIZE + col] = 1
                self.letter[across] = self.letter[down] = letter
                self.points[across] = self.points[down] = points
        self.is_empty = True
        for row in range(SIZE):
            if self.tiles[row]:
                self.is_empty = False

    def _has_something_to_touch(self, line: int) -> bool:
        if self.is_empty:
            return line % SIZE == FIRST_MOVE_LINE
        if self.tiles[line]:
            return True
        place = line % SIZE
        return (place > 0 and self.tiles[line - 1] > 0) or (place < SIZE - 1 and self.tiles[line + 1] > 0)

    def _cross_checks(self, line: int, letters: str, lexicon: OverlaidLexicon) -> None:
        """What this line's tiles ask of the words that cross it, square by square."""
        is_row = line < SIZE
        at = line if is_row else line - SIZE  # this line's place in the lines that cross it
        first_crossing = SIZE if is_row else 0
        this = line * PITCH
        for place in range(SIZE):
            cell = (first_crossing + place) * PITCH + at  # the same square, seen from the line that crosses
            self.cross[cell] = ALL_LETTERS
            self.is_crossed[cell] = 0
            self.cross_points[cell] = 0
            if self.letter[cell] != NOBODY:
                continue
            begin = place
            while begin > 0 and self.letter[this + begin - 1] != NOBODY:
                begin -= 1
                self.cross_points[cell] += self.points[this + begin]
            end = place + 1
            while end < SIZE and self.letter[this + end] != NOBODY:
                self.cross_points[cell] += self.points[this + end]
                end += 1
            if end - begin == 1:
                continue
            if is_row:
                run = letters[at * SIZE + begin : at * SIZE + end]
            else:
                run = letters[begin * SIZE + at : (end - 1) * SIZE + at + 1 : SIZE]
            self.is_crossed[cell] = 1
            self.cross[cell] = lexicon.cross_letters(run)

    def _sums(self, line: int, subracks: SubRacks) -> None:
        begin = line * PITCH
        seen = touch = double = triple = double_word = triple_word = fixed = cross_fixed = cross_best = value = 0
        for cell in range(begin, begin + SIZE):
            self.rank[cell] = seen
            self.sum_touch[cell] = touch
            self.sum_double[cell] = double
            self.sum_triple[cell] = triple
            self.sum_double_word[cell] = double_word
            self.sum_triple_word[cell] = triple_word
            self.sum_fixed[cell] = fixed
            self.sum_cross_fixed[cell] = cross_fixed
            self.sum_cross_best[cell] = cross_best
            self.sum_hash[cell] = value
            letter = self.letter[cell]
            if letter != NOBODY:
                touch += 1
                fixed += self.points[cell]
                value += self.hash_of[letter]
                continue
            self.empties[begin + seen] = cell - begin
            seen += 1
            letter_premium = self.letter_premium[cell]
            word_premium = self.word_premium[cell]
            double += letter_premium >= 2
            triple += letter_premium >= 3
            double_word += word_premium == 2
            triple_word += word_premium == 3
            allowed = self.cross[cell] & subracks.mask
            self.fits[cell] = allowed != 0 or (subracks.jollies > 0 and self.cross[cell] != 0)
            if self.is_crossed[cell]:
                touch += 1
                cross_fixed += self.cross_points[cell] * word_premium
                cross_best += subracks.best_points(allowed) * letter_premium * word_premium
            elif self.is_empty and cell - begin == CENTRE:
                touch += 1
        wall = begin + SIZE
        self.rank[wall] = seen
        self.sum_touch[wall] = touch
        self.sum_double[wall] = double
        self.sum_triple[wall] = triple
        self.sum_double_word[wall] = double_word
        self.sum_triple_word[wall] = triple_word
        self.sum_fixed[wall] = fixed
        self.sum_cross_fixed[wall] = cross_fixed
        self.sum_cross_best[wall] = cross_best
        self.sum_hash[wall] = value
        self.empties[begin + seen] = SIZE
        self.empty_count[line] = seen
        following = SIZE
        for place in range(SIZE - 1, -1, -1):
            if self.sum_touch[begin + place] != self.sum_touch[begin + place + 1]:
                following = place
            self.next_touch[begin + place] = following
