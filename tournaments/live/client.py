"""One open stream: what waits to be sent to it, and when it is too slow."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from tournaments.live.gate import Pass

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
# Waiting longer than this for a client would keep the whole event's bytes for it; it comes back and resumes.
MOST_CHUNKS, MOST_BYTES = 64, 256 * 1024


class Client:
    """An idle client is one waiting coroutine; it writes in a task of its own only while there is something to send."""

    __slots__ = ("_pending", "_send", "_size", "_stream", "_writer", "granted", "is_dropped")

    def __init__(self, granted: Pass, send: Send, stream: asyncio.Task[Any]) -> None:
        self.granted = granted
        self.is_dropped = False
        self._send = send
        self._stream = stream
        self._pending: deque[bytes] = deque()
        self._size = 0
        self._writer: asyncio.Task[None] | None = None

    def push(self, chunk: bytes) -> None:
        """Send when possible; a client that has too much waiting is dropped."""
        if self.is_dropped:
            return
        self._pending.append(chunk)
        self._size += len(chunk)
        if len(self._pending) > MOST_CHUNKS or self._size > MOST_BYTES:
            self.drop()
        elif self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write())

    async def send(self, chunk: bytes) -> None:
        """Send at the client's own pace: for what it missed, before it follows."""
        await self._send({"type": "http.response.body", "body": chunk, "more_body": True})

    def drop(self) -> None:
        """End the stream from our side."""
        if self.is_dropped:
            return
        self.is_dropped = True
        self.forget()
        self._stream.cancel()

    def forget(self) -> None:
        """Let go of what was waiting: the connection is gone or going."""
        self._pending.clear()
        if self._writer is not None:
            self._writer.cancel()
            self._writer = None

    async def _write(self) -> None:
        try:
            while self._pending:
                chunk = self._pending[0] if len(self._pending) == 1 else b"".join(self._pending)
                count = len(self._pending)
                await self.send(chunk)
                for _ in range(count):
                    self._size -= len(self._pending.popleft())
        except (OSError, RuntimeError):
            self._stream.cancel()  # the server has closed the connection under us
            self.is_dropped = True
        self._writer = None
