"""The draw against the exact distribution that the rule gives, enumerated on small bags.

Fixed seeds: the statistics are the same in every run. The bound is the 99.9th percentile of chi-square by the
Wilson–Hilferty approximation.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from tournaments.engine.draw import draw_rack, missing_side
from tournaments.engine.fairness import SeededSource
from tournaments.engine.profile import load_profile
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.tiles import Bag, Rack

RULES = load_ruleset("it-figs")
PROFILE = load_profile("multiplo")
DRAWS = 6000


def bag_of(letters: str) -> Bag:
    return Bag().with_tiles(letters, RULES.tile_order)


def drawn_racks(tiles: str, count: int) -> Counter[str]:
    """How many ordered ways give each rack, tiles told apart: the real bag's own weights."""
    return Counter(Rack("".join(ways)).sorted() for ways in permutations(tiles, count))


def exact_distribution(bag: str, kept: str, minimum: int) -> dict[str, Fraction]:
    """First complete the kept tiles; a rack that breaks the rule leads to draws from everything."""
    size = RULES.rack_size
    first = drawn_racks(bag, size - len(kept))
    total = sum(first.values())
    exact: dict[str, Fraction] = {}
    rejected = Fraction(0)
    for drawn, ways in first.items():
        rack = Rack(kept + drawn).sorted()
        if missing_side(RULES, PROFILE, rack, minimum) is None:
            exact[rack] = exact.get(rack, Fraction(0)) + Fraction(ways, total)
        else:
            rejected += Fraction(ways, total)
    if not rejected:
        return exact
    again = {
        rack: ways
        for rack, ways in drawn_racks(bag + kept, size).items()
        if missing_side(RULES, PROFILE, rack, minimum) is None
    }
    for rack, ways in again.items():
        exact[rack] = exact.get(rack, Fraction(0)) + rejected * Fraction(ways, sum(again.values()))
    assert sum(exact.values()) == 1
    return exact


def chi_square(seen: Counter[str], exact: dict[str, Fraction]) -> float:
    total = seen.total()
    return sum(float((seen[rack] - total * p) ** 2 / (total * p)) for rack, p in exact.items())


def chi_square_bound(freedom: int) -> float:
    z = 3.0902
    return freedom * (1 - 2 / (9 * freedom) + z * (2 / (9 * freedom)) ** 0.5) ** 3


@pytest.mark.parametrize(
    ("bag", "kept", "turn", "minimum"),
    [
        ("AABCDFGLM", "", 15, 2),
        ("AABCDFGLM", "", 16, 1),
        ("AEBCD?", "FGL", 5, 2),
        ("AAEOB", "EIO", 15, 1),  # one consonant is left: relaxed
        ("ABBC", "DDFFG", 16, 1),
    ],
)
def test_every_rack_comes_as_often_as_from_a_real_bag(bag: str, kept: str, turn: int, minimum: int) -> None:
    exact = exact_distribution(bag, kept, minimum)
    seen: Counter[str] = Counter()
    for number in range(DRAWS):
        source = SeededSource(number.to_bytes(32, "big"), "distribution")
        seen[draw_rack(RULES, PROFILE, bag_of(bag), Rack(kept), turn, source).rack.sorted()] += 1
    assert set(seen) <= set(exact)
    assert min(exact.values()) * DRAWS > 5
    assert chi_square(seen, exact) < chi_square_bound(len(exact) - 1)


def test_the_statistic_notices_a_draw_that_forces_vowels_in() -> None:
    """The check can fail: racks repaired instead of redrawn are told apart by the same bound."""
    exact = exact_distribution("AAABCDFGL", "", 2)
    repaired: Counter[str] = Counter()
    for number in range(DRAWS):
        rest = SeededSource(number.to_bytes(32, "big"), "repaired").choose(1, 1, "ABCDFGL", 5)
        repaired[Rack("AA" + rest).sorted()] += 1
    assert set(repaired) == set(exact)
    assert chi_square(repaired, exact) > chi_square_bound(len(exact) - 1)


def test_each_position_of_the_pool_is_chosen_equally_often() -> None:
    pool = "ABCDEFGHILM"
    seen = Counter(
        SeededSource(number.to_bytes(32, "big"), "positions").choose(1, 1, pool, 1) for number in range(11000)
    )
    exact = {letter: Fraction(1, len(pool)) for letter in pool}
    assert chi_square(seen, exact) < chi_square_bound(len(pool) - 1)
