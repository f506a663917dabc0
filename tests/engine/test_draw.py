"""The draw: the rule, its boundary, rejection, relaxation, the end, typed racks, the variants."""

from __future__ import annotations

import random

import pytest

from tournaments.engine.draw import DrawError, Rejected, draw_rack, manual_rack, missing_side
from tournaments.engine.errors import TilesError
from tournaments.engine.fairness import SeededSource
from tournaments.engine.profile import Profile, load_profile
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.tiles import Bag, Rack

RULES = load_ruleset("it-figs")
ENGLISH = load_ruleset("en")
PROFILE = load_profile("multiplo")
SEEDED = SeededSource(bytes(32), "game")


class Script:
    """A source that hands out what the test says, and remembers what it was asked."""

    def __init__(self, *draws: str) -> None:
        self.draws = list(draws)
        self.asked: list[tuple[int, int, str, int]] = []

    def choose(self, turn: int, attempt: int, pool: str, count: int) -> str:
        self.asked.append((turn, attempt, pool, count))
        return self.draws.pop(0)


def bag_of(letters: str) -> Bag:
    return Bag().with_tiles(letters, RULES.tile_order)


def with_settings(**settings: str) -> Profile:
    return PROFILE.with_overrides(settings)


@pytest.mark.parametrize(
    ("tiles", "minimum", "missing"),
    [
        ("AEBCDFG", 2, None),
        ("AEIOUBC", 2, None),
        ("ABCDFGL", 2, "vowels"),
        ("AEIOUAB", 2, "consonants"),
        ("ABCDFGL", 1, None),
        ("BCDFGLM", 1, "vowels"),
        ("AEIOUAE", 1, "consonants"),
        ("?ABCDFG", 2, None),
        ("?BCDFGL", 2, "vowels"),
        ("??BCDFG", 2, None),
        ("?BCDFGL", 1, None),
        ("?", 1, "letters"),
        ("??", 1, None),
    ],
)
def test_a_jolly_counts_for_one_side(tiles: str, minimum: int, missing: str | None) -> None:
    assert missing_side(RULES, PROFILE, tiles, minimum) == missing


def test_a_profile_may_let_a_jolly_count_for_both_sides() -> None:
    both = with_settings(blank_side="both")
    assert missing_side(RULES, both, "?", 1) is None
    assert missing_side(RULES, PROFILE, "?AB", 2) == "letters"
    assert missing_side(RULES, both, "?AB", 2) is None


def test_a_letter_that_is_vowel_and_consonant_counts_for_one_side_even_then() -> None:
    assert missing_side(ENGLISH, PROFILE, "YABCDFG", 2) is None
    assert missing_side(ENGLISH, PROFILE, "YBCDFGL", 2) == "vowels"
    assert missing_side(ENGLISH, PROFILE, "YYBCDFG", 2) is None
    assert missing_side(ENGLISH, with_settings(blank_side="both"), "Y", 1) == "letters"


def test_the_rack_is_completed_from_the_bag_in_the_order_drawn() -> None:
    source = Script("RSTIO")
    draw = draw_rack(RULES, PROFILE, RULES.full_bag().without("AB"), Rack("AB"), 2, source)
    assert (draw.outcome, draw.rack.letters, draw.attempts) == ("drawn", "ABRSTIO", 1)
    assert len(draw.bag) == 113
    assert source.asked[0][3] == 5


def test_when_the_rule_is_not_met_all_letters_go_back_kept_ones_too() -> None:
    source = Script("CDFGL", "AEIOUAE", "AEIOBCD")
    bag = RULES.full_bag().without("AB")
    draw = draw_rack(RULES, PROFILE, bag, Rack("AB"), 3, source)
    assert draw.rejected == (
        Rejected(Rack("ABCDFGL"), "too_few_vowels"),
        Rejected(Rack("AEIOUAE"), "too_few_consonants"),
    )
    assert (draw.rack.letters, draw.attempts) == ("AEIOBCD", 3)
    assert [(attempt, len(pool), count) for _, attempt, pool, count in source.asked] == [
        (1, 118, 5),
        (2, 120, 7),
        (3, 120, 7),
    ]
    assert draw.bag == RULES.full_bag().without("AEIOBCD")


