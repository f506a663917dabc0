"""Play whole games from a seed, to choose a good one: `manage.py simulate 1000 --seed finale --workers 2`.

The same seed always gives the same games; without one a random seed is chosen and named. `--write 17 game.json`
writes game 17 of a seed as a sealed prepared game: whoever knows the seed knows its racks.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import secrets
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.catalog import SUFFIX, store_path
from lexicon.store import WordStore
from tournaments.engine.prepared import new_prepared_game
from tournaments.engine.profile import load_profile
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.simulation import SimulatedGame, game_id, game_source, play_game, play_games

GAMES_A_TASK = 20
BAR = 32


class Command(BaseCommand):
    help = "Play whole duplicate games from a seed and summarise them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", type=int, nargs="?", default=100)
        parser.add_argument("--seed", help="any text; a random one where not given")
        parser.add_argument("--ruleset", default="it-figs")
        parser.add_argument("--profile", default="multiplo")
        parser.add_argument("--lexicon", default="it-figs", help="slug or .words store file")
        parser.add_argument("--workers", type=int, default=1)
        parser.add_argument("--json", action="store_true", help="summary and games as one JSON object")
        parser.add_argument(
            "--write", nargs=2, metavar=("GAME", "FILE"), help="write this game as a sealed prepared game"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1 or options["workers"] < 1:
            raise CommandError("Games and workers must be at least 1.")
        if options["write"] and not options["seed"]:
            raise CommandError("--write needs the --seed that the game was found with.")
        seed = options["seed"] or secrets.token_hex(16)
        task = (options["ruleset"], options["profile"], str(_store_file(options["lexicon"])), seed)
        try:
            rules, profile = load_ruleset(task[0]), load_profile(task[1])
            store = WordStore.open(Path(task[2]))
        except ValueError as error:
            raise CommandError(str(error)) from error
        if options["write"]:
            number, path = _game_number(options["write"][0]), Path(options["write"][1])
            game = play_game(rules, profile, store, game_source(seed, number), number)
            self._write(game, rules.slug, path)
            return
        started = time.perf_counter()
        games = []
        for game in play_in_parallel(task, options["games"], options["workers"]):
            games.append(game)
            self._progress(len(games), options["games"])
        seconds = time.perf_counter() - started
        summary = summarise(games) | {
            "seed": seed,
            "seconds": round(seconds, 2),
            "games_per_second": round(len(games) / seconds, 1),
        }
        if options["json"]:
            played = [game.as_dict() for game in games]
            self.stdout.write(json.dumps({"summary": summary, "games": played}, ensure_ascii=False))
        else:
            self._print(summary, games)

    def _write(self, game: SimulatedGame, ruleset: str, path: Path) -> None:
        racks = tuple(turn.rack for turn in game.turns)
        prepared = new_prepared_game(game_id(game.number), ruleset, racks, secrets.token_bytes)
        try:
            # For the owner's eyes, and never over another sealed game.
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                file.write(json.dumps(prepared.as_dict(), indent=1) + "\n")
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"Game {game.number}: {len(game.turns)} turns, total of tops {game.total}.")
        self.stdout.write(f"Written to {path}. Publish the seal; keep file and seed secret:\n{prepared.seal()}")

    def _progress(self, done: int, total: int) -> None:
        if not self.stderr.isatty():
            return
        filled = BAR * done // total
        self.stderr.write(f"\r[{'#' * filled}{'.' * (BAR - filled)}] {done}/{total}", ending="")
        if done == total:
            self.stderr.write("")

    def _print(self, summary: dict[str, Any], games: list[SimulatedGame]) -> None:
        write = self.stdout.write
        write(f"{summary['games']} games in {summary['seconds']} s ({summary['games_per_second']} a second)")
        write(f"{'':18}{'mean':>9}{'least':>9}{'most':>9}")
        for key in ("turns", "total", "bonus_moves", "jolly_turns", "rejected"):
            row = summary[key]
            write(f"{LABELS[key]:18}{row['mean']:>9}{row['least']:>9}{row['most']:>9}")
        write("ended: " + ", ".join(f"{reason} {count}" for reason, count in summary["ended"].items()))
        write(f"seed: {summary['seed']}")
        write("highest totals: " + ", ".join(f"game {n} ({total})" for n, total in summary["highest"]))


LABELS = {
    "turns": "turns",
    "total": "total of tops",
    "bonus_moves": "bonus moves",
    "jolly_turns": "jolly turns",
    "rejected": "rejected racks",
}


def summarise(games: list[SimulatedGame]) -> dict[str, Any]:
    """The figures by which people choose a game."""
    columns = {
        "turns": [len(game.turns) for game in games],
        "total": [game.total for game in games],
        "bonus_moves": [game.bonus_moves for game in games],
        "jolly_turns": [game.jolly_turns for game in games],
        "rejected": [game.rejected for game in games],
    }
    spread = {
        key: {"mean": round(sum(values) / len(values), 2), "least": min(values), "most": max(values)}
        for key, values in columns.items()
    }
    best = sorted(games, key=lambda game: (-game.total, game.number))[:5]
    return {
        "games": len(games),
        **spread,
        "ended": dict(sorted(Counter(game.ended for game in games).items())),
        "highest": [[game.number, game.total] for game in best],
    }


def _store_file(name: str) -> Path:
    return Path(name) if name.endswith(SUFFIX) else store_path(name)


def _game_number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise CommandError(f"{text} is not the number of a game: 1, 2, 3 …")
    return int(text)


Task = tuple[str, str, str, str]


def play_in_parallel(task: Task, games: int, workers: int) -> Iterator[SimulatedGame]:
    """Games in order of their numbers, whoever plays them."""
    parts = [
        range(first, min(first + GAMES_A_TASK, games + 1)) for first in range(1, games + 1, GAMES_A_TASK)
    ]
    if workers == 1:
        for part in parts:
            yield from _play_part((task, part))
        return
    with multiprocessing.get_context("spawn").Pool(min(workers, len(parts))) as pool:
        for played in pool.imap(_play_part, [(task, part) for part in parts]):
            yield from played


_stores: dict[str, WordStore] = {}


def _play_part(work: tuple[Task, range]) -> list[SimulatedGame]:
    (ruleset, profile, path, seed), numbers = work
    store = _stores.get(path)
    if store is None:
        store = _stores[path] = WordStore.open(Path(path))
    return list(play_games(load_ruleset(ruleset), load_profile(profile), store, seed, numbers))
