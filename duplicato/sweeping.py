"""The sweeper's rounds: every second, and at the very moment an open turn's time runs out."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Event as Flag

from django.db import Error as DatabaseError
from django.db import connection, connections
from django.utils import timezone

from duplicato import pulse
from lexicon.services import resume_stalled_imports
from tournaments.enums import TurnState
from tournaments.models import Turn
from tournaments.services import clock, silence, sweeper

logger = logging.getLogger(__name__)
ROUND_SECONDS = 1.0
PULSE_SECONDS = 2.0
IMPORT_SECONDS = 10.0
SILENCE_SECONDS = 10.0
# Just past the moment, so that the turn's time is over when the worker looks.
AFTER_SECONDS = 0.003


def run(stop: Flag, *, may_sweep: Callable[[], bool] = lambda: True) -> None:
    """Sweep until told to stop. A database or a broker that is away is tried again the next second."""
    felt_at = resumed_at = told_at = -IMPORT_SECONDS
    while not stop.is_set():
        wait = ROUND_SECONDS
        try:
            if may_sweep():
                sweeper.sweep()
                wait = min(wait, seconds_to_next_close())
                now = time.monotonic()
                if now - felt_at >= PULSE_SECONDS:
                    felt_at = now
                    pulse.ask()
                if now - told_at >= SILENCE_SECONDS:
                    told_at = now
                    silence.tell_changes()
                if now - resumed_at >= IMPORT_SECONDS:
                    resumed_at = now
                    resume_stalled_imports(timezone.now())
        except DatabaseError as error:
            logger.warning("The sweeper could not reach the database: %s", type(error).__name__)
            connection.close()
        except Exception:
            # Whatever it was, a hall without its sweeper is worse: say it and go on.
            logger.exception("The sweeper stumbled.")
            connection.close()
        if connection.vendor == "postgresql":
            connection.close()  # back to the pool between two rounds
        stop.wait(wait)
    connections.close_all()


def seconds_to_next_close() -> float:
    """Until the first open turn's time, grace included, is over; those already over are being closed."""
    now = timezone.now()
    running = Turn.objects.filter(state=TurnState.OPEN, paused_at=None).select_related("game__event")
    ahead = [
        (clock.cutoff(turn, turn.game.event.profile) - now).total_seconds() + AFTER_SECONDS for turn in running
    ]
    return min((seconds for seconds in ahead if seconds > 0), default=ROUND_SECONDS)
