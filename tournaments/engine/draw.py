"""The draw (M-duplicate): complete the rack; while it breaks the rule, put everything back and draw anew.

Turns 1–15 ask for two vowels and two consonants, later ones for one and one (the rule set holds the
numbers). A letter that may be either (Y in some sets) and a jolly count for one side; the profile may let
a jolly count for both. Racks are rejected and drawn again, never repaired: only so is every
admissible rack as likely as with a real bag. Whether an admissible rack exists at all is asked first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Protocol

from tournaments.engine.errors import EngineError
from tournaments.engine.profile import Profile
from tournaments.engine.ruleset import RuleSet
from tournaments.engine.tiles import BLANK, Bag, Rack

Outcome = Literal["drawn", "ended", "ask_arbiter"]
EIGHT_TILE_VARIANTS = frozenset({"seven_of_eight", "seven_and_eight"})

# Why a game is over, as a log row and the public record carry it.
END_REASONS = (
    "letters_used_up",
    "vowels_missing",
    "consonants_missing",
    "too_few_vowels",
    "too_few_consonants",
    "too_few_letters",
    "last_letters",
)


class DrawError(EngineError):
    """Letters typed or prepared that cannot be this turn's rack."""


class TileSource(Protocol):
    """Where the letters of a draw come from."""

    def choose(self, turn: int, attempt: int, pool: str, count: int) -> str:
        """`count` tiles out of `pool`, in the order drawn; each attempt of a turn is independent."""
        ...


class Rejected(NamedTuple):
    rack: Rack
    reason: str  # too_few_vowels | too_few_consonants | too_few_letters


class Draw(NamedTuple):
    """What a draw gave. Unless `outcome` is "drawn", rack and bag are the ones it was given."""

    rack: Rack
    bag: Bag
    outcome: Outcome
    minimum: int  # vowels, and consonants, that the rack had to hold
    relaxed: bool  # less was asked for than the turn's number says
    rejected: tuple[Rejected, ...] = ()
    attempts: int = 0  # number of the turn's last attempt, earlier draws of the turn included
    end_reason: str | None = None
    notes: tuple[str, ...] = ()  # what a typed rack does against the rule, for the arbiter to see


def rack_size(rules: RuleSet, profile: Profile) -> int:
    return 8 if profile.variant in EIGHT_TILE_VARIANTS else rules.rack_size


def turn_minimum(rules: RuleSet, turn: int) -> int:
    """How many vowels, and how many consonants, the rule asks for in this turn."""
    return rules.strict_minimum if turn <= rules.strict_turns else rules.loose_minimum


def missing_side(rules: RuleSet, profile: Profile, tiles: Iterable[str], minimum: int) -> str | None:
    """Which side `tiles` are short of: "vowels", "consonants", "letters" (either would do), or None."""
    vowels = consonants = either = 0
    for tile in tiles:
        if vowels >= minimum and consonants >= minimum:
            return None
        if tile == BLANK and profile.blank_side == "both":
            vowels += 1
            consonants += 1
        elif tile not in rules.vowels and tile != BLANK:
            consonants += 1
        elif tile == BLANK or tile in rules.consonants:
            either += 1
        else:
            vowels += 1
    short_of_vowels = max(0, minimum - vowels)
    short_of_consonants = max(0, minimum - consonants)
    if short_of_vowels + short_of_consonants <= either:
        return None
    if short_of_vowels == short_of_consonants:
        return "letters"
    return "vowels" if short_of_vowels > short_of_consonants else "consonants"


def draw_rack(
    rules: RuleSet,
    profile: Profile,
    bag: Bag,
    kept: Rack,
    turn: int,
    source: TileSource,
    *,
    first_attempt: int = 1,
) -> Draw:
    """The rack of a turn, completed from the bag; `kept` are the tiles left over from the last turn.

    A second draw of the same turn, after a void, goes on at `first_attempt`, one past the attempts already
    made. An arbiter who was asked and lets the game go on draws with `too_few_letters` set to "relax".
    """
    plan = plan_draw(rules, profile, bag, kept, turn)
    if plan.outcome != "drawn":
        return plan
    size = min(rack_size(rules, profile), len(bag) + len(kept))
    rejected: list[Rejected] = []
    attempt = first_attempt
    pool, held = bag, kept
    while True:
        chosen = _choose(rules, profile, pool, held, size, turn, attempt, source)
        rack = held.with_tiles(chosen)
        side = missing_side(rules, profile, rack, plan.minimum)
        if side is None:
            break
        rejected.append(Rejected(rack, f"too_few_{side}"))
        attempt += 1
        pool, held = _put_back(rules, bag, kept), Rack()
    return Draw(
        rack=rack,
        bag=pool.without(chosen),
        outcome="drawn",
        minimum=plan.minimum,
        relaxed=plan.relaxed,
        rejected=tuple(rejected),
        attempts=attempt,
    )


