"""F42–F45 as tables: who appoints whom, whom they may not appoint, what is missing."""

from __future__ import annotations

import pytest

from tests.factories import (
    make_entries,
    make_event,
    make_federation_user,
    make_officials,
    make_superuser,
    make_user,
    officials_of,
)
from tournaments.enums import EventState, OfficeKind
from tournaments.models import Event
from tournaments.services import devices, entries, officials
from tournaments.services.actor import WORKER, Actor
from tournaments.services.officials import OfficialError

pytestmark = pytest.mark.django_db


def _refusal(act, *args, **kwargs) -> str:
    with pytest.raises(OfficialError) as refusal:
        act(*args, **kwargs)
    assert refusal.value.message
    return refusal.value.code


def _acts(event: Event) -> list[str]:
    return list(event.log.values_list("act", flat=True))


@pytest.mark.parametrize(
    ("appointing", "is_allowed"),
    [("superuser", True), ("federation", True), ("director", False), ("arbiter", False), ("stranger", False)],
)
def test_f42_only_the_federation_appoints_the_director(appointing: str, is_allowed: bool) -> None:
    event = make_event()
    held = make_officials(event)
    user = {
        "superuser": make_superuser,
        "federation": make_federation_user,
        "director": lambda: held.director,
        "arbiter": lambda: held.arbiter,
        "stranger": lambda: make_user(is_staff=True),
    }[appointing]()
    chosen, by = make_user(), Actor.of_user(user)

    if not is_allowed:
        assert _refusal(officials.appoint_director, event, user=chosen, by=by) == "not_federation"
        assert officials.holder(event, OfficeKind.DIRECTOR).user == held.director
        return
    officials.appoint_director(event, user=chosen, by=by)
    assert officials.holder(event, OfficeKind.DIRECTOR).user == chosen
    assert _acts(event) == ["office.appointed"]


def test_the_appointed_account_can_log_in_to_the_admin() -> None:
    user = make_user()
    officials.appoint_director(make_event(), user=user, by=Actor.of_user(make_superuser()))
    user.refresh_from_db()
    assert user.is_staff


@pytest.mark.parametrize(
    ("appointing", "is_allowed"),
    [("director", True), ("superuser", True), ("arbiter", False), ("other", False)],
)
def test_f43_the_director_appoints_the_arbiter(appointing: str, is_allowed: bool) -> None:
    event = make_event()
    held = make_officials(event)
    other = make_officials(make_event()).director
    users = {
        "director": held.director,
        "arbiter": held.arbiter,
        "other": other,
        "superuser": make_superuser(),
    }
    chosen, by = make_user(), Actor.of_user(users[appointing])

    if not is_allowed:
        assert _refusal(officials.appoint_arbiter, event, user=chosen, by=by) == "not_director"
        return
    assert officials.appoint_arbiter(event, user=chosen, by=by).user == chosen


def test_f44_the_director_may_keep_the_arbiters_office() -> None:
    event, director = make_event(), make_user()
    officials.appoint_director(event, user=director, by=Actor.of_user(make_superuser()))
    officials.appoint_arbiter(event, user=director, by=Actor.of_user(director))
    assert officials.offices_of(director, event) == {OfficeKind.DIRECTOR, OfficeKind.ARBITER}


@pytest.mark.parametrize("kind", ["director", "federation", "superuser", "device"])
def test_f45_nobody_but_the_arbiter_appoints_the_panel(kind: str) -> None:
    event = make_event()
    three = make_entries(event, 3)
    held = make_officials(event)
    by = {
        "director": lambda: held.as_director,
        "federation": lambda: Actor.of_user(make_federation_user()),
        "superuser": lambda: Actor.of_user(make_superuser()),
        "device": lambda: Actor.of_entry(three[0]),
    }[kind]()
    assert _refusal(officials.appoint_panel, event, entries=three, by=by) == "not_arbiter"


