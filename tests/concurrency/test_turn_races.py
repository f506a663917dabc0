"""Races on a real PostgreSQL: whatever the interleaving, nothing is lost and nothing happens twice."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from tests.factories import make_event, make_federation_user, officials_of
from tests.tournaments.play import device_of, draw, fresh, hand_in, open_turn, reveal, running_game
from tournaments import tasks
from tournaments.enums import (
    ContestState,
    ContestSubject,
    Decision,
    EventState,
    RackSource,
    SanctionKind,
    TurnState,
)
from tournaments.models import Contest, Device, Event, Game, Ruling, Slip, Turn
from tournaments.selectors.counted import counted_slips
from tournaments.services import (
    adjudication,
    contests,
    draws,
    events,
    games,
    listening,
    log,
    panel,
    paper,
    publication,
    rulings,
    sanctions,
    silence,
    sweeper,
    tops,
    turns,
)
from tournaments.services.actor import WORKER, Actor
from tournaments.services.positions import next_position

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


def test_two_directors_at_two_consoles_do_each_thing_once() -> None:
    """The director and somebody of the federation press the same key at the same moment, all through a turn."""
    game = running_game(rack_source=RackSource.SEEDED)
    people = officials_of(game.event)
    federation = Actor.of_user(make_federation_user())

    def both(act: Callable[..., Any], **arguments: Any) -> list[Any]:
        return at_once(*[partial(act, by=by, **arguments) for by in (people.as_director, federation) * 2])

    both(draws.request, game=game)
    turn = draws.draw_requested(game_id=game.pk)
    assert turn is not None
    tops.search(turn_id=turn.pk)
    for act, told in (
        (turns.open_turn, "turn.opened"),
        (turns.close, "turn.closed"),
        (turns.adjudicate, "turn.adjudicated"),
        (turns.reveal, "turn.revealed"),
    ):
        results = both(act, turn=turn)
        assert [result for result in results if isinstance(result, Exception)] == []
        assert game.event.log.filter(act=told).count() == 1
        adjudication.score_slips(turn_id=turn.pk)
    ends = both(games.end, game=game, end_reason="director")
    assert [result for result in ends if isinstance(result, Exception)] == []
    assert game.event.log.filter(act="game.ended").count() == 1
    assert publication.recompute(Game.objects.get(pk=game.pk)).problems == ()


def test_two_directors_start_one_game() -> None:
    event = make_event(players=4, state="running")
    people = officials_of(event)
    game = games.plan(event)[0]
    results = at_once(*[lambda: games.start(game=game, by=people.as_director)] * 4)
    assert [result for result in results if isinstance(result, Exception)] == []
    assert event.log.filter(act="game.started").count() == 1
    assert event.log.filter(act="game.committed").count() == 1


def refused_turn() -> tuple[Game, Turn]:
    """A closed and adjudicated turn in which table 1 wrote a word of no list."""
    game = running_game()
    turn = open_turn(game, RACK)
    hand_in(turn, game.event.entries.get(table_number=1), "8D CONAREO")
    turns.close(turn=turn, by=officials_of(game.event).as_director)
    adjudication.score_slips(turn_id=turn.pk)
    return game, turns.adjudicate(turn=turn, by=officials_of(game.event).as_arbiter)


def previewed(game: Game, turn: Turn) -> Ruling:
    return rulings.preview(
        turn=turn,
        by=officials_of(game.event).as_arbiter,
        words=["CONAREO"],
        decision=Decision.ADMIT,
        article="F14",
        reason="lemma",
    )


@pytest.mark.parametrize("_round", range(3))
def test_a_ruling_against_the_reveal_both_happen_and_the_points_are_the_rulings(_round: int) -> None:
    game, turn = refused_turn()
    people, ruling = officials_of(game.event), previewed(game, turn)
    results = at_once(
        lambda: rulings.apply(ruling=ruling, by=people.as_arbiter),
        lambda: turns.reveal(turn=turn, by=people.as_director),
        lambda: rulings.apply(ruling=ruling, by=people.as_arbiter),
    )
    assert [result for result in results if isinstance(result, Exception)] == []
    assert fresh(turn).state == TurnState.REVEALED
    assert fresh(turn).scores.get(entry__table_number=1).points == 76
    assert game.event.log.filter(act="ruling.applied").count() == 1
    assert publication.recompute(game).problems == ()


@pytest.mark.parametrize("_round", range(3))
def test_a_ruling_against_the_opening_of_the_next_turn_is_before_it_or_refused(_round: int) -> None:
    game, turn = refused_turn()
    people = officials_of(game.event)
    reveal(turn)
    ruling = previewed(game, turn)
    kept = next_position(game).kept.letters
    following = draw(game, kept + "TIESRAVIBL"[: 7 - len(kept)])
    applied, opened = at_once(
        lambda: rulings.apply(ruling=ruling, by=people.as_arbiter),
        lambda: turns.open_turn(turn=following, by=people.as_director),
    )
    if isinstance(applied, Exception):
        assert (applied.code, fresh(following).state) == ("gone_on", TurnState.OPEN)
    else:
        # The board changed under the turn that was drawn: it went, and could not be opened any more.
        assert (opened.code, fresh(following).state) == ("wrong_state", TurnState.VOIDED)
    assert publication.recompute(game).problems == ()


def test_paper_readers_side_by_side_read_each_table_once_each() -> None:
    game = running_game(is_double_entry=True)
    turn = open_turn(game, RACK)
    people = officials_of(game.event)
    results = at_once(
        *[
            partial(paper.type_slip, turn=turn, by=by, table_number=table, word="CORNO", reference="8D")
            for table in (1, 2)
            for by in (people.as_director, people.as_arbiter)
        ]
    )
    assert [result for result in results if isinstance(result, Exception)] == []
    assert sorted(turn.slips.values_list("entry__table_number", "reading")) == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_publication_and_a_ruling_do_not_pass_each_other() -> None:
    game, turn = refused_turn()
    people = officials_of(game.event)
    reveal(turn)
    games.end(game=game, by=people.as_director, end_reason="director")
    event = events.move(game.event, EventState.FINISHED, people.as_director)
    ruling = previewed(game, fresh(turn))
    at_once(
        lambda: publication.publish(event=event, by=people.as_director),
        lambda: rulings.apply(ruling=ruling, by=people.as_arbiter),
    )
    rows = list(Event.objects.get(pk=event.pk).log.order_by("sequence").values_list("act", flat=True))
    # Whichever came first, nothing that changes a result comes after the publication.
    assert "ruling.applied" not in rows[rows.index("event.state", rows.index("game.ended") + 2) + 1 :]
    assert publication.recompute(game).problems == ()


def test_two_sanctions_of_one_player_at_once_are_one_disqualification() -> None:
    game = running_game()
    arbiter, entry = officials_of(game.event).as_arbiter, game.event.entries.get(table_number=1)
    again = partial(
        sanctions.give, entry=entry, by=arbiter, kind=SanctionKind.DISQUALIFICATION, reason="copia"
    )
    results = at_once(again, again, again)
    assert sorted(type(result).__name__ for result in results) == ["Sanction", "SanctionError", "SanctionError"]


def test_the_sweeper_beside_the_workers_changes_nothing_twice() -> None:
    game = running_game(rack_source=RackSource.SEEDED, profile_overrides={"grace_seconds": 0})
    draws.request(game=game, by=officials_of(game.event).as_director)
    Game.objects.filter(pk=game.pk).update(draw_requested_at=timezone.now() - timedelta(seconds=5))
    assert sweeper.sweep() == 1
    at_once(*[partial(tasks.draw_rack, game.pk)] * 3)
    turn = game.turns.get()
    Turn.objects.filter(pk=turn.pk).update(drawn_at=timezone.now() - timedelta(seconds=5))
    assert sweeper.sweep() == 1
    at_once(*[partial(tasks.search_top, turn.pk)] * 3)
    turns.open_turn(turn=turn, by=officials_of(game.event).as_director)
    Turn.objects.filter(pk=turn.pk).update(deadline_at=timezone.now() - timedelta(seconds=5))
    assert sweeper.sweep() == 1
    at_once(*[partial(tasks.close_turn, turn.pk)] * 3)
    assert sweeper.sweep() == 1
    at_once(*[partial(tasks.score_slips, turn.pk)] * 3)
    assert sweeper.sweep() == 0
    acts = list(game.event.log.filter(turn=turn).values_list("act", flat=True))
    assert acts == ["turn.drawn", "turn.search_ready", "turn.opened", "turn.closed", "turn.scored"]


@pytest.mark.parametrize("_round", range(3))
def test_a_ruling_a_rejection_and_opinions_on_one_contest_do_not_block_each_other(_round: int) -> None:
    game, turn = refused_turn()
    people = officials_of(game.event)
    reveal(turn)
    player = game.event.entries.get(table_number=1)
    contest = contests.open_contest(
        turn=turn, entry=player, by=Actor.of_entry(player), subject=ContestSubject.SLIP, words=["CONAREO"]
    )
    question = panel.ask(turn=turn, by=people.as_arbiter, words=["CONAREO"], contest=contest)
    ruling = previewed(game, turn)
    Ruling.objects.filter(pk=ruling.pk).update(contest=contest, question=question)
    results = at_once(
        lambda: rulings.apply(ruling=ruling, by=people.as_arbiter),
        lambda: contests.reject(contest=contest, by=people.as_arbiter, reason="non c'è"),
        *[
            partial(
                panel.answer, question=question, by=Actor.of_entry(member), decision=Decision.ADMIT, reason="c'è"
            )
            for member in people.panel
        ],
    )
    # Refused where another came first, never stuck.
    codes = {result.code for result in results if isinstance(result, Exception)}
    assert codes <= {"decided", "closed"}
    assert Contest.objects.get(pk=contest.pk).state != ContestState.OPEN
    assert publication.recompute(game).problems == ()


@pytest.mark.parametrize("_round", range(3))
def test_dropping_a_ruling_beside_the_clock_does_not_block_it(_round: int) -> None:
    game, turn = refused_turn()
    people = officials_of(game.event)
    reveal(turn)
    previews = [previewed(game, turn) for _ in range(4)]
    kept = next_position(game).kept.letters
    following = draw(game, kept + "TIESRAVIBL"[: 7 - len(kept)])
    turns.open_turn(turn=following, by=people.as_director)
    results = at_once(
        *[partial(rulings.drop, ruling=ruling, by=people.as_arbiter) for ruling in previews],
        *[partial(turns.extend, turn=following, by=people.as_director, seconds=1)] * 4,
    )
    assert [result for result in results if isinstance(result, Exception)] == []


@pytest.mark.parametrize("_round", range(3))
def test_processes_that_note_the_same_devices_do_not_wait_for_each_other(_round: int) -> None:
    game = running_game(players=PLAYERS)
    turn = open_turn(game, RACK)
    entries = list(game.event.entries.all())
    pks = [device_of(entry).pk for entry in entries]
    notes = [partial(listening.note, order) for order in (pks, pks[::-1], pks[::2] + pks[1::2])]
    submits = [partial(hand_in, turn, entry, "8D CORNO") for entry in entries[:8]]
    assert [result for result in at_once(*notes, *submits) if isinstance(result, Exception)] == []
    listening.note(pks)
    assert Device.objects.filter(last_seen_at=None).count() == 0


def test_sweepers_that_tell_of_a_silence_at_once_tell_it_once() -> None:
    game = running_game(players=PLAYERS)
    turn = open_turn(game, RACK)
    now = timezone.now()
    for entry in game.event.entries.all():
        Device.objects.filter(pk=device_of(entry).pk).update(last_seen_at=now - timedelta(seconds=60))
    cache.set(listening.KEY, now - timedelta(seconds=60), 60)
    try:
        assert at_once(*[silence.tell_changes] * 6) == [None] * 6
        [row] = game.event.log.filter(act="device.offline")
        assert row.payload["tables"] == list(range(1, PLAYERS + 1))
        Device.objects.update(last_seen_at=timezone.now())
        director = officials_of(game.event).as_director
        results = at_once(*[silence.tell_changes] * 4, lambda: turns.close(turn=turn, by=director))
        assert [result for result in results if isinstance(result, Exception)] == []
        assert game.event.log.filter(act="device.back").count() == 1
    finally:
        cache.delete(listening.KEY)
