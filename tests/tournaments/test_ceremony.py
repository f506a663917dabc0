"""The frozen ranking and the ceremony that opens it again, from the last place to the first."""

from __future__ import annotations

import pytest

from tests.factories import make_user, officials_of
from tests.tournaments.play import open_turn, play, running_game
from tournaments.enums import EventState
from tournaments.models import Event, Game
from tournaments.selectors.public import (
    ceremony_shown,
    freeze,
    is_record_public,
    is_result_hidden,
    public_standings,
)
from tournaments.selectors.standings import Standing
from tournaments.services import ceremony, contests, games, turns
from tournaments.services.actor import Actor
from tournaments.services.ceremony import CeremonyError
from tournaments.services.officials import OfficialError

pytestmark = pytest.mark.django_db

FIRST = {1: "8G CORNO", 2: "8G CORNO", 3: "8H CANE"}


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def director_of(event: Event) -> Actor:
    return officials_of(event).as_director


def totals(event: Event) -> dict[int, int]:
    tables = dict(event.entries.values_list("pk", "table_number"))
    return {tables[row.entry]: row.total for row in public_standings(fresh(event)).rows}


def ended(game: Game) -> Event:
    games.end(game=game, by=director_of(game.event), end_reason="director")
    return fresh(game.event)


def test_the_ranking_is_open_until_it_is_frozen() -> None:
    game = running_game()
    play(game, "CORNOAE", FIRST)
    public = public_standings(fresh(game.event))
    assert (public.turns, public.is_frozen) == (1, False)
    assert totals(game.event)[1] > 0


def test_turns_revealed_after_the_freeze_do_not_move_the_ranking() -> None:
    game = running_game()
    play(game, "CORNOAE", FIRST)
    before = totals(game.event)
    ceremony.freeze_now(game.event, by=director_of(game.event))
    turn = play(game, "AAEISTR", {4: "H8 NASI"})
    public = public_standings(fresh(game.event))
    assert totals(game.event) == before
    assert (public.turns, public.is_frozen) == (1, True)
    assert set(public.moved.values()) == {0}
    assert is_result_hidden(fresh(game.event), turn.pk)
    assert public_standings(fresh(game.event), game=game).turns == 1


def test_only_the_director_freezes() -> None:
    game = running_game()
    with pytest.raises(OfficialError, match="not_director"):
        ceremony.freeze_now(game.event, by=officials_of(game.event).as_arbiter)
    with pytest.raises(OfficialError, match="not_director"):
        ceremony.begin(game.event, by=Actor.of_user(make_user()))


def test_freezing_twice_is_one_act() -> None:
    game = running_game()
    director = director_of(game.event)
    ceremony.freeze_now(game.event, by=director)
    sequence = fresh(game.event).sequence
    ceremony.freeze_now(game.event, by=director)
    assert fresh(game.event).sequence == sequence


def test_the_setting_keeps_the_last_turns_of_a_finished_game_back() -> None:
    game = running_game(frozen_turns=1)
    play(game, "CORNOAE", FIRST)
    second = play(game, "AAEISTR", {4: "H8 NASI"})
    assert freeze(fresh(game.event)) is None  # the bag is full: nobody knows yet that this was the last
    event = ended(game)
    assert public_standings(event).turns == 1
    assert freeze(event).hidden == {second.pk}
    assert not is_record_public(event.games.get())


def test_the_setting_begins_where_the_letters_may_last_so_many_turns() -> None:
    game = running_game(frozen_turns=2)
    play(game, "CORNOAE", FIRST)
    turn = open_turn(game, "AAEISTR")
    turn.bag = turn.bag[:8]
    turn.save()
    assert freeze(fresh(game.event)) is None
    turn.bag = turn.bag[:7]
    turn.save()
    turns.pause(turn=turn, by=director_of(game.event))  # the freeze is cached under the log's head
    assert freeze(fresh(game.event)).hidden == {turn.pk}


