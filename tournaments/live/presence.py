"""Who has been heard of: gathered on the loop, noted every few seconds from a thread of its own."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from django.db import Error as DatabaseError

from tournaments.live.gate import Pass
from tournaments.live.reading import borrowing
from tournaments.services import hall_screens, listening

logger = logging.getLogger(__name__)


class Presence:
    """A tablet is heard when it asks or joins. Not when it leaves: a dead connection does so too, minutes later."""

    def __init__(self) -> None:
        self._devices: set[int] = set()
        self._screens: dict[int, set[str]] = {}
        self._thread = ThreadPoolExecutor(1, "live-note")

    def hear(self, granted: Pass) -> None:
        if granted.device_id is not None:
            self._devices.add(granted.device_id)

    def hear_screen(self, event_id: int, number: str) -> None:
        heard = self._screens.setdefault(event_id, set())
        if len(heard) < hall_screens.MOST and hall_screens.NUMBER.fullmatch(number):
            heard.add(number)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(listening.NOTE_SECONDS)
            await self.note()

    async def note(self) -> None:
        """What cannot be written is let go: whoever lives is heard again before it is missed."""
        devices, self._devices = self._devices, set()
        screens, self._screens = self._screens, {}
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, _note, devices, screens)
        except DatabaseError as error:
            logger.warning("Could not note %d devices as heard: %s", len(devices), type(error).__name__)

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


@borrowing
def _note(devices: set[int], screens: dict[int, set[str]]) -> None:
    for event_id, numbers in screens.items():
        hall_screens.note(event_id, numbers)
    listening.note(devices)
