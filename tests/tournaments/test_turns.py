"""The turn's acts, their order, their refusals and their undoing."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.factories import make_event, officials_of
from tests.tournaments.play import close, draw, fresh, hand_in, open_turn, play, points, reveal, running_game
from tournaments.enums import RackSource, SearchState, TurnState
from tournaments.models import Game, Turn
from tournaments.services import draws, games, log, officials, turns
from tournaments.services.actor import WORKER
from tournaments.services.draws import DrawError
from tournaments.services.games import GameError
from tournaments.services.positions import after
from tournaments.services.turns import TurnError

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"


def acts(game: Game) -> list[str]:
    return list(game.event.log.order_by("sequence").values_list("act", flat=True))


def test_a_turn_goes_from_the_draw_to_the_reveal() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    one, two, *_ = game.event.entries.all()
    hand_in(turn, one, "8D CORNO")
    hand_in(turn, two, "8D CORXO")
    turn = reveal(close(turn))
    assert turn.state == TurnState.REVEALED
    assert points(turn) == {1: 22, 2: 0, 3: 0, 4: 0}
    assert acts(game)[-7:] == [
        "turn.drawn",
        "turn.search_ready",
        "turn.opened",
        "turn.closed",
        "turn.scored",
        "turn.adjudicated",
        "turn.revealed",
    ]
    assert log.first_broken_row(game.event.log.order_by("sequence")) is None


def test_the_master_move_lies_on_the_next_board_and_the_rest_of_the_rack_is_kept() -> None:
    game = running_game()
    turn = play(game, RACK, {})
    master = turn.top.master
    following = draw(game, _kept(turn) + "TESRI"[: len(RACK) - len(_kept(turn))])
    board = following.board_before
    line = board.rows[master["row"]] if master["direction"] == "across" else board.columns[master["col"]]
    assert line.strip(".") == master["word"]
    assert following.number == 2
    assert len(following.bag) + 7 + (7 - len(_kept(turn))) == 120


def _kept(turn: Turn) -> str:
    return after(turn, turn.game.event.ruleset)[2].letters


def test_the_seeded_draw_is_made_by_the_worker_from_the_committed_seed() -> None:
    game = running_game(rack_source=RackSource.SEEDED)
    assert len(game.commitment) == 64
    turn = draw(game)
    assert (turn.number, len(turn.rack), turn.search_state) == (1, 7, SearchState.READY)
    assert draws.draw_requested(game_id=game.pk) is None  # a second delivery finds nothing to do


def test_the_rules_lock_at_the_first_draw() -> None:
    game = running_game()
    draw(game, RACK)
    event = make_fresh(game).event
    assert event.are_rules_locked
    assert event.locked_rules["settings"] == event.profile.settings()


def make_fresh(game: Game) -> Game:
    return Game.objects.select_related("event").get(pk=game.pk)


def test_a_game_does_not_start_without_its_officials() -> None:
    event = make_event(players=4, state="registration")
    game = games.plan(event)[0]
    federation = officials_of(make_event(players=3, state="running")).as_director
    with pytest.raises(officials.OfficialError):
        games.start(game=game, by=federation)


def test_a_second_turn_cannot_be_drawn_while_one_is_in_play() -> None:
    game = running_game()
    draw(game, RACK)
    with pytest.raises(DrawError) as refusal:
        draw(game, RACK)
    assert refusal.value.code == "turn_in_play"


def test_letters_that_the_bag_does_not_hold_are_refused() -> None:
    with pytest.raises(DrawError) as refusal:
        draw(running_game(), "QQAEIOU")
    assert refusal.value.code == "letters"


def test_opening_twice_is_opening_once() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    again = turns.open_turn(turn=turn, by=officials_of(game.event).as_director)
    assert again.deadline_at == turn.deadline_at
    assert acts(game).count("turn.opened") == 1


def test_only_the_director_opens() -> None:
    game = running_game()
    turn = draw(game, RACK)
    with pytest.raises(officials.OfficialError):
        turns.open_turn(turn=turn, by=officials_of(game.event).as_arbiter)


def test_the_deadline_closes_only_after_the_grace() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    assert turn.deadline_at is not None
    with time_machine.travel(turn.deadline_at + timedelta(seconds=1.9), tick=False):
        assert turns.close_if_over(turn_id=turn.pk, by=WORKER) is False
    with time_machine.travel(turn.deadline_at + timedelta(seconds=7), tick=False):
        assert turns.close_if_over(turn_id=turn.pk, by=WORKER) is True
        assert turns.close_if_over(turn_id=turn.pk, by=WORKER) is False
    closed = fresh(turn)
    # The close takes effect at the cutoff, however late the worker came.
    assert closed.closed_at == turn.deadline_at + timedelta(seconds=2)
    assert acts(game).count("turn.closed") == 1


def test_a_pause_stops_the_clock_and_moves_the_deadline() -> None:
    game = running_game()
    director = officials_of(game.event).as_director
    turn = open_turn(game, RACK)
    assert turn.opened_at is not None
    assert turn.deadline_at is not None
    with time_machine.travel(turn.opened_at + timedelta(seconds=100), tick=False):
        turns.pause(turn=turn, by=director)
    with time_machine.travel(turn.opened_at + timedelta(seconds=400), tick=False):
        assert turns.close_if_over(turn_id=turn.pk, by=WORKER) is False
        resumed = turns.resume(turn=turn, by=director)
    assert resumed.deadline_at == turn.deadline_at + timedelta(seconds=300)


def test_the_director_gives_more_time() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    longer = turns.extend(turn=turn, by=officials_of(game.event).as_director, seconds=30)
    assert turn.deadline_at is not None
    assert longer.deadline_at == turn.deadline_at + timedelta(seconds=30)
    with pytest.raises(TurnError) as refusal:
        turns.extend(turn=turn, by=officials_of(game.event).as_director, seconds=0)
    assert refusal.value.code == "seconds"


def test_an_undone_opening_voids_its_slips() -> None:
    game = running_game()
    director = officials_of(game.event).as_director
    turn = open_turn(game, RACK)
    entry = game.event.entries.first()
    hand_in(turn, entry, "8D CORNO")
    turn = turns.undo_opening(turn=turn, by=director, reason="leggio letto male")
    assert (turn.state, turn.deadline_at) == (TurnState.DRAWN, None)
    turn = turns.open_turn(turn=turn, by=director)
    turn = reveal(close(turn))
    assert points(turn)[entry.table_number] == 0
    assert turn.slips.count() == 1


def test_undoing_needs_a_reason() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    with pytest.raises(TurnError) as refusal:
        turns.undo_opening(turn=turn, by=officials_of(game.event).as_director, reason="  ")
    assert refusal.value.code == "reason_needed"


def test_a_reopened_turn_keeps_its_slips_and_judges_them_anew() -> None:
    game = running_game()
    one, two, *_ = game.event.entries.all()
    turn = open_turn(game, RACK)
    hand_in(turn, one, "8D CORNO")
    turn = close(turn)
    assert turn.scores.count() == 4
    turn = turns.reopen(
        turn=turn, by=officials_of(game.event).as_director, seconds=60, reason="guasto alla rete"
    )
    assert (turn.state, turn.scores.count()) == (TurnState.OPEN, 0)
    hand_in(turn, two, "8D CORNO")
    turn = reveal(close(turn))
    assert points(turn) == {1: 22, 2: 22, 3: 0, 4: 0}


def test_a_voided_turn_is_drawn_again_under_the_same_number() -> None:
    game = running_game(rack_source=RackSource.SEEDED)
    first = draw(game)
    turns.void(turn=first, by=officials_of(game.event).as_director, reason="tessera a terra")
    second = draw(game)
    assert (second.number, second.ordinal) == (1, 2)
    assert second.draw["attempts"] > first.draw["attempts"]


def test_a_turn_is_past_voiding_once_the_next_is_drawn() -> None:
    game = running_game(rack_source=RackSource.SEEDED)
    turn = open_turn(game)
    turn = reveal(close(turn))
    draw(game)
    with pytest.raises(TurnError) as refusal:
        turns.void(turn=turn, by=officials_of(game.event).as_director, reason="troppo tardi")
    assert refusal.value.code == "gone_on"


def test_the_reveal_waits_for_the_verdicts() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    hand_in(turn, game.event.entries.first(), "8D CORNO")
    turn = turns.close(turn=turn, by=officials_of(game.event).as_director)
    with pytest.raises(TurnError) as refusal:
        turns.adjudicate(turn=turn, by=officials_of(game.event).as_arbiter)
    assert refusal.value.code == "scoring_pending"


def test_a_game_ends_only_between_turns() -> None:
    game = running_game()
    director = officials_of(game.event).as_director
    turn = open_turn(game, RACK)
    with pytest.raises(GameError) as refusal:
        games.end(game=game, by=director, end_reason="arbiter")
    assert refusal.value.code == "turn_in_play"
    reveal(close(turn))
    ended = games.end(game=game, by=director, end_reason="arbiter")
    assert ended.finished_at is not None
    assert ended.finished_at <= timezone.now()
