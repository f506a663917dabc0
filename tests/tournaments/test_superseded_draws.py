"""An honest game verifies whatever was undone in it: draws on boards that did not stay, voids one after the other."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factories import make_event, officials_of
from tests.tournaments.play import close, draw, fresh, open_turn, reveal
from tournaments.engine import fairness
from tournaments.engine.record import verify_record
from tournaments.engine.verification import RecordError
from tournaments.enums import Decision, RackSource, SanctionKind, TurnState
from tournaments.models import Game, Turn
from tournaments.selectors.standings import event_standings
from tournaments.services import games, publication, rulings, sanctions, turns

pytestmark = pytest.mark.django_db
SEED = bytes(range(32))


def seeded_game() -> Game:
    """A game whose letters are always the same."""
    event = make_event(players=4, state="running", slug="prova")
    game = games.plan(event)[0]
    game.rack_source = RackSource.SEEDED
    game.seed, game.commitment = SEED.hex(), fairness.commitment(SEED, game=games.fair_id(game))
    game.save()
    return games.start(game=game, by=officials_of(event).as_director)


def admit_a_better_move(turn: Turn) -> None:
    """A ruling that puts another move on the turn's board: all seven letters as they lie."""
    arbiter = officials_of(turn.game.event).as_arbiter
    ruling = rulings.preview(
        turn=turn,
        by=arbiter,
        words=[turn.rack.replace("?", "A")],
        decision=Decision.ADMIT,
        article="F14",
        reason="a lemma",
    )
    assert ruling.preview["top_changes"]
    rulings.apply(ruling=ruling, by=arbiter)


def void(turn: Turn) -> None:
    turns.void(turn=turn, by=officials_of(turn.game.event).as_director, reason="tessera a terra")


def record_of(game: Game) -> dict[str, Any]:
    director = officials_of(game.event).as_director
    game = games.end(game=game, by=director, end_reason="director")
    assert publication.recompute(game).problems == ()
    return publication.public_record(game)


def superseded(record: dict[str, Any]) -> list[tuple[int, bool]]:
    return [(entry["turn"], "superseded" in entry) for entry in record["turns"]]


def test_a_turn_drawn_on_a_board_that_a_ruling_changed_still_follows_from_the_seed() -> None:
    game = seeded_game()
    first = reveal(close(open_turn(game)))
    second = draw(game)
    admit_a_better_move(first)
    assert fresh(second).state == TurnState.VOIDED
    reveal(close(open_turn(game)))
    record = record_of(game)
    assert superseded(record) == [(1, False), (2, True), (2, False)]
    verification = verify_record(record)
    assert (verification.first_difference, verification.derived, verification.turns) == (None, 3, 2)
    assert record["turns"][1]["superseded"] == {"board": second.board.split("\n"), "kept": second.rack[: kept(second)]}


def kept(turn: Turn) -> int:
    """How many letters of the rack were left over from the turn before."""
    on_board = sum(square != "." for square in turn.board if square != "\n")
    return 7 - on_board


def test_draws_voided_before_the_ruling_are_superseded_too() -> None:
    game = seeded_game()
    first = reveal(close(open_turn(game)))
    void(draw(game))
    draw(game)
    admit_a_better_move(first)
    reveal(close(open_turn(game)))
    record = record_of(game)
    assert superseded(record) == [(1, False), (2, True), (2, True), (2, False)]
    assert verify_record(record).first_difference is None


def test_two_turns_voided_one_after_the_other() -> None:
    game = seeded_game()
    first = reveal(close(open_turn(game)))
    void(draw(game))
    void(first)
    again = reveal(close(open_turn(game)))
    assert (again.number, again.ordinal) == (1, 3)
    reveal(close(open_turn(game)))
    record = record_of(game)
    assert superseded(record) == [(1, False), (2, True), (1, False), (2, False)]
    assert verify_record(record).first_difference is None


def test_an_ordinary_void_is_not_superseded() -> None:
    game = seeded_game()
    void(draw(game))
    reveal(close(open_turn(game)))
    record = record_of(game)
    assert superseded(record) == [(1, False), (1, False)]
    assert verify_record(record).first_difference is None


def tampered(**changes: Any) -> dict[str, Any]:
    game = seeded_game()
    first = reveal(close(open_turn(game)))
    draw(game)
    admit_a_better_move(first)
    reveal(close(open_turn(game)))
    record = record_of(game)
    record["turns"][1].update(changes)
    return record


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rack": "AEIOUBC"}, "rack"),
        ({"superseded": {"board": ["." * 15] * 15, "kept": ""}}, "rack"),
        ({"superseded": {"board": ["Q" * 15] * 15, "kept": ""}}, "act_tiles"),
        ({"rejected": [{"rack": "AEIOUAE", "reason": "too_few_consonants"}]}, "rejected"),
    ],
)
def test_a_superseded_draw_that_was_tampered_with_is_found_out(changes: dict[str, Any], code: str) -> None:
    difference = verify_record(tampered(**changes)).first_difference
    assert difference is not None
    assert (difference.turn, difference.code) == (2, code)


@pytest.mark.parametrize("named", [None, [], {"board": 5, "kept": ""}, {"board": ["." * 15] * 15, "kept": "ae"}])
def test_a_superseded_draw_that_names_no_board_is_no_record(named: object) -> None:
    with pytest.raises(RecordError):
        verify_record(tampered(superseded=named))


def test_a_turn_that_was_played_cannot_be_called_superseded() -> None:
    record = tampered()
    record["turns"][2]["superseded"] = record["turns"][1]["superseded"]
    with pytest.raises(RecordError):
        verify_record(record)


def test_after_the_end_a_ruling_gives_points_and_leaves_the_board() -> None:
    game = seeded_game()
    turn = reveal(close(open_turn(game)))
    before = turn.top.master
    director, arbiter = officials_of(game.event).as_director, officials_of(game.event).as_arbiter
    game = games.end(game=game, by=director, end_reason="director")
    ruling = rulings.preview(
        turn=fresh(turn),
        by=arbiter,
        words=[turn.rack.replace("?", "A")],
        decision=Decision.ADMIT,
        article="F14",
        reason="a lemma",
    )
    rulings.apply(ruling=ruling, by=arbiter)
    assert fresh(turn).top.master == before
    assert publication.recompute(game).problems == ()
    assert verify_record(publication.public_record(game)).ok


def test_a_penalty_given_in_a_turn_that_was_then_voided_stays() -> None:
    game = seeded_game()
    reveal(close(open_turn(game)))
    voided = draw(game)
    entry = game.event.entries.get(table_number=1)
    arbiter = officials_of(game.event).as_arbiter
    sanctions.give(
        entry=entry, by=arbiter, kind=SanctionKind.PENALTY, points=7, reason="parla", turn=voided
    )
    void(voided)
    record_of(game)
    game.event.refresh_from_db()
    assert {standing.entry: standing.total for standing in event_standings(game.event)}[entry.pk] == -7


def test_a_penalty_stays_even_where_two_turns_were_voided_and_the_game_ended_there() -> None:
    game = seeded_game()
    first = reveal(close(open_turn(game)))
    second = reveal(close(open_turn(game)))
    third = draw(game)
    entry = game.event.entries.get(table_number=1)
    arbiter = officials_of(game.event).as_arbiter
    sanctions.give(entry=entry, by=arbiter, kind=SanctionKind.PENALTY, points=7, reason="parla", turn=third)
    for turn in (third, second, first):
        void(turn)
    assert verify_record(record_of(game)).ok
