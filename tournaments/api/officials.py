"""The officials (F42–F45): who holds which office, what is missing, appointments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.accounts import account_named
from tournaments.api.base import REFUSALS, EventViewSet, act
from tournaments.api.bodies import Appointment, ArbiterAppointment, PanelAppointment, Reason
from tournaments.api.shapes_event import OfficeShape, OfficialsShape
from tournaments.models import Entry, Office
from tournaments.services import officials


class OfficialsViewSet(EventViewSet):
    lookup_url_kwarg = "office"
    lookup_value_converter = "int"

    @extend_schema(responses={200: OfficialsShape, **REFUSALS})
    def list(self, request: Request, slug: str) -> Response:
        """Who holds the offices now; for officials also what is missing before the first turn."""
        held = self.event.offices.filter(ended_at=None).select_related("user", "entry__player")
        data = {"offices": held, "missing": officials.missing(self.event) if self.is_official else []}
        return Response(OfficialsShape(data, context={"is_official": self.is_official}).data)

    @act(Appointment, OfficeShape, detail=False)
    def director(self, username: str, reason: str) -> Any:
        """F42: by the federation."""
        by = self.actor
        office = officials.appoint_director(self.event, user=account_named(username), by=by, reason=reason)
        return self._answer(office)

    @act(ArbiterAppointment, OfficeShape, detail=False)
    def arbiter(self, username: str, entry: int | None, reason: str) -> Any:
        """F43–F44: by the director, who may keep the office. `entry` is where the arbiter plays."""
        by = self.actor
        place = self._entry(entry) if entry is not None else None
        office = officials.appoint_arbiter(
            self.event, user=account_named(username), entry=place, by=by, reason=reason
        )
        return self._answer(office)

    @act(PanelAppointment, OfficeShape(many=True), detail=False)
    def panel(self, entries: Sequence[int], reason: str) -> Any:
        """F45: by the arbiter, exactly three entered players."""
        found = self.event.entries.select_related("player").in_bulk(entries)
        if len(found) != len(set(entries)):
            raise Http404
        chosen = [found[pk] for pk in entries]
        appointed = officials.appoint_panel(self.event, entries=chosen, by=self.actor, reason=reason)
        return OfficeShape(appointed, many=True, context={"is_official": True}).data

    @act(Reason, OfficeShape)
    def end(self, reason: str) -> Any:
        """Take an office back without naming a successor."""
        office = self.event.offices.select_related("user", "entry__player").filter(pk=self.kwargs["office"]).first()
        if office is None:
            raise Http404
        return self._answer(officials.end(office, by=self.actor, reason=reason))

    def _answer(self, office: Office) -> Any:
        return OfficeShape(office, context={"is_official": True}).data

    def _entry(self, pk: int) -> Entry:
        found = self.event.entries.select_related("player").filter(pk=pk).first()
        if found is None:
            raise Http404
        return found
