"""Warnings on a ladder: some are free, each further one of a game costs points, and none makes a move negative.

A warning that comes or goes in an earlier turn changes which of the later ones are free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

from django.db.models import Count

from tournaments.engine.profile import Profile
from tournaments.enums import SanctionKind, TurnState
from tournaments.models import Entry, Game, Turn, TurnScore

SCORED = (TurnState.CLOSED, TurnState.ADJUDICATED, TurnState.REVEALED)


def cost(profile: Profile, had: int) -> int:
    """Points that a warning takes from somebody who has `had` so many in the game."""
    return profile.warning_deduction if had >= profile.free_warnings else 0


def before(turn: Turn) -> Counter[int]:
    """Warnings of the game so far, by entry: those of earlier slips, and those the arbiter gave."""
    earlier = TurnScore.objects.filter(
        turn__game_id=turn.game_id,
        turn__state=TurnState.REVEALED,
        turn__ordinal__lt=turn.ordinal,
        warning=True,
    )
    given = turn.game.event.sanctions.filter(
        kind=SanctionKind.WARNING, turn__game_id=turn.game_id, turn__ordinal__lt=turn.ordinal, revoked_at=None
    )
    count: Counter[int] = Counter()
    for rows in (earlier, given):
        count.update(dict(rows.values_list("entry_id").annotate(n=Count("pk"))))
    return count


def of_entry(entry: Entry, game: Game) -> int:
    """Warnings of an entry in a game so far: those of revealed slips, and those the arbiter gave."""
    slips = TurnScore.objects.filter(turn__game=game, turn__state=TurnState.REVEALED, entry=entry, warning=True)
    given = entry.sanctions.filter(kind=SanctionKind.WARNING, turn__game=game, revoked_at=None)
    return slips.count() + given.count()


def recount(turn: Turn, entries: Collection[int], reason: str) -> list[dict[str, Any]]:
    """Work out again what the slips after `turn` cost these entries; the acts that say so of revealed turns.

    What the arbiter gave stands as it was announced. The caller holds the game's lock.
    """
    profile = turn.game.event.profile
    if not profile.warning_deduction or not entries:
        return []
    acts = []
    for later in turn.game.turns.valid().filter(ordinal__gt=turn.ordinal, state__in=SCORED).order_by("ordinal"):
        had = before(later)
        changed = []
        for score in later.scores.filter(entry__in=entries, warning=True).order_by("entry_id"):
            deduction = min(cost(profile, had[score.entry_id]), score.move_points)
            if deduction != score.deduction:
                score.points += score.deduction - deduction
                score.deduction = deduction
                changed.append(score)
        TurnScore.objects.bulk_update(changed, ["points", "deduction"])
        if changed and later.state == TurnState.REVEALED:
            scores = {str(score.entry_id): score.points for score in changed}
            acts.append({"act": "rescore", "turn": later.number, "scores": scores, "reason": reason})
    return acts
