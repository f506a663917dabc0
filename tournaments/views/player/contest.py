"""Contesting the own slip's verdict or the top, from the reveal until the next turn opens (F28–F32)."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.api.device_cookie import device_of
from tournaments.enums import ContestSubject
from tournaments.models import Contest, Turn
from tournaments.selectors.own_verdict import OwnVerdict, own_verdict
from tournaments.selectors.player import Screen, Seat, seat_of
from tournaments.services import contests
from tournaments.services.actor import Actor
from tournaments.services.contests import ContestError


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def contest(request: HttpRequest) -> HttpResponse:
    device = device_of(request)
    if device is None:
        return redirect("play")
    seat = seat_of(device)
    own = _shown(seat)
    if own is None:
        messages.error(request, _("Non c’è nessuna mano da contestare adesso."))
        return redirect("play")
    if request.method != "POST":
        if not own.contestable:
            messages.error(request, _("Questa mano non si può più contestare."))
            return redirect("play")
        return _form(request, seat, own)
    subject = request.POST.get("subject", "")
    turn = Turn.objects.filter(pk=_number(request.POST.get("turn")), game__event=seat.event).first()
    if turn is None or subject not in ContestSubject.values:
        messages.error(request, _("La contestazione non si può leggere: riprova."))
        return redirect("play")
    try:
        contests.open_contest(
            turn=turn,
            entry=seat.entry,
            by=Actor.of_device(device),
            subject=ContestSubject(subject),
            words=[word for word in request.POST.getlist("words") if word.strip()],
            text=" ".join(request.POST.get("text", "").split()),
            wants_panel=request.POST.get("wants_panel") == "on",
        )
    except ContestError as refusal:
        if refusal.code in {"no_words", "word"} and own.contestable:
            return _form(request, seat, own, refusal.message)
        messages.error(request, refusal.message)
        return redirect("play")
    messages.success(request, _("Contestazione inviata: decide l’arbitro."))
    return redirect("play")


@never_cache
@require_POST
def withdraw(request: HttpRequest) -> HttpResponse:
    device = device_of(request)
    if device is None:
        return redirect("play")
    contest = Contest.objects.filter(pk=_number(request.POST.get("contest")), entry=device.entry_id).first()
    if contest is None:
        messages.error(request, _("Questa contestazione non c’è più."))
        return redirect("play")
    try:
        contests.withdraw(contest=contest, by=Actor.of_device(device))
        messages.success(request, _("Contestazione ritirata."))
    except ContestError as refusal:
        messages.error(request, refusal.message)
    return redirect("play")


def _shown(seat: Seat) -> OwnVerdict | None:
    if seat.screen not in {Screen.VERDICT, Screen.OVER} or seat.shown is None:
        return None
    return own_verdict(seat.shown, seat.entry, seat.role)


def _form(request: HttpRequest, seat: Seat, own: OwnVerdict, problem: str = "") -> HttpResponse:
    asked = request.POST.get("subject") or request.GET.get("subject")
    chosen = asked if asked in own.contestable else own.contestable[0]
    words = own.slip_words if chosen == ContestSubject.SLIP else own.top_words
    context = {
        "seat": seat,
        "event": seat.event,
        "entry": seat.entry,
        "own": own,
        "subject": ContestSubject(chosen),
        "subjects": own.contestable,
        "words": words,
        "refused": [line.word.upper() for line in own.lines if line.is_refused] or words[:1],
        "problem": problem,
        "text": request.POST.get("text", ""),
    }
    return render(request, "player/contest.html", context, status=400 if problem else 200)


def _number(text: str | None) -> int:
    """An id from a form; 0, which nothing has, where it is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 19 else 0
