"""The search in its two builds, for tests that run on both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

from lexicon import builds as lexicon_builds
from tournaments.engine import builds
from tournaments.engine.board import Board
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.tiles import Rack

NOT_COMPILED = "the search is not compiled here (make setup compiles it)"
IS_COMPILED = not lexicon_builds.uncompiled(builds.MODULES)

# (row, column, direction, word, score)
Row = tuple[int, int, str, str, int]


class Build:
    """One build: its store and its search, asked with plain values and answering with them."""

    def __init__(self, name: str, modules: dict[str, ModuleType]) -> None:
        self.name = name
        self.store = modules["lexicon.store"]
        self.overlay = modules["lexicon.overlay"].Overlay
        self.search = modules["tournaments.engine.search"]

    def lexicon(self, words: Iterable[str]) -> Any:
        return self.store.from_words(words)

    def best(self, rows: Sequence[str], rack: str, store: Any, ruleset: str = "it-figs", **more: Any) -> list[Row]:
        found = self.search.best_moves(load_ruleset(ruleset), Board(rows), Rack(rack), store, **more)
        return [_row(scored) for scored in found]

    def ranked(
        self,
        rows: Sequence[str],
        rack: str,
        store: Any,
        limit: int | None = None,
        ruleset: str = "it-figs",
        **more: Any,
    ) -> list[Row]:
        found = self.search.ranked_moves(load_ruleset(ruleset), Board(rows), Rack(rack), store, limit, **more)
        return [_row(scored) for scored in found]


def _row(scored: Any) -> Row:
    move, score = scored
    return move.row, move.col, move.direction.value, move.word, score


PLAIN = Build("plain", lexicon_builds.load_plain(builds.MODULES))
BUILDS = [PLAIN]
if IS_COMPILED:
    BUILDS.append(Build("compiled", {name: import_module(name) for name in builds.MODULES}))
