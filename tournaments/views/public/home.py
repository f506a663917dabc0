"""The front page: events now, coming and past; an installation without any explains itself."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from tournaments.enums import EventState, TurnState
from tournaments.models import Event, Turn
from tournaments.selectors.public import public_events

MOST_PAST = 30


def home(request: HttpRequest) -> HttpResponse:
    events = public_events().annotate(players=Count("entries", filter=Q(entries__disqualified_at=None)))
    turns = _turns_in_play()
    running = [
        _card(event, _status(event, turns.get(event.pk)))
        for event in events.filter(state=EventState.RUNNING).order_by("starts_on", "name")
    ]
    coming = [
        _card(event, gettext("Iscrizioni aperte"))
        for event in events.filter(state=EventState.REGISTRATION).order_by("starts_on", "name")
    ]
    over = events.filter(state__in=(EventState.FINISHED, EventState.PUBLISHED))
    past = [
        _card(event, gettext("Risultati ufficiali") if event.published_at else gettext("Concluso"))
        for event in over.order_by("-starts_on", "name")[:MOST_PAST]
    ]
    # Events that nobody may see yet are no reason to say that there are none.
    has_events = bool(running or coming or past) or Event.objects.exists()
    context = {
        "events_now": running,
        "events_coming": coming,
        "events_past": past,
        "has_events": has_events,
    }
    return render(request, "public/home.html", context)


def _card(event: Any, status: str) -> dict[str, Any]:
    return {
        "name": event.name,
        "url": reverse("live", args=[event.slug]),
        "starts_on": event.starts_on,
        "ends_on": event.ends_on,
        "place": event.venue,
        "status": status,
        "players": event.players,
    }


def _turns_in_play() -> dict[int, tuple[int, int, str]]:
    """Game, turn and its state for every event under way, in one query."""
    turns = Turn.objects.valid().filter(game__event__state=EventState.RUNNING)
    rows = turns.order_by("game__number", "ordinal").values_list("game__event_id", "game__number", "number", "state")
    return {event: (game, number, TurnState(state).label.lower()) for event, game, number, state in rows}


def _status(event: Event, turn: tuple[int, int, str] | None) -> str:
    if turn is None:
        return gettext("Sta per cominciare")
    game, number, state = turn
    if event.games_planned > 1:
        return gettext("Partita {game}, mano {turn} {state}").format(game=game, turn=number, state=state)
    return gettext("Mano {turn} {state}").format(turn=number, state=state)
