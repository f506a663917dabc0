"""The modules of the search that are compiled where a compiler is at hand, in the order of their imports."""

from __future__ import annotations

from lexicon import builds

MODULES = (
    *builds.MODULES,
    "tournaments.engine.subracks",
    "tournaments.engine.position",
    "tournaments.engine.bounds",
    "tournaments.engine.slots",
    "tournaments.engine.families",
    "tournaments.engine.opened",
    "tournaments.engine.search",
)