def manual_rack(
    rules: RuleSet,
    profile: Profile,
    bag: Bag,
    kept: Rack,
    turn: int,
    letters: str,
    *,
    rejected: Sequence[str] = (),
    first_attempt: int = 1,
) -> Draw:
    """The rack that people drew from a real bag, whole, after the racks they had to put back.

    Letters that cannot be there are a DrawError. A rack that breaks the rule is taken and noted:
    `below_minimum`, `kept_letters_replaced` (without a rejected rack before it), `jolly_missing`.
    """
    plan = plan_draw(rules, profile, bag, kept, turn)
    if plan.outcome != "drawn":
        return plan
    everything = _put_back(rules, bag, kept)
    size = min(rack_size(rules, profile), len(everything))
    racks = [_checked_rack(everything, typed, size) for typed in (*rejected, letters)]
    rack = racks[-1]
    notes = []
    if missing_side(rules, profile, rack, plan.minimum) is not None:
        notes.append("below_minimum")
    if not racks[0].holds(kept.letters):
        notes.append("kept_letters_replaced")
    if profile.variant == "joker" and everything.count(BLANK) and not rack.blanks:
        notes.append("jolly_missing")
    sides = [missing_side(rules, profile, put_back, plan.minimum) for put_back in racks[:-1]]
    if None in sides:
        notes.append("good_rack_rejected")
    return Draw(
        rack=rack,
        bag=everything.without(rack),
        outcome="drawn",
        minimum=plan.minimum,
        relaxed=plan.relaxed,
        rejected=tuple(
            Rejected(put_back, f"too_few_{side}" if side else "good_rack_rejected")
            for put_back, side in zip(racks[:-1], sides, strict=True)
        ),
        attempts=first_attempt + len(rejected),
        notes=tuple(notes),
    )


def plan_draw(rules: RuleSet, profile: Profile, bag: Bag, kept: Rack, turn: int) -> Draw:
    """What the draw must reach, or why there is none, decided before any tile is chosen.

    Where a rack can be drawn the outcome is "drawn", but the rack is still the one that was kept.
    """
    if len(bag) + len(kept) == 0:
        return _ended(rules, bag, kept, turn, "letters_used_up")
    tiles = bag.letters + kept.letters
    if profile.variant == "joker" and BLANK in tiles:
        # A rack of the joker game holds one jolly, however many are left.
        usable = tiles.replace(BLANK, "") + BLANK
    else:
        usable = tiles
    regular = turn_minimum(rules, turn)
    # Adding a tile never breaks the rule, so an admissible rack exists when all tiles together hold it.
    short_of = missing_side(rules, profile, usable, regular)
    missing = short_of and missing_side(rules, profile, usable, rules.loose_minimum)
    if missing is not None:
        is_gone = rules.loose_minimum == 1 and missing != "letters"
        return _ended(rules, bag, kept, turn, f"{missing}_missing" if is_gone else f"too_few_{missing}")
    if len(tiles) < rack_size(rules, profile):
        if profile.last_racks == "end":
            return _ended(rules, bag, kept, turn, "last_letters")
        # The last letters are played as they are, with the looser rule and nothing to reject.
        minimum = min(regular, rules.loose_minimum)
        return Draw(kept, bag, "drawn", minimum=minimum, relaxed=minimum < regular)
    if short_of is None:
        return Draw(kept, bag, "drawn", minimum=regular, relaxed=False)
    if profile.too_few_letters == "end":
        return _ended(rules, bag, kept, turn, f"too_few_{short_of}")
    if profile.too_few_letters == "ask":
        return Draw(kept, bag, "ask_arbiter", minimum=regular, relaxed=False, end_reason=f"too_few_{short_of}")
    return Draw(kept, bag, "drawn", minimum=rules.loose_minimum, relaxed=True)


def _ended(rules: RuleSet, bag: Bag, kept: Rack, turn: int, reason: str) -> Draw:
    return Draw(kept, bag, "ended", minimum=turn_minimum(rules, turn), relaxed=False, end_reason=reason)


def _choose(
    rules: RuleSet,
    profile: Profile,
    bag: Bag,
    held: Rack,
    size: int,
    turn: int,
    attempt: int,
    source: TileSource,
) -> str:
    count = size - len(held)
    pool = bag.letters
    if profile.variant != "joker" or (BLANK not in pool and not held.blanks):
        return source.choose(turn, attempt, pool, count)
    # The joker game: one jolly in every rack while there is one, the rest drawn from the letters.
    first = "" if held.blanks else BLANK
    letters = pool.replace(BLANK, "")
    if len(letters) < count - len(first):
        return source.choose(turn, attempt, pool, count)
    return first + source.choose(turn, attempt, letters, count - len(first))


def _put_back(rules: RuleSet, bag: Bag, kept: Rack) -> Bag:
    return bag.with_tiles(kept, rules.tile_order)


def _checked_rack(everything: Bag, letters: str, size: int) -> Rack:
    rack = Rack(letters)
    if len(rack) != size:
        raise DrawError("rack_length", f"The rack {letters} has {len(rack)} letters; it must have {size}.")
    for letter, count in rack.counts.items():
        left = everything.count(letter)
        if count > left:
            message = f"The rack {letters} has {count} of the letter {letter}, of which {left} are left."
            raise DrawError("letter_not_left", message)
    return rack
