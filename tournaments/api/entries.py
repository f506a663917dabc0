"""Entries: who plays, at which table, on which device."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import REFUSALS, EventViewSet, Nothing, act, read
from tournaments.api.bodies import CodesBody, EntryChange, NewEntry, Order, Reason, Table
from tournaments.api.pages import listing, paged
from tournaments.api.query import choice_asked, number_asked
from tournaments.api.shapes_people import AssignedTableShape, CountShape, EnrolmentCodeShape, EntryLineShape, EntryShape
from tournaments.engine.notation import format_reference
from tournaments.enums import Category
from tournaments.models import Device, Entry, TurnScore
from tournaments.selectors.public import contested_turns
from tournaments.selectors.ranking import counted_turns
from tournaments.selectors.seating import seats
from tournaments.selectors.statistics import move_of
from tournaments.services import devices, entries, officials

ASKED = [
    OpenApiParameter("table", int),
    OpenApiParameter("club", int),
    OpenApiParameter("category", str, enum=Category.values),
]


class EntriesViewSet(EventViewSet):
    lookup_url_kwarg = "entry"
    lookup_value_converter = "int"

    @extend_schema(**listing(EntryShape, *ASKED))
    def list(self, request: Request, slug: str) -> Response:
        """Everybody entered, by table."""
        found = self._entries()
        asked = {
            "table_number": number_asked(request, "table"),
            "club": number_asked(request, "club"),
            "category": choice_asked(request, "category", Category.values) or None,
        }
        for field, value in asked.items():
            found = found.filter(**{field: value}) if value is not None else found
        return paged(self, found, EntryShape, is_official=self.is_official)

    @extend_schema(responses={200: EntryShape, **REFUSALS})
    def retrieve(self, request: Request, slug: str, entry: int) -> Response:
        return Response(self._answer(self.entry))

    @extend_schema(request=NewEntry, responses={201: EntryShape, **REFUSALS})
    def create(self, request: Request, slug: str) -> Response:
        """Enter a player at the table given, or at the next free one."""
        _visible, by = self.event, self.actor
        entry = entries.add(self.event, by=by, **read(NewEntry, request))
        return Response(self._answer(entry), status=201)

    @extend_schema(request=EntryChange, responses={200: EntryShape, **REFUSALS})
    def partial_update(self, request: Request, slug: str, entry: int) -> Response:
        """Club and category of the day, or paper instead of a device."""
        _visible, by = self.event, self.actor
        changed = entries.change(self.entry, by=by, **read(EntryChange, request, partial=True))
        return Response(self._answer(changed))

    @extend_schema(responses={200: EntryLineShape(many=True), **REFUSALS})
    @action(detail=True)
    def turns(self, request: Request, slug: str, entry: int) -> Response:
        """A player's turns so far, as everybody may know them; no slip by name while its turn is contested."""
        asked, event = self.entry, self.event
        contested, counted = contested_turns(event), list(counted_turns(event))
        scores = {
            score.turn_id: score
            for score in TurnScore.objects.filter(entry=asked, turn__in=counted).select_related("group")
        }
        lines = []
        for turn in counted:
            score = scores.get(turn.pk)
            move = move_of(score.group) if score is not None and turn.pk not in contested else None
            lines.append({
                "turn": turn.pk,
                "game": turn.game.number,
                "number": turn.number,
                "word": move.word if move else None,
                "reference": format_reference(move, event.notation) if move else None,
                "points": score.points if score else 0,
                "top_score": turn.top.score,
            })  # fmt: skip
        return Response(EntryLineShape(lines, many=True).data)

    @act(Nothing, EntryShape)
    def check_in(self) -> Any:
        """The player is in the room; late after the first draw, with zeros before."""
        return self._answer(entries.check_in(self.entry, by=self.actor))

    @act(Reason, EntryShape)
    def undo_check_in(self, reason: str) -> Any:
        return self._answer(entries.undo_check_in(self.entry, by=self.actor, reason=reason))

    @act(Reason, EntryShape)
    def withdraw(self, reason: str) -> Any:
        return self._answer(entries.withdraw(self.entry, by=self.actor, reason=reason))

    @act(Reason, EntryShape)
    def undo_withdrawal(self, reason: str) -> Any:
        return self._answer(entries.undo_withdrawal(self.entry, by=self.actor, reason=reason))

    @act(Reason, None)
    def remove(self, reason: str) -> Any:
        """Take back an entry made by mistake, before the event begins."""
        entries.remove(self.entry, by=self.actor, reason=reason)

    @act(Table, EntryShape)
    def move(self, table_number: int, reason: str) -> Any:
        """To a free table, while no slips are being collected."""
        return self._answer(entries.move(self.entry, table_number=table_number, by=self.actor, reason=reason))

    @act(CodesBody, EnrolmentCodeShape, status=201)
    def device_code(self, is_printed: bool) -> Any:
        """A new one-time code for the table's device; those given before stop working."""
        lifetime = _lifetime(is_printed)
        code = devices.issue_code(self.entry, self.actor, lifetime=lifetime)
        return self._code(self.kwargs["entry"], code, lifetime)

    @act(Reason, CountShape)
    def revoke_device(self, reason: str) -> Any:
        """Disconnect the entry's device and void its codes."""
        return {"count": int(devices.revoke(self.entry, self.actor, reason=reason))}

    @act(CodesBody, EnrolmentCodeShape(many=True), detail=False, status=201)
    def device_codes(self, is_printed: bool) -> Any:
        """New codes for everybody who is still in the event: the room's table cards."""
        lifetime = _lifetime(is_printed)
        playing = list(self.event.entries.filter(withdrawn_at=None, disqualified_at=None))
        codes = devices.issue_codes(self.event, playing, self.actor, lifetime=lifetime)
        return [self._code(entry, code, lifetime) for entry, code in codes.items()]

    @act(Reason, CountShape, detail=False)
    def revoke_devices(self, reason: str) -> Any:
        """Disconnect every device of the event."""
        return {"count": devices.revoke_all(self.event, self.actor, reason=reason)}

    @extend_schema(responses={200: AssignedTableShape(many=True), **REFUSALS})
    @action(detail=False)
    def seating(self, request: Request, slug: str) -> Response:
        """The tables as the ranking would assign them. For officials: a frozen ranking counts here."""
        if not self.is_official:
            raise officials.OfficialError("not_official")
        return Response(AssignedTableShape(seats(self.event), many=True).data)

    @act(Order, AssignedTableShape(many=True), detail=False)
    def assign_tables(self, reason: str, order: Sequence[int] | None = None) -> Any:
        """Table 1 to the first of `order`, or of the ranking; between games."""
        chosen = order if order is not None else [seat.entry.pk for seat in seats(self.event)]
        entries.assign_tables(self.event, order=chosen, by=self.actor, reason=reason)
        return AssignedTableShape(seats(self.event), many=True).data

    @property
    def entry(self) -> Entry:
        found = self._entries().filter(pk=self.kwargs["entry"]).first()
        if found is None:
            raise Http404
        return found

    def _entries(self) -> QuerySet[Entry]:
        live = Device.objects.filter(entry=OuterRef("pk"), revoked_at=None)
        found = self.event.entries.select_related("player", "club", "event").annotate(has_device=Exists(live))
        return found.order_by("table_number")

    def _answer(self, entry: Entry) -> Any:
        shown = self._entries().get(pk=entry.pk)
        return EntryShape(shown, context={"is_official": self.is_official}).data

    def _code(self, entry: int, code: str, lifetime: timedelta) -> dict[str, Any]:
        site = settings.PUBLIC_URL or self.request.build_absolute_uri("/").rstrip("/")
        link = site + devices.enrolment_path(code)
        return {
            "entry": entry,
            "code": code,
            "link": link,
            "qr": devices.link_as_svg(link),
            "lifetime_seconds": int(lifetime.total_seconds()),
        }


def _lifetime(is_printed: bool) -> timedelta:
    return devices.PRINTED_CODE_LIFETIME if is_printed else devices.CODE_LIFETIME
