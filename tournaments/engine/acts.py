"""Reading the acts of a game's log: each value checked for its kind before it is used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.engine.errors import EngineError, TilesError
from tournaments.engine.tiles import Rack

Act = Mapping[str, Any]


class ReplayError(EngineError):
    """An act that does not fit the game as the acts before it left it."""


def text(act: Act, key: str) -> str:
    value = act.get(key)
    if not isinstance(value, str) or not value:
        raise shape_error(act, key, "a text")
    return value


def flag(act: Act, key: str) -> bool:
    value = act.get(key)
    if not isinstance(value, bool):
        raise shape_error(act, key, "true or false")
    return value


def whole(act: Act, key: str, *, low: int) -> int:
    value = act.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or value < low:
        raise shape_error(act, key, f"a whole number from {low}")
    return value


def points_by_entry(act: Act, key: str) -> dict[str, int]:
    values = act.get(key)
    if not isinstance(values, Mapping) or not all(isinstance(entry, str) for entry in values):
        raise shape_error(act, key, "points by entry")
    return {entry: whole(values, entry, low=0) for entry in values}


def mappings(act: Act, key: str) -> list[Act]:
    values = act.get(key)
    if not isinstance(values, list) or not all(isinstance(value, Mapping) for value in values):
        raise shape_error(act, key, "a list of objects")
    return values


def rack_of(act: Act, size: int) -> Rack:
    try:
        rack = Rack(text(act, "rack"))
    except TilesError as error:
        raise ReplayError("act_shape", str(error)) from error
    if len(rack) != size:
        raise ReplayError("act_tiles", f"The rack {rack} has {len(rack)} letters; {size} could be drawn.")
    return rack


def shape_error(act: Act, key: str, wanted: str) -> ReplayError:
    return ReplayError("act_shape", f"The act {act.get('act', '')!r} needs {key}: {wanted}.")
