"""The ladder of warnings: one that comes or goes in an earlier turn changes what the later ones cost."""

from __future__ import annotations

import pytest

from tests.factories import officials_of
from tests.tournaments.play import close, draw, fresh, hand_in, play, reveal, running_game
from tournaments.enums import Decision, SanctionKind
from tournaments.models import Entry, Game, LogRow, Ruling, Turn, TurnScore
from tournaments.selectors.standings import event_standings
from tournaments.services import publication, rulings, sanctions, turns
from tournaments.services.positions import next_position

pytestmark = pytest.mark.django_db
INVENTED = "CONAREO"  # in no list
ONE_IS_FREE = {"profile_slug": "fisf-like", "profile_overrides": {"free_warnings": 1}}


def table(game: Game, number: int = 1) -> Entry:
    return game.event.entries.get(table_number=number)


def two_turns(*, is_revealed: bool = True, **fields: object) -> tuple[Game, Turn, Turn]:
    """Table 1 writes a word in no list, then the top without its sum, which is a warning where the profile says so."""
    game = running_game(**fields)
    first = play(game, "CORNOAE", {1: f"8D {INVENTED}"})
    kept = next_position(game).kept.letters
    rack = kept + "".join(letter for letter in "TIESRAVIBLE" if letter not in kept)[: 7 - len(kept)]
    second = turns.open_turn(turn=draw(game, rack), by=officials_of(game.event).as_director)
    best = fresh(second).top.best_moves[0]
    square = str(best["row"] + 1), "ABCDEFGHIJKLMNO"[best["col"]]
    reference = "".join(square if best["direction"] == "across" else reversed(square))
    hand_in(second, table(game), f"{reference} {best['word']}")
    second = close(second)
    return game, first, reveal(second) if is_revealed else second


def second_score(turn: Turn) -> TurnScore:
    return turn.scores.get(entry=table(turn.game))


def admit(game: Game, turn: Turn) -> Ruling:
    people = officials_of(game.event)
    ruling = rulings.preview(
        turn=fresh(turn), by=people.as_arbiter, words=[INVENTED], decision=Decision.ADMIT, article="F14", reason="lemma"
    )
    return rulings.apply(ruling=ruling, by=people.as_arbiter, together_with=people.director)


def total(game: Game) -> int:
    game = Game.objects.get(pk=game.pk)
    return {standing.entry: standing.total for standing in event_standings(game.event)}[table(game).pk]


def agrees(game: Game) -> bool:
    return publication.recompute(Game.objects.get(pk=game.pk)).problems == ()


def test_a_ruling_on_an_earlier_turn_changes_what_a_later_warning_costs() -> None:
    game, first, second = two_turns(**ONE_IS_FREE)
    before, score = total(game), second_score(second)
    assert (score.warning, score.deduction) == (True, 0)
    ruling = admit(game, first)  # admitted, the first slip lacks its sum: the first warning
    now = second_score(second)
    assert (now.deduction, now.points) == (5, score.points - 5)
    assert total(game) == before + first.scores.get(entry=table(game)).points - 5
    assert [act["turn"] for act in ruling.preview["recounted"]] == [second.number]
    assert agrees(game)


def test_a_preview_leaves_the_later_turn_alone() -> None:
    game, first, second = two_turns(**ONE_IS_FREE)
    rulings.preview(
        turn=fresh(first),
        by=officials_of(game.event).as_arbiter,
        words=[INVENTED],
        decision=Decision.ADMIT,
        article="F14",
        reason="lemma",
    )
    assert second_score(second).deduction == 0


def test_a_warning_given_to_an_earlier_turn_and_taken_back() -> None:
    game, first, second = two_turns(**ONE_IS_FREE)
    before, arbiter = total(game), officials_of(game.event).as_arbiter
    given = sanctions.give(entry=table(game), by=arbiter, kind=SanctionKind.WARNING, reason="parla", turn=first)
    assert second_score(second).deduction == 5
    # Given after the second turn, it is itself past the free one.
    assert (given.points, total(game)) == (5, before - 10)
    assert agrees(game)
    sanctions.revoke(sanction=given, by=arbiter, reason="era un altro")
    assert (second_score(second).deduction, total(game)) == (0, before)
    assert agrees(game)


def test_a_warning_of_the_same_turn_or_another_player_changes_no_slip() -> None:
    game, first, second = two_turns(**ONE_IS_FREE)
    arbiter = officials_of(game.event).as_arbiter
    sanctions.give(entry=table(game), by=arbiter, kind=SanctionKind.WARNING, reason="parla", turn=second)
    sanctions.give(entry=table(game, 2), by=arbiter, kind=SanctionKind.WARNING, reason="parla", turn=first)
    assert second_score(second).deduction == 0
    assert agrees(game)


def test_a_closed_turn_is_recounted_without_saying_its_points() -> None:
    game, first, second = two_turns(is_revealed=False, **ONE_IS_FREE)
    arbiter = officials_of(game.event).as_arbiter
    sanctions.give(entry=table(game), by=arbiter, kind=SanctionKind.WARNING, reason="parla", turn=first)
    assert second_score(second).deduction == 5
    assert "acts" not in LogRow.objects.get(act="sanction.given").payload


def test_where_warnings_are_only_noted_nothing_is_counted_again() -> None:
    game, first, second = two_turns()
    points = second_score(second).points
    ruling = admit(game, first)
    assert ruling.preview["recounted"] == []
    assert second_score(second).points == points
    assert agrees(game)
