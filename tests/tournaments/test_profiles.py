"""What an event's profile changes (RULES §4, the table of settings), seen in the points and on the board."""

from __future__ import annotations

import pytest

from tests.factories import make_lexicon, officials_of
from tests.tournaments.play import close, fresh, hand_in, open_turn, play, points, reveal, running_game
from tournaments.enums import Category
from tournaments.models import Event, Game
from tournaments.selectors import ranking
from tournaments.selectors.standings import event_standings, read_standings
from tournaments.services import tops, turns

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"


def test_where_the_arbiter_chooses_among_equals_the_reveal_waits_for_the_choice() -> None:
    game = running_game(profile_overrides={"tie_break": "arbiter"}, lexicon=make_lexicon(["CORNO", "CRONO"]))
    people = officials_of(game.event)
    turn = close(open_turn(game, RACK))
    assert (turn.top.master, len(turn.top.best_moves) > 1) == (None, True)
    with pytest.raises(turns.TurnError) as refusal:
        turns.adjudicate(turn=turn, by=people.as_arbiter)
    assert refusal.value.code == "master_pending"
    tops.choose_master(turn=turn, by=people.as_arbiter, index=1, reason="lascia più aperto il tavoliere")
    row = game.event.log.last()
    assert (row.act, row.reason, row.payload["before"], row.payload["after"]) == (
        "turn.master_chosen", "lascia più aperto il tavoliere", None, turn.top.best_moves[1],
    )  # fmt: skip
    assert reveal(fresh(turn)).top.master == turn.top.best_moves[1]


@pytest.mark.parametrize(
    ("profile", "declared", "expected"),
    [
        ("fisf-like", 16, 11),  # the word is whole and its sum fits one placement: 5 off
        ("fisf-like", 99, 0),  # a sum that fits nowhere
        ("fisf-like", None, 0),
        ("multiplo", 16, 0),
    ],
)
def test_a_wrong_reference_costs_five_or_everything(profile: str, declared: int | None, expected: int) -> None:
    game = running_game(profile_slug=profile, lexicon=make_lexicon(["CORNO", "STATO"]))
    play(game, RACK, {1: "8D CORNO"})
    turn = open_turn(game, "AESTTLI")
    hand_in(turn, game.event.entries.get(table_number=1), "K4 STATO", declared=declared)
    assert points(reveal(close(turn)))[1] == expected


def two_turns() -> Game:
    game = running_game(profile_overrides={"master_move": "best_slip"}, lexicon=make_lexicon(["CORNO", "STATO"]))
    play(game, RACK, {1: "8D CORNO", 2: "8D CORNO", 3: "8E CORNO"})
    play(game, "AESTTLI", {1: "E4 STATO", 3: "E4 STATO"})
    return game


def test_the_standings_as_of_any_turn() -> None:
    game = two_turns()
    tables = dict(game.event.entries.values_list("pk", "table_number"))

    def totals(turns_counted: int | None) -> dict[int, int]:
        return {tables[row.entry]: row.total for row in read_standings(game.event, turns=turns_counted)}

    assert totals(0) == {1: 0, 2: 0, 3: 0, 4: 0}
    assert totals(1) == {1: 22, 2: 22, 3: 18, 4: 0}
    assert totals(None) == totals(2) == {1: 38, 3: 34, 2: 22, 4: 0}


def test_total_percentage_points_below_the_top_and_tops_found() -> None:
    game = two_turns()
    first, second, third, fourth = event_standings(Event.objects.get(pk=game.event.pk))
    assert (first.rank, first.total, first.percent, first.below_top, first.tops, first.solos) == (1, 38, 100.0, 0, 2, 0)
    assert (second.total, second.percent, second.below_top, second.tops) == (34, 89.5, -4, 1)
    assert (third.total, third.below_top, third.best_move, third.last_points) == (22, -16, 22, 0)
    assert (fourth.rank, fourth.total, fourth.percent) == (4, 0, 0.0)


def test_places_by_category() -> None:
    game = two_turns()
    game.event.entries.filter(table_number__in=[2, 3]).update(category=Category.SENIOR)
    shown = ranking.public_ranking(Event.objects.get(pk=game.event.pk))
    places = {
        row.entry.table_number: ranking.place_in_category(shown, row.entry) for row in shown.rows
    }
    assert places == {1: 1, 3: 1, 2: 2, 4: 2}
    assert [(choice.value, choice.count) for choice in shown.categories] == [("open", 2), ("senior", 2)]
