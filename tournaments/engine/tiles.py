"""Tiles: a rack and a bag are immutable multisets of letters; `?` is the jolly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from string import ascii_uppercase

from tournaments.engine.errors import TilesError

BLANK = "?"
TILES = frozenset(ascii_uppercase + BLANK)


class Rack:
    """The letters in play, in the order in which they were announced."""

    __slots__ = ("_counts", "letters")

    letters: str

    def __init__(self, letters: str = "") -> None:
        if not TILES.issuperset(letters):
            wrong = next(letter for letter in letters if letter not in TILES)
            raise TilesError("rack_letter", f"A rack holds the letters A–Z and {BLANK}, not {wrong!r}.")
        self.letters = letters
        self._counts: Counter[str] | None = None

    @property
    def counts(self) -> Mapping[str, int]:
        if self._counts is None:
            self._counts = Counter(self.letters)
        return self._counts

    @property
    def blanks(self) -> int:
        return self.letters.count(BLANK)

    def holds(self, tiles: str) -> bool:
        """Whether all of `tiles` (a jolly written as `?`) can be taken from the rack."""
        counts = self.counts
        return all(counts.get(letter, 0) >= n for letter, n in Counter(tiles).items())

    def without(self, tiles: str) -> Rack:
        """The rack once `tiles` are taken from it; the rest keeps its order."""
        left = self.letters
        for tile in tiles:
            if tile not in left:
                raise TilesError("not_in_rack", f"{tile} is not in the rack {self.letters}.")
            left = left.replace(tile, "", 1)
        return Rack(left)

    def with_tiles(self, tiles: str) -> Rack:
        return Rack(self.letters + tiles)

    def sorted(self) -> str:
        """Alphabetical, jollies last: the form for comparing racks."""
        return "".join(sorted(self.letters.replace(BLANK, ""))) + BLANK * self.blanks

    def __len__(self) -> int:
        return len(self.letters)

    def __iter__(self) -> Iterator[str]:
        return iter(self.letters)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rack) and self.letters == other.letters

    def __hash__(self) -> int:
        return hash(self.letters)

    def __str__(self) -> str:
        return self.letters

    def __repr__(self) -> str:
        return f"Rack({self.letters!r})"


class Bag:
    """The tiles not yet drawn, in the order of the set: the list that a draw chooses from."""

    __slots__ = ("letters",)

    letters: str

    def __init__(self, letters: str = "") -> None:
        self.letters = letters

    def count(self, letter: str) -> int:
        return self.letters.count(letter)

    def without(self, tiles: Iterable[str]) -> Bag:
        left = self.letters
        for tile in tiles:
            if tile not in left:
                raise TilesError("not_in_bag", f"No {tile} is left in the bag.")
            left = left.replace(tile, "", 1)
        return Bag(left)

    def with_tiles(self, tiles: Iterable[str], order: str) -> Bag:
        """The bag with `tiles` put back; `order` is the set's letters, so that equal bags stay equal."""
        everything = self.letters + "".join(tiles)
        return Bag("".join([letter * everything.count(letter) for letter in order]))

    def __len__(self) -> int:
        return len(self.letters)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bag) and self.letters == other.letters

    def __hash__(self) -> int:
        return hash(self.letters)

    def __repr__(self) -> str:
        return f"Bag({self.letters!r})"
