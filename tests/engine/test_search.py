"""The search, compiled and plain, against an independent generator and the rules one by one."""

from __future__ import annotations

import random
import threading

import pytest

from tests.engine.brute_force import Referee
from tests.engine.random_positions import random_board, random_rack, small_lexicon
from tests.engine.search_builds import BUILDS, Build, Row
from tournaments.engine.board import Board
from tournaments.engine.errors import BoardError, TilesError
from tournaments.engine.move import Direction, Move
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.scoring import score_move

EMPTY_BOARD = ["." * 15] * 15
LEXICONS_A_PART = 25  # four positions each: 2,000 in all

both_builds = pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)


def with_row(number: int, text: str) -> list[str]:
    return [text if row == number else "." * 15 for row in range(15)]


def expected_moves(referee: Referee, rows: list[str], rack: str) -> list[Row]:
    moves = [(*key, score) for key, score in referee.all_moves(rows, rack).items()]
    return sorted(moves, key=lambda m: (-m[4], m[0], m[1], m[2] == "down", m[3]))


def tiles_used(rows: list[str], move: Row) -> int:
    row, col, direction, word, _score = move
    return len(Board(rows).tiles_needed(Move(row, col, Direction(direction), word)))


@pytest.mark.parametrize("part", range(20))
def test_agrees_with_brute_force_on_random_positions(part: int) -> None:
    rules = load_ruleset()
    for seed in range(part * LEXICONS_A_PART, (part + 1) * LEXICONS_A_PART):
        chance = random.Random(seed)
        words = small_lexicon(chance, chance.choice([6, 12, 24]))
        referee = Referee(rules.premiums, rules.values, words)
        stores = [(build, build.lexicon(words)) for build in BUILDS]
        for moves in (chance.choice([0, 1, 2, 4]), chance.choice([8, 16, 30])):
            rows = random_board(chance, referee, moves)
            for rack in (random_rack(chance), random_rack(chance)):
                expected = expected_moves(referee, rows, rack)
                best = [move for move in expected if move[4] == expected[0][4]]
                for build, store in stores:
                    context = (build.name, seed, rows, rack)
                    assert (context, build.ranked(rows, rack, store)) == (context, expected)
                    assert (context, build.best(rows, rack, store)) == (context, best)
                    assert (context, build.ranked(rows, rack, store, 5)) == (context, expected[:5])


@pytest.mark.parametrize("part", range(4))
def test_agrees_with_brute_force_on_racks_of_eight_and_rulings(part: int) -> None:
    """Eight tiles of which all or seven may be played; words that the event admits and refuses."""
    rules = load_ruleset()
    for seed in range(part * 25, (part + 1) * 25):
        chance = random.Random(f"rulings {seed}")
        words = small_lexicon(chance, 20)
        admitted = set(small_lexicon(chance, 5))
        refused = set(chance.sample(words, 4)) - admitted
        referee = Referee(rules.premiums, rules.values, (set(words) - refused) | admitted)
        rows = random_board(chance, referee, chance.choice([0, 2, 6, 20]))
        rack = random_rack(chance, 8)
        expected = expected_moves(referee, rows, rack)
        seven = [move for move in expected if tiles_used(rows, move) <= 7]
        for build in BUILDS:
            overlay = build.overlay.of(admitted, refused)
            store = build.lexicon(words)
            context = (build.name, seed, rows, rack)
            assert (context, build.ranked(rows, rack, store, overlay=overlay)) == (context, expected)
            found = build.ranked(rows, rack, store, overlay=overlay, most_tiles=7)
            assert (context, found) == (context, seven)


@both_builds
def test_scores_equal_the_scoring_of_slips(build: Build) -> None:
    rules = load_ruleset()
    for seed in range(40):
        chance = random.Random(seed)
        words = small_lexicon(chance, 30)
        rows = random_board(chance, Referee(rules.premiums, rules.values, words), 8)
        for row, col, direction, word, score in build.ranked(rows, random_rack(chance), build.lexicon(words)):
            assert score == score_move(rules, Board(rows), Move(row, col, Direction(direction), word)).total


@both_builds
def test_the_first_move_covers_the_centre(build: Build) -> None:
    """M example A: CORNO with its last O on the centre is worth 22."""
    assert build.best(EMPTY_BOARD, "CORNOAS", build.lexicon(["CORNO"])) == [
        (3, 7, "down", "CORNO", 22),
        (7, 3, "across", "CORNO", 22),
    ]


@both_builds
def test_one_tile_that_makes_two_words_is_one_move_across(build: Build) -> None:
    rows = list(EMPTY_BOARD)
    rows[7], rows[8] = ".......AI......", "......O........"
    store = build.lexicon(["AI", "OS", "AS"])
    # S after the O makes OS across and AS down; S below the O makes OS alone.
    assert build.ranked(rows, "S", store) == [(8, 6, "across", "OS", 6), (8, 6, "down", "OS", 3)]


@both_builds
def test_the_jolly_takes_the_earliest_of_equal_squares(build: Build) -> None:
    found = build.best(EMPTY_BOARD, "CAS?", build.lexicon(["CASA"]))
    assert {move[3:] for move in found} == {("CaSA", 10)}
    assert len(found) == 8


