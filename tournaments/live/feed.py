"""One event as the hub knows it: the end of its log, the turns' states, and who is following."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from tournaments.live.client import Client
from tournaments.live.messages import HEARTBEAT, Phases, Rendered, Row, advance, render
from tournaments.live.reading import Look
from tournaments.selectors.visibility import Role

# Rows kept at hand for clients that come back after a moment; others are served from the database.
WINDOW = 200
# Clients written to before the loop is given to the slips.
BATCH = 250
# After these a pass may have ended: they are checked at once.
PASS_ACTS = frozenset({"device.revoked", "office.appointed", "office.ended", "event.changed", "event.state"})

Reader = Callable[[int, int | None], Awaitable[Look | None]]


class Feed:
    def __init__(self, first: Look, read: Reader) -> None:
        self.event_id = first.event_id
        self.is_public = first.is_public
        self.is_gone = False
        self.head = first.head
        self.clients: set[Client] = set()
        self.looked_at = self.used_at = self.checked_at = asyncio.get_running_loop().time()
        self.must_check_passes = False
        self.pass_acts = 0  # how many times passes given before stopped being sure
        self._read = read
        self._window = deque(first.rows, WINDOW)
        self._states = dict(first.turn_states)
        self._in_play = first.in_play
        self._backlogs: dict[tuple[int, Role], bytes] = {}
        self._owed: dict[Role, int] = {}
        self._looking = asyncio.Lock()
        self._reads_begun = 0

    @property
    def phases(self) -> Phases:
        return Phases(self._states, self._in_play)

    async def look(self, sequence: int = 0) -> None:
        """Read what is new, once for everybody, and send it on. Nothing to do where `sequence` is known already."""
        async with self._looking:
            if not sequence or sequence > self.head:
                await self._read_on()

    async def look_anew(self) -> None:
        """Know what holds now, by a read that begins after this call; one read serves all who wait for it.

        Whoever comes back is shown the past by the turns' states of now: what was shown before a reopening
        is sealed again, although the bell may not have rung here yet.
        """
        begun = self._reads_begun
        async with self._looking:
            if self._reads_begun == begun:
                await self._read_on()

    async def _read_on(self) -> None:
        while True:
            self._reads_begun += 1
            seen = await self._read(self.event_id, self.head)
            self.looked_at = asyncio.get_running_loop().time()
            if seen is None:
                self.close()
                return
            self.is_public = seen.is_public
            self._in_play = seen.in_play
            if not seen.rows:
                return
            await self._take(seen)
            if self.head >= seen.head:
                return

    async def _take(self, seen: Look) -> None:
        self._states.update(seen.turn_states)
        self._window.extend(seen.rows)
        self.head = seen.rows[-1].sequence
        self._backlogs.clear()
        if any(row.act in PASS_ACTS or _replaces_a_device(row) for row in seen.rows):
            self.must_check_passes = True
            self.pass_acts += 1
        rendered: dict[Role, Rendered] = {}
        for number, client in enumerate(list(self.clients), start=1):
            role = client.granted.role
            if role not in rendered:
                rendered[role] = self._render(seen.rows, role)
            if rendered[role].chunk:
                client.push(rendered[role].chunk)
            if number % BATCH == 0:
                await asyncio.sleep(0)

    def _render(self, rows: list[Row], role: Role) -> Rendered:
        rendered = render(rows, self.phases, role, is_live=True)
        if rendered.owed is not None:
            self._owed[role] = rendered.owed
        else:
            self._owed.pop(role, None)
        return rendered

    def backlog(self, after: int, role: Role) -> bytes | None:
        """The rows after a number as bytes, shared by all who ask the same; None where they are not at hand."""
        if after >= self.head:
            return b""
        if not self._window or after < self._window[0].sequence - 1:
            return None
        if (after, role) not in self._backlogs:
            rows = [row for row in self._window if row.sequence > after]
            self._backlogs[after, role] = render(rows, self.phases, role).chunk
        return self._backlogs[after, role]

    def beat(self) -> None:
        """Show every client that the line is alive, and tell the numbers that were held back."""
        owed = {role: advance(sequence) for role, sequence in self._owed.items()}
        self._owed.clear()
        for client in list(self.clients):
            client.push(owed.get(client.granted.role, HEARTBEAT))

    def close(self) -> None:
        self.is_gone = True
        for client in list(self.clients):
            client.drop()


def _replaces_a_device(row: Row) -> bool:
    return row.act == "device.enrolled" and bool(row.payload.get("replaced"))
