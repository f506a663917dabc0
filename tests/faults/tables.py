"""The tables of the hall: they hand slips in over plain HTTP and remember every receipt."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

# Django compares the form's token with the cookie's: any text of its length will do for a client that is no browser.
CSRF = "faultsfaultsfaultsfaultsfaults12"


@dataclass(frozen=True, slots=True)
class Written:
    """A slip as its table wrote it."""

    slug: str
    entry: int
    token: str
    turn: int
    word: str
    reference: str
    declared: int | None = None
    revision: int = 1
    key: str = field(default_factory=lambda: str(uuid4()))


@dataclass(slots=True)
class Ledger:
    """What the tables were told: receipts by key, and everything that was not a receipt."""

    receipts: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    written: dict[str, Written] = field(default_factory=dict)
    refusals: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    broken_lines: int = 0

    def take(self, slip: Written, status: int, body: bytes, seconds: float) -> bool:
        """Whether it is a receipt."""
        self.written[slip.key] = slip
        if status not in {200, 201}:
            self.refusals[status] += 1
            return False
        receipt = json.loads(body)
        assert receipt["client_key"] == slip.key
        self.receipts.setdefault(slip.key, []).append(receipt)
        self.seconds.append(seconds)
        return True

    @property
    def is_complete(self) -> bool:
        """Whether every slip that was ever sent has its receipt."""
        return set(self.written) == set(self.receipts)


class Line:
    """One connection of one table, kept open and opened again."""

    def __init__(self) -> None:
        self._port = 0
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, port: int, request: bytes) -> tuple[int, bytes]:
        """Status and body; ConnectionError or EOF where the line broke, whatever the server did with it."""
        if self._writer is None or port != self._port:
            await self.connect(port)
        assert self._reader is not None
        assert self._writer is not None
        self._writer.write(request)
        try:
            head = (await self._reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
            headers = dict(line.lower().split(b": ", 1) for line in head[1:] if b": " in line)
            body = await self._reader.readexactly(int(headers.get(b"content-length", b"0")))
        except BaseException:
            self.hang_up()
            raise
        if headers.get(b"connection") == b"close":
            self.hang_up()
        return int(head[0].split(b" ")[1]), body

    async def connect(self, port: int) -> None:
        self.hang_up()
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", port)
        self._port = port

    def hang_up(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


def request_of(slip: Written) -> bytes:
    """Half of the tables use the page, half the API."""
    return _by_api(slip) if slip.entry % 2 else _by_page(slip)


def _by_page(slip: Written) -> bytes:
    """As the page's script sends it: form, device cookie, CSRF token."""
    form = {
        "turn": slip.turn,
        "entry": slip.entry,
        "client_key": slip.key,
        "revision": slip.revision,
        "word": slip.word,
        "reference": slip.reference,
        "declared": "" if slip.declared is None else slip.declared,
        "csrfmiddlewaretoken": CSRF,
    }
    body = urlencode(form).encode()
    head = (
        "POST /gioca/bollettino/ HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n"
        f"Cookie: duplicato_device={slip.token}; csrftoken={CSRF}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _by_api(slip: Written) -> bytes:
    content = {
        "client_key": slip.key,
        "revision": slip.revision,
        "word": slip.word,
        "reference": slip.reference,
        "declared_score": slip.declared,
    }
    body = json.dumps(content).encode()
    head = (
        f"POST /api/v1/events/{slip.slug}/turns/{slip.turn}/slips/ HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Device {slip.token}\r\nAccept: application/json\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def hand_in(
    ledger: Ledger, slip: Written, ports: Sequence[int], *, at: float = 0.0, patience: float = 30.0
) -> bool:
    """Send a slip at its moment, and again after a fault, as a tablet does, until it has its receipt.

    `at` is a moment of the loop's clock. A 4xx is an answer and ends it.
    """
    loop = asyncio.get_running_loop()
    if at > loop.time():
        await asyncio.sleep(at - loop.time())
    line = Line()
    ledger.written[slip.key] = slip
    started = time.perf_counter()
    give_up_at = loop.time() + patience
    attempt = slip.entry
    try:
        while True:
            try:
                async with asyncio.timeout(max(0.1, give_up_at - loop.time())):
                    status, body = await line.ask(ports[attempt % len(ports)], request_of(slip))
                if ledger.take(slip, status, body, time.perf_counter() - started):
                    return True
                if status < 500:
                    return False
            except (OSError, EOFError, TimeoutError):
                ledger.broken_lines += 1
                ledger.written[slip.key] = slip
            attempt += 1
            if loop.time() >= give_up_at:
                return False
            await asyncio.sleep(random.uniform(0.05, 0.2))
    finally:
        line.hang_up()


async def burst(
    ledger: Ledger, slips: Sequence[Written], ports: Sequence[int], *, over: float, patience: float = 30.0
) -> None:
    """All these slips, evenly over so many seconds."""
    start = asyncio.get_running_loop().time() + 0.05
    await asyncio.gather(
        *(
            hand_in(ledger, slip, ports, at=start + over * place / len(slips), patience=patience)
            for place, slip in enumerate(slips)
        )
    )
