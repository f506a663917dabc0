"""Enrolment: a one-time code becomes the only live device of an entry."""

from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.factories import make_entries, make_event, make_officials, make_user
from tournaments.enums import EventState
from tournaments.models import Device, EnrolmentCode, Entry
from tournaments.services import devices, entries, events
from tournaments.services.actor import Actor
from tournaments.services.devices import DeviceError
from tournaments.services.officials import OfficialError

pytestmark = pytest.mark.django_db


def _refusal(act, *args, **kwargs) -> str:
    with pytest.raises(DeviceError) as refusal:
        act(*args, **kwargs)
    assert refusal.value.message
    return refusal.value.code


@pytest.fixture
def room() -> tuple[Entry, Actor]:
    event = make_event(state=EventState.REGISTRATION)
    entry = make_entries(event, 4)[0]
    return entry, make_officials(event).as_director


def test_a_code_becomes_a_token_of_256_bits_and_neither_is_stored(room: tuple[Entry, Actor]) -> None:
    entry, director = room
    code = devices.issue_code(entry, director)
    device, token = devices.enrol(code, "Mozilla/5.0")

    assert len(code) == 12
    assert len(token) == 43  # 32 bytes in base 64
    assert device.token_hash == hashlib.sha256(token.encode()).hexdigest()
    assert EnrolmentCode.objects.get().code_hash not in {code, hashlib.sha256(code.encode()).hexdigest()}
    stored = str([row.payload for row in entry.event.log.all()])
    assert (code in stored, token in stored) == (False, False)


def test_the_token_finds_the_device_with_its_entry_and_event_in_one_query(
    room: tuple[Entry, Actor], django_assert_num_queries
) -> None:
    """A slip asks for no more; the player is read where a page shows a name."""
    entry, director = room
    device, token = devices.enrol(devices.issue_code(entry, director))
    with django_assert_num_queries(1):
        found = devices.authenticate(token)
        assert (found, found.entry, found.entry.event) == (device, entry, entry.event)
    assert found.entry.player == entry.player
    assert devices.authenticate(token + "x") is None
    assert devices.authenticate("") is None


def test_a_code_works_once(room: tuple[Entry, Actor]) -> None:
    entry, director = room
    code = devices.issue_code(entry, director)
    devices.enrol(code)
    assert _refusal(devices.enrol, code) == "used_code"
    assert Device.objects.count() == 1


def test_a_code_is_read_as_people_copy_it(room: tuple[Entry, Actor]) -> None:
    entry, director = room
    code = devices.issue_code(entry, director)
    spaced = f" {code[:4]}-{code[4:8]} {code[8:]}\n".lower()
    assert devices.enrol(spaced)[0].entry == entry


@pytest.mark.parametrize(("minutes", "code_wanted"), [(14, None), (15, "expired_code"), (16, "expired_code")])
def test_a_code_lives_a_quarter_of_an_hour(
    room: tuple[Entry, Actor], minutes: int, code_wanted: str | None
) -> None:
    entry, director = room
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        code = devices.issue_code(entry, director)
        clock.move_to(start + timedelta(minutes=minutes))
        if code_wanted is None:
            devices.enrol(code)
        else:
            assert _refusal(devices.enrol, code) == code_wanted


def test_a_new_code_voids_the_one_before(room: tuple[Entry, Actor]) -> None:
    entry, director = room
    first, second = (devices.issue_code(entry, director) for _ in range(2))
    assert _refusal(devices.enrol, first) == "expired_code"
    assert devices.enrol(second)[0].entry == entry


def test_an_unknown_code_is_refused() -> None:
    for code in ("ABCDEFGHJKLM", "", "''; --"):
        assert _refusal(devices.enrol, code) == "unknown_code"


def test_a_player_has_one_live_device(room: tuple[Entry, Actor]) -> None:
    entry, director = room
    first, first_token = devices.enrol(devices.issue_code(entry, director))
    second, second_token = devices.enrol(devices.issue_code(entry, director))
    assert devices.authenticate(first_token) is None
    assert devices.authenticate(second_token) == second
    row = entry.event.log.last()
    assert (row.act, row.device, row.entry) == ("device.enrolled", second, entry)
    assert row.payload == {"entry": entry.pk, "device": second.pk, "replaced": [first.pk]}


