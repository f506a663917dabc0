"""The event profile: every choice that the sources leave to the organiser, each with its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from tournaments.engine import definition
from tournaments.engine.definition import Table

CHOICES: Mapping[str, tuple[str, ...]] = {
    "too_few_letters": ("relax", "end", "ask"),
    "blank_side": ("one", "both"),
    "last_racks": ("play", "end"),
    "master_move": ("top", "best_slip"),
    "tie_break": ("automatic", "arbiter"),
    "no_legal_move": ("redraw", "end"),
    "declared_score": ("correct", "warn"),
    "unmarked_blank": ("lowest", "warn", "zero"),
    "first_move_reference": ("optional", "required"),
    "wrong_reference": ("zero", "deduct"),
    "ranking_tie": ("shared", "tops_then_best_move"),
    "variant": ("classic", "joker", "seven_of_eight", "seven_and_eight", "blitz"),
    "panel_decides": ("own_score", "everything"),
    "result_shown_as": ("total", "percent", "below_top"),
}
RANGES: Mapping[str, tuple[int, int]] = {
    "turn_seconds": (10, 1800),
    "signal_seconds": (0, 600),
    "grace_seconds": (0, 60),
    "solo_bonus": (0, 100),
    "solo_minimum_players": (0, 10000),
    "wrong_reference_deduction": (0, 100),
    "free_warnings": (0, 1000),
    "warning_deduction": (0, 100),
    "games": (1, 5),
}


@dataclass(frozen=True, slots=True)
class Profile:
    """Where two values are named in a comment the first is the default profile's."""

    slug: str
    version: int
    turn_seconds: int
    signal_seconds: int
    grace_seconds: int
    too_few_letters: str  # relax the 2+2 rule to 1+1 | end the game | ask the arbiter
    blank_side: str  # a jolly counts for one side | for both at once
    last_racks: str  # fewer than seven tiles left: play them | end
    master_move: str  # computed top | best slip handed in
    tie_break: str  # automatic | the arbiter chooses
    no_legal_move: str  # zero for all and redraw | end the game
    solo_bonus: int
    solo_minimum_players: int
    declared_score: str  # corrected and noted | warning
    unmarked_blank: str  # lowest-scoring reading | lowest and a warning | zero
    first_move_reference: str  # optional, best placement | as any other
    wrong_reference: str  # zero | deduct where the declared score fits exactly one placement
    wrong_reference_deduction: int
    free_warnings: int
    warning_deduction: int  # 0: warnings are only noted
    ranking_tie: str
    result_shown_as: str
    games: int
    variant: str
    panel_decides: str  # only where the arbiter's own score is touched | everything
    sources: Mapping[str, str]

    def settings(self) -> dict[str, int | str]:
        """The settings as plain data: what an event stores and a log row carries."""
        return {key: getattr(self, key) for key in SETTING_KEYS}

    def with_overrides(self, overrides: Mapping[str, Any]) -> Profile:
        """This profile with an event's own choices; DefinitionError names a key that is unknown or wrong."""
        table = Table(f"{self.slug} (overrides)", overrides)
        values = self.settings() | {key: table.take(key) for key in table.remaining() if key in SETTING_KEYS}
        table.close()
        sources = {**self.sources, **dict.fromkeys(overrides, "event")}
        return _checked(table, self.slug, self.version, values, sources)


SETTING_KEYS = tuple(f.name for f in fields(Profile) if f.name not in {"slug", "version", "sources"})


@cache
def load_profile(slug: str = "multiplo") -> Profile:
    return read_profile(definition.read_file("profiles", slug))


def profile_slugs() -> list[str]:
    return definition.available("profiles")


def read_profile(table: Table) -> Profile:
    slug = table.text("slug")
    if table.file != f"{slug}.toml":
        raise table.error("slug", f"is {slug!r} but the file is {table.file}")
    version = table.whole("version", table.take("version"), 1, 10000)
    settings = table.table("settings")
    values = {key: settings.sourced(key) for key in SETTING_KEYS}
    settings.close()
    table.close()
    return _checked(settings, slug, version, values, settings.sources)


def _checked(
    table: Table, slug: str, version: int, values: Mapping[str, Any], sources: Mapping[str, str]
) -> Profile:
    for key, (low, high) in RANGES.items():
        table.whole(key, values[key], low, high)
    for key, allowed in CHOICES.items():
        table.choice(key, values[key], allowed)
    if values["signal_seconds"] >= values["turn_seconds"]:
        raise table.error("signal_seconds", "must be shorter than turn_seconds")
    return Profile(slug=slug, version=version, sources=dict(sources), **values)
