"""The synchronous site on a fixed pool of threads (docs/decisions/0002), slips on one of their own (0006).

A thread is held for the site's own work alone: the body is read before and the answer is sent after, so that slow
phones at either end cannot keep the pool from the rest of the hall.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import IO, Any, NamedTuple

from a2wsgi.wsgi import build_environ
from django.utils import timezone

from duplicato.durability import WalSync
from tournaments.live.client import Message, Send
from tournaments.live.endpoint import Receive, refuse

logger = logging.getLogger(__name__)
RECEIVED_AT = "duplicato.received_at"
READING_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
IN_MEMORY_BYTES = 256 * 1024
# A federation's word list is the largest thing anybody uploads.
MOST_BYTES = 64 * 1024 * 1024
CHUNK_BYTES = 256 * 1024
# Where tables hand slips in: the page's address and the API's.
SLIP_ADDRESS = re.compile(r"/gioca/bollettino/|/api/v1/events/[-\w]+/turns/[0-9]+/slips/")


def is_slip(scope: Message) -> bool:
    return bool(scope["method"] == "POST" and SLIP_ADDRESS.fullmatch(scope["path"]))


class BodyTooLargeError(Exception):
    """More than anybody has reason to send."""


class Answer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class PooledSite:
    def __init__(self, site: Callable[..., Iterable[bytes]], *, threads: int, wal: WalSync | None = None) -> None:
        self._site = site
        self._pool = ThreadPoolExecutor(threads, "site")
        self._wal = wal

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        # Before any waiting: a slip that queued for a thread is not late for it.
        received_at = timezone.now()
        with SpooledTemporaryFile(IN_MEMORY_BYTES) as body:
            try:
                if not await _read_body(receive, body):
                    return
            except BodyTooLargeError:
                await refuse(send, 413, "too_large")
                return
            answer = await asyncio.get_running_loop().run_in_executor(
                self._pool, self._run, scope, body, received_at
            )
        if self._wal is not None and scope["method"] not in READING_METHODS:
            try:
                await self._wal.settled()
            except OSError:
                logger.exception("The database file could not be made safe; no receipt was given.")
                await refuse(send, 503, "not_stored")
                return
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        for start in range(0, len(answer.body), CHUNK_BYTES):
            part = answer.body[start : start + CHUNK_BYTES]
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    def close(self) -> None:
        """Wait for what is being answered."""
        self._pool.shutdown(wait=True)

    def _run(self, scope: Any, body: IO[bytes], received_at: datetime) -> Answer:
        size = body.tell()
        body.seek(0)
        environ: dict[str, Any] = {**build_environ(scope, body)}
        environ["CONTENT_LENGTH"] = str(size)
        environ[RECEIVED_AT] = received_at
        started: list[tuple[int, list[tuple[bytes, bytes]]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
            encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
            started[:] = [(int(status.split(" ", 1)[0]), encoded)]

        chunks = self._site(environ, start_response)
        try:
            content = b"".join(chunks)
        finally:
            close = getattr(chunks, "close", None)
            if close is not None:
                close()
        return Answer(*started[0], content)


async def _read_body(receive: Receive, body: IO[bytes]) -> bool:
    """The whole body; False where the client went away before its end: half a slip is no slip."""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return False
        body.write(message.get("body", b""))
        if body.tell() > MOST_BYTES:
            raise BodyTooLargeError
        if not message.get("more_body", False):
            return True
