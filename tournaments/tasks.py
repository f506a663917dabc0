"""The worker's tasks: ids in, a service call out. Each may run twice, late, or side by side."""

from __future__ import annotations

from celery import shared_task

from tournaments.services import adjudication, draws, sweeper, tops, turns
from tournaments.services.actor import WORKER


@shared_task(name="tournaments.draw_rack")
def draw_rack(game_id: int) -> None:
    draws.draw_requested(game_id=game_id)


@shared_task(name="tournaments.search_top")
def search_top(turn_id: int) -> None:
    tops.search(turn_id=turn_id)


@shared_task(name="tournaments.close_turn")
def close_turn(turn_id: int) -> None:
    turns.close_if_over(turn_id=turn_id, by=WORKER)


@shared_task(name="tournaments.score_slips")
def score_slips(turn_id: int) -> None:
    adjudication.score_slips(turn_id=turn_id)


@shared_task(name="tournaments.sweep")
def sweep() -> None:
    sweeper.sweep()
