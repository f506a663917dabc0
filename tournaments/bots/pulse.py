"""The bots' tablets are alive: each asks where the stream stands now and then, as the page of a real one does."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Protocol

BEAT_SECONDS = 10.0


class Beating(Protocol):
    def beat(self) -> None: ...


class Pulse:
    """A thread that beats for every table until it is stopped. A server that is away is no reason to stop."""

    def __init__(self, tables: Sequence[Beating]) -> None:
        self._tables = tables
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bots-pulse", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            for table in self._tables:
                table.beat()
                if self._stop.wait(BEAT_SECONDS / len(self._tables)):
                    return
