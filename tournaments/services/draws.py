"""Drawing a rack: asked for by a person, made by the worker, or typed from a real bag."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.engine.draw import Draw, draw_rack, manual_rack
from tournaments.engine.errors import EngineError
from tournaments.engine.prepared import read_prepared_game
from tournaments.engine.replay import draw_act
from tournaments.enums import ContestState, EventState, GameState, OfficeKind, RackSource, TurnState
from tournaments.models import Contest, Game, Turn
from tournaments.services import events, games, log, officials, queue
from tournaments.services.actor import WORKER, Actor
from tournaments.services.errors import ActError
from tournaments.services.locks import lock_game
from tournaments.services.positions import NO_LEGAL_MOVE, Position, drawing_profile, is_arbiter_asked, next_position


class DrawError(ActError):
    messages = {
        "not_running": _("La partita non è in corso: cominciala prima di estrarre."),
        "turn_in_play": _("La mano %(number)s è ancora in gioco."),
        "contests_open": _(
            "Contestazioni aperte sulla mano %(number)s: %(count)s. Vanno decise prima di estrarre (F32)."
        ),
        "letters": _("Queste lettere non vanno: %(problem)s"),
        "not_manual": _(
            "I leggii di questa partita sono sorteggiati: le lettere a mano si scelgono prima di cominciare."
        ),
        "letters_needed": _("I leggii di questa partita si scrivono a mano: indica le lettere estratte."),
        "not_asked": _("Le lettere bastano: non c'è nulla da decidere."),
        "reason_needed": _("Scrivi il motivo: resta nel registro."),
        "prepared": _("La partita preparata non ha la mano %(number)s o non corrisponde: %(problem)s"),
    }  # fmt: skip


def request(*, game: Game, by: Actor) -> Game:
    """Ask the worker for the next rack; asking again while it is at work changes nothing."""
    with transaction.atomic():
        game = lock_game(game.pk)
        officials.require(game.event, by, OfficeKind.DIRECTOR)
        _check_may_draw(game)
        if game.rack_source == RackSource.MANUAL:
            raise DrawError("letters_needed")
        if game.draw_requested_at is None:
            game.draw_requested_at = timezone.now()
            game.draw_requested_by = by.user
            game.save(update_fields=["draw_requested_at", "draw_requested_by"])
        queue.enqueue_on_commit("draw_rack", game.pk)
    return game


def draw_requested(*, game_id: int) -> Turn | None:
    """The worker's part: make the draw that was asked for. None where there is nothing (left) to do."""
    with transaction.atomic():
        game = lock_game(game_id)
        if game.draw_requested_at is None or game.state != GameState.RUNNING:
            return None
        by = Actor.of_user(game.draw_requested_by) if game.draw_requested_by else WORKER
        in_play = _turn_in_play(game)
        if in_play is not None:
            _forget_request(game)
            return in_play
        position = next_position(game)
        event = game.event
        if position.is_over:
            _end(game, NO_LEGAL_MOVE)
            return None
        if game.rack_source == RackSource.PREPARED:
            try:
                draw = _prepared_draw(game, position)
            except DrawError as error:
                # Asking again would fail again: the director types the letters, or ends the game.
                _forget_request(game)
                log.append(event, "draw.failed", by, game=game, payload={"problem": error.message})
                return None
        else:
            draw = draw_rack(
                event.ruleset,
                drawing_profile(game, position.number),
                position.bag,
                position.kept,
                position.number,
                games.source(game),
                first_attempt=position.first_attempt,
            )
        return _record(game, position, draw, by)


def draw_by_hand(*, game: Game, by: Actor, letters: str, rejected: Sequence[str] = ()) -> Turn | None:
    """The rack that people drew from a real bag; None where the game turned out to be over.

    Also where a prepared game has no rack that fits, so that a room is never stuck with it.
    """
    with transaction.atomic():
        game = lock_game(game.pk)
        officials.require(game.event, by, OfficeKind.DIRECTOR)
        _check_may_draw(game)
        position = next_position(game)
        if game.rack_source != RackSource.MANUAL and not _is_prepared_rack_missing(game, position):
            raise DrawError("not_manual")
        if position.is_over:
            _end(game, NO_LEGAL_MOVE)
            return None
        try:
            draw = manual_rack(
                game.event.ruleset,
                drawing_profile(game, position.number),
                position.bag,
                position.kept,
                position.number,
                letters,
                rejected=rejected,
                first_attempt=position.first_attempt,
            )
        except EngineError as error:
            raise DrawError("letters", problem=str(error)) from error
        return _record(game, position, draw, by, RackSource.MANUAL)