@both_builds
def test_the_jolly_takes_the_cheapest_square(build: Build) -> None:
    """8D and 8L double a letter: there the tile is laid, and the jolly elsewhere."""
    assert build.best(EMPTY_BOARD, "ASSS?", build.lexicon(["ASSSA"])) == [
        (3, 7, "down", "ASSSa", 16),
        (7, 3, "across", "ASSSa", 16),
        (7, 7, "across", "aSSSA", 16),
        (7, 7, "down", "aSSSA", 16),
    ]


@both_builds
def test_the_jolly_never_replaces_a_letter_still_on_the_rack(build: Build) -> None:
    for move in build.ranked(EMPTY_BOARD, "CASA?", build.lexicon(["CASA"])):
        assert move[3] == "CASA"


@both_builds
def test_a_jolly_stands_for_letters_that_the_set_lacks(build: Build) -> None:
    assert {move[3] for move in build.ranked(EMPTY_BOARD, "AZZ?", build.lexicon(["JAZZ"]))} == {"jAZZ"}


@both_builds
def test_only_jollies(build: Build) -> None:
    moves = build.ranked(EMPTY_BOARD, "??", build.lexicon(["AB", "BA", "ABA"]))
    assert {(move[3], move[4]) for move in moves} == {("ab", 0), ("ba", 0)}
    moves = build.ranked(EMPTY_BOARD, "????", build.lexicon(["AB", "ABAB"]))
    assert {move[3] for move in moves} == {"ab", "abab"}


@both_builds
def test_seven_tiles_earn_the_bonus(build: Build) -> None:
    store = build.lexicon(["AEIOSTR"])
    assert build.best(EMPTY_BOARD, "AEIOSTR", store)[0][4] == 2 * (1 + 1 + 1 + 1 + 2 + 2 + 2 + 2) + 50


@both_builds
def test_eight_tile_racks_and_seven_of_eight(build: Build) -> None:
    store = build.lexicon(["ABCDEFGH", "ABCDEFG"])
    assert {len(m[3]) for m in build.ranked(EMPTY_BOARD, "HGFEDCBA", store)} == {7, 8}
    assert {len(m[3]) for m in build.ranked(EMPTY_BOARD, "HGFEDCBA", store, most_tiles=7)} == {7}


@both_builds
def test_rulings_are_honoured(build: Build) -> None:
    store = build.lexicon(["CASA", "CASO"])
    overlay = build.overlay.of(["SACCA"], ["CASA"])
    words = {move[3] for move in build.ranked(EMPTY_BOARD, "CCASAO", store, overlay=overlay)}
    assert words == {"CASO", "SACCA"}
    assert {move[3] for move in build.ranked(EMPTY_BOARD, "CCASAO", store)} == {"CASA", "CASO"}


@both_builds
def test_rulings_count_in_cross_words_too(build: Build) -> None:
    rows = with_row(7, "......CASE.....")
    store = build.lexicon(["CASE", "RE", "CASER"])
    # Down from the square after CASE: RE makes CASER.
    assert (7, 10, "down", "RE") in {move[:4] for move in build.ranked(rows, "RE", store)}
    refused = build.overlay.of(refused=["CASER"])
    assert (7, 10, "down", "RE") not in {move[:4] for move in build.ranked(rows, "RE", store, overlay=refused)}


@both_builds
def test_no_move_is_an_empty_list(build: Build) -> None:
    store = build.lexicon(["CASA"])
    assert build.best(EMPTY_BOARD, "ZZZ", store) == []
    assert build.best(EMPTY_BOARD, "", store) == []
    assert build.ranked(EMPTY_BOARD, "CASA", store, 0) == []
    assert build.best(with_row(7, "ABABABABABABABA"), "?", build.lexicon([])) == []


@both_builds
def test_words_reach_both_edges(build: Build) -> None:
    rows = with_row(0, "BCDEFGHIJKLMNO.")
    store = build.lexicon(["BCDEFGHIJKLMNOP"])
    assert [m[:4] for m in build.best(rows, "P", store)] == [(0, 0, "across", "BCDEFGHIJKLMNOP")]


@both_builds
def test_tiles_on_the_board_keep_their_case(build: Build) -> None:
    rows = with_row(7, "......cASE.....")
    store = build.lexicon(["CASE", "CASEL"])
    assert build.best(rows, "L", store) == [(7, 6, "across", "cASEL", 1 + 2 + 1 + 3)]


@both_builds
def test_refuses_what_is_no_board_or_rack(build: Build) -> None:
    store = build.lexicon(["CASA"])
    with pytest.raises(BoardError):
        build.best(["." * 15] * 14, "CASA", store)
    with pytest.raises(BoardError):
        build.best(["." * 14 + "È"] * 15, "CASA", store)
    with pytest.raises(TilesError, match=r"^The search takes racks of up to 8 tiles, not 9\.$"):
        build.best(EMPTY_BOARD, "CASACASAC", store)


@both_builds
def test_threads_do_not_disturb_each_other(build: Build) -> None:
    words = small_lexicon(random.Random(1), 60)
    store = build.lexicon(words)
    racks = ["AEIOSTR", "SSTTAA?", "REIOA??", "ZATOSIE"]
    expected = {rack: build.ranked(EMPTY_BOARD, rack, store) for rack in racks}
    wrong: list[str] = []

    def search(rack: str) -> None:
        wrong.extend(rack for _ in range(20) if build.ranked(EMPTY_BOARD, rack, store) != expected[rack])

    threads = [threading.Thread(target=search, args=(rack,)) for rack in racks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
