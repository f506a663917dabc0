"""Slips: handed in by a table's device, read by whoever may; and the table's own verdict, sheet and contests."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import device_cookie
from tournaments.api.base import REFUSALS, DeviceView
from tournaments.api.bodies import SlipBody
from tournaments.api.errors import NotADevice
from tournaments.api.pages import listing, paged
from tournaments.api.shapes import RefusalShape
from tournaments.api.shapes_slip import (
    GameSheetShape,
    OwnSlipShape,
    OwnVerdictShape,
    ReceiptShape,
    TableSlipShape,
)
from tournaments.models import Device, Slip, Turn
from tournaments.selectors.own_verdict import own_verdict
from tournaments.selectors.player import own_slip
from tournaments.selectors.roles import role_of
from tournaments.selectors.score_sheet import score_sheet
from tournaments.selectors.turn_sheet import slips_of
from tournaments.selectors.visibility import Role, may_see
from tournaments.services import slips
from tournaments.services.errors import ActError
from tournaments.services.slips import SlipError

# Written into the request by the web process before it waits for anything (duplicato/site_pool.py).
RECEIVED_AT = "duplicato.received_at"


# One of each for all requests: they hold nothing of a request, and making them takes longer than what they do.
_BODY = SlipBody()
_RECEIPT = ReceiptShape()


class SlipKeyError(ActError):
    messages = {"key_of_another_turn": _("Questa chiave è di un bollettino di un'altra mano: usane una nuova.")}


class SlipsView(DeviceView):
    find_writer = staticmethod(device_cookie.sender_of)

    @extend_schema(**listing(TableSlipShape))
    def get(self, request: Request, slug: str, turn: int) -> Response:
        """Every version handed in, by table: officials from the close, everybody from the reveal."""
        found = slips_of(self.turn, self.role)
        if found is None:
            raise Http404
        return paged(self, found, TableSlipShape)

    @extend_schema(
        operation_id="hand_in",
        request=SlipBody,
        responses={201: ReceiptShape, 200: ReceiptShape, **REFUSALS, 503: RefusalShape},
    )
    def post(self, request: Request, slug: str, turn: int) -> Response:
        """Hand in a slip. The receipt is given after the slip is stored; a retry of the key gets the same one (200)."""
        received_at = request.META.get(RECEIVED_AT) or timezone.now()
        device = self.table
        content = _BODY.run_validation(request.data)
        try:
            slip = slips.submit(turn_id=turn, device=device, received_at=received_at, **content)
        except Turn.DoesNotExist as missing:
            raise Http404 from missing
        except SlipError as refusal:
            if refusal.code == "other_event":
                raise Http404 from refusal
            raise
        if slip.turn_id != turn:
            # A receipt for another turn's slip would let this one be lost unnoticed.
            raise SlipKeyError("key_of_another_turn")
        return Response(_RECEIPT.to_representation(slip), status=201 if _is_new(slip, received_at) else 200)


def _is_new(slip: Slip, received_at: Any) -> bool:
    """A known key gives back the row with its own time of receipt."""
    return bool(slip.received_at == received_at)


class OwnView(DeviceView):
    """What a table sees of its own; nobody else's device or account gets here."""

    @property
    def own_device(self) -> Device:
        device = self.device
        if device is None:
            raise NotADevice
        if device.entry.event.slug != self.kwargs["slug"]:
            raise Http404
        return device

    @cached_property
    def role(self) -> Role:
        """The table's, whoever else is logged in on the same device."""
        return role_of(self.event, device=self.own_device)


class OwnSlipView(OwnView):
    @extend_schema(responses={200: OwnSlipShape, **REFUSALS})
    def get(self, request: Request, slug: str, turn: int) -> HttpResponse:
        """This table's own slip of the turn."""
        device = self.own_device
        if not may_see(self.role, self.turn.state, "own_slip"):
            raise Http404
        return Response(OwnSlipShape(own_slip(self.turn, device.entry)).data)


class OwnVerdictView(OwnView):
    @extend_schema(responses={200: OwnVerdictShape, **REFUSALS})
    def get(self, request: Request, slug: str, turn: int) -> HttpResponse:
        """This table's own verdict, from the reveal: sum, articles, the top, the place."""
        found = own_verdict(self.turn, self.own_device.entry, self.role)
        if found is None:
            raise Http404
        return Response(OwnVerdictShape(found).data)


class OwnScoreSheetView(OwnView):
    @extend_schema(responses={200: GameSheetShape(many=True), **REFUSALS})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """This table's own score sheet: every revealed turn, game by game."""
        entry = self.own_device.entry
        context = {"notation": self.event.notation}
        return Response(GameSheetShape(score_sheet(entry), many=True, context=context).data)