def let_go_on(*, game: Game, by: Actor, reason: str) -> Game:
    """The arbiter, asked because two vowels and two consonants are no longer there, lets one and one do.

    From this turn on. To end the game instead is the director's ordinary act.
    """
    with transaction.atomic():
        game = lock_game(game.pk)
        officials.require(game.event, by, OfficeKind.ARBITER)
        _check_may_draw(game)
        reason = log.check_length(reason)
        if not reason:
            raise DrawError("reason_needed")
        if not is_arbiter_asked(game):
            raise DrawError("not_asked")
        position = next_position(game)
        game.relaxed_from = position.number
        game.save(update_fields=["relaxed_from"])
        log.append(game.event, "draw.relaxed", by, game=game, reason=reason, payload={"turn": position.number})
    return game


def _end(game: Game, end_reason: str) -> None:
    _forget_request(game)
    games.end(game=game, by=WORKER, end_reason=end_reason)


def _is_prepared_rack_missing(game: Game, position: Position) -> bool:
    if game.rack_source != RackSource.PREPARED:
        return False
    try:
        _prepared_draw(game, position)
    except DrawError:
        return True
    return False


def _check_may_draw(game: Game) -> None:
    if game.state != GameState.RUNNING or game.event.state != EventState.RUNNING:
        raise DrawError("not_running")
    in_play = _turn_in_play(game)
    if in_play is not None:
        raise DrawError("turn_in_play", number=in_play.number)
    last = game.turns.valid().last()
    if last is None:
        return
    count = Contest.objects.filter(turn=last, state=ContestState.OPEN).count()
    if count:
        raise DrawError("contests_open", count=count, number=last.number)


def _turn_in_play(game: Game) -> Turn | None:
    return game.turns.valid().exclude(state=TurnState.REVEALED).first()


def _forget_request(game: Game) -> None:
    game.draw_requested_at = None
    game.draw_requested_by = None
    game.save(update_fields=["draw_requested_at", "draw_requested_by"])


def _prepared_draw(game: Game, position: Position) -> Draw:
    try:
        prepared = read_prepared_game(game.prepared)
        return prepared.rack(
            game.event.ruleset, game.event.profile, position.bag, position.kept, position.number
        )
    except EngineError as error:
        raise DrawError("prepared", number=position.number, problem=str(error)) from error


def _record(
    game: Game, position: Position, draw: Draw, by: Actor, source: RackSource | None = None
) -> Turn | None:
    _forget_request(game)
    source = source or RackSource(game.rack_source)
    event = game.event
    if draw.outcome == "ask_arbiter":
        log.append(event, "draw.arbiter_asked", by, game=game, payload={"reason": draw.end_reason})
        return None
    if draw.outcome == "ended":
        _end(game, draw.end_reason or "")
        return None
    if not event.are_rules_locked:
        events.lock_rules(event=event, by=by)
    rejected = [{"rack": r.rack.letters, "reason": r.reason} for r in draw.rejected]
    turn = Turn.objects.create(
        game=game,
        ordinal=game.turns.count() + 1,
        number=position.number,
        board="\n".join(position.board.rows),
        rack=draw.rack.letters,
        bag=draw.bag.letters,
        rejected=rejected,
        draw={
            "attempts": draw.attempts,
            "minimum": draw.minimum,
            "relaxed": draw.relaxed,
            "notes": list(draw.notes),
            "source": source.value,
        },
        drawn_at=timezone.now(),
    )
    log.append(
        event,
        "turn.drawn",
        by,
        turn=turn,
        payload={"acts": [draw_act(turn.number, draw, source.value)], "attempts": draw.attempts},
    )
    queue.enqueue_on_commit("search_top", turn.pk)
    return turn
