"""Numbers for Prometheus. What the database knows is read from it, so that every process tells the same."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import Error as DatabaseError
from django.db import close_old_connections, connection
from django.db.models import Count, F, Min, Q, Sum
from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric, SummaryMetricFamily

from duplicato import pulse
from tournaments.live.hub import Hub
from tournaments.models import Slip, Top, Turn

CONTENT_TYPE = b"text/plain; version=0.0.4; charset=utf-8"


def render(hub: Hub) -> bytes:
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    registry.register(Collector(hub))
    close_old_connections()
    try:
        return generate_latest(registry)
    finally:
        if connection.vendor == "postgresql":
            connection.close()


class Collector:
    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def collect(self) -> Iterable[Metric]:
        yield GaugeMetricFamily("duplicato_stream_clients", "Streams open in this process.", self._hub.client_count)
        yield CounterMetricFamily("duplicato_stream_reads", "Reads of the log for the streams.", self._hub.reads)
        try:
            yield from _from_database()
            is_up = 1
        except DatabaseError:
            is_up = 0
        yield GaugeMetricFamily("duplicato_database_up", "Whether the database answers.", is_up)
        yield from _from_worker()

    def describe(self) -> Iterable[Metric]:
        return []


def _from_database() -> Iterable[Metric]:
    slips = CounterMetricFamily("duplicato_slips", "Slips stored, by whether they came in time.", labels=["outcome"])
    late = Slip.objects.filter(late_by_ms__gt=0).count()
    slips.add_metric(["accepted"], Slip.objects.count() - late)
    slips.add_metric(["late"], late)
    yield slips
    searches = Top.objects.aggregate(count=Count("pk"), seconds=Sum("search_seconds"))
    yield SummaryMetricFamily(
        "duplicato_search_seconds", "Time to find the top.", searches["count"], searches["seconds"] or 0.0
    )
    first_scored = Min("log__at", filter=Q(log__act="turn.scored", log__at__gte=F("closed_at")))
    closed = Turn.objects.annotate(scored_at=first_scored).filter(scored_at__isnull=False)
    times = closed.values_list("closed_at", "scored_at")
    waits = [(scored_at - closed_at).total_seconds() for closed_at, scored_at in times if closed_at is not None]
    yield SummaryMetricFamily(
        "duplicato_verdict_seconds", "Time from the close to every slip's verdict.", len(waits), sum(waits)
    )


def _from_worker() -> Iterable[Metric]:
    last = pulse.last()
    is_up = last is not None and last.is_alive
    yield GaugeMetricFamily("duplicato_worker_up", "Whether a worker was heard lately.", int(is_up))
    if last is not None:
        yield GaugeMetricFamily(
            "duplicato_queue_lag_seconds", "How long the last pulse waited for a worker.", last.queue_lag_seconds
        )
