"""Rule sets and profiles: what the files hold (RULES §1, §4), and what is refused, naming file and key."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

from tournaments.engine import definition
from tournaments.engine.definition import Table
from tournaments.engine.errors import DefinitionError
from tournaments.engine.profile import SETTING_KEYS, load_profile, profile_slugs, read_profile
from tournaments.engine.ruleset import load_ruleset, read_ruleset, ruleset_slugs

ITALIAN = "A14 B3 C6 D3 E11 F3 G2 H2 I12 L5 M5 N5 O15 P3 Q1 R6 S6 T6 U5 V3 Z2"
ITALIAN_VALUES = {1: "AEIO", 2: "CRST", 3: "LMNU", 5: "BDFPV", 8: "GHZ", 10: "Q"}
ROMANIAN = (
    "A11/1 B2/9 C5/1 D4/2 E9/1 F2/8 G2/9 H1/10 I10/1 J1/10 L4/1 M3/4 N6/1 O5/1 P4/2 R7/1 S5/1 T7/1 U6/1 "
    "V2/8 X1/10 Z1/10"
)
FRENCH = {
    1: "E15 A9 I8 N6 O6 R6 S6 T6 U6 L5", 2: "D3 M3 G2", 3: "B2 C2 P2", 4: "F2 H2 V2", 8: "J1 Q1",
    10: "K1 W1 X1 Y1 Z1",
}  # fmt: skip
ENGLISH = {
    1: "E12 A9 I9 O8 N6 R6 T6 L4 S4 U4", 2: "D4 G3", 3: "B2 C2 M2 P2", 4: "F2 H2 V2 W2 Y2", 5: "K1",
    8: "J1 X1", 10: "Q1 Z1",
}  # fmt: skip


def expected_sets() -> dict[str, dict[str, tuple[int, int]]]:
    """Count and value of each letter, from the text of RULES §1."""
    values = {letter: value for value, letters in ITALIAN_VALUES.items() for letter in letters}
    italian = {item[0]: (int(item[1:]), values[item[0]]) for item in ITALIAN.split()}
    romanian = {
        item[0]: (int(item[1:].split("/")[0]), int(item.split("/")[1])) for item in ROMANIAN.split()
    }
    others = [
        {item[0]: (int(item[1:]), value) for value, items in rows.items() for item in items.split()}
        for rows in (FRENCH, ENGLISH)
    ]
    return {
        "it-figs": italian,
        "it-figs-2008": italian,
        "ro-frs": romanian,
        "fr": others[0],
        "en": others[1],
    }


def test_the_sets_known() -> None:
    assert ruleset_slugs() == sorted(expected_sets())


@pytest.mark.parametrize(
    ("slug", "total"), [("it-figs", 120), ("it-figs-2008", 120), ("ro-frs", 100), ("fr", 102), ("en", 100)]
)
def test_counts_and_values_of_each_set(slug: str, total: int) -> None:
    rules = load_ruleset(slug)
    assert {letter.symbol: (letter.count, letter.value) for letter in rules.letters} == expected_sets()[slug]
    assert (rules.blanks, rules.tile_count, len(rules.full_bag())) == (2, total, total)
    assert (rules.rack_size, rules.bonus, rules.value("?"), rules.value("a")) == (7, 50, 0, 0)
    assert (rules.strict_turns, rules.strict_minimum, rules.loose_minimum) == (15, 2, 1)


@pytest.mark.parametrize("slug", ["it-figs", "it-figs-2008", "ro-frs", "fr", "en"])
def test_vowels_and_consonants(slug: str) -> None:
    rules = load_ruleset(slug)
    both = frozenset("Y") if slug in {"fr", "en"} else frozenset()
    letters = {letter.symbol for letter in rules.letters}
    assert rules.vowels == frozenset("AEIOU") | both
    assert rules.consonants == (letters - set("AEIOU")) | both


PREMIUM_SQUARES = {
    "T": "A1 H1 O1 A8 O8 A15 H15 O15",
    "D": "B2 C3 D4 E5 N2 M3 L4 K5 B14 C13 D12 E11 N14 M13 L12 K11 H8",
    "t": "F2 J2 B6 F6 J6 N6 B10 F10 J10 N10 F14 J14",
    "d": "D1 L1 G3 I3 A4 H4 O4 C7 G7 I7 M7 D8 L8 C9 G9 I9 M9 A12 H12 O12 G13 I13 D15 L15",
}


@pytest.mark.parametrize("slug", ["it-figs", "it-figs-2008", "ro-frs", "fr", "en"])
def test_the_premium_squares(slug: str) -> None:
    rules = load_ruleset(slug)
    expected = {
        (int(square[1:]) - 1, ord(square[0]) - ord("A")): sign
        for sign, squares in PREMIUM_SQUARES.items()
        for square in squares.split()
    }
    found = {
        (row, col): sign
        for row, line in enumerate(rules.premiums)
        for col, sign in enumerate(line)
        if sign != "."
    }
    assert found == expected
    assert Counter(found.values()) == {"T": 8, "D": 17, "t": 12, "d": 24}
    assert (rules.word_multiplier(0, 0), rules.letter_multiplier(0, 0)) == (3, 1)
    assert (rules.word_multiplier(1, 5), rules.letter_multiplier(1, 5)) == (1, 3)


def test_every_value_names_its_source() -> None:
    for slug in ruleset_slugs():
        sources = load_ruleset(slug).sources
        assert {"letters", "tiles", "blanks", "premiums", "bonus", "strict_turns"} <= set(sources)
        assert all(sources.values())
    for slug in profile_slugs():
        assert set(load_profile(slug).sources) == set(SETTING_KEYS)


def test_the_profiles() -> None:
    assert profile_slugs() == ["fisf-like", "multiplo"]
    multiplo, fisf = load_profile(), load_profile("fisf-like")
    assert multiplo.settings() == {
        "turn_seconds": 180,
        "signal_seconds": 30,
        "grace_seconds": 2,
        "too_few_letters": "relax",
        "blank_side": "one",
        "last_racks": "play",
        "master_move": "top",
        "tie_break": "automatic",
        "no_legal_move": "redraw",
        "solo_bonus": 0,
        "solo_minimum_players": 16,
        "declared_score": "correct",
        "unmarked_blank": "lowest",
        "first_move_reference": "optional",
        "wrong_reference": "zero",
        "wrong_reference_deduction": 5,
        "free_warnings": 0,
        "warning_deduction": 0,
        "ranking_tie": "shared",
        "result_shown_as": "total",
        "games": 1,
        "variant": "classic",
        "panel_decides": "own_score",
    }
    assert (fisf.solo_bonus, fisf.solo_minimum_players, fisf.wrong_reference) == (10, 16, "deduct")
    assert (fisf.wrong_reference_deduction, fisf.free_warnings, fisf.warning_deduction) == (5, 3, 5)


def test_an_events_own_choices() -> None:
    profile = load_profile().with_overrides({"turn_seconds": 120, "signal_seconds": 20})
    assert (profile.turn_seconds, profile.sources["turn_seconds"]) == (120, "event")
    assert load_profile().turn_seconds == 180


def raw(folder: str, slug: str) -> dict[str, Any]:
    file = resources.files("tournaments.engine") / folder / f"{slug}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def sourced(value: Any) -> dict[str, Any]:
    return {"value": value, "source": "test"}


def _change_premium(rules: dict[str, Any], row: int, text: str) -> None:
    rules["material"]["premiums"]["value"][row] = text


@pytest.mark.parametrize(
    ("spoil", "key", "problem"),
    [
        (lambda r: r.update(extra=1), "extra", "is not a known key"),
        (lambda r: r.pop("language"), "language", "is missing"),
        (lambda r: r.update(edition=""), "edition", "must be a text"),
        (lambda r: r.update(slug="en"), "slug", "is 'en' but the file is it-figs.toml"),
        (lambda r: r.update(notation="Z"), "notation", "must be one of M, F, R, not 'Z'"),
        (lambda r: r.update(material=3), "material", "must be a table"),
        (
            lambda r: r["material"].update(tiles=sourced(121)),
            "material.tiles",
            "says 121, but the letters and jollies add up to 120",
        ),
        (lambda r: r["material"].update(colour="red"), "material.colour", "is not a known key"),
        (
            lambda r: r["material"].update(bonus=50),
            "material.bonus",
            "must be written { value = …, source = … }",
        ),
        (
            lambda r: r["material"].update(bonus={"value": 50, "source": ""}),
            "material.bonus",
            "names no source",
        ),
        (
            lambda r: r["material"].update(blanks=sourced(-1)),
            "material.blanks",
            "must be a whole number from 0 to 20, not -1",
        ),
        (
            lambda r: r["material"].update(rack_size=sourced(True)),
            "material.rack_size",
            "must be a whole number from 1 to 8, not True",
        ),
        (
            lambda r: r["material"].update(rack_size=sourced(3)),
            "draw.strict_minimum",
            "asks for more letters than a rack of 3 holds",
        ),
        (
            lambda r: r["draw"].update(loose_minimum=sourced(3)),
            "draw.loose_minimum",
            "asks for more letters than strict_minimum",
        ),
        (lambda r: r["letters"].update({"È": {}}), "letters.È", "is not one of the letters A–Z"),
        (lambda r: r["letters"].update({"AB": {}}), "letters.AB", "is not one of the letters A–Z"),
        (
            lambda r: r["letters"]["A"].update(kind="liquid"),
            "letters.A.kind",
            "must be one of vowel, consonant, both, not 'liquid'",
        ),
        (
            lambda r: r["letters"]["A"].update(count=0),
            "letters.A.count",
            "must be a whole number from 1 to 50, not 0",
        ),
        (
            lambda r: r["letters"]["A"].update(value="1"),
            "letters.A.value",
            "must be a whole number from 1 to 50, not '1'",
        ),
        (lambda r: r["letters"]["A"].update(weight=1), "letters.A.weight", "is not a known key"),
        (
            lambda r: [letter.update(kind="vowel") for letter in r["letters"].values()],
            "letters.kind",
            "a set needs vowels and consonants",
        ),
        (
            lambda r: _change_premium(r, 0, "T..d...T...d..t"),
            "material.premiums",
            "must be symmetric in both axes and both diagonals",
        ),
        (
            lambda r: _change_premium(r, 7, "T..d.......d..T"),
            "material.premiums",
            "must double the word on the centre square",
        ),
        (lambda r: _change_premium(r, 0, "T"), "material.premiums", "must be 15 strings of 15 signs"),
        (
            lambda r: _change_premium(r, 0, "x..d...T...d..x"),
            "material.premiums",
            "knows the signs . d t D T, not 'x'",
        ),
        (lambda r: r["draw"].pop("strict_turns"), "draw.strict_turns", "is missing"),
        (lambda r: r["draw"].update(luck=sourced(1)), "draw.luck", "is not a known key"),
    ],
)
def test_a_rule_set_that_makes_no_sense_is_refused(
    spoil: Callable[[dict[str, Any]], object], key: str, problem: str
) -> None:
    rules = raw("rulesets", "it-figs")
    spoil(rules)
    with pytest.raises(DefinitionError) as refusal:
        read_ruleset(Table("it-figs.toml", rules))
    assert str(refusal.value) == f"it-figs.toml: {key}: {problem}"
    assert (refusal.value.file, refusal.value.key) == ("it-figs.toml", key)


@pytest.mark.parametrize(
    ("spoil", "key", "problem"),
    [
        (lambda p: p.update(extra=1), "extra", "is not a known key"),
        (lambda p: p.update(slug="other"), "slug", "is 'other' but the file is multiplo.toml"),
        (lambda p: p.update(version=0), "version", "must be a whole number from 1 to 10000, not 0"),
        (lambda p: p["settings"].pop("games"), "settings.games", "is missing"),
        (lambda p: p["settings"].update(gmaes=sourced(1)), "settings.gmaes", "is not a known key"),
        (
            lambda p: p["settings"].update(games=1),
            "settings.games",
            "must be written { value = …, source = … }",
        ),
        (
            lambda p: p["settings"].update(games=sourced(6)),
            "settings.games",
            "must be a whole number from 1 to 5, not 6",
        ),
        (
            lambda p: p["settings"].update(last_racks=sourced("maybe")),
            "settings.last_racks",
            "must be one of play, end, not 'maybe'",
        ),
        (
            lambda p: p["settings"].update(signal_seconds=sourced(180)),
            "settings.signal_seconds",
            "must be shorter than turn_seconds",
        ),
    ],
)
def test_a_profile_that_makes_no_sense_is_refused(
    spoil: Callable[[dict[str, Any]], object], key: str, problem: str
) -> None:
    profile = raw("profiles", "multiplo")
    spoil(profile)
    with pytest.raises(DefinitionError) as refusal:
        read_profile(Table("multiplo.toml", profile))
    assert str(refusal.value) == f"multiplo.toml: {key}: {problem}"


@pytest.mark.parametrize(
    ("overrides", "key"), [({"turn_second": 90}, "turn_second"), ({"turn_seconds": 5}, "turn_seconds")]
)
def test_an_events_choice_that_makes_no_sense_is_refused(overrides: dict[str, Any], key: str) -> None:
    with pytest.raises(DefinitionError) as refusal:
        load_profile().with_overrides(overrides)
    assert refusal.value.key == key


@pytest.mark.parametrize("slug", ["klingon", "../profiles/multiplo", ""])
def test_a_definition_that_does_not_exist_is_refused_with_the_known_ones(slug: str) -> None:
    with pytest.raises(DefinitionError) as refusal:
        load_ruleset(slug)
    assert str(refusal.value) == (
        f"{slug}.toml: slug: there is no such file among rulesets (en, fr, it-figs, it-figs-2008, ro-frs)"
    )


def test_a_file_that_is_not_toml_is_refused() -> None:
    with pytest.raises(DefinitionError) as refusal:
        definition.parse("x.toml", "slug = ")
    assert (refusal.value.file, refusal.value.key) == ("x.toml", "syntax")
