"""Tiles: a rack and a bag are immutable multisets of letters; `?` is the jolly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from tournaments.engine.errors import TilesError

BLANK = "?"


class Rack:
    """The letters in play, in the order in which they were announced."""

    __slots__ = ("_counts", "letters")

    letters: str

    def __init__(self, letters: str = "") -> None:
        for letter in letters:
            if letter != BLANK and not ("A" <= letter <= "Z"):
                raise TilesError("rack_letter", f"A rack holds the letters A–Z and {BLANK}, not {letter!r}.")
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
        remaining = list(self.letters)
        for tile in tiles:
            if tile not in remaining:
                raise TilesError("not_in_rack", f"{tile} is not in the rack {self.letters}.")
            remaining.remove(tile)
        return Rack("".join(remaining))

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
    """The tiles not yet drawn: how many of each letter, in the order of the set."""

    __slots__ = ("_counts",)

    def __init__(self, counts: Mapping[str, int]) -> None:
        if counts and min(counts.values()) < 0:
            letter, count = next((letter, count) for letter, count in counts.items() if count < 0)
            raise TilesError("bag_count", f"A bag cannot hold {count} tiles of {letter}.")
        self._counts = {letter: count for letter, count in counts.items() if count}

    @property
    def counts(self) -> Mapping[str, int]:
        return self._counts

    @property
    def letters(self) -> str:
        """Every tile, in the order of the set: the list that a draw chooses from."""
        return "".join(letter * count for letter, count in self._counts.items())

    def count(self, letter: str) -> int:
        return self._counts.get(letter, 0)

    def without(self, tiles: Iterable[str]) -> Bag:
        counts = dict(self._counts)
        for tile in tiles:
            left = counts.get(tile, 0)
            if left == 0:
                raise TilesError("not_in_bag", f"No {tile} is left in the bag.")
            counts[tile] = left - 1
        return Bag(counts)

    def with_tiles(self, tiles: Iterable[str], order: str) -> Bag:
        """The bag with `tiles` put back; `order` is the set's letters, so that equal bags stay equal."""
        counts = Counter(self._counts)
        counts.update(tiles)
        return Bag({letter: counts[letter] for letter in order})

    def __len__(self) -> int:
        return sum(self._counts.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bag) and dict(self._counts) == dict(other._counts)

    def __hash__(self) -> int:
        return hash(tuple(sorted(self._counts.items())))

    def __repr__(self) -> str:
        return f"Bag({self._counts!r})"
