"""Which events a visitor may open: public ones past their draft; officials see theirs before."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.enums import EventState
from tournaments.models import Event
from tournaments.selectors.roles import role_of
from tournaments.selectors.visibility import OFFICIALS


def visible_event(request: HttpRequest, slug: str) -> Event:
    event = get_object_or_404(Event.objects.select_related("lexicon"), slug=slug)
    if event.is_public and event.state != EventState.DRAFT:
        return event
    if role_of(event, user=request.user) in OFFICIALS:
        return event
    raise Http404
