"""Reading rule sets and profiles: TOML tables whose every value names its source.

A value is written `key = { value = 180, source = "M-duplicate" }`. The readers here check types and
leave no key unread, so that a misspelt setting is an error and not a silent default.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from tournaments.engine.errors import DefinitionError


class Table:
    """One TOML table, each key of which must be taken exactly once."""

    def __init__(self, file: str, values: Mapping[str, Any], path: str = "") -> None:
        self.file = file
        self.path = path
        self._values = dict(values)
        self.sources: dict[str, str] = {}

    def error(self, key: str, problem: str) -> DefinitionError:
        return DefinitionError(self.file, f"{self.path}{key}", problem)

    def take(self, key: str) -> Any:
        if key not in self._values:
            raise self.error(key, "is missing")
        return self._values.pop(key)

    def table(self, key: str) -> Table:
        values = self.take(key)
        if not isinstance(values, dict):
            raise self.error(key, "must be a table")
        return Table(self.file, values, f"{self.path}{key}.")

    def sourced(self, key: str) -> Any:
        """The value of a `{ value, source }` pair; the source is kept in `sources`."""
        pair = self.take(key)
        if not isinstance(pair, dict) or set(pair) != {"value", "source"}:
            raise self.error(key, "must be written { value = …, source = … }")
        if not isinstance(pair["source"], str) or not pair["source"]:
            raise self.error(key, "names no source")
        self.sources[key] = pair["source"]
        return pair["value"]

    def text(self, key: str) -> str:
        value = self.take(key)
        if not isinstance(value, str) or not value:
            raise self.error(key, "must be a text")
        return value

    def whole(self, key: str, value: Any, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.error(key, f"must be a whole number from {low} to {high}, not {value!r}")
        return value

    def choice(self, key: str, value: Any, allowed: Sequence[str]) -> str:
        if value not in allowed:
            raise self.error(key, f"must be one of {', '.join(allowed)}, not {value!r}")
        return str(value)

    def remaining(self) -> list[str]:
        return list(self._values)

    def close(self) -> None:
        """Refuse whatever nobody asked for."""
        for key in self._values:
            raise self.error(key, "is not a known key")


def read_file(folder: str, slug: str) -> Table:
    """The definition `slug` among the data files of this package."""
    file = f"{slug}.toml"
    known = available(folder)
    if slug not in known:
        raise DefinitionError(file, "slug", f"there is no such file among {folder} ({', '.join(known)})")
    path = resources.files("tournaments.engine") / folder / file
    return parse(file, path.read_text(encoding="utf-8"))


def parse(file: str, text: str) -> Table:
    try:
        return Table(file, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise DefinitionError(file, "syntax", str(error)) from error


def available(folder: str) -> list[str]:
    files = (resources.files("tournaments.engine") / folder).iterdir()
    return sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))
