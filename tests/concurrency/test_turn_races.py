"""Races on a real PostgreSQL: whatever the interleaving, nothing is lost and nothing happens twice."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from tests.factories import officials_of
from tests.tournaments.play import device_of, fresh, hand_in, open_turn, reveal, running_game
from tournaments.enums import RackSource, TurnState
from tournaments.models import Game, Slip, Turn
from tournaments.selectors.counted import counted_slips
from tournaments.services import adjudication, draws, log, tops, turns
from tournaments.services.actor import WORKER

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.django_db(transaction=True)]
RACK = "CORNOAE"
PLAYERS = 24


@pytest.fixture(autouse=True)
def _real_server() -> None:
    assert connection.vendor == "postgresql", "run through `make test-all`, which sets DATABASE_URL"


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run the calls in as many threads, released together; an exception is a result."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return call()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.mark.parametrize("_round", range(5))
def test_every_slip_acknowledged_during_a_close_is_counted(_round: int) -> None:
    game = running_game(players=PLAYERS)
    turn = open_turn(game, RACK)
    entries = list(game.event.entries.all())
    for entry in entries:
        device_of(entry)
    director = officials_of(game.event).as_director
    submits = [partial(hand_in, turn, entry, "8D CORNO") for entry in entries]
    results = at_once(*submits, lambda: turns.close(turn=turn, by=director))
    assert [result for result in results if isinstance(result, Exception)] == []
    adjudication.score_slips(turn_id=turn.pk)
    acknowledged = [slip for slip in results if isinstance(slip, Slip)]
    in_time = {slip.entry_id for slip in acknowledged if slip.late_by_ms == 0}
    assert len(acknowledged) == PLAYERS
    assert set(counted_slips(fresh(turn))) == in_time
    revealed = reveal(fresh(turn))
    assert set(revealed.scores.filter(points=22).values_list("entry_id", flat=True)) == in_time


def test_two_closes_close_once() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    director = officials_of(game.event).as_director
    results = at_once(*[lambda: turns.close(turn=turn, by=director)] * 6)
    assert {result.state for result in results} == {TurnState.CLOSED}
    assert game.event.log.filter(act="turn.closed").count() == 1


def test_the_same_key_sent_many_times_at_once_is_one_slip() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    entry, key = game.event.entries.first(), uuid4()
    device_of(entry)
    results = at_once(*[lambda: hand_in(turn, entry, "8D CORNO", key=key)] * 8)
    assert len({result.pk for result in results}) == 1
    assert turn.slips.count() == 1


def test_a_draw_delivered_to_two_workers_draws_once() -> None:
    game = running_game(rack_source=RackSource.SEEDED)
    draws.request(game=game, by=officials_of(game.event).as_director)
    at_once(*[lambda: draws.draw_requested(game_id=game.pk)] * 4)
    assert Game.objects.get(pk=game.pk).turns.count() == 1
    assert game.event.log.filter(act="turn.drawn").count() == 1


def test_a_search_and_a_scoring_delivered_twice_write_once() -> None:
    game = running_game(rack_source=RackSource.SEEDED)
    draws.request(game=game, by=officials_of(game.event).as_director)
    turn = draws.draw_requested(game_id=game.pk)
    assert turn is not None
    at_once(*[lambda: tops.search(turn_id=turn.pk)] * 3)
    turns.open_turn(turn=turn, by=officials_of(game.event).as_director)
    turns.close(turn=turn, by=officials_of(game.event).as_director)
    at_once(*[lambda: adjudication.score_slips(turn_id=turn.pk)] * 3)
    assert Turn.objects.get(pk=turn.pk).scores.count() == 4
    assert game.event.log.filter(act="turn.scored").count() == 1


def test_the_log_stays_gapless_and_chained_under_contention() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    director = officials_of(game.event).as_director
    at_once(*[lambda: turns.extend(turn=turn, by=director, seconds=1)] * 8)
    rows = list(game.event.log.order_by("sequence"))
    assert [row.sequence for row in rows] == list(range(1, len(rows) + 1))
    assert log.first_broken_row(rows) is None


def test_the_deadline_and_a_click_race_to_one_close() -> None:
    game = running_game(profile_overrides={"turn_seconds": 10, "signal_seconds": 1, "grace_seconds": 0})
    turn = open_turn(game, RACK)
    Turn.objects.filter(pk=turn.pk).update(deadline_at=turn.opened_at)
    director = officials_of(game.event).as_director
    at_once(
        *[lambda: turns.close_if_over(turn_id=turn.pk, by=WORKER)] * 3,
        *[lambda: turns.close(turn=turn, by=director)] * 3,
    )
    assert fresh(turn).state == TurnState.CLOSED
    assert game.event.log.filter(act="turn.closed").count() == 1
