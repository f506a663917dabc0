"""Games: planned, committed to a seed, started, ended."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.engine import fairness
from tournaments.engine.errors import EngineError
from tournaments.engine.prepared import read_prepared_game
from tournaments.enums import EventState, GameState, OfficeKind, RackSource, TurnState
from tournaments.models import Event, Game
from tournaments.services import events, log, officials
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.locks import lock_game


class GameError(ActError):
    messages = {
        "officials_missing": _("La partita non può cominciare: %(missing)s"),
        "event_not_open": _("Il torneo non è ancora aperto: apri le iscrizioni prima di cominciare."),
        "event_over": _("Il torneo è concluso: non si giocano altre partite."),
        "another_running": _("La partita %(number)s è ancora in corso: va conclusa prima."),
        "not_running": _("La partita non è in corso."),
        "already_started": _("La partita è già cominciata: il sorteggio non si può più cambiare."),
        "turn_in_play": _("La mano %(number)s è ancora in gioco: svelala o annullala prima di concludere."),
        "no_entries": _("Nessun giocatore presente: registra gli arrivi prima di cominciare."),
        "phrase": _("La frase pubblica non va bene: una riga di testo, al massimo 200 caratteri."),
        "not_finished": _("La partita non è conclusa."),
        "seed_public": _("Le lettere che verrebbero sono ormai pubbliche: una partita conclusa non si riprende."),
        "gone_on": _("Una partita seguente è già cominciata: questa non si riprende."),
        "reason_needed": _("Scrivi il motivo: resta nel registro."),
        "prepared": _("La partita preparata non si può leggere: %(problem)s"),
    }


def plan(event: Event) -> list[Game]:
    """The event's games, made where they are missing; surplus ones go as long as they were not started."""
    for number in range(1, event.games_planned + 1):
        Game.objects.get_or_create(event=event, number=number)
    event.games.filter(number__gt=event.games_planned, state=GameState.PLANNED).delete()
    return list(event.games.order_by("number"))


def fair_id(game: Game) -> str:
    """The game's name in the fair-draw scheme and in its public record."""
    return f"{game.event.slug}/{game.number}"


def source(game: Game) -> fairness.SeededSource:
    return fairness.SeededSource(bytes.fromhex(game.seed), fair_id(game), game.phrase)


def set_up(
    *,
    game: Game,
    by: Actor,
    rack_source: RackSource,
    phrase: str = "",
    prepared: Mapping[str, Any] | None = None,
) -> Game:
    """Choose where the racks come from, before the game starts."""
    with transaction.atomic():
        game = lock_game(game.pk)
        officials.require(game.event, by, OfficeKind.DIRECTOR)
        if game.state != GameState.PLANNED:
            raise GameError("already_started")
        if rack_source == RackSource.PREPARED:
            try:
                game.prepared = read_prepared_game(dict(prepared or {})).as_dict()
            except EngineError as error:
                raise GameError("prepared", problem=str(error)) from error
        game.rack_source = rack_source
        game.phrase = _checked_phrase(phrase)
        game.seed = game.commitment = ""
        game.save()
        log.append(
            game.event,
            "game.set_up",
            by,
            game=game,
            payload={"rack_source": rack_source, "phrase": game.phrase},
        )
    return game


def commit_seed(*, game: Game, by: Actor) -> Game:
    """Choose the seed and publish its commitment; once. The seed stays secret until the game has ended."""
    with transaction.atomic():
        game = lock_game(game.pk)
        officials.require(game.event, by, OfficeKind.DIRECTOR)
        if game.commitment:
            return game
        _commit(game, by)
    return game


