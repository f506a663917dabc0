"""Random words, racks and boards for the tests of the search."""

from __future__ import annotations

import random

from tests.engine.brute_force import Referee

LENGTHS = [2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8]


def small_lexicon(chance: random.Random, count: int = 45) -> list[str]:
    """Words of few letters, so that they cross, extend and anagram one another; J is in no Italian bag."""
    words = {
        "".join(chance.choices("AEIOSTRZJ", weights=[6, 5, 4, 4, 3, 3, 2, 1, 1], k=chance.choice(LENGTHS)))
        for _ in range(count)
    }
    words |= {"".join(chance.sample(word, len(word))) for word in sorted(words)[::4]}
    return sorted(words)


def random_rack(chance: random.Random, size: int | None = None) -> str:
    """Of this size, or mostly seven tiles, sometimes one, two or eight; up to two jollies, now and then only them."""
    if size is None:
        if chance.random() < 0.02:
            return "?" * chance.randint(1, 3)
        size = chance.choice([1, 2, 5, 7, 7, 7, 7, 7, 7, 8])
    jollies = min(chance.choice([0, 0, 1, 2]), size)
    letters = "".join(chance.choices("AAAEEEIIOOSSTTRRZ", k=size - jollies))
    return "".join(chance.sample(letters + "?" * jollies, size))


def random_board(chance: random.Random, referee: Referee, moves: int) -> list[str]:
    """A board that about `moves` legal moves lead to, jollies among its tiles."""
    rows = ["." * 15] * 15
    words = sorted(referee.words)
    for _ in range(moves * 150):
        word, line, start = chance.choice(words), chance.randrange(15), chance.randrange(15)
        if moves == 0 or start + len(word) > 15:
            continue
        is_across = chance.random() < 0.5
        grid = [list(row) for row in (rows if is_across else zip(*rows, strict=True))]
        if referee.allows(grid, line, start, word):
            for i, letter in enumerate(word, start):
                if grid[line][i] == ".":
                    grid[line][i] = letter if chance.random() < 0.9 else letter.lower()
            rows = ["".join(row) for row in (grid if is_across else zip(*grid, strict=True))]
            moves -= 1
    return rows
