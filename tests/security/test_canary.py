"""The canaries in the streams, and that they can be seen at all where they may be."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.live.streams import follow, poll
from tests.security import canary
from tests.security.room import ROLES, SLIP, make_room
from tournaments.enums import TurnState
from tournaments.live.endpoint import Endpoint
from tournaments.live.gate import AUDIENCES
from tournaments.live.hub import Hub

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("is_arbiter_playing", [False, True])
@pytest.mark.parametrize("phase", canary.SEALED)
def test_the_sealed_turn_is_in_no_stream(phase: TurnState, is_arbiter_playing: bool) -> None:
    room = make_room(phase, is_arbiter_playing=is_arbiter_playing)
    cookies = {role: _cookies(room.client(role)) for role in ROLES}

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        for role, cookie in cookies.items():
            for audience in AUDIENCES:
                path = f"/stream/{room.event.slug}/{audience}/poll/?after=0"
                _status, answer = await poll(endpoint, path, cookie=cookie)
                assert not canary.is_told(str(answer).encode()), f"{audience} as {role}"

    follow(test)


def test_a_table_sees_its_own_slip_and_no_other() -> None:
    room = make_room(TurnState.OPEN)
    assert SLIP.encode() in room.client_of(room.author).get("/gioca/").content.upper()
    assert SLIP.encode() not in room.client("player").get("/gioca/").content.upper()


def test_the_canaries_can_be_seen_where_they_may_be() -> None:
    """Otherwise the other tests would prove nothing."""
    room = make_room(TurnState.CLOSED)
    assert canary.is_told(room.client("arbiter").get(reverse("desk", args=[room.event.slug])).content)
    assert canary.is_told(room.client("director").get(reverse("admin:console", args=[room.event.pk])).content)
    room = make_room(TurnState.REVEALED)
    assert canary.is_told(room.client("anonymous").get(reverse("live", args=[room.event.slug])).content)


def _cookies(client: Client) -> str:
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