def test_revoking_one_leaves_the_others(room: tuple[Entry, Actor]) -> None:
    entry, director = room
    other = entry.event.entries.last()
    _, token = devices.enrol(devices.issue_code(entry, director))
    _, other_token = devices.enrol(devices.issue_code(other, director))
    waiting = devices.issue_code(entry, director)

    assert devices.revoke(entry, director, reason="Tablet perso") is True
    assert devices.revoke(entry, director) is False

    assert devices.authenticate(token) is None
    assert devices.authenticate(other_token) is not None
    assert _refusal(devices.enrol, waiting) == "expired_code"
    assert entry.event.log.filter(act="device.revoked").get().reason == "Tablet perso"


def test_revoking_all_empties_the_room_and_no_other(room: tuple[Entry, Actor]) -> None:
    entry, director = room
    event = make_event(state=EventState.REGISTRATION)
    (stranger,) = make_entries(event, 1)
    _, stranger_token = devices.enrol(devices.issue_code(stranger, make_officials(event).as_director))
    tokens = [devices.enrol(devices.issue_code(e, director))[1] for e in entry.event.entries.all()]

    assert devices.revoke_all(entry.event, director) == 4

    assert [devices.authenticate(token) for token in tokens] == [None] * 4
    assert devices.authenticate(stranger_token) is not None


def test_only_officials_hand_out_codes(room: tuple[Entry, Actor]) -> None:
    entry, _ = room
    for by in (Actor.of_user(make_user(is_staff=True)), Actor.of_entry(entry)):
        with pytest.raises(OfficialError, match="not_official"):
            devices.issue_code(entry, by)
        with pytest.raises(OfficialError, match="not_official"):
            devices.revoke(entry, by)


def test_codes_for_another_event_are_refused(room: tuple[Entry, Actor]) -> None:
    entry, director = room
    (stranger,) = make_entries(make_event(), 1)
    assert _refusal(devices.issue_codes, entry.event, [stranger], director) == "other_event"


def test_who_left_gets_no_device(room: tuple[Entry, Actor]) -> None:
    entry, director = room
    code = devices.issue_code(entry, director)
    gone = entries.withdraw(entry, by=director)
    assert _refusal(devices.enrol, code) == "entry_gone"
    assert _refusal(devices.issue_code, gone, director) == "entry_gone"


def test_no_devices_after_the_event(room: tuple[Entry, Actor]) -> None:
    entry, director = room
    code = devices.issue_code(entry, director)
    events.move(entry.event, EventState.RUNNING, director)
    events.move(entry.event, EventState.FINISHED, director)
    assert _refusal(devices.enrol, code) == "event_over"
    assert _refusal(devices.issue_code, entry, director) == "event_over"


@pytest.mark.parametrize("count", [1, 3])
def test_the_rooms_cards_are_one_act(count: int, django_assert_num_queries) -> None:
    event = make_event(state=EventState.REGISTRATION)
    placed = make_entries(event, count)
    director = make_officials(event).as_director
    # begin, event, office ×2, void, insert, then the log's four, commit
    with django_assert_num_queries(11):
        codes = devices.issue_codes(event, placed, director, lifetime=devices.PRINTED_CODE_LIFETIME)
    assert codes.keys() == {entry.pk for entry in placed}
    assert len(set(codes.values())) == count


def test_the_qr_is_an_svg_without_inline_style() -> None:
    link = "https://duplicato.example" + devices.enrolment_path("ABCDEFGHJKLM")
    drawing = devices.link_as_svg(link)
    assert (drawing.startswith("<svg "), drawing.endswith("</svg>"), "style" in drawing) == (
        True,
        True,
        False,
    )
    assert link.endswith("/gioca/ABCDEFGHJKLM/")
