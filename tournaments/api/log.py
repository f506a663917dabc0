"""The event's log, for its officials: every act, and of play only what they may know by now."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import EventView
from tournaments.api.pages import listing, paged
from tournaments.api.query import number_asked
from tournaments.api.shapes_desk import LogRowShape
from tournaments.models import LogRow
from tournaments.selectors.visibility import may_see_act
from tournaments.services.officials import OfficialError

AFTER = OpenApiParameter("after", int, description="only rows after this number: to follow the log")


class LogView(EventView):
    @extend_schema(**listing(LogRowShape, AFTER))
    def get(self, request: Request, slug: str) -> Response:
        """The rows in order, each bound to the one before by its hash."""
        _visible, _account = self.event, self.actor
        if not self.is_official:
            raise OfficialError("not_official")
        rows = self.event.log.select_related("user", "game", "turn").order_by("sequence")
        after = number_asked(request, "after")
        if after is not None:
            rows = rows.filter(sequence__gt=after)
        return paged(self, rows, LogRowShape, lambda page: [self._row(row) for row in page])

    def _row(self, row: LogRow) -> dict[str, Any]:
        is_known = row.turn is None or may_see_act(self.role, row.turn.state, row.act)
        return {
            "sequence": row.sequence,
            "at": row.at,
            "act": row.act,
            "actor_kind": row.actor_kind,
            "user": row.user.get_username() if row.user is not None else None,
            "entry": row.entry_id,
            "game": row.game.number if row.game is not None else None,
            "turn": row.turn_id,
            "reason": row.reason if is_known else "",
            "payload": row.payload if is_known else None,
            "previous_hash": row.previous_hash,
            "hash": row.hash,
        }
