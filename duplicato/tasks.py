"""The project's own task: the worker's pulse."""

from __future__ import annotations

from celery import shared_task

from duplicato import pulse


@shared_task(name="duplicato.pulse")
def mark_pulse(sent_at: float) -> None:
    pulse.mark(sent_at)
