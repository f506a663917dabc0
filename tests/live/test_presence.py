"""Being heard of: a poll or a joined stream is a sign of life, noted in one write; a revoked device gives none."""

from __future__ import annotations

import asyncio
import logging

import pytest
from django.db import OperationalError, transaction
from django.utils import timezone

from tests.factories import officials_of
from tests.live.streams import Stream, follow, poll
from tests.live.test_stream import device_cookie, head_of, say, session_of
from tests.tournaments.play import open_turn, running_game
from tournaments.live.endpoint import Endpoint
from tournaments.live.hub import Hub
from tournaments.models import Device, Game
from tournaments.services import devices, hall_screens, listening, log, silence
from tournaments.services.actor import WORKER

pytestmark = pytest.mark.django_db(transaction=True)
SCREEN = "0123456789abcdef"


@pytest.fixture
def game() -> Game:
    return running_game(players=4)


async def heard() -> set[int]:
    def read() -> set[int]:
        return set(Device.objects.exclude(last_seen_at=None).values_list("entry__table_number", flat=True))

    return await asyncio.to_thread(read)


def test_who_polls_or_joins_is_noted_and_who_leaves_is_not(game: Game) -> None:
    event = game.event
    cookies = {entry.table_number: device_cookie(entry) for entry in event.entries.all()}

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        path = f"/stream/{event.slug}/player/"
        assert (await poll(endpoint, f"{path}poll/", cookie=cookies[1]))[0] == 200
        stream = Stream(endpoint, path, cookie=cookies[2])
        await stream.started()
        await stream.wait(lambda: hub.client_count == 1)
        assert await heard() == set()
        await hub.presence.note()
        assert await heard() == {1, 2}
        await asyncio.to_thread(lambda: Device.objects.update(last_seen_at=None))
        await stream.hang_up()
        await hub.presence.note()
        assert await heard() == set()
        assert await asyncio.to_thread(listening.since) is not None

    follow(test)


def test_a_revoked_device_counts_no_longer_although_its_pass_was_kept(game: Game) -> None:
    event = game.event
    entry = event.entries.get(table_number=1)
    cookie, director = device_cookie(entry), officials_of(event).as_director

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        path = f"/stream/{event.slug}/player/poll/"
        assert (await poll(endpoint, path, cookie=cookie))[0] == 200
        await asyncio.to_thread(devices.revoke, entry, director)
        # Heard before, noted after the revocation.
        await hub.presence.note()
        assert await heard() == set()
        feed = await hub.feed(event.slug)
        assert feed is not None
        await feed.look()
        assert (await poll(endpoint, path, cookie=cookie))[0] == 403

    follow(test)


def test_a_beating_tablet_is_not_looked_up_each_time(game: Game) -> None:
    event = game.event
    cookie = device_cookie(event.entries.first())

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        path = f"/stream/{event.slug}/player/poll/"
        await poll(endpoint, path, cookie=cookie)
        # Gone without a row of the log, as nothing in the product does it: whoever looked would see it.
        await asyncio.to_thread(lambda: Device.objects.update(revoked_at=timezone.now()))
        assert (await poll(endpoint, path, cookie=cookie))[0] == 200
        await hub.presence.note()
        assert await heard() == set()

    follow(test)


def test_a_database_that_is_away_is_a_line_in_the_log(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    event = game.event
    cookie = device_cookie(event.entries.first())

    def fail(device_ids: set[int]) -> None:
        raise OperationalError("away")

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        await poll(endpoint, f"/stream/{event.slug}/player/poll/", cookie=cookie)
        with caplog.at_level(logging.WARNING), pytest.MonkeyPatch.context() as patch:
            patch.setattr(listening, "note", fail)
            await hub.presence.note()
        await hub.presence.note()
        assert await heard() == set()

    follow(test)
    assert "Could not note 1 devices as heard: OperationalError" in caplog.text


def test_the_screens_of_the_hall_are_counted_and_strange_ones_are_not(game: Game) -> None:
    event = game.event

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        path = f"/stream/{event.slug}/public/poll/"
        for query in (f"screen={SCREEN}", f"screen={SCREEN}", "screen=fedcba9876543210", "screen=x", "after=3", ""):
            assert (await poll(endpoint, f"{path}?{query}"))[0] == 200
        await hub.presence.note()
        assert await asyncio.to_thread(hall_screens.count, event.pk) == 2
        for number in range(200):
            await poll(endpoint, f"{path}?screen={number:016x}")
        await hub.presence.note()
        assert await asyncio.to_thread(hall_screens.count, event.pk) == hall_screens.MOST

    follow(test)


def test_a_table_offline_is_told_to_officials_alone(game: Game) -> None:
    event = game.event
    staff = officials_of(event)
    turn = open_turn(game, "CORNOAE")
    cookies = {
        "public": "",
        "player": device_cookie(event.entries.first()),
        "arbiter": session_of(staff.arbiter),
        "director": session_of(staff.director),
    }

    def tell() -> int:
        with transaction.atomic():
            log.append(event, silence.OFFLINE, WORKER, turn=turn, payload={"tables": [4]})
        return head_of(event)

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        streams = {name: Stream(endpoint, f"/stream/{event.slug}/{name}/", cookie=cookies[name]) for name in cookies}
        for stream in streams.values():
            await stream.started()
        await streams["director"].wait(lambda: hub.client_count == 4)
        sequence = await asyncio.to_thread(tell)
        for name in ("arbiter", "director"):
            [row] = await streams[name].until(sequence)
            assert (row.kind, row.data["act"], row.data["payload"]) == ("device", "device.offline", {"tables": [4]})
        last = await asyncio.to_thread(say, event, "a tutti")
        for name in ("public", "player"):
            # The screens of the hall are not asked to look again for a row that changes nothing on them.
            assert [row.id for row in await streams[name].until(last)] == [last]
            assert "tables" not in streams[name].text

    follow(test)
