"""The hall's screen: what the director chose to show, in the phase that the turn is in."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from tournaments.enums import EventState, ProjectorMode, TurnState
from tournaments.models import Event, Turn
from tournaments.selectors.hall import ShownTurn, current_turn, shown_turn
from tournaments.selectors.public import ceremony_shown
from tournaments.selectors.ranking import RankedEntry, Ranking, public_ranking, told_places
from tournaments.selectors.statistics import turn_statistics
from tournaments.views.public.access import visible_event
from tournaments.views.public.parts import cached_part

PAGE_ROWS = 10


def projector(request: HttpRequest, slug: str) -> HttpResponse:
    event = visible_event(request, slug)
    screen = _screen(event)
    if request.GET.get("part"):
        return HttpResponse(screen)
    return render(request, "hall/projector.html", {"event": event, "screen": screen})


def _screen(event: Event) -> str:
    """The whole screen. Its `data-screen` changes when something on it does: the page swaps nothing else."""
    turn = current_turn(event)
    shown = shown_turn(turn) if turn else None
    scene = _scene(event, turn)
    body = cached_part(event, f"hall:{scene}", f"hall/{scene}.html", lambda: _context(event, scene, shown))
    clock = (turn.state, turn.deadline_at, turn.paused_at, turn.opened_at) if turn else None
    digest = hashlib.sha256(f"{body}{clock}{event.message}".encode()).hexdigest()[:16]
    context = {"event": event, "scene": scene, "body": body, "shown": shown, "turn": turn, "digest": digest}
    return render_to_string("hall/screen.html", context)


def _scene(event: Event, turn: Turn | None) -> str:
    """black, ceremony, ranking, board, rack, reveal or welcome."""
    if event.projector_mode == ProjectorMode.BLACK:
        return "black"
    if ceremony_shown(event) is not None:
        return "ceremony"
    is_over = event.state in {EventState.FINISHED, EventState.PUBLISHED}
    if event.projector_mode == ProjectorMode.RANKING or (is_over and turn is not None):
        return "ranking"
    if turn is None:
        return "welcome"
    if turn.state == TurnState.REVEALED:
        return "reveal"
    return "board" if event.projector_mode == ProjectorMode.BOARD else "rack"


def _context(event: Event, scene: str, shown: ShownTurn | None) -> dict[str, Any]:
    context: dict[str, Any] = {"shown": shown, "rules": event.ruleset}
    if scene in {"ranking", "reveal"}:
        ranking = public_ranking(event)
        context |= {"ranking": ranking, "pages": _pages(ranking)}
    if scene == "reveal" and shown is not None:
        context["found"] = turn_statistics(shown.turn, shown.top_score).found
    if scene == "ceremony":
        told = told_places(event)
        context |= {"told": told[:PAGE_ROWS], "is_winner_told": bool(told) and told[0].standing.rank == 1}
    return context


def _pages(ranking: Ranking) -> list[dict[str, Any]]:
    """Ten places a page, each with the range that its foot names."""
    rows: Sequence[RankedEntry] = ranking.rows
    return [
        {"rows": rows[at : at + PAGE_ROWS], "first": at + 1, "last": min(at + PAGE_ROWS, len(rows))}
        for at in range(0, len(rows), PAGE_ROWS)
    ]
