"""Two builds of one source: the compiled one is really typed, and both give the same lists in the same order."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.core.checks import Warning

from lexicon import builds as lexicon_builds
from lexicon import layout
from lexicon.store import from_words
from tests.engine.natural_positions import italian_like_words, natural_positions
from tests.engine.search_builds import BUILDS, IS_COMPILED, NOT_COMPILED, PLAIN
from tournaments import checks
from tournaments.engine import builds
from tournaments.engine.ruleset import load_ruleset

ROOT = Path(__file__).parents[2]
GAMES_A_PART = 20
POSITIONS_A_PART = 500  # at least; four parts make 2,000

compiled = pytest.mark.skipif(not IS_COMPILED, reason=NOT_COMPILED)


def types_file(name: str) -> Path:
    return ROOT.joinpath(*name.split(".")).with_suffix(".pxd")


def test_every_module_with_types_is_listed() -> None:
    """A .pxd that builds.py does not name would be compiled and never compared."""
    found = {path for folder in ("lexicon", "tournaments/engine") for path in (ROOT / folder).glob("*.pxd")}
    assert found == {types_file(name) for name in builds.MODULES}


def untyped(module: ModuleType, declarations: str) -> list[str]:
    """What `declarations` says is typed and the module still holds as Python objects."""
    wrong = []
    for part in re.split(r"^cdef class ", declarations, flags=re.MULTILINE)[1:]:
        name = part.partition(":")[0]
        kind = getattr(module, name)
        # Python's own classes keep their attributes in a dictionary, extension types in a C structure.
        if kind.__dictoffset__ != 0:
            wrong.append(name)
        hidden = re.findall(r"^    cdef .*?(\w+)\(", part, flags=re.MULTILINE)
        hidden += re.findall(r"^    cdef (?!readonly|public)[^(\n]*?(\w+)$", part, flags=re.MULTILINE)
        wrong += [f"{name}.{each}" for each in hidden if hasattr(kind, each)]
    return wrong


@compiled
@pytest.mark.parametrize("name", builds.MODULES)
def test_the_compiled_build_is_typed(name: str) -> None:
    """Compiled without its .pxd a module works, 30 times slower: its classes would be Python's own."""
    declarations = types_file(name).read_text(encoding="utf-8")
    assert "cdef class" in declarations
    assert untyped(import_module(name), declarations) == []


@pytest.mark.parametrize("name", builds.MODULES)
def test_the_check_of_types_notices_plain_classes(name: str) -> None:
    plain = lexicon_builds.load_plain(builds.MODULES)[name]
    assert untyped(plain, types_file(name).read_text(encoding="utf-8")) != []


@compiled
@pytest.mark.parametrize("part", range(4))
def test_compiled_and_plain_agree_on_natural_positions(part: int) -> None:
    words = italian_like_words()
    games = range(part * GAMES_A_PART + 1, (part + 1) * GAMES_A_PART + 1)
    positions = natural_positions(from_words(words), games)
    assert len(positions) >= POSITIONS_A_PART
    rules = load_ruleset()
    stores = [(build, build.lexicon(words)) for build in BUILDS]
    for number, (board, rack) in enumerate(positions):
        plain, typed = (build.search.best_moves(rules, board, rack, store) for build, store in stores)
        assert (board, rack, typed) == (board, rack, plain)
        if number % 10 == 0:
            plain, typed = (build.search.ranked_moves(rules, board, rack, store, 50) for build, store in stores)
            assert (board, rack, typed) == (board, rack, plain)


def processor_seconds(act: Callable[[], object]) -> float:
    """The processor's time, not the wall's: a busy machine changes it little."""
    best = []
    for _ in range(3):
        began = time.process_time()
        act()
        best.append(time.process_time() - began)
    return min(best)


@compiled
def test_the_compiled_build_takes_a_small_part_of_the_plain_ones_work() -> None:
    """About a hundredth; without types it would be a third. A twentieth tells the two apart on any machine."""
    words, rules = italian_like_words(), load_ruleset()
    positions = natural_positions(from_words(words), range(1, 2))
    seconds = {}
    for build in BUILDS:
        store = build.lexicon(words)

        def search(build: Any = build, store: Any = store) -> None:
            for board, rack in positions:
                build.search.best_moves(rules, board, rack, store)

        seconds[build.name] = processor_seconds(search)
    assert seconds["compiled"] < seconds["plain"] / 20


@compiled
def test_nothing_is_said_where_everything_is_compiled() -> None:
    assert checks.search_is_compiled() == []


def test_the_check_names_the_modules_that_are_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("tests.engine.search_builds", "tests.engine.brute_force")
    monkeypatch.setattr(builds, "MODULES", names)
    [message] = checks.search_is_compiled()
    assert isinstance(message, Warning)
    assert message.id == "tournaments.W001"
    assert message.msg == (
        "The search runs as plain Python, about a hundred times slower; not compiled: "
        "tests.engine.search_builds, tests.engine.brute_force."
    )


def test_the_plain_build_is_plain() -> None:
    assert not any(hasattr(PLAIN.search, name) for name in ("__pyx_capi__", "__test__"))
    assert PLAIN.search.__file__ == str(ROOT / "tournaments" / "engine" / "search.py")


def test_families_and_store_mean_the_same_second_filter() -> None:
    families = lexicon_builds.load_plain(builds.MODULES)["tournaments.engine.families"]
    assert families.ONE_SHORT == layout.ONE_SHORT
