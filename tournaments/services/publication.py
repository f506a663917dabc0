"""Publication: only once an independent recomputation from the log alone agrees with the results."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from tournaments.engine.errors import EngineError
from tournaments.engine.game import GameState
from tournaments.engine.prepared import read_prepared_game
from tournaments.engine.record import build_record
from tournaments.engine.replay import replay
from tournaments.enums import ContestState, EventState, RackSource, TurnState
from tournaments.enums import GameState as GamePhase
from tournaments.models import Contest, Event, Game, TurnScore
from tournaments.selectors.standings import read_standings
from tournaments.services import events, games, log
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.locks import lock_event, lock_game
from tournaments.services.positions import read_move


class PublicationError(ActError):
    messages = {
        "not_verified": _("I risultati non si possono pubblicare: %(problem)s"),
        "contests_open": _("Contestazioni aperte: %(count)s. Prima decidile: poi i risultati non cambiano più."),
        "game_running": _("La partita non è conclusa: il seme resta segreto."),
    }


@dataclass(frozen=True, slots=True)
class Recomputation:
    """What the log alone gives for a game, beside what the tables say."""

    game: Game
    state: GameState | None
    problems: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        return not self.problems


def recompute(game: Game) -> Recomputation:
    """Fold the game's log and compare board, racks and totals with what is stored."""
    event = game.event
    head = Event.objects.only("sequence", "log_hash").get(pk=event.pk)
    broken = log.first_broken_row(event.log.order_by("sequence").iterator(), head)
    if broken is not None:
        return Recomputation(
            game, None, (_t("la riga %(row)s del registro non segue dalla precedente") % {"row": broken},)
        )
    acts = [
        act
        for payload in game.log.order_by("sequence").values_list("payload", flat=True)
        for act in payload.get("acts", [])
    ]
    try:
        state = replay(event.ruleset, event.profile, acts)
    except EngineError as error:
        return Recomputation(game, None, (str(error),))
    return Recomputation(game, state, tuple(_differences(game, state)))


def _differences(game: Game, state: GameState) -> list[str]:
    problems = []
    stored = {str(standing.entry): standing.total for standing in read_standings(game.event, game)}
    for entry in sorted(stored.keys() | state.totals.keys(), key=int):
        recomputed = state.totals.get(entry, 0)
        if entry in stored and stored[entry] != recomputed:
            problems.append(
                _t("iscrizione %(entry)s: %(stored)s punti in classifica, %(recomputed)s dal registro")
                % {"entry": entry, "stored": stored[entry], "recomputed": recomputed}
            )
    turns = list(game.turns.valid().select_related("top").order_by("ordinal"))
    points: dict[int, dict[str, int]] = defaultdict(dict)
    counted = TurnScore.objects.filter(turn__in=turns).exclude(points=0)
    for turn_id, entry_id, scored in counted.values_list("turn_id", "entry_id", "points"):
        points[turn_id][str(entry_id)] = scored
    replayed = [past for past in state.history if past.void_reason is None]
    if len(turns) != len(replayed):
        problems.append(
            _t("il registro ha %(n)s mani, la partita %(m)s") % {"n": len(replayed), "m": len(turns)}
        )
    for turn, past in zip(turns, replayed, strict=False):
        if turn.rack != past.rack.letters or turn.board_before != past.board_before:
            problems.append(_t("mano %(number)s: leggio o tavoliere diversi") % {"number": turn.number})
        if turn.state != TurnState.REVEALED:
            continue
        if read_move(turn.top.master) != (past.master.move if past.master else None):
            problems.append(_t("mano %(number)s: la giocata sul tavoliere è diversa") % {"number": turn.number})
        if points[turn.pk] != {entry: scored for entry, scored in past.scores.items() if scored}:
            problems.append(_t("mano %(number)s: i punti sono diversi") % {"number": turn.number})
    return problems


def public_record(game: Game) -> dict[str, Any]:
    """The finished game's public record, which `manage.py verify_game` and the browser check."""
    if game.state != GamePhase.FINISHED:
        raise PublicationError("game_running")
    result = recompute(game)
    if result.state is None:
        raise PublicationError("not_verified", problem=" ".join(result.problems))
    event = game.event
    names = {str(entry.pk): entry.player.name for entry in event.entries.select_related("player")}
    return build_record(
        result.state,
        game=games.fair_id(game),
        seed=bytes.fromhex(game.seed) if game.seed else None,
        phrase=game.phrase,
        prepared=read_prepared_game(game.prepared) if game.rack_source == RackSource.PREPARED else None,
        details={
            "event": event.name,
            "entries": names,
            "log": {"rows": event.sequence, "hash": event.log_hash},
        },
    )


def publish(*, event: Event, by: Actor) -> Event:
    """Publish the results; refused with the first difference where the recomputation does not agree."""
    with transaction.atomic():
        # What is verified is what is published: no act on any game comes in between.
        for game_id in event.games.order_by("number").values_list("pk", flat=True):
            lock_game(game_id)
        event = lock_event(event.pk)
        count = Contest.objects.filter(turn__game__event=event, state=ContestState.OPEN).count()
        if count:
            raise PublicationError("contests_open", count=count)
        for game in event.games.filter(state=GamePhase.FINISHED).order_by("number"):
            result = recompute(game)
            if not result.agrees:
                raise PublicationError("not_verified", problem=result.problems[0])
        return events.move(event, EventState.PUBLISHED, by, is_verified=True)
