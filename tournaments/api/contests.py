"""Contests: opened by a table, or written down by the arbiter for a player on paper; withdrawn, rejected."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import REFUSALS, DeviceView, EventView, EventViewSet, act, read
from tournaments.api.bodies import ContestBody, NeededReason
from tournaments.api.errors import NotADevice
from tournaments.api.pages import listing, paged
from tournaments.api.shapes_slip import ContestShape
from tournaments.api.throttling import DeviceThrottle
from tournaments.enums import ContestSubject
from tournaments.models import Contest, Device, Entry
from tournaments.services import contests
from tournaments.services.actor import Actor


class TurnContestsView(EventView):
    throttle_classes = [DeviceThrottle]

    @extend_schema(**listing(ContestShape))
    def get(self, request: Request, slug: str, turn: int) -> Response:
        """The contests of a turn: all of them for officials, a table's own for its device."""
        return paged(self, visible_contests(self).filter(turn=self.turn), ContestShape)

    @extend_schema(request=ContestBody, responses={201: ContestShape, **REFUSALS})
    def post(self, request: Request, slug: str, turn: int) -> Response:
        """Contest the own slip or the top, until the next turn opens (F32). With `entry`, as the arbiter."""
        content = read(ContestBody, request)
        entry, by = self._who(content.pop("entry"))
        contest = contests.open_contest(
            turn=self.turn, entry=entry, by=by, subject=ContestSubject(content.pop("subject")), **content
        )
        return Response(ContestShape(contest).data, status=201)

    def _who(self, entry: int | None) -> tuple[Entry, Actor]:
        if entry is not None:
            _visible, by = self.event, self.actor
            found = self.event.entries.select_related("player").filter(pk=entry).first()
            if found is None:
                raise Http404
            return found, by
        device = self.device
        if device is None:
            raise NotADevice
        if device.entry.event.slug != self.kwargs["slug"]:
            raise Http404
        return device.entry, Actor.of_device(device)


class ContestsViewSet(EventViewSet):
    lookup_url_kwarg = "contest"
    lookup_value_converter = "int"

    @extend_schema(**listing(ContestShape))
    def list(self, request: Request, slug: str) -> Response:
        """The contests of the event: all of them for officials, a table's own for its device."""
        return paged(self, visible_contests(self), ContestShape)

    @act(NeededReason, ContestShape)
    def reject(self, reason: str) -> Any:
        """The verdict stands; the arbiter says why."""
        contest = _one(self, self.event.pk)
        return ContestShape(contests.reject(contest=contest, by=self.actor, reason=reason)).data


class WithdrawalView(DeviceView):
    @extend_schema(request=None, responses={200: ContestShape, **REFUSALS})
    def post(self, request: Request, slug: str, contest: int) -> Response:
        """Whoever contested takes it back."""
        device = self.table
        found = _one(self, device.entry.event_id)
        return Response(ContestShape(contests.withdraw(contest=found, by=Actor.of_device(device))).data)


def visible_contests(view: EventView) -> QuerySet[Contest]:
    found = Contest.objects.filter(turn__game__event=view.event).order_by("opened_at", "pk")
    if view.is_official:
        return found
    device: Device | None = view.device
    return found.filter(entry=device.entry_id) if device is not None else found.none()


def _one(view: EventView, event_id: int) -> Contest:
    found = Contest.objects.select_related("turn__game__event").filter(
        turn__game__event=event_id, pk=view.kwargs["contest"]
    )
    contest = found.first()
    if contest is None:
        raise Http404
    return contest
