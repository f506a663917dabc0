"""Word families: the words that one set of board letters makes with the sub-racks of one size, found once.

A family is (board letters, rack tiles, jollies among them); many slots of a position share one. It holds a member
per sub-rack: without jollies those that pass the filter, with one those that pass the second filter, with more all of
the size. A member's words are looked up when a slot first asks for them.
"""

from __future__ import annotations

from array import array

from lexicon.multiset import LETTER_HASHES
from lexicon.overlay import OverlaidLexicon
from tournaments.engine.subracks import SubRacks

TABLE_SIZE = 16384
TABLE_MASK = 16383
MOST_FAMILIES = 12000  # more than the slots of any position times three; racks full of jollies start afresh
TABLE_SHIFT = 17
TILES_STEP = 0x5851F42D4C957F  # spreads (tiles, jollies) over the table
NOT_ASKED = -1
ONE_SHORT = 16  # as in lexicon/store.py
PITCH = 16  # bytes per word: up to 15 letters
JOLLY_PITCH = 8  # letters that jollies stand for, per word


class Families:
    def __init__(self, lexicon: OverlaidLexicon) -> None:
        self.lexicon = lexicon
        self.room = lexicon.largest_bucket
        self.hash_of = array("q", LETTER_HASHES)
        # Open addressing: key, search number and family in each place.
        self.key = array("q", [0] * TABLE_SIZE)
        self.seen_in = array("i", [0] * TABLE_SIZE)
        self.family = array("i", [0] * TABLE_SIZE)
        self.search_number = 0
        self.first = array("i", [0] * TABLE_SIZE)
        self.count = array("i", [0] * TABLE_SIZE)
        self.families = 0
        self.subrack = array("i", [0] * 4096)
        self.first_word = array("i", [0] * 4096)
        self.word_count = array("i", [0] * 4096)
        self.members = 0
        self.letters = array("B", bytes(PITCH * 4096))
        self.jolly_letters = array("B", bytes(JOLLY_PITCH * 4096))
        self.words = 0
        # The multisets that one look-up asks for, and what the jollies stand for in each.
        self.wanted = array("q", [0] * 512)
        self.wanted_jollies = array("B", bytes(JOLLY_PITCH * 512))
        self.wanted_count = 0
        self.standing_for = array("B", bytes(JOLLY_PITCH))

    def clear(self) -> None:
        self.forget()
        self.words = 0

    def forget(self) -> None:
        """Start with an empty table; words already found keep their numbers."""
        self.search_number += 1
        self.families = self.members = 0

    def of(self, subracks: SubRacks, board: int, length: int, tiles: int, jollies: int) -> int:
        """The family's number; `board` is the hash of the letters that the slot runs through."""
        key = board ^ TILES_STEP * (8 * tiles + jollies)
        place = key >> TABLE_SHIFT & TABLE_MASK
        while self.seen_in[place] == self.search_number:
            if self.key[place] == key:
                return self.family[place]
            place = place + 1 & TABLE_MASK
        if self.families == MOST_FAMILIES:
            self.forget()
        number = self.families
        self.families += 1
        self.key[place] = key
        self.seen_in[place] = self.search_number
        self.family[place] = number
        self.first[number] = self.members
        size = tiles - jollies
        first = subracks.first[size]
        last = subracks.first[size + 1]
        if self.members + last - first > len(self.subrack):
            self._more_members()
        table = length if jollies == 0 else length + ONE_SHORT
        if jollies < 2 and self.lexicon.knows(table):
            count = self.lexicon.passing_multisets(
                table, board, subracks.hashes, first, last, self.subrack, self.members
            )
        else:
            count = last - first
            for member in range(count):
                self.subrack[self.members + member] = first + member
        for member in range(count):
            self.word_count[self.members + member] = NOT_ASKED
        self.members += count
        self.count[number] = count
        return number

    def look_up(self, member: int, subracks: SubRacks, board: int, length: int, jollies: int) -> int:
        """Find a member's words where that was not done yet; how many they are."""
        if self.word_count[member] != NOT_ASKED:
            return self.word_count[member]
        subrack = self.subrack[member]
        self.first_word[member] = self.words
        self._find_words(
            length,
            board + subracks.hashes[subrack],
            subracks.exhausted[subrack],
            subracks.exhausted[subrack],
            jollies,
        )
        self.word_count[member] = self.words - self.first_word[member]
        return self.word_count[member]

    def look_up_forced(
        self, member: int, subracks: SubRacks, board: int, length: int, jollies: int, forced: int, misfits: int
    ) -> int:
        """Find those of a member's words in which so many jollies stand for `forced` letters; number of the first.

        They depend on the slot and are not kept for others: the words end where `words` ends.
        """
        first = self.words
        subrack = self.subrack[member]
        allowed = subracks.exhausted[subrack]
        forced &= allowed
        if misfits == jollies:
            allowed = forced
        self._find_words(length, board + subracks.hashes[subrack], forced, allowed, jollies)
        return first

    def _find_words(self, length: int, value: int, forced: int, allowed: int, jollies: int) -> None:
        self.wanted_count = 0
        self._collect(length, value, forced, allowed, jollies, 0)
        if self.wanted_count > 1:
            self.lexicon.fetch(length, self.wanted, self.wanted_count)
        for number in range(self.wanted_count):
            self._keep(length, number, jollies)

    def _collect(
        self, length: int, value: int, forced: int, allowed: int, jollies: int, chosen: int
    ) -> None:
        """Let a jolly stand for each of the `forced` letters and the others for the allowed ones, every multiset
        once; note those that pass the filter."""
        if jollies == 0:
            self._want(value, chosen)
            return
        letters = forced
        if jollies == 1:
            letters = self.lexicon.passing_letters(length, value, letters)
        elif jollies == 2 and self.lexicon.knows(length + ONE_SHORT):
            letters = self.lexicon.passing_letters(length + ONE_SHORT, value, letters)
        for letter in range(26):
            if letters >> letter & 1:
                self.standing_for[chosen] = letter
                # With a forced letter before this one the multiset was met already.
                rest = allowed & ~(forced & ((1 << letter) - 1))
                self._collect(length, value + self.hash_of[letter], rest, rest, jollies - 1, chosen + 1)

    def _want(self, value: int, chosen: int) -> None:
        if self.wanted_count == len(self.wanted):
            self._more_wanted()
        self.wanted[self.wanted_count] = value
        for i in range(chosen):
            self.wanted_jollies[self.wanted_count * JOLLY_PITCH + i] = self.standing_for[i]
        self.wanted_count += 1

    def _keep(self, length: int, number: int, jollies: int) -> None:
        if (self.words + self.room) * PITCH > len(self.letters):
            self._more_words()
        found = self.lexicon.find(length, self.wanted[number], self.letters, self.words * PITCH)
        for word in range(self.words, self.words + found):
            for i in range(jollies):
                self.jolly_letters[word * JOLLY_PITCH + i] = self.wanted_jollies[number * JOLLY_PITCH + i]
        self.words += found

    def _more_members(self) -> None:
        self.subrack = _doubled(self.subrack)
        self.first_word = _doubled(self.first_word)
        self.word_count = _doubled(self.word_count)

    def _more_wanted(self) -> None:
        self.wanted = _doubled(self.wanted)
        self.wanted_jollies = _doubled(self.wanted_jollies)

    def _more_words(self) -> None:
        self.letters = _doubled(self.letters)
        self.jolly_letters = _doubled(self.jolly_letters)


def _doubled(values: array[int]) -> array[int]:
    kept = memoryview(values)
    return array(kept.format, bytes(kept) * 2)
