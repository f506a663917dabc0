"""The arbiter's desk: one page, refetched whole when the room moves on; the fields being typed are kept."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.models import Event
from tournaments.selectors import desk as reads
from tournaments.selectors.roles import role_of
from tournaments.selectors.visibility import OFFICIALS
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.views.arbiter.acts import ReadingDiffersError, carry_out
from tournaments.views.arbiter.forms import DeskError
from tournaments.views.arbiter.room import KEPT, paper_row, room


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """GET the desk (`part=desk` the part that changes); POST an act. Events of others do not exist here."""
    user = request.user
    assert isinstance(user, User)
    event = Event.objects.select_related("lexicon").filter(slug=slug).first()
    if event is None or role_of(event, user=user) not in OFFICIALS:
        raise Http404
    if request.method == "POST":
        return _act(request, event, user)
    template = "arbiter/room.html" if request.GET.get("part") == "desk" else "arbiter/desk.html"
    return render(request, template, room(request, event, user))


def _act(request: HttpRequest, event: Event, user: User) -> HttpResponse:
    """Carry out what was posted and show the desk again; a refusal keeps what was typed."""
    answer: dict[str, Any] = {}
    is_paper = request.POST.get("act") == "paper"
    try:
        if reads.is_shut(role_of(event, user=user), reads.turns_of_desk(event)):
            raise DeskError("shut")
        said = carry_out(request, event, Actor.of_user(user))
    except ReadingDiffersError as question:
        answer = _refused(request) | {"differing": question.differing, "confirmed": question.text}
    except ActError as refusal:
        answer = _refused(request) | {"refusal": refusal.message, "refusal_code": refusal.code}
    else:
        if is_paper:
            answer = {"paper_said": said}
        else:
            messages.success(request, said)
    if "refusal" in answer and (not is_paper or answer["refusal_code"] == "shut"):
        messages.error(request, answer["refusal"])
    event = Event.objects.select_related("lexicon").get(pk=event.pk)
    if not getattr(request, "htmx", False):
        if "refused_act" in answer:
            return render(request, "arbiter/desk.html", room(request, event, user) | answer)
        if is_paper:
            messages.success(request, answer["paper_said"])
        return redirect(_address(event, request))
    if is_paper:
        # At typing speed: only the row itself; the rest follows with the stream.
        row = paper_row(request, event, user) | answer | {"is_part": True, "is_answer": True}
        return render(request, "arbiter/paper.html", row)
    return render(request, "arbiter/room.html", room(request, event, user) | answer)


def _refused(request: HttpRequest) -> dict[str, Any]:
    return {"refused_act": request.POST.get("act", ""), "typed": request.POST}


def _address(event: Event, request: HttpRequest) -> str:
    chosen = {key: request.GET[key] for key in KEPT if request.GET.get(key)}
    return reverse("desk", args=[event.slug]) + (f"?{urlencode(chosen)}" if chosen else "")


