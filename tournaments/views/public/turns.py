"""Turn by turn: one turn with rack, top, board and what the room did; the list of them; their statistics."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from tournaments.enums import TurnState
from tournaments.models import Event, Turn
from tournaments.selectors.hall import ShownTurn, event_turns, shown_turn
from tournaments.selectors.statistics import found_by_turn, played_moves, turn_statistics
from tournaments.views.public.access import visible_event
from tournaments.views.public.parts import cached_part
from tournaments.views.public.plots import distribution_plot

LAST_TURNS = 5


def turn_page(request: HttpRequest, slug: str, game: int, turn: int) -> HttpResponse:
    event = visible_event(request, slug)
    wanted = event_turns(event).filter(game__number=game, number=turn).first()
    if wanted is None:
        raise Http404
    if request.GET.get("part") == "turn":
        return HttpResponse(turn_part(event, wanted, follows=False))
    context: dict[str, Any] = {
        "event": event,
        "turn": wanted,
        "turn_part": turn_part(event, wanted, follows=False, is_page=True),
    }
    if wanted.state == TurnState.REVEALED:
        context["played"] = played_moves(wanted)
    return render(request, "public/turn_page.html", context)


def turn_part(event: Event, turn: Turn | None, *, follows: bool, is_page: bool = False) -> str:
    """One turn; with `follows` it is the one being played and changes with the event.

    The clock tells the server's time, so it stays outside what is kept.
    """
    if turn is None:
        return render_to_string("public/turn_none.html", {"event": event})
    shown = shown_turn(turn)
    body = cached_part(
        event, f"turn:{turn.pk}:{is_page}", "public/turn_body.html", lambda: _body_context(shown, is_page)
    )
    context = {"event": event, "shown": shown, "turn": turn, "body": body, "follows": follows}
    return render_to_string("public/turn.html", {**context, **_neighbours(event, turn)})


def _body_context(shown: ShownTurn, is_page: bool) -> dict[str, Any]:
    context: dict[str, Any] = {"shown": shown, "turn": shown.turn, "rules": shown.turn.game.event.ruleset}
    context["board_size"] = "large" if is_page else "small"
    if shown.is_revealed:
        statistics = turn_statistics(shown.turn, shown.top_score)
        context["statistics"] = statistics
        context["distribution"] = distribution_plot(statistics.columns)
    return context


def _neighbours(event: Event, turn: Turn) -> dict[str, Any]:
    turns = list(Turn.objects.valid().filter(game=turn.game_id).order_by("ordinal").values_list("number", flat=True))
    at = turns.index(turn.number)
    return {
        "previous": turns[at - 1] if at else None,
        "next": turns[at + 1] if at + 1 < len(turns) else None,
        "last": turns[-1],
    }


def summary_part(event: Event, turn: Turn | None) -> str:
    """The turn in a few lines, above a phone's ranking."""
    return cached_part(event, "summary", "public/summary.html", lambda: _summary(event, turn))


def _summary(event: Event, turn: Turn | None) -> dict[str, Any]:
    if turn is None:
        return {}
    shown = shown_turn(turn)
    found = turn_statistics(turn, shown.top_score).found if shown.is_revealed else None
    return {"shown": shown, "turn": turn, "rules": event.ruleset, "found": found}


def turns_part(event: Event) -> str:
    return cached_part(event, "turns", "public/turns.html", lambda: {"turns": _turns(event)[:LAST_TURNS]})


def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    event = visible_event(request, slug)
    part = cached_part(event, "statistics", "public/statistics_table.html", lambda: {"turns": _turns(event)})
    if request.GET.get("part"):
        return HttpResponse(part)
    return render(request, "public/statistics.html", {"event": event, "table": part})


def _turns(event: Event) -> list[dict[str, Any]]:
    """The revealed turns, the last first."""
    found = found_by_turn(event)
    return [
        {"shown": shown_turn(turn), "turn": turn, "found": found.get(turn.pk)}
        for turn in event_turns(event).revealed().reverse()
    ]
