"""Every address of the site × role × phase, against one table; an address that is not in the table fails.

The same round looks for the canaries: the sealed top and slips, which nobody may read before their time.
"""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import reverse

from tests.factories import officials_of
from tests.security import addresses, canary, matrix
from tests.security.room import ROLES, SLIP, Room, make_room
from tournaments.enums import TurnState
from tournaments.selectors.visibility import PHASES

pytestmark = pytest.mark.django_db
# Letters that let nobody in: who gets one of these on a GET gets nothing by a POST either.
SHUT = set("LFNU")


def letter(answer: Any) -> str:
    if answer.status_code == 302:
        return "L" if "/login/" in answer.headers["Location"] else "R"
    return matrix.LETTERS.get(answer.status_code, str(answer.status_code))


def roles_in(is_arbiter_playing: bool) -> list[str]:
    """One arbiter either plays or does not: the one that does has a room of their own."""
    return ["playing arbiter"] if is_arbiter_playing else [role for role in ROLES if role != "playing arbiter"]


def own_addresses(room: Room, phase: TurnState) -> dict[str, str]:
    """Accounts and log-in attempts know nothing of turns, and acts are not read: one phase stands for all."""
    return {
        name: addresses.address(name, route, room)
        for name, route in addresses.names()
        if name not in matrix.ELSEWHERE
        and (phase == TurnState.OPEN or not (name.startswith(("admin:auth_", "admin:axes_")) or is_act(name)))
    }


def is_act(name: str) -> bool:
    return name in matrix.BY_NAME and set(matrix.BY_NAME[name]) == {"M"}


def test_every_address_is_in_the_table() -> None:
    assert {name for name, _route in addresses.names()} == matrix.known_names()


@pytest.mark.parametrize("is_arbiter_playing", [False, True])
@pytest.mark.parametrize("phase", PHASES)
def test_everybody_reaches_what_the_table_says_and_sees_no_seal_broken(
    phase: TurnState, is_arbiter_playing: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    cache.clear()
    room = make_room(phase, is_arbiter_playing=is_arbiter_playing)
    paths = own_addresses(room, phase)
    wrong = []
    for role in roles_in(is_arbiter_playing):
        client = room.client(role)
        for name, path in paths.items():
            answer = client.get(path)
            found, wanted = letter(answer), matrix.expected(name, role, phase)
            if found != wanted:
                wrong.append(f"{name} as {role} in {phase}: {found}, the table says {wanted}")
            if canary.is_told(answer.content) and not canary.may_be_told(name, role, phase):
                wrong.append(f"{name} as {role} in {phase}: tells of the sealed turn")
    assert wrong == []
    if phase in canary.SECRET:
        assert not canary.is_told(caplog.text.encode())
        assert not any(canary.is_told(value) for value in cache._cache.values())


@pytest.mark.parametrize("is_arbiter_playing", [False, True])
def test_who_may_not_look_may_not_act(is_arbiter_playing: bool) -> None:
    """Every page, posted to with nothing: a refusal tells nothing of the sealed turn, and nothing breaks."""
    room = make_room(TurnState.OPEN, is_arbiter_playing=is_arbiter_playing)
    paths = {name: path for name, path in own_addresses(room, TurnState.OPEN).items() if not is_api(name)}
    wrong = []
    for role in roles_in(is_arbiter_playing):
        client = room.client(role)
        for name, path in paths.items():
            answer = client.post(path)
            found = letter(answer)
            is_shut = matrix.expected(name, role, TurnState.OPEN) in SHUT
            if found.startswith("5") or (is_shut and found not in SHUT | {"M"}):
                wrong.append(f"POST {name} as {role}: {found}")
            if canary.is_told(answer.content):
                wrong.append(f"POST {name} as {role}: tells of the sealed turn")
    assert wrong == []


@pytest.mark.parametrize("is_arbiter_playing", [False, True])
def test_who_gets_through_to_an_act_of_the_api(is_arbiter_playing: bool) -> None:
    room = make_room(TurnState.OPEN, is_arbiter_playing=is_arbiter_playing)
    paths = {name: path for name, path in own_addresses(room, TurnState.OPEN).items() if is_api(name)}
    body = whole_body(room)
    wrong = []
    for role in roles_in(is_arbiter_playing):
        client = room.client(role)
        for name, path in paths.items():
            with transaction.atomic():
                answer = client.post(path, body, content_type="application/json")
                transaction.set_rollback(True)
            found = letter(answer)
            if found == "M" and name not in matrix.BY_ACT:
                continue
            wanted = matrix.BY_ACT[name][ROLES.index(role)]
            if found.startswith("5") or wanted != ("x" if found in SHUT else "o"):
                wrong.append(f"POST {name} as {role}: {found}, the table says {wanted}")
            is_closed_by_it = name == "api-turn-close" and found == "G"
            if canary.is_told(answer.content) and not is_closed_by_it:
                wrong.append(f"POST {name} as {role}: tells of the sealed turn")
    assert wrong == []


def is_api(name: str) -> bool:
    return name.startswith("api-")


def whole_body(room: Room) -> dict[str, Any]:
    """Something sensible for every field that an act may ask for."""
    entries = list(room.event.entries.values_list("pk", flat=True))
    return {
        "reason": "prova", "seconds": 30, "text": "ciao", "mode": "black", "to": "finished", "index": 0, "shown": 0,
        "letters": "AEIRSTO", "word": "QUA", "reference": "9D", "declared_score": 3, "table_number": 5,
        "kind": "warning", "points": 5, "entry": room.author.pk, "entries": entries[:3], "order": entries,
        "words": [SLIP], "decision": "admit", "article": "F14", "subject": "slip", "rack_source": "manual",
        "client_key": "8f9f2f0e-3c0b-4d8e-9c53-1d2d8f1d7a11", "revision": 1, "code": "AAAAAAAAAAAA",
        "name": "Prova", "first_name": "A", "last_name": "B", "player": room.author.player_id,
        "starts_on": "2026-12-01", "lexicon": room.event.lexicon.slug, "password": "sbagliata",
        "username": officials_of(room.event).director.username,
    }  # fmt: skip


@pytest.mark.parametrize("role", ["other director", "staff"])
def test_the_objects_of_another_event_do_not_exist(role: str) -> None:
    """The same addresses with the numbers of the event next door, asked for by officials of this one."""
    room = make_room(TurnState.REVEALED)
    client = room.client(role)
    for name in ("admin:console", "admin:console-publish", "admin:console-seating", "admin:console-prints"):
        assert client.get(reverse(name, args=[room.event.pk])).status_code == 404
    assert client.get(reverse("desk", args=[room.event.slug])).status_code == 404
    assert client.get(reverse("ceremony", args=[room.event.slug])).status_code == 404


def test_logging_out_ends_the_session() -> None:
    room = make_room(TurnState.REVEALED)
    browser = room.client("director")
    browser.post(reverse("admin:logout"))
    assert letter(browser.get(reverse("admin:index"))) == "L"
