"""Tables by ranking, as they would be assigned between games."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Entry, Event
from tournaments.selectors.standings import event_standings


@dataclass(frozen=True, slots=True)
class Seat:
    table: int
    entry: Entry
    rank: int | None
    total: int | None


def seats(event: Event) -> list[Seat]:
    """Table 1 for the first of the ranking; those not ranked after them, as they sit now."""
    standings = {standing.entry: standing for standing in event_standings(event)}
    staying = event.entries.filter(withdrawn_at=None, disqualified_at=None).select_related("player", "club")
    places = {pk: place for place, pk in enumerate(standings)}
    ordered = sorted(staying, key=lambda entry: (places.get(entry.pk, len(places)), entry.table_number))
    return [
        Seat(table, entry, standing.rank if standing else None, standing.total if standing else None)
        for table, entry in enumerate(ordered, start=1)
        for standing in (standings.get(entry.pk),)
    ]
