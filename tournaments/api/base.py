"""What every address of the API shares: the event asked about, as whom, and the acts as sub-resources."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from django.http import Http404
from django.template.response import SimpleTemplateResponse
from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.decorators import action
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSetMixin

from tournaments.api import conditional, device_cookie
from tournaments.api.authentication import DeviceAuthentication, device_of
from tournaments.api.errors import NotADevice
from tournaments.api.shapes import RefusalShape
from tournaments.api.throttling import DeviceThrottle
from tournaments.enums import EventState
from tournaments.models import Device, Event, Turn
from tournaments.selectors.roles import role_of
from tournaments.selectors.visibility import OFFICIALS, Role
from tournaments.services.actor import Actor

REFUSALS = dict.fromkeys((400, 401, 403, 404, 409), RefusalShape)


class ReadableView(APIView):
    """Reads carry an ETag and are asked about again; what was written is kept nowhere."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.headers.setdefault("Cache-Control", "private, no-cache" if request.method == "GET" else "no-store")
        if request.method == "GET" and isinstance(answer, SimpleTemplateResponse):
            answer.add_post_render_callback(lambda done: conditional.by_content(done, request._request))
        return answer


class EventView(ReadableView):
    """The event of the address and the role of the caller. What the caller may not see is not there: 404."""

    permission_classes = [AllowAny]

    @cached_property
    def event(self) -> Event:
        event = Event.objects.select_related("lexicon").filter(slug=self.kwargs["slug"]).first()
        if event is None:
            raise Http404
        is_public = event.is_public and event.state != EventState.DRAFT
        if not is_public and self._role_in(event) == Role.PUBLIC:
            raise Http404
        return event

    @cached_property
    def role(self) -> Role:
        return self._role_in(self.event)

    @cached_property
    def device(self) -> Device | None:
        return device_of(self.request)

    @property
    def actor(self) -> Actor:
        """The account that acts; the services say what it may do."""
        user = self.request.user
        if not isinstance(user, User):
            raise NotAuthenticated
        return Actor.of_user(user)

    @property
    def is_official(self) -> bool:
        return self.role in OFFICIALS

    @cached_property
    def turn(self) -> Turn:
        return self.turn_of(self.kwargs["turn"])

    def turn_of(self, pk: int | str) -> Turn:
        found = Turn.objects.select_related("game__event__lexicon").filter(game__event=self.event, pk=pk).first()
        if found is None:
            raise Http404
        return found

    def etag(self, *what: object) -> str:
        entry = self.device.entry_id if self.device is not None else None
        return conditional.etag(self.request, self.event, self.role, entry, *what)

    def _role_in(self, event: Event) -> Role:
        user = self.request.user
        return role_of(event, user=user if isinstance(user, User) else None, device=self.device)


class EventViewSet(ViewSetMixin, EventView):
    """Acts of officials as sub-resources."""


class DeviceView(EventView):
    """Reads as anybody; writes as the table whose device sends them."""

    throttle_classes = [DeviceThrottle]
    find_writer = staticmethod(device_cookie.device_of)

    def get_authenticators(self) -> list[BaseAuthentication]:
        is_read = self.request is None or self.request.method in {"GET", "HEAD", "OPTIONS"}
        return super().get_authenticators() if is_read else [DeviceAuthentication(self.find_writer)]

    @property
    def table(self) -> Device:
        """The device that writes; tables write in their own event only."""
        device = self.request.auth
        if not isinstance(device, Device):
            raise NotADevice
        if device.entry.event.slug != self.kwargs["slug"]:
            raise Http404
        return device


class Nothing(Serializer[None]):
    """A body is not needed."""


def act(body: type[Serializer[Any]], answer: Any, *, detail: bool = True, status: int = 200) -> Callable[..., Any]:
    """A `POST …/name/` that reads its body and hands it to the method as keyword arguments."""

    def decorate(method: Callable[..., Any]) -> Any:
        def post(self: EventViewSet, request: Request, **kwargs: Any) -> Response:
            # Whether the event is there at all comes before whether the caller may act in it.
            _visible = self.event
            _account = self.actor
            done = method(self, **read(body, request))
            return Response(status=204) if done is None else Response(done, status=status)

        post.__name__, post.__doc__ = method.__name__, method.__doc__
        path = method.__name__.replace("_", "-")
        routed = action(detail=detail, methods=["post"], url_path=path, url_name=path)(post)
        responses = {204 if answer is None else status: answer, **REFUSALS}
        return extend_schema(request=None if body is Nothing else body, responses=responses)(routed)

    return decorate


def read(body: type[Serializer[Any]], request: Request, *, partial: bool = False) -> dict[str, Any]:
    form = body(data=request.data, partial=partial)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)
