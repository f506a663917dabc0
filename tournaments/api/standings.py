"""Standings and results: of the event or a game, as of any turn, by category and club; as JSON and CSV."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from lexicon.exports import safe_cell
from tournaments.api import conditional
from tournaments.api.base import REFUSALS, EventView
from tournaments.api.errors import Frozen
from tournaments.api.pages import PARAMETERS, paged
from tournaments.api.query import choice_asked, number_asked
from tournaments.api.shapes_event import ResultsShape, StandingShape, StandingsShape
from tournaments.enums import Category, TurnState
from tournaments.models import Entry, Game, Turn
from tournaments.selectors.public import freeze
from tournaments.selectors.standings import Standing, entries_by_id, event_standings, movements

ASKED = [
    OpenApiParameter("game", int, description="number of the game; without it, the event"),
    OpenApiParameter("category", str, enum=Category.values),
    OpenApiParameter("club", int, description="id of the club"),
    OpenApiParameter("turn", int, description="after so many revealed turns; without it, all that may be known"),
]
COLUMNS = (
    "rank", "name", "club", "category", "table_number", "total", "percent", "below_top", "tops", "solos", "bonuses",
    "penalty",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    rows: list[dict[str, Any]]
    turns: int
    is_frozen: bool


class StandingsBase(EventView):
    def asked(self, request: Request) -> Asked:
        """The ranking that the caller may see: a freeze holds for everybody but the officials."""
        game = self._game(request)
        revealed = Turn.objects.filter(game__event=self.event, state=TurnState.REVEALED)
        if game is not None:
            revealed = revealed.filter(game=game)
        frozen = None if self.is_official else freeze(self.event)
        known = revealed.exclude(pk__in=frozen.hidden).count() if frozen else revealed.count()
        turns = number_asked(request, "turn")
        if turns is None:
            turns = known
        elif turns > known:
            if turns <= revealed.count():
                raise Frozen
            raise Http404
        after = event_standings(self.event, game=game, turns=turns)
        before = event_standings(self.event, game=game, turns=turns - 1) if turns > 1 else []
        moved = movements(before, after) if before else dict.fromkeys((row.entry for row in after), 0)
        rows = self._chosen(request, after, moved)
        return Asked(rows, turns, is_frozen=freeze(self.event) is not None)

    def _game(self, request: Request) -> Game | None:
        number = number_asked(request, "game")
        if number is None:
            return None
        game = self.event.games.filter(number=number).first()
        if game is None:
            raise Http404
        return game

    def _chosen(
        self, request: Request, standings: Sequence[Standing], moved: Mapping[int, int | None]
    ) -> list[dict[str, Any]]:
        category = choice_asked(request, "category", Category.values)
        club = number_asked(request, "club")
        entries = entries_by_id(self.event)
        rows: list[dict[str, Any]] = []
        for standing in standings:
            entry = entries.get(standing.entry)
            if entry is None:  # removed since the ranking was read
                continue
            if (category and entry.category != category) or (club is not None and entry.club_id != club):
                continue
            is_shared = bool(rows) and rows[-1]["rank"] == standing.rank
            place = rows[-1]["place"] if is_shared else len(rows) + 1
            rows.append(_row(standing, entry, place, moved.get(standing.entry)))
        return rows


class StandingsView(StandingsBase):
    @extend_schema(parameters=[*ASKED, *PARAMETERS], responses={200: StandingsShape, **REFUSALS})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The ranking, best first. `rank` is the overall one, `place` the one among those asked for."""

        def build() -> Response:
            asked = self.asked(request)
            response = paged(self, asked.rows, StandingShape)
            response.data = {"turns": asked.turns, "is_frozen": asked.is_frozen, **response.data}
            return response

        return conditional.answer(request, self.etag(), build)


class ResultsView(StandingsBase):
    """The whole ranking in one file, with everybody's points turn by turn."""

    @extend_schema(parameters=ASKED, responses={200: ResultsShape, **REFUSALS})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Results as JSON: everybody, with the points of every turn."""

        def build() -> Any:
            asked = self.asked(request)
            data = {"event": slug, "turns": asked.turns, "is_frozen": asked.is_frozen, "results": asked.rows}
            return ResultsShape(data).data

        return conditional.answer(request, self.etag(), build)


class ResultsCsvView(StandingsBase):
    @extend_schema(
        parameters=ASKED,
        responses={200: OpenApiResponse(OpenApiTypes.STR, description="text/csv"), **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Results as CSV, for a spreadsheet; no cell can be taken for a formula."""
        return conditional.answer(request, self.etag(), lambda: self._csv(request))

    def _csv(self, request: Request) -> HttpResponse:
        asked = self.asked(request)
        response = HttpResponse(content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{self.event.slug}.csv"'
        response.write("\ufeff")  # spreadsheets read the rest as UTF-8 only after it
        writer = csv.writer(response)
        writer.writerow([*_headings(), *(str(number) for number in range(1, asked.turns + 1))])
        for row in asked.rows:
            club = row["club"].name if row["club"] is not None else ""
            cells = {**row, "club": club, "category": Category(row["category"]).label}
            writer.writerow([_cell(cells[name]) for name in COLUMNS] + list(row["by_turn"]))
        return response


def _headings() -> list[str]:
    return [
        _("posto"), _("giocatore"), _("circolo"), _("categoria"), _("tavolo"), _("punti"), _("percentuale"),
        _("sotto il top"), _("top"), _("solo"), _("sette lettere"), _("penalità"),
    ]  # fmt: skip


def _cell(value: Any) -> Any:
    return value if isinstance(value, int | float) else safe_cell(str(value))


def _row(standing: Standing, entry: Entry, place: int, moved: int | None) -> dict[str, Any]:
    return {
        "rank": standing.rank,
        "place": place,
        "entry": entry.pk,
        "table_number": entry.table_number,
        "name": entry.player.name,
        "club": entry.club,
        "category": entry.category,
        "total": standing.total,
        "percent": standing.percent,
        "below_top": standing.below_top,
        "tops": standing.tops,
        "solos": standing.solos,
        "bonuses": standing.bonuses,
        "best_move": standing.best_move,
        "last_points": standing.last_points,
        "penalty": standing.penalty,
        "moved": moved,
        "by_turn": list(standing.by_turn),
    }
