"""The turn sheet: what each role sees of a turn, phase by phase."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.tournaments.play import close, draw, fresh, hand_in, open_turn, reveal, running_game
from tournaments.models import Turn
from tournaments.selectors.turn_sheet import TurnSheet, slips_of, turn_sheet
from tournaments.selectors.visibility import ROLES, Role
from tournaments.services import contests
from tournaments.services.actor import Actor

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"
SECRET = ("top", "groups", "scores", "board_after")


def sheet(turn: Turn, role: Role) -> TurnSheet:
    return turn_sheet(fresh(turn), role, now=timezone.now())


def known(turn: Turn, role: Role) -> set[str]:
    seen = sheet(turn, role)
    return {name for name in SECRET if getattr(seen, name) is not None}


def test_while_a_turn_is_open_nobody_knows_more_than_the_rack_and_the_clock() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    hand_in(turn, game.event.entries.all()[0], "8D CORNO")
    assert {role: known(turn, role) for role in ROLES} == {role: set() for role in ROLES}
    assert {role: slips_of(fresh(turn), role) for role in ROLES} == dict.fromkeys(ROLES)
    public = sheet(turn, Role.PUBLIC)
    assert (public.rack, public.slip_count, public.missing_tables) == (RACK, None, None)
    assert public.clock is not None
    director = sheet(turn, Role.DIRECTOR)
    assert (director.slip_count, director.missing_tables, director.is_search_ready) == (1, (2, 3, 4), True)


def test_before_the_opening_only_the_officials_who_do_not_play_know_the_rack() -> None:
    turn = draw(running_game(), RACK)
    assert {role for role in ROLES if sheet(turn, role).rack} == {Role.ARBITER, Role.DIRECTOR}


def test_between_close_and_reveal_only_the_officials_see_the_top_and_the_slips() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    hand_in(turn, game.event.entries.all()[0], "8D CORNO")
    turn = close(turn)
    officials = {Role.ARBITER, Role.PLAYING_ARBITER, Role.DIRECTOR}
    assert {role for role in ROLES if known(turn, role)} == officials
    assert known(turn, Role.ARBITER) == {"top", "groups", "scores"}
    assert {role for role in ROLES if slips_of(turn, role)} == officials


def test_from_the_reveal_everybody_sees_everything() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    hand_in(turn, game.event.entries.all()[0], "8D CORNO")
    turn = reveal(close(turn))
    assert {role: known(turn, role) for role in ROLES} == {role: set(SECRET) for role in ROLES}
    public = sheet(turn, Role.PUBLIC)
    assert public.groups is not None
    assert [(group.word, group.reference, group.score, group.tables) for group in public.groups] == [
        ("CORNO", "8D", 22, (1,))
    ]
    assert public.scores is not None
    assert [(score.table_number, score.points) for score in public.scores] == [(1, 22), (2, 0), (3, 0), (4, 0)]


def test_while_a_contest_is_open_slips_have_no_names_but_for_officials() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    entry = game.event.entries.all()[0]
    hand_in(turn, entry, "8D CORXO")
    turn = reveal(close(turn))
    contests.open_contest(turn=turn, entry=entry, by=Actor.of_entry(entry), subject="slip", words=["CORXO"])
    public, arbiter = sheet(turn, Role.PUBLIC), sheet(turn, Role.ARBITER)
    assert public.groups is not None
    assert arbiter.groups is not None
    assert [group.tables for group in public.groups] == [None]
    assert [group.tables for group in arbiter.groups] == [(1,)]
    assert slips_of(turn, Role.PLAYER) is None


def test_in_a_frozen_turn_the_public_sees_the_top_but_nobodys_points() -> None:
    game = running_game(frozen_turns=20)
    turn = open_turn(game, RACK)
    hand_in(turn, game.event.entries.all()[0], "8D CORNO")
    turn = reveal(close(turn))
    public = sheet(turn, Role.PUBLIC)
    assert public.top is not None
    assert public.scores is None
    assert public.groups is not None
    assert [group.tables for group in public.groups] == [None]
    assert sheet(turn, Role.DIRECTOR).scores is not None
