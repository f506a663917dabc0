"""Turns: as the caller may see them, and the acts of director and arbiter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import conditional
from tournaments.api.base import REFUSALS, EventView, EventViewSet, Nothing, act
from tournaments.api.bodies import MasterChoice, NeededReason, Reason, ReopenBody, Seconds, VoidBody
from tournaments.api.pages import listing, paged
from tournaments.api.query import number_asked
from tournaments.api.reauthentication import require_password
from tournaments.api.shapes_turn import TurnLineShape, TurnShape, TurnStatisticsShape
from tournaments.enums import OfficeKind, TurnState
from tournaments.models import Top, Turn
from tournaments.selectors.statistics import played_moves, turn_statistics
from tournaments.selectors.turn_sheet import move_sheet, turn_sheet
from tournaments.selectors.visibility import may_see
from tournaments.services import officials, tops, turns
from tournaments.services.positions import write_move


def turn_answer(view: EventView, turn: Turn) -> Any:
    """The turn as it is now, for whoever acted on it."""
    return TurnShape(turn_sheet(view.turn_of(turn.pk), view.role, now=timezone.now())).data


class TurnsViewSet(EventViewSet):
    lookup_url_kwarg = "turn"
    lookup_value_converter = "int"

    @extend_schema(**listing(TurnLineShape, OpenApiParameter("game", int, description="number of the game")))
    def list(self, request: Request, slug: str) -> HttpResponse:
        """The turns of the event in the order of play, voided ones too."""
        found = Turn.objects.filter(game__event=self.event).select_related("game").order_by("game__number", "ordinal")
        game = number_asked(request, "game")
        if game is not None:
            found = found.filter(game__number=game)
        return conditional.answer(request, self.etag(), lambda: paged(self, found, TurnLineShape, self._lines))

    @extend_schema(responses={200: TurnShape, **REFUSALS})
    def retrieve(self, request: Request, slug: str, turn: int) -> HttpResponse:
        """Everything about a turn that the caller may see now; null is what they may not."""
        marks = (self.turn.slips.count(),) if may_see(self.role, self.turn.state, "slip_count") else ()
        return conditional.answer(request, self.etag(*marks), lambda: turn_answer(self, self.turn))

    @extend_schema(responses={200: TurnStatisticsShape, **REFUSALS})
    @action(detail=True)
    def statistics(self, request: Request, slug: str, turn: int) -> Response:
        """What the room did in a revealed turn, without names."""
        shown = self.turn
        if shown.state != TurnState.REVEALED:
            raise Http404
        found = turn_statistics(shown, shown.top.score)
        notation = self.event.notation
        played = [
            {"move": move_sheet(write_move(row.move, row.score), notation), "count": row.count}
            for row in played_moves(shown)
        ]
        data = {
            "players": found.found.players,
            "found_top": found.found.found,
            "mean": found.found.mean,
            "zeros": found.found.zeros,
            "distribution": found.columns,
            "played": played,
        }
        return Response(TurnStatisticsShape(data).data)

    @act(Nothing, TurnShape)
    def open(self) -> Any:
        """Start the clock."""
        return turn_answer(self, turns.open_turn(turn=self.turn, by=self.actor))

    @act(Nothing, TurnShape)
    def pause(self) -> Any:
        return turn_answer(self, turns.pause(turn=self.turn, by=self.actor))

    @act(Nothing, TurnShape)
    def resume(self) -> Any:
        return turn_answer(self, turns.resume(turn=self.turn, by=self.actor))

    @act(Seconds, TurnShape)
    def extend(self, seconds: int) -> Any:
        return turn_answer(self, turns.extend(turn=self.turn, by=self.actor, seconds=seconds))

    @act(Reason, TurnShape)
    def close(self, reason: str) -> Any:
        """Close before or at its time; asking for what is already so changes nothing."""
        return turn_answer(self, turns.close(turn=self.turn, by=self.actor, reason=reason))

    @act(Nothing, TurnShape)
    def adjudicate(self) -> Any:
        return turn_answer(self, turns.adjudicate(turn=self.turn, by=self.actor))

    @act(MasterChoice, TurnShape)
    def choose_master(self, index: int, reason: str) -> Any:
        """The arbiter's choice among several best moves, where the profile asks for it."""
        tops.choose_master(turn=self.turn, by=self.actor, index=index, reason=reason)
        return turn_answer(self, self.turn)

    @act(Nothing, TurnShape)
    def reveal(self) -> Any:
        return turn_answer(self, turns.reveal(turn=self.turn, by=self.actor))

    @act(ReopenBody, TurnShape)
    def reopen(self, seconds: int, reason: str) -> Any:
        """More time for the room after the close; the slips that came stay."""
        return turn_answer(self, turns.reopen(turn=self.turn, by=self.actor, seconds=seconds, reason=reason))

    @act(VoidBody, TurnShape)
    def void(self, reason: str, password: str) -> Any:
        """Annul the game's last turn. One that everybody has seen asks for the password."""
        officials.require(self.event, self.actor, OfficeKind.DIRECTOR)
        if self.turn.state == TurnState.REVEALED:
            require_password(self.request, password)
        return turn_answer(self, turns.void(turn=self.turn, by=self.actor, reason=reason))

    @act(NeededReason, TurnShape)
    def undo_opening(self, reason: str) -> Any:
        """Take an opening back: the slips written so far are void for good."""
        return turn_answer(self, turns.undo_opening(turn=self.turn, by=self.actor, reason=reason))

    @act(NeededReason, TurnShape)
    def undo_adjudication(self, reason: str) -> Any:
        return turn_answer(self, turns.undo_adjudication(turn=self.turn, by=self.actor, reason=reason))

    def _lines(self, page: Sequence[Turn]) -> Sequence[dict[str, Any]]:
        """The turns of a page, with the tops that the caller may see in one query."""
        seen = [turn.pk for turn in page if may_see(self.role, turn.state, "top")]
        found = {top.turn_id: top for top in Top.objects.filter(turn__in=seen)}
        return [self._line(turn, found.get(turn.pk)) for turn in page]

    def _line(self, turn: Turn, top: Top | None) -> dict[str, Any]:
        return {
            "id": turn.pk,
            "game": turn.game.number,
            "number": turn.number,
            "ordinal": turn.ordinal,
            "state": turn.state,
            "rack": turn.rack if may_see(self.role, turn.state, "rack") else None,
            "opened_at": turn.opened_at,
            "closed_at": turn.closed_at,
            "revealed_at": turn.revealed_at,
            "top_score": top.score if top is not None else None,
            "master": move_sheet(top.master, self.event.notation) if top is not None else None,
        }
