"""A web process of `serve --workers n` whose parent was killed: it stops as if told to, instead of living on unseen."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
from threading import Thread

logger = logging.getLogger(__name__)


def end_with_parent() -> None:
    """Called in a process that serves; one without such a parent is left alone."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        logger.error("The parent of this web process is gone: it stops.")
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=wait, name="parent", daemon=True).start()
