"""Natural positions for the tests: self-play over a made-up list of the size and spelling of a real one."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache
from typing import Any

from tests.factories import italian_words
from tournaments.engine.board import Board
from tournaments.engine.profile import load_profile
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.simulation import game_source, play_game
from tournaments.engine.tiles import Rack

WORDS = 40_000


@cache
def italian_like_words() -> tuple[str, ...]:
    """The tests' Italian words, and others made of their letter sequences, 5 to 12 letters long."""
    real = italian_words()
    following: dict[str, list[str]] = defaultdict(list)
    for word in real:
        for i in range(len(word) - 2):
            following[word[i : i + 2]].append(word[i + 2])
    chance = random.Random("italian-like")
    starts = sorted(following)
    words = set(real)
    while len(words) < WORDS:
        made = chance.choice(starts)
        length = chance.choice([5, 6, 7, 7, 8, 8, 9, 10, 12])
        while len(made) < length and made[-2:] in following:
            made += chance.choice(following[made[-2:]])
        if len(made) > 4:
            words.add(made)
    return tuple(sorted(words))


def natural_positions(store: Any, games: range) -> list[tuple[Board, Rack]]:
    """Board and rack of every turn of these self-played games."""
    rules, profile = load_ruleset(), load_profile()
    return [
        position
        for number in games
        for position in play_game(rules, profile, store, game_source("natural", number), number).positions()
    ]
