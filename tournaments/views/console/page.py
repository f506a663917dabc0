"""The console itself: the page, its parts, and the acts posted to it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournaments.models import Event
from tournaments.selectors import console
from tournaments.selectors.roles import role_of
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.views.console import room
from tournaments.views.console.acts import DIALOGS, carry_out


def console_page(request: HttpRequest, event: Event) -> HttpResponse:
    """GET the page, or with ?part=room|acts the part of it that changes; POST an act."""
    user = request.user
    assert isinstance(user, User), "the admin lets nobody else in"
    if request.method == "POST":
        return _act(request, event, user)
    if request.GET.get("part") == "acts":
        return _acts_part(request, event, user)
    context = room.room(event, user) | {"asked": request.GET.get("ask", "")}
    template = "console/room.html" if request.GET.get("part") == "room" else "console/page.html"
    return render(request, template, context)


def _acts_part(request: HttpRequest, event: Event, user: User) -> HttpResponse:
    """The middle column; or word that the situation is another, upon which the page asks for the whole room."""
    now = console.situation(event)
    if request.GET.get("stamp") != now.stamp:
        return HttpResponse(status=204, headers={"HX-Trigger": "console:stale"})
    context = room.acts(now, role_of(event, user=user), user)
    return render(request, "console/acts.html", context)


def _act(request: HttpRequest, event: Event, user: User) -> HttpResponse:
    asked: dict[str, Any] = {}
    try:
        carry_out(request, event, Actor.of_user(user))
    except ActError as refusal:
        dialog = DIALOGS.get(request.POST.get("act", ""))
        if dialog and refusal.code != "late":
            asked = {"asked": dialog, "refusal": refusal.message, "typed": request.POST}
        else:
            messages.error(request, refusal.message)
    event = Event.objects.get(pk=event.pk)
    if not getattr(request, "htmx", False) and not asked:
        return redirect(reverse("admin:console", args=[event.pk]))
    context = room.room(event, user) | asked
    template = "console/answer.html" if getattr(request, "htmx", False) else "console/page.html"
    return render(request, template, context)