def test_an_earlier_game_of_the_event_is_never_frozen_by_the_setting() -> None:
    game = running_game(frozen_turns=3, games_planned=2)
    play(game, "CORNOAE", FIRST)
    assert freeze(ended(game)) is None


def test_places_are_told_from_the_bottom_and_the_first_opens_the_ranking() -> None:
    game = running_game(players=4, frozen_turns=1)
    play(game, "CORNOAE", {1: "8G CORNO", 2: "8H CANE", 3: "8H NO"})
    event = ended(game)
    director = director_of(event)
    assert public_standings(event).turns == 0
    ceremony.begin(event, by=director)
    assert ceremony_shown(fresh(event)) == 0
    for told in (0, 1, 2):
        event = ceremony.tell_next(event, by=director, shown=told)
        assert (ceremony_shown(fresh(event)), event.is_ceremony_done) == (told + 1, False)
        assert public_standings(fresh(event)).turns == 0
    event = ceremony.tell_next(event, by=director, shown=3)
    assert event.is_ceremony_done
    assert ceremony_shown(fresh(event)) is None
    assert public_standings(fresh(event)).turns == 1
    assert is_record_public(event.games.get())


def test_a_second_press_tells_nothing_more() -> None:
    game = running_game(frozen_turns=1)
    play(game, "CORNOAE", FIRST)
    event = ended(game)
    director = director_of(event)
    ceremony.begin(event, by=director)
    ceremony.tell_next(event, by=director, shown=0)
    sequence = fresh(event).sequence
    ceremony.tell_next(event, by=director, shown=0)
    ceremony.begin(event, by=director)
    assert fresh(event).sequence == sequence


def standing(entry: int, rank: int) -> Standing:
    return Standing(entry, rank, 0, 0.0, 0, 0, 0, 0, 0, 0)


def test_pages_of_ten_then_one_by_one_and_equals_together() -> None:
    ranks = [1, 2, 2, *range(4, 39)]
    rows = [standing(entry, rank) for entry, rank in enumerate(ranks)]
    left, steps = len(rows), []
    while left:
        left = ceremony.places_left(rows, len(rows) - left)
        steps.append(left)
    assert steps == [30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 1, 0]


def test_no_ceremony_while_a_game_runs_or_a_contest_is_open() -> None:
    game = running_game(frozen_turns=1)
    turn = play(game, "CORNOAE", FIRST)
    director = director_of(game.event)
    ceremony.freeze_now(game.event, by=director)
    with pytest.raises(CeremonyError, match="not_finished"):
        ceremony.begin(game.event, by=director)
    entry = game.event.entries.get(table_number=3)
    contests.open_contest(turn=turn, entry=entry, subject="slip", words=["CANE"], by=Actor.of_entry(entry))
    event = ended(game)
    with pytest.raises(CeremonyError, match="contests_open"):
        ceremony.begin(event, by=director)


def test_there_is_no_ceremony_of_an_open_ranking() -> None:
    game = running_game()
    play(game, "CORNOAE", FIRST)
    event = ended(game)
    with pytest.raises(CeremonyError, match="not_frozen"):
        ceremony.begin(event, by=director_of(event))
    with pytest.raises(CeremonyError, match="not_begun"):
        ceremony.tell_next(event, by=director_of(event), shown=0)


def test_the_freeze_is_lifted_with_a_reason() -> None:
    game = running_game(frozen_turns=1)
    play(game, "CORNOAE", FIRST)
    event = ended(game)
    director = director_of(event)
    with pytest.raises(CeremonyError, match="reason_needed"):
        ceremony.unfreeze(event, by=director, reason=" ")
    ceremony.unfreeze(event, by=director, reason="niente premiazione")
    assert public_standings(fresh(event)).turns == 1
    assert event.log.order_by("-sequence").first().reason == "niente premiazione"


def test_a_published_event_hides_nothing() -> None:
    game = running_game(frozen_turns=1)
    play(game, "CORNOAE", FIRST)
    event = ended(game)
    event.state = EventState.PUBLISHED
    assert public_standings(event).turns == 1
