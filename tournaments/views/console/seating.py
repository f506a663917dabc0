"""Tables by ranking, between games: shown first, then assigned."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _t

from tournaments.enums import GameState
from tournaments.models import Event
from tournaments.selectors.seating import seats
from tournaments.services import entries
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError


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
