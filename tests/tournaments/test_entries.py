"""Entries: tables, arrivals, withdrawals, and the moves between games."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.factories import make_club, make_entries, make_event, make_officials, make_player, make_user
from tournaments.enums import EventState, GameState, SlipSource, TurnState
from tournaments.models import Entry, Event, Game, Slip, Turn
from tournaments.services import devices, entries, events
from tournaments.services.actor import Actor
from tournaments.services.entries import EntryError
from tournaments.services.officials import OfficialError

pytestmark = pytest.mark.django_db


def _refusal(act, *args, **kwargs) -> str:
    with pytest.raises(EntryError) as refusal:
        act(*args, **kwargs)
    assert refusal.value.message
    return refusal.value.code


def _tables(event: Event) -> dict[int, int]:
    return dict(event.entries.values_list("pk", "table_number"))


def _turn(event: Event, state: str) -> Turn:
    game = Game.objects.create(event=event, number=1, state=GameState.RUNNING)
    return Turn.objects.create(
        game=game, ordinal=1, number=1, state=state, board="", rack="", drawn_at=timezone.now()
    )


def test_a_player_gets_the_lowest_free_table_and_the_club_of_the_day() -> None:
    event, club = make_event(), make_club()
    held = make_officials(event)  # three panel members at tables 1 to 3
    event.entries.filter(table_number=3).update(table_number=7)
    player = make_player(club=club, category="junior")

    entry = entries.add(event, player=player, by=held.as_director)

    assert (entry.table_number, entry.club, entry.category) == (3, club, "junior")
    assert event.log.get().payload == {"entry": entry.pk, "player": player.pk, "table": 3, "late": False}


@pytest.mark.parametrize(("table", "code"), [(1, "table_taken"), (0, "wrong_table"), (10000, "wrong_table")])
def test_a_table_that_cannot_be_given(table: int, code: str) -> None:
    event = make_event(players=3)
    held = make_officials(event)
    assert _refusal(entries.add, event, player=make_player(), by=held.as_director, table_number=table) == code


def test_a_player_enters_once() -> None:
    event = make_event(players=3)
    held = make_officials(event)
    assert _refusal(entries.add, event, player=held.panel[0].player, by=held.as_director) == "already_entered"


@pytest.mark.parametrize("state", [EventState.FINISHED, EventState.PUBLISHED])
def test_no_entries_once_the_event_is_over(state: str) -> None:
    event = make_event(state=state)
    held = make_officials(event)
    assert _refusal(entries.add, event, player=make_player(), by=held.as_director) == "event_over"


def test_only_officials_of_the_event_enter_players() -> None:
    event = make_event()
    for by in (Actor.of_user(make_user(is_staff=True)), make_officials(make_event()).as_director):
        with pytest.raises(OfficialError, match="not_official"):
            entries.add(event, player=make_player(), by=by)


def test_a_late_arrival_is_entered_and_logged_as_late() -> None:
    event = make_event(state=EventState.RUNNING)
    held = make_officials(event)
    events.lock_rules(event)
    entry = entries.add(event, player=make_player(), by=held.as_arbiter)
    entries.check_in(entry, by=held.as_arbiter)
    rows = event.log.filter(act__startswith="entry.").values_list("act", "payload__late")
    assert list(rows) == [("entry.added", True), ("entry.checked_in", True)]


def test_check_in_is_done_once_and_undone() -> None:
    event = make_event(state=EventState.REGISTRATION, players=3)
    held = make_officials(event)
    entry = event.entries.first()
    first = entries.check_in(entry, by=held.as_director)
    assert entries.check_in(entry, by=held.as_director).checked_in_at == first.checked_in_at
    assert entries.undo_check_in(entry, by=held.as_director, reason="Sbaglio").checked_in_at is None
    assert list(event.log.values_list("act", "reason")) == [
        ("entry.checked_in", ""),
        ("entry.check_in_undone", "Sbaglio"),
    ]


def test_nobody_arrives_at_a_draft() -> None:
    event = make_event(players=3)
    held = make_officials(event)
    assert _refusal(entries.check_in, event.entries.first(), by=held.as_director) == "registration_closed"


def test_a_player_with_a_slip_was_there() -> None:
    event = make_event(state=EventState.RUNNING, players=3)
    held = make_officials(make_event())
    event.offices.filter(kind="director").update(user=held.director)
    entry = event.entries.first()
    Slip.objects.create(
        turn=_turn(event, TurnState.OPEN), entry=entry, source=SlipSource.PAPER, received_at=timezone.now()
    )
    assert _refusal(entries.undo_check_in, entry, by=held.as_director) == "has_slips"


def test_withdrawal_and_its_undo() -> None:
    event = make_event(state=EventState.REGISTRATION, players=4)
    held = make_officials(event)
    entry = event.entries.first()
    gone = entries.withdraw(entry, by=held.as_director, reason="Treno")
    assert gone.is_playing is False
    assert entries.withdraw(entry, by=held.as_director).withdrawn_at == gone.withdrawn_at
    assert _refusal(entries.check_in, entry, by=held.as_director) == "withdrawn"
    assert entries.undo_withdrawal(entry, by=held.as_director).withdrawn_at is None
    assert list(event.log.values_list("act", flat=True)) == ["entry.withdrawn", "entry.withdrawal_undone"]


def test_a_disqualified_player_does_not_come_back() -> None:
    event = make_event(state=EventState.REGISTRATION, players=3)
    held = make_officials(event)
    (entry,) = make_entries(event, 1, is_checked_in=False, disqualified_at=timezone.now())
    assert _refusal(entries.check_in, entry, by=held.as_director) == "disqualified"


def test_club_category_and_paper_change_with_a_before_and_an_after() -> None:
    event, club = make_event(players=3), make_club()
    held = make_officials(event)
    entry = event.entries.first()
    entries.change(entry, by=held.as_director, club=club, is_on_paper=True, category="open")
    assert event.log.get().payload == {
        "entry": entry.pk,
        "before": {"club": None, "is_on_paper": False},
        "after": {"club": club.pk, "is_on_paper": True},
    }


def test_an_entry_made_by_mistake_is_removed_before_the_start() -> None:
    event = make_event(state=EventState.REGISTRATION, players=4)
    held = make_officials(event)
    entries.remove(event.entries.first(), by=held.as_director)
    assert event.entries.count() == 3
    assert event.log.get().act == "entry.removed"


def test_what_an_entry_has_done_keeps_it() -> None:
    event = make_event(state=EventState.REGISTRATION, players=4)
    held = make_officials(event)
    entry = event.entries.first()
    assert _refusal(entries.remove, held.panel[0], by=held.as_director) == "has_office"
    devices.enrol(devices.issue_code(entry, held.as_director))
    assert _refusal(entries.remove, entry, by=held.as_director) == "has_acts"
    Event.objects.filter(pk=event.pk).update(state=EventState.RUNNING)
    assert _refusal(entries.remove, entry, by=held.as_director) == "already_begun"


def test_a_player_moves_to_a_free_table() -> None:
    event = make_event(players=3)
    held = make_officials(event)
    entry = event.entries.first()
    assert _refusal(entries.move, entry, table_number=2, by=held.as_director) == "table_taken"
    assert entries.move(entry, table_number=9, by=held.as_director, reason="Luce").table_number == 9
    entries.move(entry, table_number=9, by=held.as_director)
    assert event.log.get().payload == {"tables": [[entry.pk, 1, 9]]}


@pytest.mark.parametrize(
    ("state", "is_refused"),
    [
        (TurnState.DRAWN, False),
        (TurnState.OPEN, True),
        (TurnState.CLOSED, True),
        (TurnState.ADJUDICATED, True),
        (TurnState.REVEALED, False),
        (TurnState.VOIDED, False),
    ],
)
def test_nobody_moves_while_slips_are_collected(state: str, is_refused: bool) -> None:
    event = make_event(state=EventState.RUNNING)
    held = make_officials(event)
    _turn(event, state)
    if is_refused:
        code = _refusal(entries.move, held.panel[0], table_number=9, by=held.as_director)
        assert code == "turn_in_play"
        return
    assert entries.move(held.panel[0], table_number=9, by=held.as_director).table_number == 9


def test_tables_are_assigned_by_ranking_and_those_who_left_come_last() -> None:
    event = make_event(state=EventState.RUNNING)
    a, b, c, d = make_entries(event, 4)
    Entry.objects.filter(pk=a.pk).update(withdrawn_at=timezone.now())
    held = make_officials(event)

    entries.assign_tables(event, order=[d.pk, b.pk, c.pk], by=held.as_director)

    assert _tables(event) == {d.pk: 1, b.pk: 2, c.pk: 3, a.pk: 4}
    assert event.log.get().payload == {"tables": [[d.pk, 4, 1], [a.pk, 1, 4]]}
    entries.assign_tables(event, order=[d.pk, b.pk, c.pk], by=held.as_director)
    assert event.log.count() == 1


def test_tables_are_assigned_for_everybody_or_not_at_all() -> None:
    event = make_event(state=EventState.RUNNING)
    a, b, c = make_entries(event, 3)
    (stranger,) = make_entries(make_event(), 1)
    held = make_officials(event)
    for order in ([a.pk, b.pk], [a.pk, b.pk, b.pk], [a.pk, b.pk, stranger.pk], [a.pk, b.pk, c.pk, c.pk]):
        assert _refusal(entries.assign_tables, event, order=order, by=held.as_director) == "wrong_order"
    assert _tables(event) == {a.pk: 1, b.pk: 2, c.pk: 3}


def test_tables_stay_during_a_game() -> None:
    event = make_event(state=EventState.RUNNING)
    placed = make_entries(event, 3)
    held = make_officials(event)
    Game.objects.create(event=event, number=1, state=GameState.RUNNING)
    code = _refusal(entries.assign_tables, event, order=[entry.pk for entry in placed], by=held.as_director)
    assert code == "game_running"


def test_assigning_tables_takes_the_same_queries_for_few_and_many(django_assert_num_queries) -> None:
    for count in (3, 9):
        event = make_event(state=EventState.RUNNING)
        placed = make_entries(event, count)
        held = make_officials(event)
        order = [entry.pk for entry in reversed(placed)]
        # begin, event, office ×2, games, entries, stand up, sit down, then the log's four, commit
        with django_assert_num_queries(13):
            entries.assign_tables(event, order=order, by=held.as_director)
