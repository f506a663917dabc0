"""What a ruling would do, worked out and taken back: the desk shows it before anything is decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from tournaments.engine.move import Move
from tournaments.enums import DecidedBy, Decision
from tournaments.models import Entry, Turn
from tournaments.services import rulings
from tournaments.services.actor import Actor
from tournaments.services.positions import read_move

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Change:
    """One player's points of the turn, total and place, before and after."""

    player: str
    points_before: int | None
    points_after: int | None
    total_before: int | None
    total_after: int | None
    rank_before: int | None
    rank_after: int | None

    @property
    def moved(self) -> int:
        return (self.rank_before or 0) - (self.rank_after or 0)


@dataclass(frozen=True, slots=True)
class RulingPreview:
    words: tuple[str, ...]
    decision: Decision
    slips: int
    points_before: int
    points_after: int
    places: int
    rows: tuple[Change, ...]  # those whose points change, then those who move most
    others: int
    others_fall: bool  # all of them, as after an admission
    others_least: int  # how many places the others move
    others_most: int
    is_top_changed: bool
    top: Move | None
    top_score: int
    voids_turn: int | None
    recounted: tuple[int, ...]  # later turns in which a warning now costs more or less
    decided_by: DecidedBy


def preview_of(turn: Turn, by: Actor, words: Sequence[str], decision: Decision) -> RulingPreview:
    """Raises the refusal that previewing would meet."""
    with transaction.atomic():
        ruling = rulings.preview(
            turn=turn, by=by, words=words, decision=decision, article="-", reason="-"
        )
        effect, decided_by = ruling.preview, DecidedBy(ruling.decided_by)
        transaction.set_rollback(True)
    changed = {row["entry"]: row for row in effect["changed"]}
    moved = {row["entry"]: row for row in effect["moved"]}
    gaining = sorted(changed, key=lambda entry: moved.get(entry, {}).get("rank_after", 0))
    entries = [*gaining, *sorted(moved.keys() - changed.keys(), key=lambda entry: -_distance(moved[entry]))]
    shown = entries[: max(SHOWN, len(changed) if len(changed) <= 2 * SHOWN else SHOWN)]
    names = {
        entry.pk: entry.player.name for entry in Entry.objects.filter(pk__in=shown).select_related("player")
    }
    others = [moved[entry] for entry in entries if entry not in shown and entry in moved]
    points = next(iter(changed.values()), {"before": 0, "after": 0})
    return RulingPreview(
        words=tuple(ruling.words),
        decision=decision,
        slips=len(changed),
        points_before=points["before"],
        points_after=points["after"],
        places=len(moved),
        rows=tuple(
            Change(
                player=names[entry],
                points_before=changed.get(entry, {}).get("before"),
                points_after=changed.get(entry, {}).get("after"),
                total_before=moved.get(entry, {}).get("total_before"),
                total_after=moved.get(entry, {}).get("total_after"),
                rank_before=moved.get(entry, {}).get("rank_before"),
                rank_after=moved.get(entry, {}).get("rank_after"),
            )
            for entry in shown
        ),
        others=len(others),
        others_fall=all(row["rank_after"] > row["rank_before"] for row in others),
        others_least=min(map(_distance, others), default=0),
        others_most=max(map(_distance, others), default=0),
        is_top_changed=effect["top_changes"],
        top=read_move(effect["top_after"]["master"]),
        top_score=effect["top_after"]["score"],
        voids_turn=effect["voids_turn"],
        recounted=tuple(act["turn"] for act in effect["recounted"]),
        decided_by=decided_by,
    )


def _distance(row: dict[str, int]) -> int:
    return abs(row["rank_before"] - row["rank_after"])
