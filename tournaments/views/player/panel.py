"""A member of the support panel answers the arbiter from their own table (F45)."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.api.device_cookie import device_of
from tournaments.enums import Decision
from tournaments.models import Device
from tournaments.selectors.panel_page import asked_of
from tournaments.selectors.player import Screen, Seat, seat_of
from tournaments.selectors.visibility import Role
from tournaments.services import panel
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def questions(request: HttpRequest) -> HttpResponse:
    device = device_of(request)
    if device is None:
        return redirect("play")
    seat = seat_of(device)
    if seat.role != Role.PANEL:
        messages.error(request, _("Questa pagina è del collegio di supporto."))
        return redirect("play")
    if seat.screen == Screen.OPEN:
        messages.error(request, _("La mano è aperta: il collegio risponde dopo la chiusura."))
        return redirect("play")
    if request.method == "POST":
        return _answer(request, device, seat)
    return _page(request, seat)


def _answer(request: HttpRequest, device: Device, seat: Seat) -> HttpResponse:
    question = next((q for q in seat.questions if str(q.pk) == request.POST.get("question")), None)
    if question is None:
        messages.error(request, _("La domanda è chiusa: la decisione è già presa."))
        return redirect("play")
    decision = request.POST.get("decision", "")
    reason = " ".join(request.POST.get("reason", "").split())
    if decision not in Decision.values or not reason:
        problem = _("Scegli ammettere o rifiutare.") if reason else _("Scrivi il motivo: l’arbitro lo legge.")
        return _page(request, seat, problem=problem)
    try:
        panel.answer(question=question, by=Actor.of_device(device), decision=Decision(decision), reason=reason)
    except ActError as refusal:
        return _page(request, seat, problem=refusal.message)
    messages.success(request, _("Parere inviato all’arbitro."))
    return redirect("panel" if seat_of(device).unanswered else "play")


def _page(request: HttpRequest, seat: Seat, *, problem: str = "") -> HttpResponse:
    context = {
        "seat": seat,
        "event": seat.event,
        "entry": seat.entry,
        "asked": asked_of(seat),
        "problem": problem,
        "typed": request.POST,
    }
    return render(request, "player/panel.html", context, status=400 if problem else 200)
