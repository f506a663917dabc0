"""The fair-draw page: what was committed before the game, and the check that anybody runs afterwards."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.engine.prepared import read_prepared_game
from tournaments.engine.ruleset import RuleSet, load_ruleset, ruleset_slugs
from tournaments.enums import GameState, RackSource
from tournaments.models import Event, Game
from tournaments.selectors.public import freeze, is_record_public
from tournaments.services.games import fair_id
from tournaments.services.publication import public_record
from tournaments.views.public.access import visible_event
from tournaments.views.public.parts import cached_part


@require_safe
def fair_draws(request: HttpRequest, slug: str) -> HttpResponse:
    event = visible_event(request, slug)
    body = cached_part(event, "draws", "public/fair_draws_body.html", lambda: {"games": _games(event)})
    if request.GET.get("part"):
        return HttpResponse(body)
    return render(request, "public/fair_draws.html", {"event": event, "body": body})


def _games(event: Event) -> list[dict[str, Any]]:
    frozen = freeze(event)
    published = {
        row.game_id: row for row in event.log.filter(act__in=("game.committed", "game.set_up")).order_by("sequence")
    }
    return [
        {
            "game": game,
            "fair_id": fair_id(game),
            "published_at": published[game.pk].at if game.pk in published else None,
            "is_record_public": is_record_public(game),
            "is_waiting": game.state == GameState.FINISHED and frozen is not None,
            "seal": _seal(game),
        }
        for game in event.games.select_related("event").order_by("number")
    ]


def _seal(game: Game) -> str:
    if game.rack_source != RackSource.PREPARED or not game.prepared:
        return ""
    return read_prepared_game(game.prepared).seal()


@require_safe
def record(request: HttpRequest, slug: str, game: int) -> HttpResponse:
    """The public record of a finished game, as a file."""
    event = visible_event(request, slug)
    played = get_object_or_404(event.games.select_related("event"), number=game)
    if not is_record_public(played):
        raise Http404
    answer = JsonResponse(public_record(played), json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}-{game}.json"'
    return answer


@require_safe
def rules(request: HttpRequest, ruleset: str) -> HttpResponse:
    """A rule set's tiles and premium squares, for whoever checks a game: the browser does."""
    if ruleset not in ruleset_slugs():
        raise Http404
    return JsonResponse(_rules_data(load_ruleset(ruleset)))


def _rules_data(rules: RuleSet) -> dict[str, Any]:
    return {
        "slug": rules.slug,
        "tiles": {letter: rules.full_bag().count(letter) for letter in rules.tile_order},
        "order": rules.tile_order,
        "values": {letter.symbol: letter.value for letter in rules.letters},
        "vowels": "".join(sorted(rules.vowels)),
        "consonants": "".join(sorted(rules.consonants)),
        "rack_size": rules.rack_size,
        "bonus": rules.bonus,
        "premiums": list(rules.premiums),
        "strict_turns": rules.strict_turns,
        "strict_minimum": rules.strict_minimum,
        "loose_minimum": rules.loose_minimum,
    }
