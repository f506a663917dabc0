"""Events: the public list, one event, and what its director does with it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import conditional
from tournaments.api.accounts import account_named
from tournaments.api.base import REFUSALS, EventViewSet, Nothing, act, read
from tournaments.api.bodies import EventBody, Message, Move, NewEvent, Projector, Published, Reason, Shown
from tournaments.api.pages import listing, paged
from tournaments.api.reauthentication import require_password
from tournaments.api.room import room
from tournaments.api.shapes_event import CeremonyShape, EventShape, NowShape, RecomputationShape
from tournaments.enums import EventState, GameState, OfficeKind
from tournaments.models import Event, Office
from tournaments.selectors.public import ceremony_shown, freeze, public_events
from tournaments.selectors.ranking import told_places
from tournaments.selectors.visibility import Role
from tournaments.services import ceremony, events, officials, publication, screens


def visible_events(user: Any) -> QuerySet[Event]:
    """The public ones, and those in which the account holds an office."""
    shown = public_events()
    if isinstance(user, User) and user.is_active:
        if officials.is_federation_staff(user):
            shown = Event.objects.all()
        else:
            own = Office.objects.filter(user=user, ended_at=None).values("event")
            shown = Event.objects.filter(Q(pk__in=own) | Q(pk__in=shown.values("pk")))
    return shown.select_related("lexicon").order_by("-starts_on", "name", "pk")


class EventsViewSet(EventViewSet):
    lookup_field = "slug"
    lookup_value_converter = "slug"

    @extend_schema(**listing(EventShape))
    def list(self, request: Request) -> Response:
        """Every event that the caller may see, the newest first."""
        return paged(self, visible_events(request.user), EventShape)

    @extend_schema(responses={200: EventShape, **REFUSALS})
    def retrieve(self, request: Request, slug: str) -> HttpResponse:
        return conditional.answer(request, self.etag(), lambda: EventShape(self.event).data)

    @extend_schema(request=NewEvent, responses={201: EventShape, **REFUSALS})
    def create(self, request: Request) -> Response:
        """A new event, in draft (F42: by the federation)."""
        by = self.actor
        data = read(NewEvent, request)
        director = data.pop("director", "")
        event = events.create(by=by, director=account_named(director) if director else None, **data)
        return Response(EventShape(event).data, status=201)

    @extend_schema(request=EventBody, responses={200: EventShape, **REFUSALS})
    def partial_update(self, request: Request, slug: str) -> Response:
        """Change what is still free to change: rules and lexicon only until the first draw."""
        _visible, by = self.event, self.actor
        event = events.change(self.event, by=by, **read(EventBody, request, partial=True))
        return Response(EventShape(event).data)

    @extend_schema(responses={200: NowShape, **REFUSALS})
    @action(detail=True)
    def now(self, request: Request, slug: str) -> HttpResponse:
        """The room now: game, turn, phase, rack, board and clock, as far as the caller may see them."""
        shown = room(self.event, self.role, self.device, timezone.now())
        return conditional.answer(request, self.etag(*shown.marks), lambda: NowShape(shown.as_answer()).data)

    @act(Move, EventShape)
    def move(self, to: str, reason: str, password: str) -> Any:
        """To the next state. Taking up a finished event again asks for the password."""
        if self.event.state == EventState.FINISHED and to == EventState.RUNNING:
            require_password(self.request, password)
        return EventShape(events.move(self.event, EventState(to), self.actor, reason=reason)).data

    @act(Message, EventShape)
    def message(self, text: str) -> Any:
        """A message on every screen; an empty text takes it away."""
        return EventShape(screens.show_message(self.event, text=text, by=self.actor)).data

    @act(Projector, EventShape)
    def projector(self, mode: str) -> Any:
        return EventShape(screens.set_projector(self.event, mode=mode, by=self.actor)).data

    @extend_schema(responses={200: CeremonyShape, **REFUSALS})
    @action(detail=True)
    def ceremony(self, request: Request, slug: str) -> Response:
        """Where the freeze and the ceremony stand."""
        frozen = freeze(self.event)
        data = {
            "is_frozen": frozen is not None,
            "turns": frozen.turns if frozen else None,
            "shown": ceremony_shown(self.event),
            "is_done": self.event.is_ceremony_done,
            "told": told_places(self.event),
        }
        return Response(CeremonyShape(data).data)

    @act(Nothing, EventShape)
    def freeze(self) -> Any:
        """Stop the public ranking where it is."""
        return EventShape(ceremony.freeze_now(self.event, by=self.actor)).data

    @act(Reason, EventShape)
    def unfreeze(self, reason: str) -> Any:
        return EventShape(ceremony.unfreeze(self.event, by=self.actor, reason=reason)).data

    @act(Nothing, EventShape)
    def begin_ceremony(self) -> Any:
        return EventShape(ceremony.begin(self.event, by=self.actor)).data

    @act(Shown, EventShape)
    def tell_next(self, shown: int) -> Any:
        """Tell the next places from the bottom; `shown` are those told so far."""
        return EventShape(ceremony.tell_next(self.event, by=self.actor, shown=shown)).data

    @extend_schema(responses={200: RecomputationShape(many=True), **REFUSALS})
    @action(detail=True)
    def verification(self, request: Request, slug: str) -> Response:
        """What the log alone gives for each finished game, beside the results. For the director."""
        _visible, by = self.event, self.actor
        if self.role != Role.DIRECTOR:
            raise officials.OfficialError("not_director")
        assert by.user is not None
        played = self.event.games.filter(state=GameState.FINISHED).select_related("event").order_by("number")
        return Response(RecomputationShape([publication.recompute(game) for game in played], many=True).data)

    @act(Published, EventShape)
    def publish(self, password: str) -> Any:
        """Publish the results, once the recomputation agrees; asks for the password."""
        officials.require(self.event, self.actor, OfficeKind.DIRECTOR)
        require_password(self.request, password)
        return EventShape(publication.publish(event=self.event, by=self.actor)).data