@pytest.mark.parametrize(
    ("places", "code"),
    [
        ([], "panel_of_three"),
        ([0, 1], "panel_of_three"),
        ([0, 1, 2, 3], "panel_of_three"),
        ([0, 1, 1], "panel_of_three"),
        ([0, 1, "arbiter"], "arbiter_on_panel"),
        ([0, 1, "stranger"], "other_event"),
        ([0, 1, "withdrawn"], "entry_gone"),
    ],
)
def test_f45_the_panel_is_three_distinct_players_without_the_arbiter(places: list, code: str) -> None:
    event = make_event(state=EventState.REGISTRATION)
    own, gone, *players = make_entries(event, 9)
    held = make_officials(event, arbiter_entry=own)
    entries.withdraw(gone, by=held.as_director)
    gone.refresh_from_db()
    special = {"arbiter": own, "withdrawn": gone, "stranger": make_entries(make_event())[0]}
    chosen = [special[place] if isinstance(place, str) else players[place] for place in places]

    assert _refusal(officials.appoint_panel, event, entries=chosen, by=held.as_arbiter) == code
    assert officials.panel(event) == held.panel


def test_f45_a_new_panel_replaces_only_who_leaves() -> None:
    event = make_event()
    fourth = make_entries(event, 4)[0]
    held = make_officials(event)
    before = {office.entry_id: office.pk for office in event.offices.filter(kind=OfficeKind.PANEL)}

    offices = officials.appoint_panel(event, entries=[fourth, *held.panel[:2]], by=held.as_arbiter)

    assert officials.panel(event) == [fourth, *held.panel[:2]]
    kept = {office.entry_id: office.pk for office in offices if office.entry != fourth}
    assert kept == {entry.pk: before[entry.pk] for entry in held.panel[:2]}


def test_an_appointment_repeated_changes_nothing() -> None:
    event = make_event(players=3)
    held = make_officials(event)
    officials.appoint_arbiter(event, user=held.arbiter, by=held.as_director)
    officials.appoint_panel(event, entries=held.panel, by=held.as_arbiter)
    assert _acts(event) == []


def test_an_arbiter_who_plays_is_not_put_over_a_panel_they_sit_on() -> None:
    event = make_event(players=3)
    held = make_officials(event)
    code = _refusal(
        officials.appoint_arbiter, event, user=make_user(), entry=held.panel[0], by=held.as_director
    )
    assert code == "arbiter_on_panel"


def test_a_playing_arbiter_is_the_account_with_an_entry() -> None:
    event = make_event()
    own = make_entries(event, 4)[0]
    held = make_officials(event, arbiter_entry=own)
    assert officials.is_playing_arbiter(event, held.arbiter) is True
    assert officials.is_playing_arbiter(event, held.director) is False
    officials.appoint_arbiter(event, user=held.arbiter, by=held.as_director)
    assert officials.is_playing_arbiter(event, held.arbiter) is False


def test_during_the_event_a_change_needs_a_reason_and_is_logged_with_it() -> None:
    event = make_event(state=EventState.RUNNING, players=4)
    held, successor = officials_of(event), make_user()

    assert _refusal(officials.appoint_arbiter, event, user=successor, by=held.as_director) == "reason_needed"
    officials.appoint_arbiter(event, user=successor, by=held.as_director, reason="Malore")

    row = event.log.get()
    assert (row.act, row.reason, row.user) == ("office.appointed", "Malore", held.director)
    assert row.payload == {
        "kind": "arbiter",
        "before": {"user": held.arbiter.pk, "entry": None},
        "after": {"user": successor.pk, "entry": None},
    }


def test_the_officials_of_a_published_event_stay() -> None:
    event = make_event(state=EventState.PUBLISHED, players=4)
    held = officials_of(event)
    code = _refusal(
        officials.appoint_arbiter, event, user=make_user(), by=held.as_director, reason="Un ripensamento"
    )
    assert code == "event_published"


def test_an_inactive_account_is_not_appointed() -> None:
    event, gone = make_event(), make_user(is_active=False)
    code = _refusal(officials.appoint_director, event, user=gone, by=Actor.of_user(make_superuser()))
    assert code == "inactive_account"


