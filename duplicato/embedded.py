"""What the embedded product runs beside its pages, in the same process: the Celery worker and the sweeper."""

from __future__ import annotations

import logging
from threading import Event as Flag
from threading import Thread

from celery.worker import WorkController, state

from duplicato import pulse, sweeping
from duplicato.celery import app

logger = logging.getLogger(__name__)
# Two, so that a close does not wait for a search.
TASK_THREADS = 2
STOP_SECONDS = 10.0
AGAIN_SECONDS = 1.0


class Companions:
    """The worker and the sweeper as threads. Nothing is lost with them: the database says what is unfinished."""

    def __init__(self) -> None:
        self._stop = Flag()
        self._ready = Flag()
        self._threads: list[Thread] = []

    def start(self) -> None:
        app.finalize()
        app.set_default()
        state.should_stop = None
        self._threads = [
            Thread(target=self._work, name="worker", daemon=True),
            Thread(target=self._sweep, name="sweeper", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def is_alive(self) -> bool:
        return bool(self._threads) and all(thread.is_alive() for thread in self._threads)

    def stop(self) -> None:
        """Let running tasks end, within reason."""
        self._stop.set()
        state.should_stop = 0
        # The worker looks up when something arrives, and waits for one more message before it ends.
        pulse.ask()
        pulse.ask()
        for thread in self._threads:
            thread.join(STOP_SECONDS)

    def _work(self) -> None:
        """A worker, and another one should it ever end by itself."""
        while not self._stop.is_set():
            worker: WorkController = app.WorkController(
                hostname="duplicato@localhost",
                pool="threads",
                concurrency=TASK_THREADS,
                without_heartbeat=True,
                without_mingle=True,
                without_gossip=True,
                ready_callback=lambda _consumer: self._ready.set(),
            )
            worker.start()
            if not self._stop.wait(AGAIN_SECONDS):
                logger.error("The worker ended by itself; another one starts.")

    def _sweep(self) -> None:
        self._ready.wait(STOP_SECONDS)
        sweeping.run(self._stop)
