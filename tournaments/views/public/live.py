"""The live page: ranking, turn, turn by turn, plot. Each part can be asked for alone, with `?part=`."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string

from tournaments.models import Event, Game
from tournaments.selectors.hall import current_turn
from tournaments.selectors.ranking import (
    Ranking,
    below_top,
    counted_tops,
    public_ranking,
    told_places,
)
from tournaments.views.public.access import visible_event
from tournaments.views.public.parts import cached_part
from tournaments.views.public.plots import Line, below_top_plots
from tournaments.views.public.turns import summary_part, turn_part, turns_part

FIRST_ROWS = 50
MOST_FAVOURITES = 20


def live(request: HttpRequest, slug: str) -> HttpResponse:
    event = visible_event(request, slug)
    game = _game(event, request.GET)
    part = request.GET.get("part", "")
    if part:
        if part not in PARTS:
            raise Http404
        return HttpResponse(PARTS[part](event, game, request.GET))
    ranking, turn = public_ranking(event, game), current_turn(event)
    context = {
        "event": event,
        "game": game,
        "games": list(event.games.order_by("number")) if event.games_planned > 1 else [],
        "ranking": ranking,
        "filters": _filters(request.GET),
        "ranking_part": ranking_part(event, game, request.GET),
        "turn_part": turn_part(event, turn, follows=True),
        "turns_part": turns_part(event),
        "plot_part": plot_part(event, game, request.GET),
        "now_part": now_part(event),
        "message_part": message_part(event),
        "summary_part": summary_part(event, turn),
    }
    return render(request, "public/live.html", context)


def ranking_part(event: Event, game: Game | None, query: QueryDict) -> str:
    filters = _filters(query)
    is_whole = bool(query.get("tutti"))
    name = f"ranking:{game.number if game else 0}:{is_whole}"
    # A search can be any text: only the whole list is worth keeping.
    if any(filters.values()):
        name += f":{filters['category']}:{filters['club']}:{filters['search'][:40]}"
    return cached_part(event, name, "public/ranking.html", lambda: _ranking_context(event, game, filters, is_whole))


def _ranking_context(event: Event, game: Game | None, filters: dict[str, str], is_whole: bool) -> dict[str, Any]:
    ranking = public_ranking(event, game)
    rows = [row for row in ranking.rows if _is_wanted(row.entry, filters)]
    first = len(rows) if is_whole or any(filters.values()) else FIRST_ROWS
    return {
        "ranking": ranking,
        "game": game,
        "rows": rows,
        "first_rows": first,
        "more": max(0, len(rows) - first),
        "told": told_places(event),
    }


def plot_part(event: Event, game: Game | None, query: QueryDict) -> str:
    """The first in the ranking and up to two favourites."""
    favourites = _favourites(query)
    name = f"plot:{game.number if game else 0}:{','.join(map(str, favourites[:3]))}"
    return cached_part(
        event, name, "public/plot.html", lambda: _plot_context(event, public_ranking(event, game), favourites, game)
    )


def _plot_context(event: Event, ranking: Ranking, favourites: list[int], game: Game | None) -> dict[str, Any]:
    tops = counted_tops(event, game)
    chosen = ranking.rows[:1] + [row for pk in favourites for row in ranking.rows[1:] if row.entry.pk == pk]
    lines = [Line(row.entry.player.last_name, below_top(row.standing, tops)) for row in chosen]
    return {"plots": below_top_plots(lines)}


def now_part(event: Event) -> str:
    """What is going on, in a line of the bar."""
    return cached_part(event, "now", "public/now.html", lambda: {"turn": current_turn(event)})


def message_part(event: Event) -> str:
    """What the director tells every screen."""
    return render_to_string("public/message.html", {"event": event})


def _is_wanted(entry: Any, filters: dict[str, str]) -> bool:
    return (
        filters["category"] in ("", entry.category)
        and filters["club"] in ("", str(entry.club_id))
        and filters["search"].casefold() in entry.player.name.casefold()
    )


def _filters(query: QueryDict) -> dict[str, str]:
    return {
        "category": query.get("categoria", ""),
        "club": query.get("circolo", ""),
        "search": query.get("cerca", "").strip(),
    }


def _favourites(query: QueryDict) -> list[int]:
    numbers = query.get("preferiti", "").split(",")[:MOST_FAVOURITES]
    return [int(number) for number in numbers if number.isascii() and number.isdigit()]


def _game(event: Event, query: QueryDict) -> Game | None:
    number = query.get("partita", "")
    if not number:
        return None
    if not (number.isascii() and number.isdigit()):
        raise Http404
    return get_object_or_404(event.games, number=int(number[:6]))


PARTS = {
    "ranking": ranking_part,
    "plot": plot_part,
    "turn": lambda event, _game, _query: turn_part(event, current_turn(event), follows=True),
    "turns": lambda event, _game, _query: turns_part(event),
    "message": lambda event, _game, _query: message_part(event),
    "summary": lambda event, _game, _query: summary_part(event, current_turn(event)),
    "now": lambda event, _game, _query: now_part(event),
}
