"""The players of an event, and each one's game so far, as far as everybody may know it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments.enums import Category
from tournaments.models import Entry, Event, TurnScore
from tournaments.selectors.public import contested_turns, freeze
from tournaments.selectors.ranking import (
    Ranking,
    below_top,
    counted_turns,
    place_in_category,
    public_ranking,
    signed,
)
from tournaments.selectors.statistics import move_of
from tournaments.views.public.access import visible_event
from tournaments.views.public.parts import cached_part
from tournaments.views.public.plots import Line, below_top_plots


def players(request: HttpRequest, slug: str) -> HttpResponse:
    event = visible_event(request, slug)
    part = cached_part(event, "players", "public/players_table.html", lambda: _players(event))
    if request.GET.get("part"):
        return HttpResponse(part)
    return render(request, "public/players.html", {"event": event, "table": part})


def _players(event: Event) -> dict[str, Any]:
    ranking = public_ranking(event)
    places = {row.entry.pk: row for row in ranking.rows}
    entries = event.entries.select_related("player", "club").order_by("player__last_name", "player__first_name", "pk")
    return {
        "rows": [{"entry": entry, "row": places.get(entry.pk)} for entry in entries],
        "has_results": ranking.has_results,
    }


def player(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    event = visible_event(request, slug)
    entered = get_object_or_404(Entry.objects.select_related("player", "club"), event=event, pk=entry)
    part = cached_part(event, f"player:{entered.pk}", "public/player_body.html", lambda: _player(event, entered))
    if request.GET.get("part"):
        return HttpResponse(part)
    return render(request, "public/player.html", {"event": event, "entry": entered, "body": part})


def _player(event: Event, entry: Entry) -> dict[str, Any]:
    ranking = public_ranking(event)
    row = next((row for row in ranking.rows if row.entry.pk == entry.pk), None)
    turns = list(counted_turns(event))
    return {
        "entry": entry,
        "row": row,
        "ranking": ranking,
        "category": Category(entry.category).label,
        "category_place": place_in_category(ranking, entry),
        "sheet": _sheet(event, entry, turns),
        "plots": _plots(ranking, row, [turn.top.score for turn in turns]) if row else [],
        "freeze": freeze(event),
    }


def _sheet(event: Event, entry: Entry, turns: list[Any]) -> list[dict[str, Any]]:
    """Every counted turn, the last first. While a contest is open no slip of its turn is shown by name."""
    contested = contested_turns(event)
    scores = {
        score.turn_id: score
        for score in TurnScore.objects.filter(entry=entry, turn__in=turns).select_related("group", "slip")
    }
    return [
        {
            "turn": turn,
            "score": scores.get(turn.pk),
            "top": turn.top.score,
            "move": move_of(scores[turn.pk].group) if turn.pk in scores and turn.pk not in contested else None,
            "is_contested": turn.pk in contested,
            "below": signed((scores[turn.pk].points if turn.pk in scores else 0) - turn.top.score),
        }
        for turn in reversed(turns)
    ]


def _plots(ranking: Ranking, row: Any, tops: list[int]) -> Any:
    leader = ranking.rows[0]
    lines = [Line(row.entry.player.last_name, below_top(row.standing, tops))]
    if leader.entry.pk != row.entry.pk:
        lines.append(Line(leader.entry.player.last_name, below_top(leader.standing, tops)))
    return below_top_plots(lines)
