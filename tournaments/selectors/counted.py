"""Which slip counts for each entry of a turn: derived from the versions, never stored in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from tournaments.enums import SlipSource
from tournaments.models import Entry, Slip, Turn


def counted_slips(turn: Turn) -> dict[int, Slip]:
    """The slip that counts, by entry id; entries without one in time are not in it."""
    counted = {}
    for entry_id, versions in slips_by_entry(turn).items():
        slip = choose(versions, is_double_entry=turn.game.event.is_double_entry)
        if slip is not None:
            counted[entry_id] = slip
    return counted


def is_scored(turn: Turn) -> bool:
    """Whether the verdicts take in every slip that came in time. Late ones change no verdict."""
    return turn.scored_slips is not None and turn.scored_slips == slips_in_time(turn)


def slips_in_time(turn: Turn) -> int:
    return turn.slips.filter(late_by_ms=0).count()


def took_part(turn: Turn, entry: Entry) -> bool:
    """In the room for this turn: who left before it opened scores no more, who comes later has zeros."""
    opened_at = turn.opened_at or turn.drawn_at
    return entry.checked_in_at is not None and all(
        left is None or left > opened_at for left in (entry.withdrawn_at, entry.disqualified_at)
    )


def slips_by_entry(turn: Turn) -> dict[int, list[Slip]]:
    """Every version of the current opening, by entry, oldest first."""
    versions: dict[int, list[Slip]] = defaultdict(list)
    for slip in turn.slips.filter(opening=turn.opening).order_by("received_at", "pk"):
        versions[slip.entry_id].append(slip)
    return versions


def choose(versions: Sequence[Slip], *, is_double_entry: bool) -> Slip | None:
    """Of those in time, an arbiter's correction first, then paper, then the device's highest revision."""
    in_time = [slip for slip in versions if not slip.is_late]
    corrections = [slip for slip in in_time if slip.corrects_id is not None]
    if corrections:
        return corrections[-1]
    paper = [slip for slip in in_time if slip.source == SlipSource.PAPER]
    if paper:
        return settled_reading(paper) if is_double_entry else paper[-1]
    return max(in_time, key=lambda slip: (slip.revision, slip.received_at, slip.pk), default=None)


def settled_reading(readings: Iterable[Slip]) -> Slip | None:
    """The reading of a paper slip that two people agree on, or the third one; None while it is open."""
    by_number = {slip.reading: slip for slip in readings}
    if 3 in by_number:
        return by_number[3]
    if 1 in by_number and 2 in by_number and same_reading(by_number[1], by_number[2]):
        return by_number[2]
    return None


def same_reading(one: Slip, other: Slip) -> bool:
    return written(one) == written(other)


def written(slip: Slip) -> tuple[str, str, int | None]:
    """What a slip says, spaces and the case of the reference aside. The word's case marks jollies."""
    return "".join(slip.word.split()), "".join(slip.reference.upper().split()), slip.declared_score
