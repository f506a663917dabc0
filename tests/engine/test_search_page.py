"""The worked position of docs/search.md: its figures are the program's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.engine.positions import board_with
from tests.engine.search_builds import PLAIN
from tests.factories import italian_words
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.tiles import Rack

PAGE = (Path(__file__).parents[2] / "docs" / "search.md").read_text(encoding="utf-8")
PITCH = 16
NOBODY = -1


class CountingSearch(PLAIN.search.Search):  # type: ignore[misc, name-defined]
    """The search, with a list of the slots that it opens."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.opened_slots: list[tuple[int, int, int]] = []

    def _search_slot(self, start: int, end: int, tiles: int) -> None:
        self.opened_slots.append((start, end, tiles))
        super()._search_slot(start, end, tiles)


def test_the_worked_position_is_what_the_search_does() -> None:
    board, rack = board_with("8F MICIO"), Rack("ARMONAT")
    store = PLAIN.lexicon(italian_words())
    search = CountingSearch(load_ruleset(), PLAIN.search.OverlaidLexicon(store))
    [(move, score)] = search.best(board, rack)
    assert (move.word, move.row, move.col, score) == ("MANO", 8, 4, 25)
    position, slots = search.position, search.slots
    crossed = [cell for cell in range(480) if position.is_crossed[cell] and position.letter[cell] == NOBODY]
    nine_e = (8 * PITCH + 4, 8 * PITCH + 8, 4)
    bounds = {(slots.start[i], slots.end[i], slots.tiles[i]): slots.bound[i] for i in range(slots.count)}
    assert (search.subracks.first[8], len(crossed), slots.count, max(bounds.values())) == (96, 12, 210, 69)
    assert (bounds[nine_e], search.opened_slots.index(nine_e) + 1) == (27, 30)
    assert (len(search.opened_slots), search.families.words) == (45, 12)
    assert len(search.ranked(board, rack)) == 144
    for phrase in (
        "has 96 sub-racks", "Twelve squares", "There are 210 slots", "highest bounds, 69", "has the bound **27**",
        "opened as the 30th", "45 slots of 210, having read 12 words", "all 144 moves",
    ):  # fmt: skip
        assert phrase in PAGE.replace("\n  ", " ")
