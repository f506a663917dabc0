"""Rule sets: the material of a game, read from data files that name the source of each value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from lexicon.alphabet import LETTERS
from tournaments.engine import definition
from tournaments.engine.board import CENTRE, SIZE
from tournaments.engine.definition import Table
from tournaments.engine.problem import ARTICLE_CODES
from tournaments.engine.tiles import BLANK, Bag

KINDS = ("vowel", "consonant", "both")
# The premium squares' signs: (letter multiplier, word multiplier).
PREMIUMS: Mapping[str, tuple[int, int]] = {".": (1, 1), "d": (2, 1), "t": (3, 1), "D": (1, 2), "T": (1, 3)}


@dataclass(frozen=True, slots=True)
class Letter:
    symbol: str
    count: int
    value: int
    is_vowel: bool
    is_consonant: bool


@dataclass(frozen=True, slots=True)
class RuleSet:
    slug: str
    name: Mapping[str, str]
    language: str
    edition: str
    letters: tuple[Letter, ...]
    blanks: int
    rack_size: int
    bonus: int
    premiums: tuple[str, ...]
    notation: str
    strict_turns: int
    strict_minimum: int
    loose_minimum: int
    articles: Mapping[str, str]
    sources: Mapping[str, str]
    tile_order: str = field(compare=False)  # the set's letters in order, the jolly last
    values: Mapping[str, int] = field(compare=False)
    vowels: frozenset[str] = field(compare=False)
    consonants: frozenset[str] = field(compare=False)

    @property
    def tile_count(self) -> int:
        return sum(letter.count for letter in self.letters) + self.blanks

    def full_bag(self) -> Bag:
        return Bag("".join([letter.symbol * letter.count for letter in self.letters]) + BLANK * self.blanks)

    def value(self, tile: str) -> int:
        """Points of a tile; a jolly, `?` or a small letter, is worth nothing (F12)."""
        return self.values.get(tile, 0)

    def letter_multiplier(self, row: int, col: int) -> int:
        return PREMIUMS[self.premiums[row][col]][0]

    def word_multiplier(self, row: int, col: int) -> int:
        return PREMIUMS[self.premiums[row][col]][1]

    def article(self, code: str) -> str:
        """The article that a verdict of this code cites."""
        return self.articles[code]


@cache
def load_ruleset(slug: str = "it-figs") -> RuleSet:
    return read_ruleset(definition.read_file("rulesets", slug))


def ruleset_slugs() -> list[str]:
    return definition.available("rulesets")


def read_ruleset(table: Table) -> RuleSet:
    slug = table.text("slug")
    if table.file != f"{slug}.toml":
        raise table.error("slug", f"is {slug!r} but the file is {table.file}")
    material = table.table("material")
    letters = _read_letters(table.table("letters"), material)
    blanks = material.whole("blanks", material.sourced("blanks"), 0, 20)
    total = material.whole("tiles", material.sourced("tiles"), 1, 400)
    held = sum(letter.count for letter in letters) + blanks
    if held != total:
        raise material.error("tiles", f"says {total}, but the letters and jollies add up to {held}")
    premiums = _read_premiums(material)
    draw = table.table("draw")
    articles = table.table("articles")
    ruleset = RuleSet(
        slug=slug,
        name=_read_name(table.table("name")),
        language=table.text("language"),
        edition=table.text("edition"),
        letters=letters,
        blanks=blanks,
        rack_size=material.whole("rack_size", material.sourced("rack_size"), 1, 8),
        bonus=material.whole("bonus", material.sourced("bonus"), 0, 1000),
        premiums=premiums,
        notation=table.choice("notation", table.take("notation"), ("M", "F", "R")),
        strict_turns=draw.whole("strict_turns", draw.sourced("strict_turns"), 0, 100),
        strict_minimum=draw.whole("strict_minimum", draw.sourced("strict_minimum"), 0, 3),
        loose_minimum=draw.whole("loose_minimum", draw.sourced("loose_minimum"), 0, 3),
        articles={code: articles.text(code) for code in sorted(ARTICLE_CODES)},
        sources=material.sources | draw.sources,
        tile_order="".join(letter.symbol for letter in letters) + BLANK,
        values={letter.symbol: letter.value for letter in letters},
        vowels=frozenset(letter.symbol for letter in letters if letter.is_vowel),
        consonants=frozenset(letter.symbol for letter in letters if letter.is_consonant),
    )
    for part in (material, draw, articles, table):
        part.close()
    for key in ("strict_minimum", "loose_minimum"):
        if 2 * getattr(ruleset, key) > ruleset.rack_size:
            raise draw.error(key, f"asks for more letters than a rack of {ruleset.rack_size} holds")
    if ruleset.loose_minimum > ruleset.strict_minimum:
        raise draw.error("loose_minimum", "asks for more letters than strict_minimum")
    return ruleset


def _read_name(table: Table) -> dict[str, str]:
    return {"it": table.text("it"), "en": table.text("en")}


def _read_letters(table: Table, material: Table) -> tuple[Letter, ...]:
    material.sources["letters"] = material.text("letters_source")
    letters = []
    for symbol in table.remaining():
        if symbol not in LETTERS or len(symbol) != 1:
            raise table.error(symbol, "is not one of the letters A–Z")
        row = table.table(symbol)
        kind = row.choice("kind", row.take("kind"), KINDS)
        letters.append(
            Letter(
                symbol=symbol,
                count=row.whole("count", row.take("count"), 1, 50),
                value=row.whole("value", row.take("value"), 1, 50),
                is_vowel=kind != "consonant",
                is_consonant=kind != "vowel",
            )
        )
        row.close()
    if not any(letter.is_vowel for letter in letters) or not any(letter.is_consonant for letter in letters):
        raise table.error("kind", "a set needs vowels and consonants")
    return tuple(sorted(letters, key=lambda letter: letter.symbol))


def _read_premiums(material: Table) -> tuple[str, ...]:
    rows = material.sourced("premiums")
    if not isinstance(rows, list) or len(rows) != SIZE or any(len(str(row)) != SIZE for row in rows):
        raise material.error("premiums", f"must be {SIZE} strings of {SIZE} signs")
    for row in rows:
        for sign in row:
            if sign not in PREMIUMS:
                raise material.error("premiums", f"knows the signs {' '.join(PREMIUMS)}, not {sign!r}")
    mirrored = [row[::-1] for row in rows]
    transposed = ["".join(column) for column in zip(*rows, strict=True)]
    if not rows == rows[::-1] == mirrored == transposed:
        raise material.error("premiums", "must be symmetric in both axes and both diagonals")
    if rows[CENTRE[0]][CENTRE[1]] != "D":
        raise material.error("premiums", "must double the word on the centre square")
    return tuple(rows)
