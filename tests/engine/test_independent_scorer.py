"""The engine against a second judge, slow and obvious, that shares no code with it.

It knows the board as a dictionary of squares, finds words by walking from square to square, and takes its
premium squares and letter values from RULES §1 as written there.
"""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tournaments.engine.board import Board
from tournaments.engine.move import Direction, Move
from tournaments.engine.notation import ParsedSlip
from tournaments.engine.profile import load_profile
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.tiles import Rack
from tournaments.engine.verdict import judge

Square = tuple[int, int]

VALUES = {
    **dict.fromkeys("AEIO", 1), **dict.fromkeys("CRST", 2), **dict.fromkeys("LMNU", 3),
    **dict.fromkeys("BDFPV", 5), **dict.fromkeys("GHZ", 8), "Q": 10,
}  # fmt: skip


def named(names: str) -> set[Square]:
    return {(int(name[1:]), "ABCDEFGHIJKLMNO".index(name[0]) + 1) for name in names.split()}


TRIPLE_WORD = {(row, col) for row in (1, 8, 15) for col in (1, 8, 15)} - {(8, 8)}
CORNER = named("B2 C3 D4 E5")
DOUBLE_WORD = (
    CORNER
    | {(16 - row, col) for row, col in CORNER}
    | {(row, 16 - col) for row, col in CORNER}
    | {(16 - row, 16 - col) for row, col in CORNER}
    | {(8, 8)}
)
TRIPLE_LETTER = named("F2 J2 B6 F6 J6 N6 B10 F10 J10 N10 F14 J14")
DOUBLE_LETTER = named(
    "D1 L1 G3 I3 A4 H4 O4 C7 G7 I7 M7 D8 L8 C9 G9 I9 M9 A12 H12 O12 G13 I13 D15 L15"
)  # fmt: skip


def run_through(tiles: dict[Square, str], square: Square, step: Square) -> list[Square]:
    """Every taken square in one line with this one, without a break."""
    row, col = square
    while (row - step[0], col - step[1]) in tiles:
        row, col = row - step[0], col - step[1]
    squares = []
    while (row, col) in tiles:
        squares.append((row, col))
        row, col = row + step[0], col + step[1]
    return squares


def slow_judge(
    tiles: dict[Square, str], rack: str, start: Square, step: Square, word: str, words: set[str]
) -> int | None:
    """The points of a word whose jollies are marked, or None where the rules refuse it."""
    squares = [(start[0] + i * step[0], start[1] + i * step[1]) for i in range(len(word))]
    if any(not (1 <= row <= 15 and 1 <= col <= 15) for row, col in squares):
        return None
    after, laid, hand = dict(tiles), [], list(rack)
    for square, letter in zip(squares, word, strict=True):
        if square in tiles:
            if tiles[square].upper() != letter.upper():
                return None
            continue
        tile = "?" if letter.islower() else letter
        if tile not in hand:
            return None
        hand.remove(tile)
        after[square] = letter
        laid.append(square)
    if not laid or len(word) < 2 or run_through(after, start, step) != squares:
        return None
    if not tiles:
        if (8, 8) not in laid:
            return None
    elif not any(
        (row + down, col + right) in tiles
        for row, col in laid
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
    ):
        return None
    formed = [squares] + [run_through(after, square, (step[1], step[0])) for square in laid]
    points = 50 if len(laid) == 7 else 0
    for run in formed:
        if len(run) < 2:
            continue
        if "".join(after[square] for square in run).upper() not in words:
            return None
        points += sum_of(after, run, laid)
    return points


def sum_of(tiles: dict[Square, str], run: list[Square], laid: list[Square]) -> int:
    points = 0
    for square in run:
        value = VALUES.get(tiles[square], 0)
        if square in laid and square in DOUBLE_LETTER:
            value *= 2
        if square in laid and square in TRIPLE_LETTER:
            value *= 3
        points += value
    for square in run:
        if square in laid and square in DOUBLE_WORD:
            points *= 2
        if square in laid and square in TRIPLE_WORD:
            points *= 3
    return points


