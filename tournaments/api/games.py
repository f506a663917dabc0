"""Games: where their racks come from, their draws, their end, their public record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Q
from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import conditional
from tournaments.api.base import REFUSALS, EventViewSet, Nothing, act
from tournaments.api.bodies import EndBody, Letters, NeededReason, SetUp
from tournaments.api.errors import Frozen
from tournaments.api.reauthentication import require_password
from tournaments.api.shapes_event import GameShape
from tournaments.api.shapes_turn import TurnShape
from tournaments.api.turns import turn_answer
from tournaments.enums import GameState, OfficeKind, RackSource, TurnState
from tournaments.models import Game
from tournaments.selectors.public import is_record_public
from tournaments.services import draws, games, officials, publication, turns
from tournaments.services.positions import natural_end


class GamesViewSet(EventViewSet):
    lookup_field = "number"
    lookup_value_converter = "int"

    @extend_schema(responses={200: GameShape(many=True), **REFUSALS})
    def list(self, request: Request, slug: str) -> HttpResponse:
        """Every game of the event, also those still to be started."""
        return conditional.answer(request, self.etag(), lambda: GameShape(self._all(), many=True).data)

    @extend_schema(responses={200: GameShape, **REFUSALS})
    def retrieve(self, request: Request, slug: str, number: int) -> HttpResponse:
        return conditional.answer(request, self.etag(), lambda: GameShape(self._shown(number)).data)

    @act(SetUp, GameShape)
    def set_up(self, rack_source: str, phrase: str, prepared: Any) -> Any:
        """Where the racks come from: the seed, a real bag, or a sealed prepared game. Before the start."""
        game = self._planned()
        games.set_up(
            game=game,
            by=self.actor,
            rack_source=RackSource(rack_source),
            phrase=phrase,
            prepared=prepared if isinstance(prepared, dict) else None,
        )
        return self._answer()

    @act(Nothing, GameShape)
    def commit(self) -> Any:
        """Choose the seed and publish its commitment; the start does it by itself where nobody did."""
        games.commit_seed(game=self._planned(), by=self.actor)
        return self._answer()

    @act(Nothing, GameShape)
    def start(self) -> Any:
        games.start(game=self._planned(), by=self.actor)
        return self._answer()

    @act(Nothing, GameShape, status=202)
    def draw(self) -> Any:
        """Ask the worker for the next rack; the turn appears as soon as it is drawn."""
        draws.request(game=self.game, by=self.actor)
        return self._answer()

    @act(Letters, TurnShape, status=201)
    def rack(self, letters: str, rejected: Sequence[str]) -> Any:
        """The letters that people drew from a real bag; 204 where the game turned out to be over."""
        turn = draws.draw_by_hand(
            game=self.game, by=self.actor, letters=_read(letters), rejected=[_read(rack) for rack in rejected]
        )
        return turn_answer(self, turn) if turn is not None else None

    @act(EndBody, GameShape)
    def finish(self, reason: str, password: str) -> Any:
        """End the game. Before its own end it takes a reason and the password."""
        game = self.game
        officials.require(self.event, self.actor, OfficeKind.DIRECTOR)
        natural = natural_end(game) if game.state == GameState.RUNNING else None
        if natural is None and game.state == GameState.RUNNING:
            reason = turns.require_reason(reason)
            require_password(self.request, password)
        games.end(game=game, by=self.actor, end_reason=natural or "director", reason=reason)
        return self._answer()

    @act(NeededReason, GameShape)
    def let_go_on(self, reason: str) -> Any:
        """The arbiter, asked because too few vowels or consonants are left, lets one of each do from this turn on."""
        draws.let_go_on(game=self.game, by=self.actor, reason=reason)
        return self._answer()

    @act(NeededReason, GameShape)
    def take_up_again(self, reason: str) -> Any:
        """Undo the end of a game with letters from a real bag; the letters of the other games are public by then."""
        games.take_up_again(game=self.game, by=self.actor, reason=reason)
        return self._answer()

    @extend_schema(responses={200: OpenApiTypes.OBJECT, **REFUSALS})
    @action(detail=True)
    def record(self, request: Request, slug: str, number: int) -> HttpResponse:
        """The finished game's public record, which `manage.py verify_game` checks (docs/game-record.md)."""
        game = self.game
        if game.state == GameState.FINISHED and not self.is_official and not is_record_public(game):
            raise Frozen
        response = Response(publication.public_record(game))
        response["Content-Disposition"] = f'attachment; filename="{self.event.slug}-{number}.json"'
        return response

    @property
    def game(self) -> Game:
        found = self.event.games.select_related("event__lexicon").filter(number=self.kwargs["number"]).first()
        if found is None:
            if 1 <= self.kwargs["number"] <= self.event.games_planned:
                raise games.GameError("not_running")
            raise Http404
        return found

    def _planned(self) -> Game:
        """The game, made where it is still only a number; not for those who may not start it."""
        officials.require(self.event, self.actor, OfficeKind.DIRECTOR)
        found = next((g for g in games.plan(self.event) if g.number == self.kwargs["number"]), None)
        if found is None:
            raise Http404
        return found

    def _all(self) -> Sequence[Game]:
        valid = Count("turns", filter=~Q(turns__state=TurnState.VOIDED))
        found: dict[int, Game] = {game.number: game for game in self.event.games.annotate(turn_count=valid)}
        for number in range(1, self.event.games_planned + 1):
            found.setdefault(number, Game(event=self.event, number=number))
        return [found[number] for number in sorted(found)]

    def _shown(self, number: int) -> Game:
        found = next((game for game in self._all() if game.number == number), None)
        if found is None:
            raise Http404
        return found

    def _answer(self) -> Any:
        return GameShape(self._shown(self.kwargs["number"])).data


def _read(text: str) -> str:
    """Letters as people type them: any case, spaces between, jolly as ?, * or ○."""
    return "".join(text.upper().split()).replace("*", "?").replace("○", "?")
