"""The player's own score sheet."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.api.device_cookie import device_of
from tournaments.selectors import score_sheet as sheets
from tournaments.selectors.player import seat_of


@never_cache
@require_safe
def score_sheet(request: HttpRequest) -> HttpResponse:
    device = device_of(request)
    if device is None:
        return redirect("play")
    seat = seat_of(device)
    context = {
        "seat": seat,
        "event": seat.event,
        "entry": seat.entry,
        "sheets": sheets.score_sheet(seat.entry),
        "sanctions": seat.sanctions,
    }
    return render(request, "player/score_sheet.html", context)
