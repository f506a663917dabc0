"""The search measured: `python benchmarks/search.py` (`--quick` for a tenth of it, `--language it` for one list).

Positions come from self-play with a fixed seed. "natural" racks are the ones drawn; "0", "1" and "2" are the same
boards with seven tiles of which so many are jollies. A time holds everything from board and rack to the list of
moves, set-up included. `first` is the mean of the first pass, nothing remembered; mean, p50 and p99 are over the best
of some passes, as a game's neighbouring turns see it. The plain build is timed on every n-th of the same positions.

Searches are timed in the processor's time, which other programs disturb less than the clock's (they still take the
caches: for figures to compare, use a quiet machine). Games a second are by the clock, for one worker also by the
processor.

The Italian list is the one of `manage.py build_lexicon it`. The free English list has a third of a tournament list's
words: made-up ones, spelt like the real ones, fill it up to 415,000.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import django
from django.core.management import call_command

from lexicon import builds as lexicon_builds
from lexicon.builder import build_store
from lexicon.catalog import open_lexicon, store_path
from lexicon.store import WordStore
from tournaments.engine import builds
from tournaments.engine.board import Board
from tournaments.engine.profile import load_profile
from tournaments.engine.ruleset import RuleSet, load_ruleset
from tournaments.engine.simulation import game_source, play_game
from tournaments.engine.tiles import BLANK, Rack
from tournaments.management.commands.simulate import play_in_parallel

SEED = "benchmark"
ENGLISH_WORDS = 415_000
KINDS = ("natural", "0", "1", "2")

Position = tuple[Board, Rack]


class Sizes(NamedTuple):
    """How much is measured."""

    games: int
    passes: int
    plain_every: int
    simulated: int


FULL = Sizes(games=130, passes=9, plain_every=20, simulated=2000)
QUICK = Sizes(games=15, passes=9, plain_every=20, simulated=200)


class Language(NamedTuple):
    name: str
    ruleset: str
    path: Path


def main() -> None:
    parser = argparse.ArgumentParser(description="Times of the move search, compiled and plain.")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--language", choices=("it", "en"), action="append")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duplicato.settings")
    django.setup()
    sizes = QUICK if options.quick else FULL
    plain_modules = lexicon_builds.uncompiled(builds.MODULES)
    if plain_modules:
        print(f"Not compiled: {', '.join(plain_modules)}. `make setup` compiles them.")
    with tempfile.TemporaryDirectory() as folder:
        for language in options.language or ("en", "it"):
            measure(italian() if language == "it" else english_like(Path(folder)), sizes, is_compiled=not plain_modules)


def italian() -> Language:
    call_command("build_lexicon", "it", "--if-missing", verbosity=0)
    return Language("Italian", "it-figs", store_path("it-figs"))


def english_like(folder: Path) -> Language:
    """The free English list, filled up with made-up words of the same lengths and letter sequences."""
    call_command("build_lexicon", "en", "--if-missing", verbosity=0)
    real = list(open_lexicon("en").words())
    following: dict[str, list[str]] = defaultdict(list)
    for word in real:
        for i in range(len(word) - 2):
            following[word[i : i + 2]].append(word[i + 2])
    chance = random.Random(SEED)
    words = set(real)
    while len(words) < ENGLISH_WORDS:
        model = chance.choice(real)
        made = model[:2]
        while len(made) < len(model) and made[-2:] in following:
            made += chance.choice(following[made[-2:]])
        # A real list of this size has hardly more short words than the free one.
        if len(made) > 4:
            words.add(made)
    path = folder / "english-like.words"
    build_store(words, path, language="en", name="English-like")
    return Language("English-like", "en", path)


def measure(language: Language, sizes: Sizes, *, is_compiled: bool) -> None:
    rules = load_ruleset(language.ruleset)
    store = WordStore.open(language.path)
    positions = self_play(rules, store, sizes.games)
    print(f"\n{language.name}: {len(store):,} words, store {language.path.stat().st_size / 1e6:.1f} MB")
    print(f"{len(positions['natural']):,} natural positions from {sizes.games} games; times in ms")
    plain = lexicon_builds.load_plain(builds.MODULES)
    every = sizes.plain_every
    print(f"{'racks':9}{'build':10}{'positions':>10}{'first':>9}{'mean':>9}{'p50':>9}{'p99':>9}{'plain/compiled':>16}")
    for kind in KINDS:
        ratio_of: dict[str, float] = {}
        if is_compiled:
            modules = {name: import_module(name) for name in builds.MODULES}
            times = timed(modules, rules, language.path, positions[kind], sizes.passes)
            print_row(kind, "compiled", times)
            ratio_of["compiled"] = statistics.fmean(times.best[::every])
        times = timed(plain, rules, language.path, positions[kind][::every], 1)
        print_row(kind, "plain", times, ratio_of.get("compiled"))
    for workers in (1, 2):
        started, busy = time.perf_counter(), time.process_time()
        task = (language.ruleset, "multiplo", str(language.path), SEED)
        games = sum(1 for _ in play_in_parallel(task, sizes.simulated, workers))
        seconds, busy = time.perf_counter() - started, time.process_time() - busy
        own = f", {games / busy:,.0f} by its processor time" if workers == 1 else ""
        print(f"simulate, {workers} worker{'s' * (workers > 1)}: {games / seconds:,.0f} games a second{own}")
    print_memory(rules, language.path, positions["2"])


def self_play(rules: RuleSet, store: WordStore, games: int) -> dict[str, list[Position]]:
    """Positions by kind of rack."""
    profile = load_profile()
    chance = random.Random(SEED)
    positions: dict[str, list[Position]] = {kind: [] for kind in KINDS}
    tiles = rules.full_bag().letters.replace(BLANK, "")
    for number in range(1, games + 1):
        for board, rack in play_game(rules, profile, store, game_source(SEED, number)).positions():
            positions["natural"].append((board, rack))
            letters = rack.letters.replace(BLANK, "")
            letters += "".join(chance.sample(tiles, rules.rack_size - len(letters)))
            for jollies in (0, 1, 2):
                rack = Rack(letters[jollies:] + BLANK * jollies)
                positions[str(jollies)].append((board, rack))
    return positions


class Times(NamedTuple):
    """Milliseconds by position, in the first pass and in the best one."""

    first: list[float]
    best: list[float]


def timed(
    modules: dict[str, ModuleType], rules: RuleSet, path: Path, positions: Sequence[Position], passes: int
) -> Times:
    """Each build opens the list anew, so that it starts with nothing remembered."""
    store: Any = modules["lexicon.store"].WordStore.open(path)
    best_moves = modules["tournaments.engine.search"].best_moves
    best_moves(rules, Board(), Rack("A"), store)  # the working memory is made once a process
    clock = time.process_time_ns
    rounds = []
    gc.disable()
    for _ in range(passes):
        times = []
        for board, rack in positions:
            started = clock()
            best_moves(rules, board, rack, store)
            times.append((clock() - started) / 1e6)
        rounds.append(times)
    gc.enable()
    return Times(rounds[0], [min(each) for each in zip(*rounds, strict=True)])


def print_row(kind: str, build: str, times: Times, compiled_mean: float | None = None) -> None:
    ordered = sorted(times.best)
    mean, p50 = statistics.fmean(ordered), statistics.median(ordered)
    p99 = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    ratio = f"{mean / compiled_mean:>15.0f}×" if compiled_mean else ""
    first = statistics.fmean(times.first)
    print(f"{kind:9}{build:10}{len(ordered):>10,}{first:>9.4f}{mean:>9.4f}{p50:>9.4f}{p99:>9.4f}{ratio}")


def print_memory(rules: RuleSet, path: Path, positions: Sequence[Position]) -> None:
    """What a process needs more once it has searched: the touched part of the list and the working memory."""
    status = Path("/proc/self/status")
    if not status.exists():
        return
    search: Any = import_module("tournaments.engine.search")
    before = resident(status)
    store = WordStore.open(path)
    for board, rack in positions:
        search.best_moves(rules, board, rack, store)
    after = resident(status)
    grown = {kind: (after[kind] - before[kind]) / 1e3 for kind in ("RssFile", "RssAnon")}
    print(f"memory: {grown['RssFile']:.1f} MB of the mapped list, {grown['RssAnon']:.1f} MB of working memory")


def resident(status: Path) -> Counter[str]:
    lines = [line.split() for line in status.read_text(encoding="ascii").splitlines() if line.startswith("Rss")]
    return Counter({name.rstrip(":"): int(kilobytes) for name, kilobytes, _unit in lines})


if __name__ == "__main__":
    main()