def test_an_office_is_ended_by_whoever_appoints_to_it() -> None:
    event = make_event(players=3)
    held = make_officials(event)
    office = officials.holder(event, OfficeKind.ARBITER)
    assert _refusal(officials.end, office, by=held.as_arbiter) == "not_director"
    officials.end(office, by=held.as_director)
    assert officials.holder(event, OfficeKind.ARBITER) is None
    officials.end(office, by=held.as_director)
    assert _acts(event) == ["office.ended"]


def test_missing_says_what_lacks_by_which_article_and_who_mends_it() -> None:
    event, director = make_event(players=3), make_user(first_name="Anna", last_name="Rossi")
    assert [(lack.code, lack.who) for lack in officials.missing(event)] == [
        ("no_director", "la federazione"),
        ("no_arbiter", "il direttore di gara"),
        ("no_panel", "l'arbitro"),
    ]
    officials.appoint_director(event, user=director, by=Actor.of_user(make_superuser()))
    assert [(lack.message, lack.who) for lack in officials.missing(event)] == [
        ("Manca l'arbitro: il direttore lo nomina (F43) o tiene per sé l'ufficio (F44).", "Anna Rossi"),
        ("Manca il collegio di supporto: tre giocatori iscritti (F45).", "l'arbitro"),
    ]
    officials.appoint_arbiter(event, user=director, by=Actor.of_user(director))
    officials.appoint_panel(event, entries=list(event.entries.all()), by=Actor.of_user(director))
    assert officials.missing(event) == []


def test_a_panel_member_who_leaves_is_missing() -> None:
    event = make_event(state=EventState.REGISTRATION, players=4)
    held = make_officials(event)
    entries.withdraw(held.panel[0], by=held.as_director)
    assert [lack.code for lack in officials.missing(event)] == ["panel_member_gone"]


@pytest.mark.parametrize(
    ("who", "held_kinds"),
    [
        ("director", {OfficeKind.DIRECTOR}),
        ("arbiter", {OfficeKind.ARBITER}),
        ("panel", {OfficeKind.PANEL}),
        ("player", set()),
        ("superuser", {OfficeKind.DIRECTOR}),
        ("federation", {OfficeKind.DIRECTOR}),
        ("staff", set()),
        ("other_director", set()),
        ("worker", {OfficeKind.DIRECTOR, OfficeKind.ARBITER, OfficeKind.PANEL}),
    ],
)
def test_who_passes_for_which_office(who: str, held_kinds: set[OfficeKind]) -> None:
    event = make_event(state=EventState.REGISTRATION)
    player = make_entries(event, 4)[0]
    held = make_officials(event)
    actor = {
        "director": lambda: held.as_director,
        "arbiter": lambda: held.as_arbiter,
        "panel": lambda: Actor.of_device(
            devices.enrol(devices.issue_code(held.panel[0], held.as_director))[0]
        ),
        "player": lambda: Actor.of_entry(player),
        "superuser": lambda: Actor.of_user(make_superuser()),
        "federation": lambda: Actor.of_user(make_federation_user()),
        "staff": lambda: Actor.of_user(make_user(is_staff=True)),
        "other_director": lambda: make_officials(make_event()).as_director,
        "worker": lambda: WORKER,
    }[who]()
    for kind in OfficeKind:
        if kind in held_kinds:
            officials.require(event, actor, kind)
        else:
            assert _refusal(officials.require, event, actor, kind) == f"not_{kind}"


def test_one_of_several_offices_is_enough() -> None:
    event = make_event(players=3)
    held = make_officials(event)
    officials.require(event, held.as_arbiter, OfficeKind.DIRECTOR, OfficeKind.ARBITER)
    stranger = Actor.of_user(make_user())
    code = _refusal(officials.require, event, stranger, OfficeKind.DIRECTOR, OfficeKind.ARBITER)
    assert code == "not_official"


def test_an_office_that_ended_gives_no_power() -> None:
    event = make_event(players=3)
    held = make_officials(event)
    officials.appoint_arbiter(event, user=make_user(), by=held.as_director)
    assert _refusal(officials.require, event, held.as_arbiter, OfficeKind.ARBITER) == "not_arbiter"
