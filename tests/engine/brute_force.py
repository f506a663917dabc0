"""An independent move generator for the tests: tries every word on every square, and shares no code with the search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

LETTER_PREMIUMS = {"d": 2, "t": 3}
WORD_PREMIUMS = {"D": 2, "T": 3}

# (row, column, "across" or "down", word with jollies in small letters) to score
Moves = dict[tuple[int, int, str, str], int]


class Referee:
    """The rules of RULES.md §§1–3 on a grid of characters."""

    def __init__(
        self,
        premiums: Collection[str],
        values: Mapping[str, int],
        words: Collection[str],
        *,
        bonus: int = 50,
        bonus_tiles: int = 7,
    ) -> None:
        self.premiums = list(premiums)
        self.values = values
        self.words = set(words)
        self.bonus = bonus
        self.bonus_tiles = bonus_tiles

    def all_moves(self, rows: Collection[str], rack: str) -> Moves:
        grid = [list(row) for row in rows]
        best: dict[tuple[int, int, str, str], tuple[int, int, list[int], str]] = {}
        for direction in ("across", "down"):
            lines = grid if direction == "across" else [list(column) for column in zip(*grid, strict=True)]
            for number, line in enumerate(lines):
                if not self._can_touch(lines, number):
                    continue
                for word in self.words:
                    for start in range(15 - len(word) + 1):
                        if not self.allows(lines, number, start, word):
                            continue
                        row, col = (number, start) if direction == "across" else (start, number)
                        for written, blanks in self._readings(line, start, word, rack):
                            score = self._score(lines, number, start, written)
                            if score is None:
                                continue
                            key = (row, col, direction, word)
                            # Best score, fewest jollies, earliest jollies.
                            rank = (-score, len(blanks), blanks, written)
                            if key not in best or rank < best[key]:
                                best[key] = rank
        moves = {(r, c, d, rank[3]): -rank[0] for (r, c, d, _), rank in best.items()}
        return self._one_tile_once(grid, moves)

    def allows(self, lines: list[list[str]], number: int, start: int, word: str) -> bool:
        """Whether the word may be laid there, whatever the rack holds."""
        return self._lies(lines[number], start, word) and self._score(lines, number, start, word) is not None

    def _can_touch(self, lines: list[list[str]], number: int) -> bool:
        tiles = [any(square != "." for square in line) for line in lines]
        return any(tiles[max(0, number - 1) : number + 2]) if any(tiles) else number == 7

    def _lies(self, line: list[str], start: int, word: str) -> bool:
        end = start + len(word)
        if (start > 0 and line[start - 1] != ".") or (end < 15 and line[end] != "."):
            return False
        under = line[start:end]
        return "." in under and all(t == "." or t.upper() == c for t, c in zip(under, word, strict=True))

    def _readings(self, line: list[str], start: int, word: str, rack: str) -> Iterator[tuple[str, list[int]]]:
        """Every way of laying the word: which of its new letters are jollies."""
        new = [i for i in range(len(word)) if line[start + i] == "."]
        counts = Counter(rack)
        fewest = sum((Counter(word[i] for i in new) - counts).values())
        for number in range(fewest, min(counts["?"], len(new)) + 1):
            for blanks in combinations(new, number):
                used = Counter(word[i] for i in new if i not in blanks)
                if all(counts[letter] >= n for letter, n in used.items()):
                    yield (
                        "".join(
                            line[start + i] if i not in new else word[i].lower() if i in blanks else word[i]
                            for i in range(len(word))
                        ),
                        list(blanks),
                    )

    def _score(self, lines: list[list[str]], number: int, start: int, written: str) -> int | None:
        """The score, or None where a cross word is no word or nothing is touched."""
        line = lines[number]
        is_first = all(square == "." for each in lines for square in each)
        touches = is_first and number == 7 and start <= 7 < start + len(written)
        total = subtotal = laid = 0
        multiplier = 1
        for at, tile in enumerate(written, start):
            value = self.values.get(tile, 0)
            if line[at] != ".":
                touches = True
                subtotal += value
                continue
            laid += 1
            premium = self.premiums[number][at]
            letter_premium, word_premium = LETTER_PREMIUMS.get(premium, 1), WORD_PREMIUMS.get(premium, 1)
            subtotal += value * letter_premium
            multiplier *= word_premium
            top, bottom = number, number
            while top > 0 and lines[top - 1][at] != ".":
                top -= 1
            while bottom < 14 and lines[bottom + 1][at] != ".":
                bottom += 1
            if top == bottom:
                continue
            touches = True
            cross = [lines[i][at] if i != number else tile for i in range(top, bottom + 1)]
            if "".join(cross).upper() not in self.words:
                return None
            points = sum(self.values.get(t, 0) for t in cross) + value * (letter_premium - 1)
            total += points * word_premium
        if not touches:
            return None
        return total + subtotal * multiplier + (self.bonus if laid >= self.bonus_tiles else 0)

    def _one_tile_once(self, grid: list[list[str]], moves: Moves) -> Moves:
        """One tile that makes words both ways is one move, read across."""

        def new_squares(row: int, col: int, direction: str, word: str) -> list[tuple[int, int]]:
            step = (0, 1) if direction == "across" else (1, 0)
            squares = [(row + i * step[0], col + i * step[1]) for i in range(len(word))]
            return [(r, c) for r, c in squares if grid[r][c] == "."]

        kept: Moves = {}
        for (row, col, direction, word), score in moves.items():
            squares = new_squares(row, col, direction, word)
            if direction == "down" and len(squares) == 1:
                r, c = squares[0]
                if (c > 0 and grid[r][c - 1] != ".") or (c < 14 and grid[r][c + 1] != "."):
                    continue
            kept[row, col, direction, word] = score
        return kept
