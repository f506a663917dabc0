"""Replay: acts in, state out; acts that do not fit are refused; tiles are conserved over whole games."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.random_game import play_game
from tournaments.engine.acts import ReplayError
from tournaments.engine.board import Board
from tournaments.engine.fairness import SeededSource
from tournaments.engine.game import GameState, Phase
from tournaments.engine.profile import load_profile
from tournaments.engine.replay import apply, replay
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.tiles import Rack

RULES = load_ruleset("it-figs")
PROFILE = load_profile("multiplo")

DRAW_1 = {
    "act": "draw",
    "turn": 1,
    "rack": "CORNOAE",
    "rejected": [],
    "source": "manual",
    "minimum": 2,
    "relaxed": False,
}
OPEN_1 = {"act": "open", "turn": 1}
CLOSE_1 = {"act": "close", "turn": 1}
SCORE_1 = {"act": "score", "turn": 1, "scores": {"7": 22, "8": 0}}
MASTER_1 = {
    "act": "master",
    "turn": 1,
    "word": "CORNO",
    "row": 7,
    "col": 3,
    "direction": "across",
    "score": 22,
}
REVEAL_1 = {"act": "reveal", "turn": 1}
TURN_1 = [DRAW_1, OPEN_1, CLOSE_1, SCORE_1, MASTER_1, REVEAL_1]
VOID_1 = {"act": "void", "turn": 1, "reason": "allarme"}


def after(*acts: dict[str, Any]) -> GameState:
    return replay(RULES, PROFILE, acts)


def test_a_turn_from_draw_to_reveal() -> None:
    phases = [after(*TURN_1[:count]).phase for count in range(7)]
    assert phases == [
        Phase.READY,
        Phase.DRAWN,
        Phase.OPEN,
        Phase.CLOSED,
        Phase.CLOSED,
        Phase.ADJUDICATED,
        Phase.REVEALED,
    ]
    state = after(*TURN_1)
    assert state.board.rows[7] == "...CORNO......."
    assert (state.rack, len(state.bag), state.turn) == (Rack("AE"), 113, 1)
    assert state.totals == {"7": 22, "8": 0}


def test_the_move_is_not_on_the_board_nor_the_score_in_the_totals_before_the_reveal() -> None:
    state = after(*TURN_1[:-1])
    assert (state.board, state.totals) == (Board(), {})


def test_a_later_score_of_the_same_entry_replaces_the_earlier_one() -> None:
    again = {"act": "score", "turn": 1, "scores": {"8": 15}}
    assert after(*TURN_1[:4], again, *TURN_1[4:]).totals == {"7": 22, "8": 15}


def test_void_puts_every_tile_where_it_was_and_the_next_draw_goes_on_with_the_attempts() -> None:
    rejected = {**DRAW_1, "rejected": [{"rack": "AEIOUAE", "reason": "too_few_consonants"}]}
    state = after(rejected, *TURN_1[1:], VOID_1)
    assert (state.board, state.bag, state.rack) == (Board(), RULES.full_bag(), Rack())
    assert (state.phase, state.turn, state.totals, state.next_attempt) == (Phase.READY, 0, {}, 3)
    again = apply(state, DRAW_1)
    assert [(turn.number, turn.phase, turn.first_attempt) for turn in again.history] == [
        (1, Phase.VOIDED, 1),
        (1, Phase.DRAWN, 3),
    ]


def test_reopening_forgets_scores_and_master_move() -> None:
    state = after(*TURN_1[:5], {"act": "reopen", "turn": 1})
    assert state.phase is Phase.OPEN
    assert state.current is not None
    assert (state.current.scores, state.current.master) == ({}, None)


def test_without_a_legal_move_all_letters_go_back() -> None:
    state = after(*TURN_1[:4], {"act": "master", "turn": 1, "word": None}, REVEAL_1)
    assert (state.board, state.bag, state.rack, state.turn) == (Board(), RULES.full_bag(), Rack(), 1)
    assert state.must_end is False


def test_the_master_move_can_be_changed_until_the_next_draw() -> None:
    state = after(*TURN_1, {**MASTER_1, "word": "CORONE", "score": 24})
    assert state.board.rows[7] == "...CORONE......"
    assert (state.rack, state.phase) == (Rack("A"), Phase.REVEALED)


def test_a_ruling_scores_a_revealed_turn_again() -> None:
    ruling = {"act": "ruling", "word": "CORNOA", "admitted": True}
    state = after(*TURN_1, ruling, {"act": "rescore", "turn": 1, "scores": {"8": 30}, "reason": "CORNOA"})
    assert (state.totals, state.rulings) == ({"7": 22, "8": 30}, {"CORNOA": True})


def test_penalties_bonuses_and_totals_at_any_turn() -> None:
    bonus = {"act": "bonus", "turn": 1, "points": {"7": 10}}
    early = {"act": "penalty", "entry": "8", "points": 5, "reason": "ammonizioni"}
    draw_2 = {**DRAW_1, "turn": 2, "rack": "AEISTRB"}
    late = {"act": "penalty", "entry": "7", "points": 5, "reason": "ammonizioni"}
    pardon = {"act": "pardon", "entry": "7", "points": 5, "reason": "errore"}
    state = after(early, *TURN_1, bonus, draw_2, late)
    assert [state.totals_at(turn) for turn in range(3)] == [
        {"8": -5},
        {"7": 32, "8": -5},
        {"7": 27, "8": -5},
    ]
    assert state.totals == {"7": 27, "8": -5}
    assert apply(state, pardon).totals == {"7": 32, "8": -5}
    assert apply(state, {"act": "void", "turn": 2, "reason": "x"}).totals == {"7": 27, "8": -5}


def test_the_end_and_the_way_back() -> None:
    state = after(*TURN_1, {"act": "end", "reason": "letters_used_up"})
    assert (state.phase, state.end_reason) == (Phase.ENDED, "letters_used_up")
    back = apply(state, {"act": "resume", "reason": "fine per errore"})
    assert (back.phase, back.end_reason) == (Phase.REVEALED, None)
    assert after({"act": "end", "reason": "x"}, {"act": "resume", "reason": "y"}).phase is Phase.READY


@pytest.mark.parametrize(
    ("before", "act", "code"),
    [
        ([], {"act": "dance"}, "act_unknown"),
        ([], {}, "act_unknown"),
        ([], {"act": ["draw"]}, "act_unknown"),
        ([], OPEN_1, "act_phase"),
        ([], {**DRAW_1, "turn": 2}, "act_turn"),
        ([], {**DRAW_1, "turn": "1"}, "act_shape"),
        ([], {**DRAW_1, "turn": True}, "act_shape"),
        ([], {**DRAW_1, "rack": "cornoae"}, "act_shape"),
        ([], {**DRAW_1, "rack": "CORNO"}, "act_tiles"),
        ([], {**DRAW_1, "rack": "QQORNOA"}, "act_tiles"),
        ([], {**DRAW_1, "rejected": [{"rack": "QQORNOA", "reason": "x"}]}, "act_tiles"),
        ([], {**DRAW_1, "rejected": "none"}, "act_shape"),
        ([], {**DRAW_1, "source": "dice"}, "act_shape"),
        ([], {**DRAW_1, "relaxed": 0}, "act_shape"),
        ([DRAW_1], DRAW_1, "act_phase"),
        ([DRAW_1], CLOSE_1, "act_phase"),
        ([DRAW_1], {"act": "open", "turn": 2}, "act_turn"),
        ([DRAW_1], {"act": "end", "reason": "x"}, "act_phase"),
        ([DRAW_1, OPEN_1], SCORE_1, "act_phase"),
        ([DRAW_1, OPEN_1], MASTER_1, "act_phase"),
        (TURN_1[:3], REVEAL_1, "act_phase"),
        (TURN_1[:3], {**SCORE_1, "scores": {"7": -1}}, "act_shape"),
        (TURN_1[:3], {**SCORE_1, "scores": [22]}, "act_shape"),
        (TURN_1[:3], {**MASTER_1, "col": 12}, "act_move"),
        (TURN_1[:3], {**MASTER_1, "word": "CORRO"}, "act_move"),
        (TURN_1[:3], {**MASTER_1, "word": "cORNO"}, "act_move"),
        (TURN_1[:3], {**MASTER_1, "word": "C0RNO"}, "act_shape"),
        (TURN_1[:3], {**MASTER_1, "direction": "up"}, "act_shape"),
        (TURN_1[:3], {**MASTER_1, "row": -1}, "act_shape"),
        (TURN_1, SCORE_1, "act_phase"),
        (TURN_1, {"act": "rescore", "turn": 2, "scores": {}, "reason": "x"}, "act_turn"),
        (TURN_1, {"act": "rescore", "turn": 1, "scores": {}}, "act_shape"),
        (TURN_1, {"act": "void", "turn": 1}, "act_shape"),
        ([], {"act": "penalty", "entry": "7", "points": 0, "reason": "x"}, "act_shape"),
        ([], {"act": "pardon", "entry": "7", "points": 5, "reason": "x"}, "act_points"),
        ([], {"act": "resume", "reason": "x"}, "act_phase"),
        ([{"act": "end", "reason": "x"}], DRAW_1, "act_phase"),
    ],
)
def test_an_act_that_does_not_fit_is_refused(
    before: list[dict[str, Any]], act: dict[str, Any], code: str
) -> None:
    state = after(*before)
    with pytest.raises(ReplayError) as refusal:
        apply(state, act)
    assert refusal.value.code == code


def test_a_move_over_other_tiles_is_refused() -> None:
    draw_2 = {**DRAW_1, "turn": 2, "rack": "AEISTRB"}
    turn_2 = [draw_2, {"act": "open", "turn": 2}, {"act": "close", "turn": 2}]
    over = {**MASTER_1, "turn": 2, "word": "STIRE"}
    with pytest.raises(ReplayError) as refusal:
        after(*TURN_1, *turn_2, over)
    assert refusal.value.code == "act_move"


def test_the_same_rack_for_ever_is_the_end() -> None:
    small = after(DRAW_1)
    bag = small.bag.without(small.bag.letters)
    state = GameState(RULES, PROFILE, Board(), bag.with_tiles("AB", RULES.tile_order), Rack())
    draw = {**DRAW_1, "rack": "AB", "minimum": 1}
    for act in (draw, OPEN_1, CLOSE_1, {"act": "master", "turn": 1, "word": None}, REVEAL_1):
        state = apply(state, act)
    assert state.must_end is True


VARIANTS = st.sampled_from(["classic", "joker", "seven_of_eight"])
SETS = st.sampled_from(["it-figs", "ro-frs", "fr", "en"])


@given(seed=st.binary(min_size=32, max_size=32), number=st.integers(0, 2**32), ruleset=SETS, variant=VARIANTS)
@settings(max_examples=40, deadline=None, derandomize=True)
def test_tiles_are_conserved_over_whole_random_games(
    seed: bytes, number: int, ruleset: str, variant: str
) -> None:
    rules, profile = load_ruleset(ruleset), PROFILE.with_overrides({"variant": variant})
    full = sorted(rules.full_bag().letters)
    last, states, acts = play_game(rules, profile, SeededSource(seed, "g"), random.Random(number))
    for state in states:
        assert sorted(state.bag.letters + state.rack.letters + state.board.tiles()) == full
    assert last.phase is Phase.ENDED
    assert last.turn > 5
    # The log's rows are JSON: what comes back from them replays to the same state.
    assert replay(rules, profile, json.loads(json.dumps(acts))) == last
