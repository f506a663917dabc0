"""Queries are constant in the number of rows: a hall of twelve costs as many as one of four."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import officials_of
from tests.tournaments.play import draw, fresh, hand_in, running_game
from tournaments.enums import Decision
from tournaments.models import Event, Game, Turn
from tournaments.selectors import console, desk, ranking
from tournaments.selectors.standings import read_standings
from tournaments.selectors.visibility import Role
from tournaments.services import adjudication, paper, publication, rulings, sweeper, turns

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"


def queries(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


def counts(players: int) -> dict[str, int]:
    """A turn of so many players, each with a slip of their own, act by act."""
    game = running_game(players=players)
    event, people = game.event, officials_of(game.event)
    turn = turns.open_turn(turn=draw(game, RACK), by=people.as_director)
    for number, entry in enumerate(event.entries.all()):
        hand_in(turn, entry, f"8D {'CORN' + chr(65 + number)}")
    arbiter, director = people.as_arbiter, people.as_director

    def rule() -> None:
        ruling = rulings.preview(
            turn=fresh(turn), by=arbiter, words=["CORNB"], decision=Decision.ADMIT, article="F14", reason="lemma"
        )
        rulings.apply(ruling=ruling, by=arbiter)

    found = {
        "slip count": queries(lambda: console.slip_count(fresh(turn), Role.DIRECTOR)),
        "close": queries(lambda: turns.close(turn=turn, by=director)),
        "sweep": queries(sweeper.sweep),
        "score": queries(lambda: adjudication.score_slips(turn_id=turn.pk)),
        "desk": queries(lambda: desk.groups(fresh(turn), Role.ARBITER)),
        "mismatches": queries(lambda: paper.mismatches(fresh(turn))),
        "adjudicate": queries(lambda: turns.adjudicate(turn=turn, by=arbiter)),
        "reveal": queries(lambda: turns.reveal(turn=turn, by=director)),
        "rule": queries(rule),
        "standings": queries(lambda: read_standings(event)),
        "ranking": queries(lambda: ranking.public_ranking(Event.objects.get(pk=event.pk))),
        "recompute": queries(lambda: publication.recompute(Game.objects.get(pk=game.pk))),
    }
    assert Turn.objects.get(pk=turn.pk).groups.count() >= players - 1
    return found


def test_every_act_on_a_turn_costs_the_same_for_four_and_for_twelve() -> None:
    assert counts(4) == counts(12)