@pytest.mark.parametrize(("turn", "minimum", "attempts"), [(1, 2, 2), (15, 2, 2), (16, 1, 1), (30, 1, 1)])
def test_two_and_two_up_to_turn_15_one_and_one_from_turn_16(turn: int, minimum: int, attempts: int) -> None:
    draw = draw_rack(RULES, PROFILE, RULES.full_bag(), Rack(), turn, Script("ABCDFGL", "AEBCDFG"))
    assert (draw.minimum, draw.attempts, draw.relaxed) == (minimum, attempts, False)


def test_a_second_draw_of_a_turn_goes_on_with_the_attempts() -> None:
    draw = draw_rack(
        RULES, PROFILE, RULES.full_bag(), Rack(), 1, Script("ABCDFGL", "AEBCDFG"), first_attempt=4
    )
    assert draw.attempts == 5


ONE_VOWEL = "A" + "BCDFGLMNPRSTVZ"


def test_too_few_letters_left_relaxes_to_one_and_one() -> None:
    draw = draw_rack(RULES, PROFILE, bag_of(ONE_VOWEL), Rack(), 9, SEEDED)
    assert (draw.outcome, draw.minimum, draw.relaxed) == ("drawn", 1, True)
    assert missing_side(RULES, PROFILE, draw.rack, 1) is None


def test_too_few_letters_left_may_end_the_game() -> None:
    draw = draw_rack(RULES, with_settings(too_few_letters="end"), bag_of(ONE_VOWEL), Rack(), 9, SEEDED)
    assert (draw.outcome, draw.end_reason) == ("ended", "too_few_vowels")
    assert (draw.rack, draw.bag) == (Rack(), bag_of(ONE_VOWEL))


def test_too_few_letters_left_may_be_the_arbiters_question() -> None:
    ask = with_settings(too_few_letters="ask")
    draw = draw_rack(RULES, ask, bag_of(ONE_VOWEL), Rack(), 9, SEEDED)
    assert (draw.outcome, draw.end_reason) == ("ask_arbiter", "too_few_vowels")
    assert draw_rack(RULES, ask, bag_of(ONE_VOWEL), Rack(), 16, SEEDED).outcome == "drawn"


def test_an_unlucky_kept_rest_is_rejected_even_when_it_cannot_be_completed() -> None:
    bag = bag_of("AEIOUBCD")
    draw = draw_rack(RULES, PROFILE, bag, Rack("FGLMNP"), 4, SEEDED)
    assert draw.rejected[0].rack.letters[:6] == "FGLMNP"
    assert draw.outcome == "drawn"


@pytest.mark.parametrize(
    ("bag", "kept", "turn", "reason"),
    [
        ("", "", 20, "letters_used_up"),
        ("BCDFGLMNP", "", 20, "vowels_missing"),
        ("BCDFGLMNP", "", 3, "vowels_missing"),
        ("AAEEIIOOU", "E", 20, "consonants_missing"),
        ("", "A", 20, "consonants_missing"),
        ("?", "", 20, "too_few_letters"),
    ],
)
def test_the_end_of_the_game_and_its_reason(bag: str, kept: str, turn: int, reason: str) -> None:
    draw = draw_rack(RULES, PROFILE, bag_of(bag), Rack(kept), turn, SEEDED)
    assert (draw.outcome, draw.end_reason) == ("ended", reason)
    assert (draw.rack, draw.bag) == (Rack(kept), bag_of(bag))


def test_a_jolly_for_the_missing_side_keeps_the_game_going() -> None:
    assert draw_rack(RULES, PROFILE, bag_of("BCDFGLMNP?"), Rack(), 20, SEEDED).outcome == "drawn"


@pytest.mark.parametrize("turn", [12, 20])
def test_the_last_letters_are_played_if_one_and_one_holds_without_rejection(turn: int) -> None:
    draw = draw_rack(RULES, PROFILE, bag_of("BC"), Rack("AD"), turn, SEEDED)
    assert (draw.outcome, draw.rack.sorted(), draw.rejected, draw.minimum) == ("drawn", "ABCD", (), 1)
    assert len(draw.bag) == 0
    assert draw.relaxed is (turn == 12)


def test_the_last_letters_may_end_the_game() -> None:
    draw = draw_rack(RULES, with_settings(last_racks="end"), bag_of("BC"), Rack("AD"), 20, SEEDED)
    assert (draw.outcome, draw.end_reason) == ("ended", "last_letters")


def test_the_last_seven_letters_are_a_whole_rack() -> None:
    draw = draw_rack(RULES, with_settings(last_racks="end"), bag_of("BCE"), Rack("ADFG"), 20, SEEDED)
    assert (draw.outcome, draw.rack.sorted()) == ("drawn", "ABCDEFG")


