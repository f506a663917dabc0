"""A process that is told to stop: it hangs up the streams at once, so that only answers under way are waited for."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from types import FrameType
from typing import Any


class Draining:
    """`has_begun` from the first SIGTERM or Ctrl+C on; the server's own handlers run all the same."""

    def __init__(self) -> None:
        self.has_begun = False

    def watch(self, hang_up: Callable[[], None]) -> None:
        """Called in the loop's thread, the process's main one, once the server has set its handlers."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._after(signal.getsignal(number), loop, hang_up))

    def _after(
        self, next_handler: Any, loop: asyncio.AbstractEventLoop, hang_up: Callable[[], None]
    ) -> Callable[[int, FrameType | None], None]:
        def handle(number: int, frame: FrameType | None) -> None:
            self.has_begun = True
            loop.call_soon_threadsafe(hang_up)
            if callable(next_handler):
                next_handler(number, frame)

        return handle
