"""The sweeper: once a second, hand to the worker again whatever a crash left undone.

The database is the truth about what is unfinished; the broker may forget everything.
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Count, F, Q
from django.utils import timezone

from tournaments.enums import GameState, SearchState, TurnState
from tournaments.models import Game, Turn
from tournaments.services import clock, queue

# What was asked for less than this ago is on its way and not lost.
PATIENCE = timedelta(seconds=2)


def sweep() -> int:
    """Queue what is due, and say how much there was."""
    now = timezone.now()
    due: list[tuple[str, int]] = []
    asked = Game.objects.filter(state=GameState.RUNNING, draw_requested_at__lt=now - PATIENCE)
    due += [("draw_rack", pk) for pk in asked.values_list("pk", flat=True)]
    running = Turn.objects.filter(game__state=GameState.RUNNING)
    unsearched = running.filter(search_state=SearchState.PENDING, drawn_at__lt=now - PATIENCE).exclude(
        state__in=[TurnState.VOIDED, TurnState.REVEALED]
    )
    due += [("search_top", pk) for pk in unsearched.values_list("pk", flat=True)]
    for turn in running.filter(state=TurnState.OPEN, paused_at=None).select_related("game__event"):
        if clock.is_over(turn, turn.game.event.profile, now):
            due.append(("close_turn", turn.pk))
    unscored = (
        running.filter(state__in=[TurnState.CLOSED, TurnState.ADJUDICATED], search_state=SearchState.READY)
        .annotate(written=Count("slips", filter=Q(slips__late_by_ms=0)))
        .filter(Q(scored_slips=None) | ~Q(scored_slips=F("written")))
    )
    due += [("score_slips", pk) for pk in unscored.values_list("pk", flat=True)]
    for task, pk in due:
        queue.enqueue(task, pk)
    return len(due)
