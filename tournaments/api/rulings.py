"""Rulings: previewed, applied or dropped; the words they decided; discipline."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import REFUSALS, EventView, EventViewSet, Nothing, act, read
from tournaments.api.bodies import NeededReason, RulingBody, SanctionBody, Together
from tournaments.api.desk import states_seen
from tournaments.api.pages import listing, paged
from tournaments.api.reauthentication import other_official
from tournaments.api.shapes_desk import EventWordShape, RulingShape, SanctionShape
from tournaments.enums import Decision, OfficeKind, RulingState, SanctionKind
from tournaments.models import Contest, Entry, Question, Ruling, Sanction
from tournaments.services import officials, rulings, sanctions


class TurnRulingsView(EventView):
    @extend_schema(**listing(RulingShape))
    def get(self, request: Request, slug: str, turn: int) -> Response:
        """The rulings on this turn."""
        return paged(self, visible_rulings(self).filter(turn=self.turn), RulingShape, is_official=self.is_official)

    @extend_schema(request=RulingBody, responses={201: RulingShape, **REFUSALS})
    def post(self, request: Request, slug: str, turn: int) -> Response:
        """Work out what a ruling would change; it waits until it is applied or dropped."""
        _visible, by = self.event, self.actor
        content = read(RulingBody, request)
        ruling = rulings.preview(
            turn=self.turn,
            by=by,
            words=content["words"],
            decision=Decision(content["decision"]),
            article=content["article"],
            reason=content["reason"],
            contest=self._named(Contest, content["contest"]),
            question=self._named(Question, content["question"]),
        )
        return Response(RulingShape(ruling, context={"is_official": True}).data, status=201)

    def _named(self, model: Any, pk: int | None) -> Any:
        if pk is None:
            return None
        found = model.objects.filter(turn=self.turn, pk=pk).first()
        if found is None:
            raise Http404
        return found


class RulingsViewSet(EventViewSet):
    lookup_url_kwarg = "ruling"
    lookup_value_converter = "int"

    @extend_schema(**listing(RulingShape))
    def list(self, request: Request, slug: str) -> Response:
        """The event's rulings: for officials all of them, for anybody else those applied to revealed turns."""
        return paged(self, visible_rulings(self), RulingShape, is_official=self.is_official)

    @act(Together, RulingShape)
    def apply(self, together_with: str, password: str) -> Any:
        """Re-score every identical slip and remember the words. After play has gone on (F32) only director and
        arbiter together: the other one's name and password come along.
        """
        ruling = self._ruling()
        officials.require(self.event, self.actor, OfficeKind.ARBITER)
        # Outside any transaction: a wrong guess must stay counted when the act is refused.
        other = other_official(self.request, together_with, password)
        return self._answer(rulings.apply(ruling=ruling, by=self.actor, together_with=other))

    @act(Nothing, RulingShape)
    def drop(self) -> Any:
        return self._answer(rulings.drop(ruling=self._ruling(), by=self.actor))

    def _ruling(self) -> Ruling:
        found = Ruling.objects.filter(turn__game__event=self.event, pk=self.kwargs["ruling"]).first()
        if found is None:
            raise Http404
        return found

    def _answer(self, ruling: Ruling) -> Any:
        return RulingShape(ruling, context={"is_official": self.is_official}).data


class EventWordsView(EventView):
    @extend_schema(**listing(EventWordShape))
    def get(self, request: Request, slug: str) -> Response:
        """The words that the event's rulings admitted or refused, once their turn is known to the caller."""
        seen = states_seen(self.role, "groups")
        found = self.event.overlay_words.filter(ruling__turn__state__in=seen).select_related("ruling")
        return paged(self, found.order_by("word"), EventWordShape)


class SanctionsViewSet(EventViewSet):
    lookup_url_kwarg = "sanction"
    lookup_value_converter = "int"

    @extend_schema(**listing(SanctionShape))
    def list(self, request: Request, slug: str) -> Response:
        """Warnings, penalties, disqualifications: all of them for officials, a table's own for its device."""
        found = Sanction.objects.filter(event=self.event).order_by("given_at", "pk")
        if not self.is_official:
            found = found.filter(entry=self.device.entry_id) if self.device is not None else found.none()
        return paged(self, found, SanctionShape)

    @extend_schema(request=SanctionBody, responses={201: SanctionShape, **REFUSALS})
    def create(self, request: Request, slug: str) -> Response:
        """Warn, take points from, or disqualify a player, with the reason."""
        _visible, by = self.event, self.actor
        content = read(SanctionBody, request)
        entry = Entry.objects.select_related("event", "player").filter(event=self.event, pk=content["entry"]).first()
        if entry is None:
            raise Http404
        given = sanctions.give(
            entry=entry,
            by=by,
            kind=SanctionKind(content["kind"]),
            reason=content["reason"],
            turn=self.turn_of(content["turn"]) if content["turn"] is not None else None,
            points=content["points"],
        )
        return Response(SanctionShape(given).data, status=201)

    @act(NeededReason, SanctionShape)
    def revoke(self, reason: str) -> Any:
        found = Sanction.objects.select_related("turn").filter(event=self.event, pk=self.kwargs["sanction"]).first()
        if found is None:
            raise Http404
        return SanctionShape(sanctions.revoke(sanction=found, by=self.actor, reason=reason)).data


def visible_rulings(view: EventView) -> QuerySet[Ruling]:
    found = Ruling.objects.filter(turn__game__event=view.event, turn__state__in=states_seen(view.role, "groups"))
    if not view.is_official:
        found = found.filter(state=RulingState.APPLIED)
    return found.order_by("made_at", "pk")
