"""The turn's clock as data: deadlines, pauses, and who is late by how much."""

from __future__ import annotations

from datetime import datetime, timedelta

from tournaments.engine.profile import Profile
from tournaments.models import Turn


def cutoff(turn: Turn, profile: Profile) -> datetime:
    """The last moment of receipt that counts: the deadline and its grace, or an earlier close."""
    assert turn.deadline_at is not None
    end = turn.deadline_at + timedelta(seconds=profile.grace_seconds)
    return min(end, turn.closed_at) if turn.closed_at else end


def late_by_ms(turn: Turn, profile: Profile, received_at: datetime) -> int:
    """How late a slip is in milliseconds, 0 if it counts. Grace forgives lateness, it does not shorten it."""
    if turn.paused_at is not None or received_at <= cutoff(turn, profile):
        return 0
    assert turn.deadline_at is not None
    end = min(turn.deadline_at, turn.closed_at) if turn.closed_at else turn.deadline_at
    return max(1, (received_at - end) // timedelta(milliseconds=1))


def is_over(turn: Turn, profile: Profile, now: datetime) -> bool:
    """Whether an open turn's time, grace included, has run out."""
    return turn.paused_at is None and now >= cutoff(turn, profile)


def remaining(turn: Turn, now: datetime) -> timedelta:
    """What the clock shows: stands still while the turn is paused."""
    if turn.deadline_at is None:
        return timedelta()
    return max(timedelta(), turn.deadline_at - (turn.paused_at or now))


def signal_at(turn: Turn, profile: Profile) -> datetime | None:
    """When the last seconds begin; None while paused or before the opening."""
    if turn.deadline_at is None or turn.paused_at is not None:
        return None
    return turn.deadline_at - timedelta(seconds=profile.signal_seconds)
