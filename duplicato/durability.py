"""SQLite's journal on the disk before a receipt leaves (docs/operations.md, "Power cuts").

`synchronous=FULL` would sync in every commit, one after the other. Here commits do not sync (`NORMAL`) and the answers
wait instead: one sync serves every answer that was waiting when it began, so a burst of slips costs a handful.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


class WalSync:
    def __init__(self, database: Path) -> None:
        self.syncs = 0
        self._journal = database.with_name(database.name + "-wal")
        self._pool = ThreadPoolExecutor(1, "wal-sync")
        self._waiting: list[asyncio.Future[None]] = []
        self._worker: asyncio.Task[None] | None = None
        self._is_folder_synced = False

    async def settled(self) -> None:
        """Return once everything committed before this call is on the disk; OSError where it cannot be."""
        loop = asyncio.get_running_loop()
        mine: asyncio.Future[None] = loop.create_future()
        self._waiting.append(mine)
        if self._worker is None:
            self._worker = loop.create_task(self._work())
        await mine

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            served, self._waiting = self._waiting, []
            problem: OSError | None = None
            try:
                await loop.run_in_executor(self._pool, self._sync)
            except OSError as error:
                problem = error
            for waiting in served:
                if waiting.done():
                    continue
                if problem is None:
                    waiting.set_result(None)
                else:
                    waiting.set_exception(problem)
        self._worker = None

    def _sync(self) -> None:
        self.syncs += 1
        if not self._is_folder_synced:
            # The journal's name in its folder; once is enough, it stays while the process runs.
            _sync_path(self._journal.parent)
            self._is_folder_synced = True
        try:
            _sync_path(self._journal)
        except FileNotFoundError:
            # No journal: its pages went, synced, into the database.
            return


def _sync_path(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        if hasattr(fcntl, "F_FULLFSYNC"):  # macOS: fsync alone stops at the drive's cache
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        else:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
