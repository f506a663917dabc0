"""The director's remote control of the ceremony: one button, made for a phone on the stage."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tournaments.models import Event
from tournaments.selectors.public import ceremony_shown, freeze
from tournaments.selectors.roles import role_of
from tournaments.selectors.standings import entries_by_id, event_standings
from tournaments.selectors.visibility import OFFICIALS, Role
from tournaments.services import ceremony
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError


@login_required
def control(request: HttpRequest, slug: str) -> HttpResponse:
    event = get_object_or_404(Event, slug=slug)
    role = role_of(event, user=request.user)
    if role not in OFFICIALS:
        raise Http404
    if role != Role.DIRECTOR:
        raise PermissionDenied
    if request.method == "POST":
        try:
            _act(request, event)
        except ActError as refusal:
            messages.error(request, refusal.message)
        return redirect("ceremony", slug=slug)
    return render(request, "hall/ceremony_control.html", {"event": event, **_state(event)})


def _act(request: HttpRequest, event: Event) -> None:
    assert request.user.is_authenticated
    by, act = Actor.of_user(request.user), request.POST.get("act")
    if act == "freeze":
        ceremony.freeze_now(event, by=by)
    elif act == "unfreeze":
        ceremony.unfreeze(event, by=by, reason=request.POST.get("reason", ""))
    elif act == "begin":
        ceremony.begin(event, by=by)
    elif act == "next":
        shown = request.POST.get("shown", "")
        ceremony.tell_next(event, by=by, shown=int(shown) if shown.isascii() and shown.isdigit() else -1)


def _state(event: Event) -> dict[str, object]:
    """Where the ceremony is, with the names that the next press will tell: for the director's eyes alone."""
    frozen, shown = freeze(event), ceremony_shown(event)
    state: dict[str, object] = {"freeze": frozen, "shown": shown}
    if shown is not None:
        standings, entries = event_standings(event), entries_by_id(event)
        left = ceremony.places_left(standings, shown)
        upcoming = standings[left : len(standings) - shown]
        state["places"] = len(standings)
        state["upcoming"] = [(row, entries[row.entry]) for row in upcoming]
    return state
