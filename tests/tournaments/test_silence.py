"""Tablets that fall silent: whom the selector names, what is noted of the living, and the rows of the log."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from tests.factories import officials_of
from tests.tournaments.play import close, device_of, fresh, hand_in, open_turn, play, reveal, running_game
from tournaments.models import Device, Entry, Game, LogRow, Turn
from tournaments.selectors.silence import SILENCE, silent_tables
from tournaments.services import devices, games, listening, publication, silence, turns

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"


def seconds_ago(seconds: float) -> datetime:
    return timezone.now() - timedelta(seconds=seconds)


def listen_since(seconds: float = 300) -> None:
    cache.set(listening.KEY, seconds_ago(seconds))


def heard(entry: Entry, seconds: float) -> Device:
    """The entry's device, heard of for the last time so long ago."""
    device = device_of(entry)
    Device.objects.filter(pk=device.pk).update(last_seen_at=seconds_ago(seconds))
    return device


def table(turn: Turn, number: int) -> Entry:
    return turn.game.event.entries.get(table_number=number)


def silent(turn: Turn) -> list[int]:
    return [each.table for each in silent_tables(fresh(turn), timezone.now())]


def told(turn: Turn) -> list[tuple[str, list[int]]]:
    rows = LogRow.objects.filter(turn=turn, act__startswith="device.").order_by("sequence")
    return [(row.act, row.payload["tables"]) for row in rows]


@pytest.fixture
def game() -> Game:
    return running_game(players=5)


@pytest.fixture
def turn(game: Game) -> Turn:
    """Open, with a tablet at every table, heard of a moment ago."""
    listen_since()
    turn = open_turn(game, RACK)
    for entry in game.event.entries.all():
        heard(entry, 3)
    return turn


# Who is silent


def test_a_tablet_that_was_not_heard_of_lately_is_silent_since_then(turn: Turn) -> None:
    device = heard(table(turn, 2), 41)
    heard(table(turn, 3), SILENCE.total_seconds() - 2)
    [found] = silent_tables(turn, timezone.now())
    device.refresh_from_db()
    assert (found.entry_id, found.table, found.since) == (device.entry_id, 2, device.last_seen_at)


def test_one_never_heard_of_counts_from_its_enrolment(turn: Turn) -> None:
    Device.objects.filter(entry=table(turn, 1)).update(last_seen_at=None)
    assert silent(turn) == []
    Device.objects.filter(entry=table(turn, 1)).update(enrolled_at=seconds_ago(30))
    assert silent(turn) == [1]


def test_only_tables_that_play_by_tablet_and_still_owe_a_slip(turn: Turn) -> None:
    for number in range(1, 6):
        heard(table(turn, number), 60)
    hand_in(turn, table(turn, 1), "8D CORNO")
    Entry.objects.filter(pk=table(turn, 2).pk).update(is_on_paper=True)
    Entry.objects.filter(pk=table(turn, 3).pk).update(withdrawn_at=timezone.now())
    Device.objects.filter(entry=table(turn, 4)).update(revoked_at=timezone.now())
    assert silent(turn) == [5]


def test_a_slip_of_an_opening_that_was_undone_is_still_owed(turn: Turn) -> None:
    hand_in(turn, table(turn, 1), "8D CORNO")
    director = officials_of(turn.game.event).as_director
    again = turns.undo_opening(turn=turn, by=director, reason="prova")
    turns.open_turn(turn=again, by=director)
    heard(table(turn, 1), 60)
    assert silent(turn) == [1]


def test_nobody_is_silent_before_the_server_has_listened_long_enough(turn: Turn) -> None:
    for number in range(1, 6):
        heard(table(turn, number), 600)
    cache.delete(listening.KEY)
    assert silent(turn) == []
    listening.note([])
    assert silent(turn) == []
    listen_since(SILENCE.total_seconds() + 1)
    assert silent(turn) == [1, 2, 3, 4, 5]


# What is noted


def test_a_note_moves_the_time_on_and_never_back(turn: Turn) -> None:
    one, two, revoked = (heard(table(turn, number), 60) for number in (1, 2, 3))
    ahead = timezone.now() + timedelta(minutes=1)
    Device.objects.filter(pk=two.pk).update(last_seen_at=ahead)
    Device.objects.filter(pk=revoked.pk).update(revoked_at=timezone.now())
    listening.note([one.pk, two.pk, revoked.pk])
    times = dict(Device.objects.values_list("pk", "last_seen_at"))
    assert timezone.now() - times[one.pk] < timedelta(seconds=5)
    assert times[two.pk] == ahead
    assert timezone.now() - times[revoked.pk] > timedelta(seconds=59)


