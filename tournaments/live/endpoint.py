"""The stream's addresses as a plain ASGI application: /stream/<slug>/<audience>/ and …/poll/."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from django.db import Error as DatabaseError
from django.utils import timezone

from tournaments.live.client import Client, Message, Send
from tournaments.live.feed import Feed
from tournaments.live.gate import AUDIENCES, Pass
from tournaments.live.hub import MOST_CLIENTS, Hub
from tournaments.live.messages import GREETING

Receive = Callable[[], Awaitable[Message]]
ADDRESS = re.compile(r"/stream/(?P<slug>[-\w]{1,80})/(?P<audience>[a-z]+)/(?P<poll>poll/)?")
# A polling client is asked for its pass again after this long. A device's ends with a row of the log, which the feed
# sees: a thousand tablets that beat must not each cost a read every time.
PASS_SECONDS = 10.0
DEVICE_PASS_SECONDS = 300.0
MOST_PASSES = 5_000
PARTING_SECONDS = 2.0
COMMON_HEADERS = [
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
]


class Endpoint:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._passes: dict[tuple[int, str, bytes, int], tuple[float, Pass | None]] = {}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        address = ADDRESS.fullmatch(scope["path"])
        if address is None or address["audience"] not in AUDIENCES:
            await refuse(send, 404, "not_found")
            return
        if scope["method"] not in {"GET", "HEAD"}:
            await refuse(send, 405, "method_not_allowed")
            return
        try:
            feed = await self.hub.feed(address["slug"])
            if feed is None:
                await refuse(send, 404, "not_found")
                return
            granted = await self._admit(feed, address["audience"], scope["headers"], bool(address["poll"]))
        except DatabaseError:
            await refuse(send, 503, "database_away")
            return
        if granted is None:
            # A hidden event must not be told from one that is not there.
            await refuse(send, 404 if address["audience"] == "public" else 403, "not_allowed")
        elif address["poll"]:
            self._hear(feed, granted, scope)
            await _answer(send, 200, {"sequence": feed.head})
        elif scope["method"] == "HEAD":
            await _answer(send, 200, {"sequence": feed.head})
        elif self.hub.client_count >= MOST_CLIENTS:
            await refuse(send, 503, "too_many_streams")
        else:
            await self._stream(feed, granted, _after(scope), receive, send)

    async def _admit(
        self, feed: Feed, audience: str, headers: Iterable[tuple[bytes, bytes]], is_poll: bool
    ) -> Pass | None:
        cookie = b"; ".join(value for name, value in headers if name == b"cookie")
        if not is_poll or (audience == "public" and feed.is_public):
            return await self.hub.admit(feed, audience, _cookies(cookie))
        key = (feed.event_id, audience, hashlib.sha256(cookie).digest(), feed.pass_acts)
        now = asyncio.get_running_loop().time()
        known = self._passes.get(key)
        if known is not None and now < known[0]:
            return known[1]
        granted = await self.hub.admit(feed, audience, _cookies(cookie))
        if len(self._passes) >= MOST_PASSES:
            self._passes.clear()
        is_device = granted is not None and granted.device_id is not None
        self._passes[key] = (now + (DEVICE_PASS_SECONDS if is_device else PASS_SECONDS), granted)
        return granted

    def _hear(self, feed: Feed, granted: Pass, scope: Message) -> None:
        """Asking is a sign of life: of a player's device, or of a screen in the hall that says which one it is."""
        self.hub.presence.hear(granted)
        if granted.audience == "public" and b"screen=" in scope["query_string"]:
            self.hub.presence.hear_screen(feed.event_id, _query(scope, "screen"))

    async def _stream(self, feed: Feed, granted: Pass, after: int | None, receive: Receive, send: Send) -> None:
        task = asyncio.current_task()
        assert task is not None
        client = Client(granted, send, task)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _headers(b"text/event-stream")})
            await client.send(GREETING)
            await self.hub.join(feed, client, after)
            while (await receive())["type"] != "http.disconnect":
                pass
        except asyncio.CancelledError:
            if not client.is_dropped:
                raise
            task.uncancel()
            await _part(send)
        except DatabaseError:
            # What the client missed could not be read: it comes back and asks again.
            await _part(send)
        finally:
            self.hub.leave(feed, client)


async def refuse(send: Send, status: int, code: str) -> None:
    await _answer(send, status, {"code": code})


async def _answer(send: Send, status: int, content: dict[str, Any]) -> None:
    body = json.dumps(content).encode()
    headers = [*_headers(b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 503:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _part(send: Send) -> None:
    """End the answer properly if the client still reads."""
    try:
        async with asyncio.timeout(PARTING_SECONDS):
            await send({"type": "http.response.body", "body": b"", "more_body": False})
    except (TimeoutError, OSError, RuntimeError):
        return


def _headers(content_type: bytes) -> list[tuple[bytes, bytes]]:
    now = timezone.now().isoformat(timespec="milliseconds").encode()
    headers = [(b"content-type", content_type), (b"x-server-time", now), *COMMON_HEADERS]
    if content_type == b"text/event-stream":
        headers.append((b"x-accel-buffering", b"no"))  # nginx would keep the events back
    return headers


def _after(scope: Message) -> int | None:
    """The last number the client has; None for one that starts now. The browser's own header is the newer."""
    header = next((value for name, value in scope["headers"] if name == b"last-event-id"), None)
    if header is not None and header.isdigit():
        return int(header)
    stated = _query(scope, "after")
    return int(stated) if stated.isascii() and stated.isdigit() and len(stated) < 19 else None


def _query(scope: Message, name: str) -> str:
    text: str = scope["query_string"].decode("latin-1")
    return parse_qs(text).get(name, [""])[-1]


def _cookies(header: bytes) -> dict[str, str]:
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header.decode("latin-1")).items()}
    except CookieError:
        return {}