@pytest.mark.parametrize("variant", ["seven_of_eight", "seven_and_eight"])
def test_the_eight_tile_variants_draw_eight(variant: str) -> None:
    draw = draw_rack(RULES, with_settings(variant=variant), RULES.full_bag(), Rack(), 1, SEEDED)
    assert (len(draw.rack), len(draw.bag)) == (8, 112)


def test_blitz_draws_as_the_classic_game_does() -> None:
    blitz = draw_rack(RULES, with_settings(variant="blitz"), RULES.full_bag(), Rack(), 1, SEEDED)
    assert blitz == draw_rack(RULES, PROFILE, RULES.full_bag(), Rack(), 1, SEEDED)


def test_the_joker_game_has_one_jolly_in_every_rack() -> None:
    joker = with_settings(variant="joker")
    generator = random.Random(5)
    bag, kept = RULES.full_bag(), Rack()
    for turn in range(1, 12):
        draw = draw_rack(RULES, joker, bag, kept, turn, SEEDED)
        assert (draw.outcome, len(draw.rack), draw.rack.blanks) == ("drawn", 7, 1)
        letters = [letter for letter in draw.rack if letter != "?"]
        bag, kept = draw.bag, Rack("?" + "".join(generator.sample(letters, 2)))


def test_the_joker_game_cannot_count_on_a_second_jolly() -> None:
    joker = with_settings(variant="joker")
    draw = draw_rack(RULES, joker, bag_of("BCDFGLMNP??"), Rack(), 3, SEEDED)
    assert (draw.outcome, draw.relaxed, draw.rack.blanks) == ("drawn", True, 1)


def test_typed_letters_are_taken_as_they_are() -> None:
    draw = manual_rack(RULES, PROFILE, RULES.full_bag().without("AB"), Rack("AB"), 2, "RSTIOAB")
    assert (draw.rack.letters, draw.notes, draw.attempts) == ("RSTIOAB", (), 1)
    assert draw.bag == RULES.full_bag().without("RSTIOAB")


def test_typed_racks_put_back_are_recorded_with_their_reason() -> None:
    draw = manual_rack(RULES, PROFILE, RULES.full_bag(), Rack(), 1, "AEIOBCD", rejected=["AEIOUAE"])
    assert draw.rejected == (Rejected(Rack("AEIOUAE"), "too_few_consonants"),)
    assert (draw.attempts, draw.notes) == (2, ())


@pytest.mark.parametrize(
    ("letters", "rejected", "notes"),
    [
        ("ABCDFGL", [], ("below_minimum",)),
        ("AEIOCDF", [], ("kept_letters_replaced",)),
        ("AEIOCDF", ["ABCDFGL"], ()),
        ("AEIOCDF", ["ABEIOCD"], ("good_rack_rejected",)),
    ],
)
def test_a_typed_rack_against_the_rule_is_noted(
    letters: str, rejected: list[str], notes: tuple[str, ...]
) -> None:
    draw = manual_rack(
        RULES, PROFILE, RULES.full_bag().without("AB"), Rack("AB"), 2, letters, rejected=rejected
    )
    assert (draw.rack.letters, draw.notes) == (letters, notes)


@pytest.mark.parametrize(
    ("letters", "error", "code"),
    [
        ("AEIOBC", DrawError, "rack_length"),
        ("AEIOBCDF", DrawError, "rack_length"),
        ("AEIOQQB", DrawError, "letter_not_left"),
        ("AEIOBCK", DrawError, "letter_not_left"),
        ("aeiobcd", TilesError, "rack_letter"),
        ("AEIO CD", TilesError, "rack_letter"),
    ],
)
def test_letters_that_cannot_be_there_are_refused(
    letters: str, error: type[DrawError] | type[TilesError], code: str
) -> None:
    with pytest.raises(error) as refusal:
        manual_rack(RULES, PROFILE, RULES.full_bag(), Rack(), 1, letters)
    assert refusal.value.code == code


def test_no_letters_can_be_typed_when_the_game_is_over() -> None:
    draw = manual_rack(RULES, PROFILE, bag_of("BCDFGLM"), Rack(), 18, "BCDFGLM")
    assert (draw.outcome, draw.end_reason) == ("ended", "vowels_missing")


def test_a_joker_rack_typed_without_a_jolly_is_noted() -> None:
    draw = manual_rack(RULES, with_settings(variant="joker"), RULES.full_bag(), Rack(), 1, "AEIOBCD")
    assert draw.notes == ("jolly_missing",)