def slow_reading(
    tiles: dict[Square, str], rack: str, start: Square, step: Square, word: str, words: set[str]
) -> int | None:
    """The points of a word that may leave jollies unmarked: with as few more as it needs, the lowest sum."""
    for more in range(rack.count("?") + 1):
        sums = []
        for places in combinations(range(len(word)), more):
            marked = "".join(c.lower() if i in places else c for i, c in enumerate(word))
            sums.append(slow_judge(tiles, rack, start, step, marked, words))
        legal = [points for points in sums if points is not None]
        if legal:
            return min(legal)
    return None


def test_the_two_boards_have_the_same_premium_squares() -> None:
    rules = load_ruleset()
    signs = {"T": TRIPLE_WORD, "D": DOUBLE_WORD, "t": TRIPLE_LETTER, "d": DOUBLE_LETTER}
    for sign, squares in signs.items():
        drawn = {(r + 1, c + 1) for r in range(15) for c in range(15) if rules.premiums[r][c] == sign}
        assert drawn == squares


@pytest.mark.parametrize("seed", range(12))
def test_random_placements_over_random_games(seed: int) -> None:
    """Each seed plays a game of nonsense words and tries 500 placements a turn."""
    rng = random.Random(seed)
    rules, profile = load_ruleset(), load_profile()
    board, outcomes = Board(), {"legal": 0, "illegal": 0}
    for _ in range(8):
        rack = "".join(rng.sample(rules.full_bag().letters, 7))
        tiles = {
            (r + 1, c + 1): tile
            for r, row in enumerate(board.rows)
            for c, tile in enumerate(row)
            if tile != "."
        }
        played: Move | None = None
        for _ in range(500):
            move = random_placement(rng, board, rack)
            words = NonsenseWords(seed)
            verdict = judge(
                rules, profile, board, Rack(rack), ParsedSlip.from_move(move), words, notation="M"
            )
            step = (0, 1) if move.direction is Direction.ACROSS else (1, 0)
            expected = slow_reading(tiles, rack, (move.row + 1, move.col + 1), step, move.word, words)
            assert (verdict.score if verdict.code == "ok" else None) == expected, (str(board), rack, move)
            outcomes["legal" if expected is not None else "illegal"] += 1
            if expected is not None:
                played = verdict.move
        board = board.with_move(played) if played else board
    assert min(outcomes.values()) > 100


class NonsenseWords(set[str]):
    """Admits about nine words in ten, always the same ones for a seed."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed

    def __contains__(self, word: object) -> bool:
        return sum(map(ord, str(word))) % 10 != self.seed % 10

    def contains(self, word: str) -> bool:
        return word in self


def random_placement(rng: random.Random, board: Board, rack: str) -> Move:
    """A word near the tiles, mostly of the rack's letters, running over what lies there; sometimes spoilt."""
    direction = rng.choice(list(Direction))
    row, col = rng.randrange(15), rng.randrange(15)
    if board.is_empty:
        row, col = (7, rng.randrange(9)) if direction is Direction.ACROSS else (rng.randrange(9), 7)
    hand = rng.sample(rack, len(rack))
    length = rng.randint(1, 9)
    letters = []
    for i in range(length):
        at = (row, col + i) if direction is Direction.ACROSS else (row + i, col)
        lying = board.at(*at)
        if lying != ".":
            letters.append(lying)
        elif hand:
            tile = hand.pop()
            letters.append(rng.choice("aejz") if tile == "?" else tile)
    word = "".join(letters)
    if rng.random() < 0.2:
        spoilt = rng.randrange(len(word))
        word = word[:spoilt] + rng.choice("AEIOZ") + word[spoilt + 1 :]
    if rng.random() < 0.3:
        word = word.upper()
    if "?" not in rack and not word.isupper():
        # A mark where the rack holds no jolly is a policy of the engine, not a rule of the game.
        word = "".join(
            letter if lying.islower() else letter.upper()
            for letter, lying in zip(word, _lying(board, row, col, direction, len(word)), strict=True)
        )
    return Move(row, col, direction, word)


def _lying(board: Board, row: int, col: int, direction: Direction, length: int) -> list[str]:
    return [
        board.at(row, col + i) if direction is Direction.ACROSS else board.at(row + i, col)
        for i in range(length)
    ]
