"""Statements composed once say what the ORM says: every column, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.api.calling import Caller, slip
from tests.factories import officials_of
from tests.tournaments.play import device_of, open_turn, running_game
from tournaments.api import device_cookie
from tournaments.enums import SlipSource
from tournaments.models import Device, Entry, Event, Game, Slip
from tournaments.services import devices
from tournaments.services.statements import Insertion, Part, Reading

pytestmark = pytest.mark.django_db
SOURCE = (
    "tournaments_entry JOIN tournaments_event ON tournaments_event.id = tournaments_entry.event_id"
    " WHERE tournaments_entry.id = %s"
)


def values(row: models.Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def enrolled(game: Game, table: int = 1) -> tuple[Device, str]:
    entry = game.event.entries.get(table_number=table)
    return devices.enrol(devices.issue_code(entry, officials_of(game.event).as_director))


def test_a_reading_gives_every_column_as_the_orm_does() -> None:
    entry = running_game(profile_overrides={"grace_seconds": 3}).event.entries.first()
    assert entry is not None
    found = Reading(Part(Entry), Part(Event), source=SOURCE).one([entry.pk])
    assert found is not None
    assert [values(row) for row in found] == [
        values(Entry.objects.get(pk=entry.pk)),
        values(Event.objects.get(pk=entry.event_id)),
    ]
    assert found[1].profile == Event.objects.get(pk=entry.event_id).profile


def test_columns_that_were_not_read_are_read_when_asked_for() -> None:
    entry = running_game().event.entries.first()
    assert entry is not None
    reading = Reading(Part(Entry, ("id", "event_id")), source=SOURCE)
    (found,) = reading.one([entry.pk]) or ()
    assert found.get_deferred_fields() == {field.attname for field in Entry._meta.concrete_fields} - {"id", "event_id"}
    assert found.table_number == entry.table_number
    assert reading.one([0]) is None


def test_an_insertion_stores_what_save_stores() -> None:
    game = running_game()
    turn = open_turn(game, "CORNOAE")
    entry = game.event.entries.first()
    assert entry is not None
    content = {
        "turn": turn, "entry": entry, "opening": turn.opening, "source": SlipSource.DEVICE, "word": "CORNO",
        "reference": "8D", "declared_score": 22, "received_at": timezone.now(), "device": device_of(entry),
    }  # fmt: skip
    saved = Slip.objects.create(**content)
    stored = Slip(**content)
    Insertion(Slip).store(stored)
    assert values(stored) == values(Slip.objects.get(pk=stored.pk))
    kept = values(Slip.objects.get(pk=saved.pk))
    own = {"id": stored.pk, "client_key": stored.client_key}
    assert values(Slip.objects.get(pk=stored.pk)) == kept | own
    with pytest.raises(IntegrityError), transaction.atomic():
        Insertion(Slip).store(Slip(**content, client_key=stored.client_key))


def test_the_sender_of_a_slip_is_the_live_device_and_no_other() -> None:
    game = running_game()
    device, token = enrolled(game)
    found = devices.sender(token)
    assert found is not None
    assert (found, found.entry, found.entry.event) == (device, device.entry, game.event)
    assert found.entry.is_playing
    assert devices.sender(token + "x") is None
    _newer, newer_token = enrolled(game)
    assert devices.sender(token) is None, "another device was enrolled for the table"
    devices.revoke(device.entry, officials_of(game.event).as_director)
    assert devices.sender(newer_token) is None, "at once: nothing remembers a device"


@pytest.mark.parametrize("way", ["page", "api"])
def test_a_slip_costs_three_statements(way: str) -> None:
    """The device, the turn, the new row: whatever is added here is paid for by a thousand tables at once."""
    game = running_game()
    turn = open_turn(game, "CORNOAE")
    _device, token = enrolled(game)
    table, page = Caller(f"Device {token}"), Client(headers={"Accept": "application/json"})
    page.cookies[device_cookie.COOKIE] = token
    content = slip("CORNO", "8D")
    form = {"turn": turn.pk, "client_key": content["client_key"], "revision": 1, "word": "CORNO", "reference": "8D"}
    with CaptureQueriesContext(connection) as captured:
        if way == "api":
            table.send("POST", f"events/{game.event.slug}/turns/{turn.pk}/slips/", content)
        else:
            page.post("/gioca/bollettino/", form)
    assert turn.slips.count() == 1
    asked = [query["sql"].split(" ", 1)[0] for query in captured if "SAVEPOINT" not in query["sql"]]
    assert asked == ["SELECT", "SELECT", "INSERT"]
