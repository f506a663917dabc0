"""Following streams in a test: the real endpoint and hub, without a socket in between."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from tournaments.live.endpoint import Endpoint
from tournaments.live.hub import Hub

PATIENCE = 20


class Received(NamedTuple):
    id: int
    kind: str
    data: dict[str, Any]


class Stream:
    """One client. `await stream.until(n)` gives everything up to the entry with that number."""

    def __init__(self, endpoint: Endpoint, path: str, **headers: str) -> None:
        path, _, query = path.partition("?")
        self.status = 0
        self.headers: dict[str, str] = {}
        self.text = ""
        self.is_reading = asyncio.Event()
        self.is_reading.set()
        self._changed = asyncio.Condition()
        self._hung_up = asyncio.Event()
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": query.encode(),
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        }
        self.task = asyncio.create_task(endpoint(scope, self._receive, self._send))

    @property
    def events(self) -> list[Received]:
        found = []
        for block in self.text.split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
            if "id" in fields:
                found.append(Received(int(fields["id"]), fields["event"], json.loads(fields["data"])))
        return found

    @property
    def acts(self) -> list[str]:
        return [event.data.get("act", event.kind) for event in self.events]

    async def until(self, sequence: int) -> list[Received]:
        await self.wait(lambda: bool(self.events) and self.events[-1].id >= sequence)
        return self.events

    async def wait(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(holds)

    async def started(self) -> None:
        await self.wait(lambda: "retry:" in self.text)

    async def ended(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.task

    async def hang_up(self) -> None:
        self._hung_up.set()
        await self.ended()

    async def _receive(self) -> dict[str, Any]:
        await self._hung_up.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self.is_reading.wait()
        async with self._changed:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            else:
                self.text += message["body"].decode()
            self._changed.notify_all()


@asynccontextmanager
async def open_hub() -> AsyncIterator[tuple[Hub, Endpoint]]:
    hub = Hub()
    await hub.start()
    try:
        yield hub, Endpoint(hub)
    finally:
        await hub.stop()


def follow(test: Callable[[Hub, Endpoint], Awaitable[None]]) -> None:
    """Run a test's coroutine with a hub of its own."""

    async def run() -> None:
        async with open_hub() as (hub, endpoint):
            await test(hub, endpoint)

    asyncio.run(run())


async def poll(endpoint: Endpoint, path: str, **headers: str) -> tuple[int, dict[str, Any]]:
    stream = Stream(endpoint, path, **headers)
    await stream.ended()
    return stream.status, json.loads(stream.text)
