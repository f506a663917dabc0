"""Imports go one way.

Pure lexicon → engine → enums → models → selectors, services → api, live, tasks → views, admin.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("lexicon", "tournaments", "duplicato")
FRAMEWORKS = {"django", "rest_framework", "celery", "kombu", "duplicato", "environs", "axes"}
# The engine is given its time, its randomness and its data.
WORLD = {"time", "datetime", "random", "secrets", "os", "socket", "threading", "asyncio", "sqlite3"}

LAYERS = (
    ("pure lexicon", ()),  # every module of the lexicon that no other layer names
    ("engine", ("tournaments.engine",)),
    ("enums", ("tournaments.enums",)),
    ("models", ("lexicon.models", "lexicon.catalog", "lexicon.errors", "lexicon.access", "tournaments.models",
                "duplicato.celery")),
    ("selectors, services", ("lexicon.explain", "lexicon.exports", "lexicon.reports", "lexicon.selectors",
                             "lexicon.services", "tournaments.selectors", "tournaments.services")),
    ("api, live, tasks", ("lexicon.api", "lexicon.tasks", "tournaments.api", "tournaments.live",
                          "tournaments.tasks")),
    ("bots", ("tournaments.bots",)),  # they call the API, they do not import it
    ("views, admin", ("lexicon.views", "lexicon.admin", "lexicon.urls", "lexicon.management",
                      "lexicon.templatetags", "tournaments.views", "tournaments.admin",
                      "tournaments.management", "tournaments.templatetags")),
    ("project", ("lexicon.apps", "tournaments.apps", "tournaments.checks", "duplicato")),
)  # fmt: skip
PURE, ENGINE = 0, 1


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def exists(module: str) -> bool:
    path = ROOT.joinpath(*module.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def modules() -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Every module of ours with what it imports, and on which line."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                yield module_name(path), list(imports(path))


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """`from package import module` counts as the module."""
    folder = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = folder[: len(folder) + 1 - node.level] if node.level else ()
            source = ".".join((*above, *([node.module] if node.module else [])))
            for alias in node.names:
                name = f"{source}.{alias.name}"
                yield (name if exists(name) else source), node.lineno


def layer(module: str) -> int | None:
    """The layer of one of our modules; the most exact name decides. None for a bare package."""
    if module in {"lexicon", "tournaments"}:
        return None
    named = [
        (len(prefix), number)
        for number, (_, prefixes) in enumerate(LAYERS)
        for prefix in prefixes
        if module == prefix or module.startswith(f"{prefix}.")
    ]
    if named:
        return max(named)[1]
    assert module.startswith("lexicon."), f"{module} belongs to no layer: name it in LAYERS"
    return PURE


def test_imports_go_one_way() -> None:
    wrong = []
    for module, imported_modules in modules():
        own = layer(module)
        for imported, line in imported_modules:
            if imported.split(".")[0] not in PACKAGES or own is None:
                continue
            other = layer(imported)
            if other is not None and other > own:
                wrong.append(f"{module}:{line} ({LAYERS[own][0]}) imports {imported} ({LAYERS[other][0]})")
    assert wrong == []


def test_the_lexicon_knows_nothing_of_tournaments() -> None:
    wrong = [
        f"{module}:{line} imports {imported}"
        for module, imported_modules in modules()
        if module.split(".")[0] == "lexicon"
        for imported, line in imported_modules
        if imported.split(".")[0] == "tournaments"
    ]
    assert wrong == []


def test_engine_and_pure_lexicon_import_no_framework() -> None:
    wrong = [
        f"{module}:{line} imports {imported}"
        for module, imported_modules in modules()
        if layer(module) in {PURE, ENGINE}
        for imported, line in imported_modules
        if imported.split(".")[0] in FRAMEWORKS
    ]
    assert wrong == []


def test_the_engine_reads_no_clock_and_no_global_randomness() -> None:
    wrong = [
        f"{module}:{line} imports {imported}"
        for module, imported_modules in modules()
        if layer(module) == ENGINE
        for imported, line in imported_modules
        if imported.split(".")[0] in WORLD
    ]
    assert wrong == []


def test_no_module_is_called_utils_helpers_or_common() -> None:
    names = {part for module, _ in modules() for part in module.split(".")}
    assert names & {"utils", "helpers", "common"} == set()


def test_every_pure_module_is_checked_strictly() -> None:
    """mypy's strict list names the pure modules: a new one must join it."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    strict = [override for override in settings["overrides"] if override.get("disallow_untyped_defs")]
    covered = [name.removesuffix(".*") for override in strict for name in override["module"]]
    loose = [
        module
        for module, _ in modules()
        if layer(module) in {PURE, ENGINE}
        and not any(module == name or module.startswith(f"{name}.") for name in covered)
    ]
    assert loose == []
