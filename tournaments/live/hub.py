"""The hub: one a process. A bell or a few seconds' silence makes it look; one look serves every client of an event."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from django.db import Error as DatabaseError

from tournaments.live import gate, reading
from tournaments.live.bell import listen_to_redis
from tournaments.live.client import Client
from tournaments.live.feed import WINDOW, Feed
from tournaments.live.messages import Phases, render
from tournaments.live.presence import Presence
from tournaments.live.reading import Look
from tournaments.services import doorbell

logger = logging.getLogger(__name__)
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

TICK_SECONDS = 0.5
# Without a bell: how old the hub's knowledge of an event may get while somebody follows it.
LOOK_SECONDS = 3.0
HEARTBEAT_SECONDS = 15.0
CHECK_SECONDS = 30.0
# An event that nobody follows any more is forgotten.
IDLE_SECONDS = 120.0
MOST_CLIENTS = 10_000


class Hub:
    """Feeds by event. Everything here runs on the loop; the reads in threads of the hub's own."""

    def __init__(self, redis_url: str = "") -> None:
        self.reads = 0
        self.presence = Presence()
        self._redis_url = redis_url
        self._feeds: dict[int, Feed] = {}
        self._ids: dict[str, int] = {}
        self._opening: dict[int, asyncio.Future[Feed | None]] = {}
        # Reads of the log never wait behind a thousand clients being let in.
        self._reader = ThreadPoolExecutor(1, "live-read")
        self._gate = ThreadPoolExecutor(2, "live-gate")
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beaten_at = 0.0

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._beaten_at = self._loop.time()
        doorbell.listen(self.ring_from_thread)
        self._spawn(self._tick())
        self._spawn(self.presence.run())
        if self._redis_url:
            self._spawn(listen_to_redis(self._redis_url, self.ring, self.look_everywhere))

    async def stop(self) -> None:
        self.hang_up()
        doorbell.silence(self.ring_from_thread)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.presence.stop()
        self._reader.shutdown(wait=False, cancel_futures=True)
        self._gate.shutdown(wait=False, cancel_futures=True)

    def hang_up(self) -> None:
        """End every stream, so that a server that is stopping does not wait for them; browsers come back."""
        for feed in self._feeds.values():
            for client in list(feed.clients):
                client.drop()

    @property
    def client_count(self) -> int:
        return sum(len(feed.clients) for feed in self._feeds.values())

    # The bell

    def ring_from_thread(self, event_id: int, sequence: int) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.ring, event_id, sequence)

    def ring(self, event_id: int, sequence: int) -> None:
        feed = self._feeds.get(event_id)
        if feed is not None and sequence > feed.head:
            self._spawn(self._look(feed, sequence))

    def look_everywhere(self) -> None:
        """After a silence of unknown length."""
        for feed in self._feeds.values():
            self._spawn(self._look(feed))

    # What the endpoint asks

    async def feed(self, slug: str) -> Feed | None:
        """The event of this address, known to the hub from now on."""
        assert self._loop is not None, "the hub is not started"
        event_id = self._ids.get(slug)
        if event_id is None:
            event_id = await self._in(self._gate, reading.event_id_of, slug)
            if event_id is None:
                return None
            self._ids[slug] = event_id
        feed = self._feeds.get(event_id)
        if feed is None:
            feed = await self._open(event_id)
        if feed is not None:
            feed.used_at = self._loop.time()
        return feed

    async def admit(self, feed: Feed, audience: str, cookies: dict[str, str]) -> gate.Pass | None:
        if audience == "public" and feed.is_public:
            return gate.PUBLIC_PASS
        return await self._in(self._gate, gate.admit, feed.event_id, audience, cookies)

    async def join(self, feed: Feed, client: Client, after: int | None) -> None:
        """Send what the client missed, then everything new. No row falls between the two, and none comes twice."""
        self.presence.hear(client.granted)
        if after is not None and after < feed.head:
            await feed.look_anew()
        position = feed.head if after is None else min(after, feed.head)
        while (missed := feed.backlog(position, client.granted.role)) is None:
            seen = await self._in(self._gate, reading.look, feed.event_id, position)
            # What is newer than the feed's own head comes with the feed.
            rows = [row for row in seen.rows if row.sequence <= feed.head] if seen else []
            if seen is None or not rows:
                break
            phases = Phases(seen.turn_states, seen.in_play)
            await client.send(render(rows, phases, client.granted.role).chunk)
            position = rows[-1].sequence
        if missed:
            client.push(missed)
        feed.clients.add(client)
        if feed.is_gone:
            client.drop()

    def leave(self, feed: Feed, client: Client) -> None:
        feed.clients.discard(client)
        client.forget()

    # Inside

    async def _open(self, event_id: int) -> Feed | None:
        """One first read, however many clients arrive at once."""
        if event_id not in self._opening:
            assert self._loop is not None
            self._opening[event_id] = self._loop.create_future()
            try:
                first = await self._in(self._reader, reading.look, event_id, None, WINDOW)
                feed = Feed(first, self._read) if first is not None else None
            except BaseException as error:
                self._opening[event_id].set_exception(error)
                self._opening.pop(event_id).exception()
                raise
            if feed is not None:
                self._feeds[event_id] = feed
            self._opening.pop(event_id).set_result(feed)
            return feed
        return await asyncio.shield(self._opening[event_id])

    async def _read(self, event_id: int, after: int | None) -> Look | None:
        self.reads += 1
        return await self._in(self._reader, reading.look, event_id, after)

    async def _in(
        self,
        pool: ThreadPoolExecutor,
        read: Callable[Arguments, Result],
        *args: Arguments.args,
        **none: Arguments.kwargs,
    ) -> Result:
        assert not none, "a pool passes places, not names"
        return await asyncio.get_running_loop().run_in_executor(pool, read, *args)

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self, feed: Feed, sequence: int = 0) -> None:
        try:
            await feed.look(sequence)
        except DatabaseError as error:
            # The next tick tries again; the clients keep what they have.
            feed.looked_at = asyncio.get_running_loop().time()
            logger.warning("The stream could not read the log: %s", type(error).__name__)

    async def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(TICK_SECONDS)
            now = loop.time()
            is_beat = now - self._beaten_at >= HEARTBEAT_SECONDS
            if is_beat:
                self._beaten_at = now
            for feed in list(self._feeds.values()):
                if is_beat:
                    feed.beat()
                is_followed = bool(feed.clients) or now - feed.used_at < IDLE_SECONDS
                if feed.is_gone or not is_followed:
                    self._feeds.pop(feed.event_id, None)
                    self._ids = {slug: pk for slug, pk in self._ids.items() if pk != feed.event_id}
                elif now - feed.looked_at >= LOOK_SECONDS:
                    await self._look(feed)
                if feed.clients and (feed.must_check_passes or now - feed.checked_at >= CHECK_SECONDS):
                    await self._check_passes(feed)

    async def _check_passes(self, feed: Feed) -> None:
        """Drop whoever may no longer follow; who follows as somebody else comes back as that."""
        feed.must_check_passes = False
        feed.checked_at = asyncio.get_running_loop().time()
        clients = [c for c in feed.clients if not (c.granted.audience == "public" and feed.is_public)]
        if not clients:
            return
        passes = [client.granted for client in clients]
        with contextlib.suppress(DatabaseError):
            now = await self._in(self._gate, gate.admit_again, feed.event_id, passes)
            for client, granted in zip(clients, now, strict=True):
                if granted is None or granted.role != client.granted.role:
                    client.drop()