def start(*, game: Game, by: Actor) -> Game:
    """Begin a game: the officials are there (F42–F45), players are present, the seed is committed."""
    with transaction.atomic():
        game = lock_game(game.pk)
        event = game.event
        officials.require(event, by, OfficeKind.DIRECTOR)
        if game.state == GameState.RUNNING:
            return game
        if game.state == GameState.FINISHED:
            raise GameError("already_started")
        if event.state == EventState.DRAFT:
            raise GameError("event_not_open")
        if event.state in {EventState.FINISHED, EventState.PUBLISHED}:
            raise GameError("event_over")
        running = event.games.filter(state=GameState.RUNNING).first()
        if running is not None:
            raise GameError("another_running", number=running.number)
        missing = officials.missing_sentences(event)
        if missing:
            raise GameError("officials_missing", missing=missing)
        if not event.entries.filter(
            checked_in_at__isnull=False, withdrawn_at=None, disqualified_at=None
        ).exists():
            raise GameError("no_entries")
        if game.rack_source == RackSource.SEEDED and not game.commitment:
            _commit(game, by)
        game.state = GameState.RUNNING
        game.started_at = timezone.now()
        game.save()
        log.append(
            event,
            "game.started",
            by,
            game=game,
            payload={"number": game.number, "commitment": game.commitment},
        )
        if event.state == EventState.REGISTRATION:
            events.move(event=event, to=EventState.RUNNING, by=by)
    return game


def end(*, game: Game, by: Actor, end_reason: str, reason: str = "") -> Game:
    """End a game: no turn is in play any more. The seed is public from here on."""
    with transaction.atomic():
        game = lock_game(game.pk)
        if by.user is not None:
            officials.require(game.event, by, OfficeKind.DIRECTOR)
        if game.state == GameState.FINISHED:
            return game
        if game.state != GameState.RUNNING:
            raise GameError("not_running")
        in_play = game.turns.valid().exclude(state=TurnState.REVEALED).first()
        if in_play is not None:
            raise GameError("turn_in_play", number=in_play.number)
        game.state = GameState.FINISHED
        game.finished_at = timezone.now()
        game.end_reason = end_reason
        game.draw_requested_at = None
        game.save()
        log.append(
            game.event,
            "game.ended",
            by,
            game=game,
            reason=reason,
            payload={
                "acts": [{"act": "end", "reason": end_reason}],
                "seed": game.seed,
                "phrase": game.phrase,
            },
        )
    return game


def may_be_taken_up(game: Game | None) -> bool:
    """Whether the end of this game could still be undone: nobody knows yet which letters would come."""
    return game is not None and _why_not_taken_up(game) is None


def take_up_again(*, game: Game, by: Actor, reason: str) -> Game:
    """Undo the end of a game with letters from a real bag; the other sources are public once it has ended."""
    with transaction.atomic():
        game = lock_game(game.pk)
        event = game.event
        officials.require(event, by, OfficeKind.DIRECTOR)
        reason = log.check_length(reason)
        if not reason:
            raise GameError("reason_needed")
        if game.state == GameState.RUNNING:
            return game
        if obstacle := _why_not_taken_up(game):
            raise GameError(obstacle)
        game.state = GameState.RUNNING
        game.finished_at = None
        game.end_reason = ""
        game.save()
        log.append(
            event,
            "game.taken_up",
            by,
            game=game,
            reason=reason,
            payload={"acts": [{"act": "resume", "reason": reason}], "number": game.number},
        )
    return game


def _why_not_taken_up(game: Game) -> str | None:
    if game.state != GameState.FINISHED:
        return "not_finished"
    if game.event.state != EventState.RUNNING:
        return "event_over"
    if game.rack_source != RackSource.MANUAL:
        return "seed_public"
    if game.event.games.filter(number__gt=game.number).exclude(state=GameState.PLANNED).exists():
        return "gone_on"
    return None


def _commit(game: Game, by: Actor) -> None:
    seed = fairness.new_seed(secrets.token_bytes)
    game.seed = seed.hex()
    game.commitment = fairness.commitment(seed, game.phrase, game=fair_id(game))
    game.save()
    log.append(
        game.event,
        "game.committed",
        by,
        game=game,
        payload={"commitment": game.commitment, "phrase": game.phrase, "game": fair_id(game)},
    )


def _checked_phrase(phrase: str) -> str:
    try:
        canonical = fairness.canonical_phrase(phrase)
    except fairness.FairnessError as error:
        raise GameError("phrase") from error
    if len(canonical) > 200:
        raise GameError("phrase")
    return canonical
