"""Verdicts per second on one core, text to verdict, legal and illegal mixed: `python benchmarks/judge.py`.

The positions come from a seeded random game of made-up words, so that the figure needs no word list; every
slip is a text of its own, so nothing can be remembered from one verdict to the next.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from lexicon.words import WordSet
from tournaments.engine.board import SIZE, Board
from tournaments.engine.move import Direction, Move
from tournaments.engine.notation import format_move
from tournaments.engine.profile import load_profile
from tournaments.engine.ruleset import RuleSet, load_ruleset
from tournaments.engine.tiles import BLANK, Rack
from tournaments.engine.verdict import judge

TURNS = 12
SLIPS_A_TURN = 3000
ROUNDS = 3


def random_slip(rng: random.Random, board: Board, rack: Rack) -> Move:
    """A word over free squares and the tiles in its way; often legal, often not."""
    while True:
        direction = rng.choice(list(Direction))
        fixed, start = rng.randrange(SIZE), rng.randrange(SIZE)
        if board.is_empty:
            fixed, start = 7, rng.randint(3, 7)
        line = (board.rows if direction is Direction.ACROSS else board.columns)[fixed]
        tiles = list(rng.sample(rack.letters, len(rack)))[: rng.randint(2, len(rack))]
        while start > 0 and line[start - 1] != ".":
            start -= 1
        word = ""
        for square in line[start:]:
            if square == "." and not tiles:
                break
            tile = square if square != "." else tiles.pop()
            word += rng.choice("aeo") if tile == BLANK else tile
        if tiles or len(word) < 2 or len(word) == sum(letter.islower() for letter in word):
            continue
        row, col = (fixed, start) if direction is Direction.ACROSS else (start, fixed)
        return Move(row, col, direction, word)


def positions(rules: RuleSet) -> tuple[list[tuple[Board, Rack, list[str]]], WordSet]:
    """Boards as a game goes on, each with a rack and its slips; a word set that holds most of their words."""
    rng = random.Random(20260101)
    profile = load_profile()
    words: set[str] = set()
    board, found = Board(), []
    for _ in range(TURNS):
        rack = Rack("".join(rng.sample(rules.full_bag().letters, rules.rack_size)))
        slips: list[str] = []
        following = board
        while len(slips) < SLIPS_A_TURN:
            move = random_slip(rng, board, rack)
            if rng.random() < 0.2:
                at = rng.randrange(len(move.word))
                move = move._replace(word=f"{move.word[:at]}{rng.choice('AEINOZ')}{move.word[at + 1 :]}")
            verdict = judge(rules, profile, board, rack, format_move(move, "M"), None)
            if not verdict.is_admitted and rng.random() < 0.8:
                continue
            if rng.random() < 0.9:
                words.update(word.word.upper() for word in verdict.words)
            if verdict.is_admitted:
                following = board.with_move(move)
            slips.append(f"{format_move(move, 'M')} {verdict.score + rng.choice((0, 0, 1))}")
        found.append((board, rack, slips))
        board = following
    return found, WordSet(words)


def main() -> None:
    rules, profile = load_ruleset(), load_profile()
    turns, lexicon = positions(rules)
    codes: Counter[str] = Counter()
    rates = []
    for _ in range(ROUNDS):
        began = time.process_time()  # other programs disturb it less than the clock's time
        for board, rack, slips in turns:
            for slip in slips:
                codes[judge(rules, profile, board, rack, slip, lexicon).code] += 1
        rates.append(TURNS * SLIPS_A_TURN / (time.process_time() - began))
    each = ", ".join(f"{rate:,.0f}" for rate in rates)
    print(f"{max(rates):,.0f} verdicts/s (rounds: {each})")
    total = sum(codes.values())
    print(", ".join(f"{code} {count / total:.0%}" for code, count in codes.most_common()))


if __name__ == "__main__":
    main()
