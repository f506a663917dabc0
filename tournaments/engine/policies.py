"""What an event does with a slip whose reference is missing or wrong.

- First move, `first_move_reference = optional`: a slip without a reference (or with no direction to it) is
  counted at its best placement. A reference that is given is judged as it stands, right or wrong.
- Otherwise a missing or wrong reference is worth zero; with `wrong_reference = deduct` the slip keeps its
  score less the deduction, where the declared score fits exactly one legal placement of the whole word.
"""

from __future__ import annotations

from itertools import product

from tournaments.engine.board import CENTRE, SIZE
from tournaments.engine.legality import EMPTY_ROWS, Assessment, Situation, assess
from tournaments.engine.move import Direction
from tournaments.engine.notation import THROUGH, ParsedSlip
from tournaments.engine.problem import REFERENCE_CODES, Note
from tournaments.engine.profile import Profile

OPTIONAL_ON_FIRST_MOVE = {"missing_reference", "missing_direction"}


def best_first_placement(situation: Situation, slip: ParsedSlip) -> Assessment | None:
    """The slip's word where it scores most over the centre, or None where the policy does not apply.

    The board is symmetric, so across stands for down; of equal placements the leftmost.
    """
    if situation.profile.first_move_reference != "optional" or situation.board.rows != EMPTY_ROWS:
        return None
    codes = {problem.code for problem in slip.problems}
    if codes - OPTIONAL_ON_FIRST_MOVE or not 2 <= len(slip.word) <= SIZE:
        return None
    row, centre = CENTRE
    starts = range(max(0, centre - len(slip.word) + 1), min(centre, SIZE - len(slip.word)) + 1)
    placements = [assess(situation, row, col, Direction.ACROSS, slip.word) for col in starts]
    best = max(placements, key=lambda placement: (not placement.problems, placement.total))
    note = Note("first_move_best", {}, situation.profile.sources["first_move_reference"])
    return best._replace(notes=(*best.notes, note))


def placement_declared(
    situation: Situation, slip: ParsedSlip, codes: set[str], as_it_stands: int | None, declared: int | None
) -> Assessment | None:
    """The one legal placement whose score was declared, for a slip refused with `codes`, or None.

    A slip refused for its words or letters alone, whose score is that of the square it names, has no wrong
    reference.
    """
    if situation.profile.wrong_reference != "deduct" or declared is None or not slip.word:
        return None
    if codes - REFERENCE_CODES or THROUGH in slip.word:
        return None
    if codes <= {"word", "not_in_rack"} and as_it_stands == declared:
        return None
    # On an empty board across and down are the same placement twice.
    directions = [Direction.ACROSS] if situation.board.rows == EMPTY_ROWS else list(Direction)
    placements = [
        assess(situation, row, col, direction, slip.word)
        for row, col, direction in product(range(SIZE), range(SIZE), directions)
        if len(slip.word) + (col if direction is Direction.ACROSS else row) <= SIZE
    ]
    fitting = [found for found in placements if not found.problems and found.total == declared]
    if len(fitting) != 1:
        return None
    meant = fitting[0]
    data = {"deduction": str(reference_deduction(situation.profile, meant))}
    note = Note("reference_deducted", data, situation.profile.sources["wrong_reference"])
    return meant._replace(notes=(*meant.notes, note))


def reference_deduction(profile: Profile, placement: Assessment) -> int:
    """What a wrong reference costs; it never makes a move negative."""
    return min(profile.wrong_reference_deduction, placement.total)
