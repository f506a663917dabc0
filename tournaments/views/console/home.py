"""The admin's first page: today's events, each with what to do next; an empty installation explains itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from lexicon.models import LexiconEdition
from tournaments.admin.access import is_director, own_events
from tournaments.enums import EventState
from tournaments.models import Event, Player
from tournaments.selectors import console
from tournaments.services import officials
from tournaments.views.console.next_act import NextAct, next_act
from tournaments.views.console.room import address

PAST = 5
OPEN_STATES = (EventState.DRAFT, EventState.REGISTRATION)


@dataclass(frozen=True, slots=True)
class EventCard:
    event: Event
    next: NextAct
    is_director: bool
    desk_url: str
    live_url: str


def home_context(request: HttpRequest) -> dict[str, Any]:
    events = _counted(own_events(request.user))
    today = timezone.localdate()
    is_now = Q(state__in=[EventState.RUNNING, EventState.FINISHED]) | Q(state__in=OPEN_STATES, starts_on__lte=today)
    coming = events.filter(state__in=OPEN_STATES, starts_on__gt=today).order_by("starts_on")
    return {
        "now_events": [_card(request, event) for event in events.filter(is_now).order_by("starts_on", "name")],
        "coming_events": [_card(request, event) for event in coming],
        "past_events": events.filter(state=EventState.PUBLISHED).order_by("-starts_on")[:PAST],
        "may_create": officials.is_federation_staff(request.user),
        "steps": [] if events.exists() else _first_steps(),
    }


def _counted(events: QuerySet[Event]) -> QuerySet[Event]:
    is_present = Q(entries__checked_in_at__isnull=False, entries__withdrawn_at=None, entries__disqualified_at=None)
    return events.annotate(
        entry_count=Count("entries", distinct=True),
        present_count=Count("entries", filter=is_present, distinct=True),
    )


def _card(request: HttpRequest, event: Event) -> EventCard:
    return EventCard(
        event,
        next_act(console.situation(event)),
        is_director(request, event),
        address("desk", event.slug),
        address("live", event.slug),
    )


def _first_steps() -> list[tuple[str, bool, str]]:
    """What an installation needs before its first event: a code for the template, done or not, where."""
    return [
        ("lexicon", LexiconEdition.objects.ready().exists(), reverse("admin:lexicon_lexiconedition_changelist")),
        ("players", Player.objects.exists(), reverse("admin:tournaments_player_import")),
        ("event", False, reverse("admin:tournaments_event_add")),
    ]