@pytest.mark.parametrize("tables", [1, 5])
def test_one_write_however_many_were_heard(turn: Turn, tables: int, django_assert_num_queries: object) -> None:
    noted = [heard(table(turn, number), 60).pk for number in range(1, tables + 1)]
    with django_assert_num_queries(3):  # type: ignore[operator] # the write between the ends of a transaction
        listening.note(noted)
    assert silent(turn) == []


def test_listening_begins_with_the_first_note_and_goes_on_with_each(turn: Turn) -> None:
    cache.delete(listening.KEY)
    assert listening.since() is None
    listening.note([])
    begun = listening.since()
    listening.note([])
    assert listening.since() == begun
    assert begun is not None


# What is logged


def test_a_table_is_told_once_when_it_goes_and_once_when_it_is_back(turn: Turn) -> None:
    heard(table(turn, 2), 41)
    for _round in range(3):
        silence.tell_changes()
    assert told(turn) == [("device.offline", [2])]
    heard(table(turn, 2), 1)
    for _round in range(3):
        silence.tell_changes()
    assert told(turn) == [("device.offline", [2]), ("device.back", [2])]
    heard(table(turn, 2), 41)
    silence.tell_changes()
    assert told(turn)[2:] == [("device.offline", [2])]


def test_an_access_point_is_one_row_with_its_tables(turn: Turn) -> None:
    for number, seconds in ((1, 26), (2, 33), (3, 30), (4, 38)):
        heard(table(turn, number), seconds)
    silence.tell_changes()
    assert told(turn) == []  # one beat and one note are waited for
    heard(table(turn, 4), 41)
    silence.tell_changes()
    assert told(turn) == [("device.offline", [1, 2, 3, 4])]
    row = LogRow.objects.get(act="device.offline")
    gone_at = Device.objects.get(entry=table(turn, 4)).last_seen_at
    assert (row.actor_kind, row.game, row.payload["since"]) == ("worker", turn.game, gone_at.isoformat())


def test_nobody_goes_offline_once_the_turn_is_closed_but_may_come_back(turn: Turn) -> None:
    heard(table(turn, 2), 41)
    silence.tell_changes()
    closed = close(turn)
    heard(table(turn, 2), 1)
    heard(table(turn, 3), 41)
    silence.tell_changes()
    assert told(turn) == [("device.offline", [2]), ("device.back", [2])]
    reveal(closed)
    heard(table(turn, 4), 41)
    silence.tell_changes()
    assert len(told(turn)) == 2


def test_a_new_tablet_at_the_table_is_the_table_back(turn: Turn) -> None:
    entry = table(turn, 2)
    heard(entry, 41)
    silence.tell_changes()
    devices.enrol(devices.issue_code(entry, officials_of(turn.game.event).as_director))
    silence.tell_changes()
    assert told(turn) == [("device.offline", [2]), ("device.back", [2])]


def test_a_slip_alone_is_no_sign_of_the_tablet(turn: Turn) -> None:
    heard(table(turn, 2), 41)
    silence.tell_changes()
    hand_in(turn, table(turn, 2), "8D CORNO")
    silence.tell_changes()
    assert told(turn) == [("device.offline", [2])]


def test_a_game_with_such_rows_is_replayed_and_published_as_any_other(game: Game) -> None:
    listen_since()
    director = officials_of(game.event).as_director
    turn = open_turn(game, RACK)
    heard(table(turn, 2), 41)
    silence.tell_changes()
    hand_in(turn, table(turn, 1), "8D CORNO")
    heard(table(turn, 2), 1)
    silence.tell_changes()
    reveal(close(turn))
    assert [act for act, _tables in told(turn)] == ["device.offline", "device.back"]
    games.end(game=game, by=director, end_reason="director", reason="prova")
    assert publication.recompute(Game.objects.get(pk=game.pk)).problems == ()


@pytest.mark.parametrize("players", [5, 9])
def test_a_round_asks_as_much_of_the_database_for_many_tables(players: int, django_assert_num_queries: object) -> None:
    listen_since()
    turn = open_turn(running_game(players=players), RACK)
    for entry in turn.game.event.entries.all():
        heard(entry, 26)
    with django_assert_num_queries(3):  # type: ignore[operator]
        silence.tell_changes()


def test_nothing_is_asked_for_while_no_turn_is_played(game: Game, django_assert_num_queries: object) -> None:
    play(game, RACK, {1: "8D CORNO"})
    with django_assert_num_queries(1):  # type: ignore[operator]
        silence.tell_changes()
