"""Golden move lists: every move of a few fixed positions, best first, as tests/golden/*.moves has them.

A file: what the position shows, the rack, the board's 15 rows, then `score reference word` for each move, in
notation M. The words are those of tests/data/italian_words.txt. The lists were made by the tests' own brute-force
generator, not by the search.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from lexicon.words import WordSet
from tests.engine.search_builds import BUILDS, Build
from tests.factories import italian_words
from tournaments.engine.board import Board
from tournaments.engine.move import Direction, Move
from tournaments.engine.notation import format_reference, format_word
from tournaments.engine.profile import load_profile
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.tiles import Rack
from tournaments.engine.verdict import judge

FILES = sorted((Path(__file__).parents[1] / "golden").glob("*.moves"))


def read(file: Path) -> tuple[list[str], str, list[str]]:
    """Board, rack and move list of a file."""
    _about, rack, *lines = file.read_text(encoding="utf-8").splitlines()
    return lines[:15], rack.removeprefix("rack "), lines[15:]


def test_the_positions_are_there() -> None:
    names = {"edges", "first-move", "first-move-jolly", "middle", "one-tile", "two-jollies"}
    assert {file.stem for file in FILES} == names


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
def test_every_move_in_its_place(build: Build, file: Path) -> None:
    board, rack, expected = read(file)
    found = [
        f"{score:>3} {format_reference(Move(row, col, Direction(direction), word), 'M')} {word}"
        for row, col, direction, word, score in build.ranked(board, rack, build.lexicon(italian_words()))
    ]
    assert found == expected


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_referee_gives_each_move_the_score_of_the_list(file: Path) -> None:
    """A slip with the listed move gets the listed points: the search and the verdict know the same game."""
    rows, rack, expected = read(file)
    rules, profile, words = load_ruleset(), load_profile(), WordSet(italian_words())
    for line in expected:
        score, reference, word = line.split()
        verdict = judge(rules, profile, Board(rows), Rack(rack), f"{reference} {format_word(word)}", words)
        assert (line, verdict.code, verdict.score) == (line, "ok", int(score))
