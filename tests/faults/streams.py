"""Followers of an event's public stream, as many as one process can hold."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence

JOINING = 100
PATIENCE = 60.0
NUMBER = re.compile(rb"^id: (\d+)$", re.MULTILINE)


class Follower(asyncio.Protocol):
    """One stream. Of what it is told it keeps the numbers."""

    def __init__(self, crowd: Followers) -> None:
        self._crowd = crowd
        self._rest = b""
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self.numbers: list[int] = []
        self.is_leaving = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        head = f"GET /stream/{self._crowd.slug}/public/ HTTP/1.1\r\nHost: localhost\r\n"
        transport.write(f"{head}Accept: text/event-stream\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        self._rest += data
        if not self.joined.done() and b"retry:" in self._rest:
            self.joined.set_result(None)
        told, end, self._rest = self._rest.rpartition(b"\n\n")
        for number in NUMBER.findall(told + end):
            self.numbers.append(int(number))
            self._crowd.heard(int(number))

    def connection_lost(self, error: Exception | None) -> None:
        if not self.is_leaving:
            self._crowd.broken += 1
            if not self.joined.done():
                self.joined.set_exception(ConnectionError("the stream ended before it began"))


class Followers:
    def __init__(self, slug: str, ports: Sequence[int]) -> None:
        self.slug = slug
        self.broken = 0
        self.followers: list[Follower] = []
        # When each one was first told of a number, in seconds of time.time().
        self.arrivals: dict[int, list[float]] = {}
        self._ports = ports

    async def join(self, count: int) -> None:
        """So many more, a hundred at a time."""
        loop = asyncio.get_running_loop()
        while count > 0:
            batch = []
            for _ in range(min(count, JOINING)):
                port = self._ports[len(self.followers) % len(self._ports)]
                _transport, follower = await loop.create_connection(lambda: Follower(self), "127.0.0.1", port)
                self.followers.append(follower)
                batch.append(follower.joined)
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*batch)
            count -= len(batch)

    def heard(self, number: int) -> None:
        self.arrivals.setdefault(number, []).append(time.time())

    async def told(self, number: int) -> int:
        """How many were told of this number or a later one, once it is everybody, or in the end."""
        loop = asyncio.get_running_loop()
        give_up_at = loop.time() + PATIENCE
        while True:
            count = sum(bool(each.numbers) and each.numbers[-1] >= number for each in self.followers)
            if count == len(self.followers) or loop.time() > give_up_at:
                return count
            await asyncio.sleep(0.05)

    def leave(self) -> None:
        for follower in self.followers:
            follower.is_leaving = True
            if follower.transport is not None:
                follower.transport.abort()
