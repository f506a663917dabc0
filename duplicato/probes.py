"""/healthz, /readyz and /metrics: answered beside the pool, so that they also tell of a hall that is busy."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.conf import settings

from duplicato import metrics, readiness
from duplicato.embedded import Companions
from tournaments.live.client import Message, Send
from tournaments.live.endpoint import Receive, refuse
from tournaments.live.hub import Hub

Probe = Callable[[Message, Send], Awaitable[None]]


class Probes:
    def __init__(self, hub: Hub, companions: Companions | None) -> None:
        self._hub = hub
        self._companions = companions
        self._pool = ThreadPoolExecutor(2, "probes")
        self._under_way: dict[str, asyncio.Future[Any]] = {}
        self.addresses: dict[str, Probe] = {
            "/healthz": self._health,
            "/readyz": self._readiness,
            "/metrics": self._metrics,
        }

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["method"] not in {"GET", "HEAD"}:
            await refuse(send, 405, "method_not_allowed")
            return
        await self.addresses[scope["path"]](scope, send)

    async def _health(self, scope: Message, send: Send) -> None:
        """The process answers."""
        await _answer(send, 200, b'{"status": "ok"}', b"application/json")

    async def _readiness(self, scope: Message, send: Send) -> None:
        """Whether slips can be taken; with `?strict` any fault is a 503, for whoever watches over the night."""
        found: readiness.Readiness = await self._once("readiness", lambda: readiness.look(self._companions))
        is_failed = not found.takes_slips or (b"strict" in scope["query_string"] and not found.is_whole)
        body = json.dumps({"status": found.status, **found.parts}).encode()
        await _answer(send, 503 if is_failed else 200, body, b"application/json")

    async def _metrics(self, scope: Message, send: Send) -> None:
        if not may_read_metrics(scope, settings.ENVIRONMENT.metrics_token):
            await refuse(send, 404, "not_found")
            return
        text: bytes = await self._once("metrics", lambda: metrics.render(self._hub))
        await _answer(send, 200, text, metrics.CONTENT_TYPE)

    async def _once(self, name: str, look: Callable[[], Any]) -> Any:
        """Whoever asks while a look is under way gets its result: a slow database is not asked by a queue."""
        looking = self._under_way.get(name)
        if looking is None:
            looking = asyncio.get_running_loop().run_in_executor(self._pool, look)
            self._under_way[name] = looking
            looking.add_done_callback(lambda _: self._under_way.pop(name, None))
        return await asyncio.shield(looking)


def may_read_metrics(scope: Message, token: str) -> bool:
    """With a token, whoever has it; without one, this machine alone, and never through a proxy."""
    headers = dict(scope["headers"])
    if token:
        given = headers.get(b"authorization", b"").decode("latin-1")
        return secrets.compare_digest(given, f"Bearer {token}")
    if b"x-forwarded-for" in headers or b"forwarded" in headers or not scope.get("client"):
        return False
    return ipaddress.ip_address(scope["client"][0]).is_loopback


async def _answer(send: Send, status: int, body: bytes, content_type: bytes) -> None:
    headers = [
        (b"content-type", content_type),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
