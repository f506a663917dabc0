"""The move search: every best move of a position (docs/search.md tells how, with a worked position).

Slots are taken best bound first until none can reach the best score any more; inside a slot the filter says which
sub-racks make a word with the letters on the board, and the store's buckets say which words.

This file and the ones it imports are ordinary Python; the .pxd of the same name gives the types for the
compiled build. Both give the same lists in the same order.
"""

from __future__ import annotations

from array import array

from lexicon.alphabet import LETTERS
from lexicon.overlay import OverlaidLexicon, Overlay
from lexicon.store import WordStore
from tournaments.engine.board import Board
from tournaments.engine.bounds import Bounds
from tournaments.engine.errors import BoardError, TilesError
from tournaments.engine.families import Families
from tournaments.engine.move import Direction, Move
from tournaments.engine.opened import OpenedSlot
from tournaments.engine.position import Position
from tournaments.engine.ruleset import RuleSet
from tournaments.engine.scored import ScoredMove
from tournaments.engine.slots import Slots
from tournaments.engine.subracks import SubRacks
from tournaments.engine.tiles import Rack

__all__ = ["ScoredMove", "Search", "best_moves", "ranked_moves"]

SIZE = 15
SQUARES = 225
LINE_PITCH = 16
WORD_PITCH = 16
MAX_RACK = 8
TOP_BOUND = 4095
TOP_SCORE = 4095
NONE = -1
NOBODY = -1
MISFIT = -1
NOT_ASKED = -1
NO_LIMIT = 0x7FFFFFFF
FIELDS = 5  # of a move found: score, first cell, length, word, places of jollies
KEPT_SEARCHES = 8


class Search:
    """The working memory of searches with one rule set and lexicon. One search at a time: see `_Bench`."""

    def __init__(self, rules: RuleSet, lexicon: OverlaidLexicon) -> None:
        values = [rules.values.get(letter, 0) for letter in LETTERS]
        self.lexicon = lexicon
        self.subracks = SubRacks(values)
        self.position = Position(rules, values)
        bounds = Bounds(self.position, self.subracks)
        self.slots = Slots(bounds, lexicon)
        self.families = Families(lexicon)
        self.opened = OpenedSlot(bounds, self.families)
        self.bonus = array("i", [rules.bonus if n >= rules.rack_size else 0 for n in range(MAX_RACK + 1)])
        self.found = array("i", [0] * (FIELDS * 1024))
        self.tally = array("i", [0] * (TOP_SCORE + 1))
        self.found_count = self.threshold = self.highest = self.reaching = self.limit = 0

    def best(self, board: Board, rack: Rack, most_tiles: int = MAX_RACK) -> list[ScoredMove]:
        """Every move with the highest score."""
        self._run(_checked_text(board), _checked_rack(rack), most_tiles, 1)
        return self._moves(board)

    def ranked(
        self, board: Board, rack: Rack, limit: int | None = None, most_tiles: int = MAX_RACK
    ) -> list[ScoredMove]:
        """The best `limit` moves, or all of them."""
        if limit is not None and limit < 1:
            return []
        self._run(_checked_text(board), _checked_rack(rack), most_tiles, NO_LIMIT if limit is None else limit)
        return self._moves(board)[:limit]

    def _run(self, text: str, rack: str, most_tiles: int, limit: int) -> None:
        for score in range(self.highest + 1):
            self.tally[score] = 0
        self.found_count = self.threshold = self.reaching = self.highest = 0
        self.limit = limit
        self.families.clear()
        self.subracks.fill(rack)
        self.position.fill(text, self.subracks, self.lexicon)
        slots = self.slots
        slots.fill(min(most_tiles, len(rack)), self.bonus)
        for bound in range(slots.highest, -1, -1):
            if bound < self.threshold and bound < TOP_BOUND:
                break
            slot = slots.first[bound]
            while slot != NONE:
                if slots.bound[slot] >= self.threshold:
                    self._search_slot(slots.start[slot], slots.end[slot], slots.tiles[slot])
                slot = slots.following[slot]

    def _search_slot(self, start: int, end: int, tiles: int) -> None:
        opened = self.opened
        families = self.families
        opened.open(start, end, self.bonus[tiles])
        fewest_jollies = max(0, tiles - self.subracks.letters)
        for jollies in range(fewest_jollies, min(self.subracks.jollies, tiles) + 1):
            family = families.of(self.subracks, opened.board, opened.length, tiles, jollies)
            first = families.first[family]
            for member in range(first, first + families.count[family]):
                if families.word_count[member] == 0:
                    continue
                if not opened.can_reach(self.threshold, families.subrack[member], tiles - jollies, jollies):
                    continue
                if opened.misfits == 0 or families.word_count[member] != NOT_ASKED:
                    words = families.look_up(member, self.subracks, opened.board, opened.length, jollies)
                    first_word = families.first_word[member]
                    self._try_words(first_word, first_word + words, jollies)
                else:
                    first_word = families.look_up_forced(
                        member, self.subracks, opened.board, opened.length, jollies, opened.forced, opened.misfits
                    )
                    self._try_words(first_word, families.words, jollies)

    def _try_words(self, first: int, last: int, jollies: int) -> None:
        for word in range(first, last):
            score = self.opened.score(word, jollies)
            if score >= self.threshold and score != MISFIT and self.opened.is_on_the_rack(word):
                self._keep(score, word)

    def _keep(self, score: int, word: int) -> None:
        """Add a move; the threshold rises to the score that `limit` moves reach."""
        at = self.found_count * FIELDS
        if at == len(self.found):
            kept = memoryview(self.found)
            self.found = array("i", bytes(kept) * 2)
        self.found[at] = score
        self.found[at + 1] = self.opened.start
        self.found[at + 2] = self.opened.length
        self.found[at + 3] = word
        self.found[at + 4] = self.opened.jolly_places
        self.found_count += 1
        counted = min(score, TOP_SCORE)
        self.tally[counted] += 1
        self.highest = max(self.highest, counted)
        self.reaching += 1
        while self.reaching - self.tally[self.threshold] >= self.limit:
            self.reaching -= self.tally[self.threshold]
            self.threshold += 1

    def _moves(self, board: Board) -> list[ScoredMove]:
        """The moves kept, best first; then by row, column, across before down, and the word: never by time."""
        listed = []
        for number in range(self.found_count):
            at = number * FIELDS
            if self.found[at] >= self.threshold:
                line = self.found[at + 1] // LINE_PITCH
                place = self.found[at + 1] % LINE_PITCH
                if line < SIZE:
                    where = (-self.found[at], line, place, 0, self._word(at, board))
                else:
                    where = (-self.found[at], place, line - SIZE, 1, self._word(at, board))
                listed.append(where)
        listed.sort()
        return [ScoredMove(Move(row, col, DIRECTIONS[down], word), -less) for less, row, col, down, word in listed]

    def _word(self, at: int, board: Board) -> str:
        """The word of a move kept, jollies in small letters."""
        start = self.found[at + 1]
        letters = self.found[at + 3] * WORD_PITCH
        jolly_places = self.found[at + 4]
        line = start // LINE_PITCH
        place = start % LINE_PITCH
        word = []
        for i in range(self.found[at + 2]):
            if self.position.letter[start + i] != NOBODY:
                word.append(board.rows[line][place + i] if line < SIZE else board.rows[place + i][line - SIZE])
            elif jolly_places >> i & 1:
                word.append(SMALL_LETTERS[self.families.letters[letters + i]])
            else:
                word.append(LETTERS[self.families.letters[letters + i]])
        return "".join(word)


