"""The fixed pool of threads: what it hands to the site, what it refuses, and when an answer may leave."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.urls import reverse

from duplicato.durability import WalSync
from duplicato.site_pool import MOST_BYTES, RECEIVED_AT, PooledSite, is_slip


def site(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    start_response("200 OK", [("Content-Type", "application/json")])
    time.sleep(float(environ.get("HTTP_X_SLEEP", "0")))
    told = {
        "received_at": environ[RECEIVED_AT].timestamp(),
        "answered_at": datetime.now(UTC).timestamp(),
        "body": environ["wsgi.input"].read().decode(),
    }
    return [json.dumps(told).encode()]


async def ask(pool: PooledSite, *parts: dict[str, Any], method: str = "POST", sleep: str = "0") -> list[dict[str, Any]]:
    waiting = [{"type": "http.request", **part} for part in parts] or [{"type": "http.request"}]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return waiting.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": "/",
        "query_string": b"",
        "headers": [(b"x-sleep", sleep.encode())],
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 1),
    }
    await pool(scope, receive, send)
    return sent


def body_of(sent: list[dict[str, Any]]) -> Any:
    return json.loads(b"".join(message.get("body", b"") for message in sent[1:]))


def test_the_receipt_time_is_the_edges_and_not_the_threads() -> None:
    async def run() -> tuple[Any, Any]:
        pool = PooledSite(site, threads=1)
        slow, waiting = await asyncio.gather(ask(pool, sleep="0.3"), ask(pool))
        pool.close()
        return body_of(slow), body_of(waiting)

    slow, waited = asyncio.run(run())
    # The second one had to wait for the only thread; it was received when it came.
    assert waited["received_at"] < slow["answered_at"] <= waited["answered_at"]


def test_half_a_slip_is_no_slip() -> None:
    async def run() -> list[dict[str, Any]]:
        pool = PooledSite(site, threads=1)
        return await ask(pool, {"body": b"wor", "more_body": True}, {"type": "http.disconnect"})

    assert asyncio.run(run()) == []


def test_a_body_comes_whole_and_within_bounds() -> None:
    async def run() -> tuple[Any, Any]:
        pool = PooledSite(site, threads=1)
        whole = await ask(pool, {"body": b"CA", "more_body": True}, {"body": b"SA"})
        huge = await ask(pool, {"body": bytes(MOST_BYTES), "more_body": True}, {"body": b"!"})
        return body_of(whole)["body"], huge[0]["status"]

    assert asyncio.run(run()) == ("CASA", 413)


def test_one_sync_serves_everybody_who_was_waiting(tmp_path: Path) -> None:
    database = tmp_path / "duplicato.sqlite3"
    database.with_name("duplicato.sqlite3-wal").touch()

    async def run() -> int:
        wal = WalSync(database)
        await asyncio.gather(*(wal.settled() for _ in range(200)))
        return wal.syncs

    assert asyncio.run(run()) <= 2


def test_an_answer_that_could_not_be_made_safe_does_not_leave(tmp_path: Path) -> None:
    async def run() -> tuple[Any, Any]:
        pool = PooledSite(site, threads=1, wal=WalSync(tmp_path / "gone" / "duplicato.sqlite3"))
        return await ask(pool, {"body": b"CASA"}), await ask(pool, method="GET")

    written, read = asyncio.run(run())
    assert (written[0]["status"], body_of(written)) == (503, {"code": "not_stored"})
    assert read[0]["status"] == 200  # reading waits for no disk


def test_slips_and_nothing_else_have_a_pool_of_their_own() -> None:
    ways = [reverse("hand-in"), reverse("api-slips", args=["torneo-di-prova_2", 17])]
    others = [reverse("play"), reverse("contest"), reverse("api-turn-contests", args=["torneo", 17]), "/api/v1/slips/"]
    assert [is_slip({"method": "POST", "path": path}) for path in ways] == [True, True]
    assert [is_slip({"method": "GET", "path": path}) for path in ways] == [False, False]
    assert [is_slip({"method": "POST", "path": path}) for path in others] == [False] * 4
