"""Tables by ranking, between games: shown first, then assigned."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _t

from tournaments.enums import GameState
from tournaments.models import Entry, Event
from tournaments.selectors.standings import event_standings
from tournaments.services import entries
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError


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


def seating_page(request: HttpRequest, event: Event) -> HttpResponse:
    planned = seats(event)
    running = event.games.filter(state=GameState.RUNNING).first()
    if request.method == "POST":
        assert isinstance(request.user, User)
        # The order that was looked at: another ranking since then is another decision.
        order = ",".join(str(seat.entry.pk) for seat in planned)
        try:
            if request.POST.get("order") != order:
                messages.error(request, _t("La classifica è cambiata: guarda di nuovo i tavoli, poi assegnali."))
            else:
                reason = _t("per classifica")
                entries.assign_tables(
                    event, order=[seat.entry.pk for seat in planned], by=Actor.of_user(request.user), reason=reason
                )
                messages.success(request, _t("Tavoli assegnati. Stampa i cartoncini nuovi, o leggi l’elenco in sala."))
        except ActError as refusal:
            messages.error(request, refusal.message)
        return redirect(request.path)
    context = {
        "event": event,
        "seats": planned,
        "moving": sum(seat.table != seat.entry.table_number for seat in planned),
        "order": ",".join(str(seat.entry.pk) for seat in planned),
        "running": running,
    }
    return render(request, "console/seating.html", context)