DIRECTIONS = (Direction.ACROSS, Direction.DOWN)
SMALL_LETTERS = LETTERS.lower()


class _Bench:
    """Searches kept for their next use. Taking one off the list is atomic: threads never share it."""

    def __init__(self, rules: RuleSet, store: WordStore, overlay: Overlay | None) -> None:
        self.rules = rules
        self.store = store
        self.overlay = overlay
        self.lexicon = OverlaidLexicon(store, overlay)
        self.idle: list[Search] = []

    def take(self) -> Search:
        try:
            return self.idle.pop()
        except IndexError:
            return Search(self.rules, self.lexicon)


_benches: list[_Bench] = []


def best_moves(
    rules: RuleSet,
    board: Board,
    rack: Rack,
    store: WordStore,
    overlay: Overlay | None = None,
    *,
    most_tiles: int = MAX_RACK,
) -> list[ScoredMove]:
    """Every move with the highest score, each once, in listing order; none where no move exists.

    A word on a square is one move wherever its jolly could lie: the fewest jollies, then the earliest letters
    that score as much. `most_tiles` is the most that a move may use (7 of 8).
    """
    bench = _bench(rules, store, overlay)
    search = bench.take()
    moves = search.best(board, rack, most_tiles)
    bench.idle.append(search)
    return moves


def ranked_moves(
    rules: RuleSet,
    board: Board,
    rack: Rack,
    store: WordStore,
    limit: int | None = None,
    overlay: Overlay | None = None,
    *,
    most_tiles: int = MAX_RACK,
) -> list[ScoredMove]:
    """The best `limit` moves, or all, in listing order: score, row, column, across before down, word."""
    bench = _bench(rules, store, overlay)
    search = bench.take()
    moves = search.ranked(board, rack, limit, most_tiles)
    bench.idle.append(search)
    return moves


def _bench(rules: RuleSet, store: WordStore, overlay: Overlay | None) -> _Bench:
    for bench in _benches:
        if (
            bench.rules is rules
            and bench.store is store
            and (bench.overlay is overlay or bench.overlay == overlay)
        ):
            return bench
    bench = _Bench(rules, store, overlay)
    _benches.insert(0, bench)
    del _benches[KEPT_SEARCHES:]
    return bench


def _checked_text(board: Board) -> str:
    text = "".join(board.rows)
    if len(board.rows) != SIZE or len(text) != SQUARES or not text.isascii():
        raise BoardError("board_rows", f"A board is {SIZE} strings of {SIZE} characters.")
    return text


def _checked_rack(rack: Rack) -> str:
    if len(rack.letters) > MAX_RACK:
        raise TilesError(
            "rack_size", f"The search takes racks of up to {MAX_RACK} tiles, not {len(rack.letters)}."
        )
    return rack.letters
