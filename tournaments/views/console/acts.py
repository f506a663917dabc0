"""The console's acts: each one names the situation it was meant for, so that a late click changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.contrib.auth import authenticate
from django.db import transaction
from django.http import HttpRequest
from django.utils.html import strip_tags
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from tournaments.enums import EventState, GameState, TurnState
from tournaments.models import Event, Game, Turn
from tournaments.selectors import console
from tournaments.selectors.console import Situation
from tournaments.selectors.roles import role_of
from tournaments.services import draws, events, games, positions, screens, turns
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.locks import lock_event, lock_game
from tournaments.views.console.log_words import log_lines

EXTENSION_SECONDS = 30
Data = Mapping[str, str]


class ConsoleError(ActError):
    messages = {
        "late": _("Intanto la sala è andata avanti (%(last)s): il tuo comando non ha cambiato nulla."),
        "unknown": _("Questo comando non c’è."),
        "password": _("La password non è giusta: nulla è cambiato."),
        "seconds": _("Scrivi quanti secondi dare."),
        "nothing": _("Qui non c’è nulla da annullare."),
    }


@dataclass(frozen=True, slots=True)
class Undo:
    """What Z would take back."""

    act: str
    words: str
    explanation: str
    asks_seconds: bool = False
    asks_password: bool = False


def undo_of(now: Situation) -> Undo | None:
    """The undoing of the last act, where there is one; a reveal is only taken back by voiding the turn."""
    turn = now.turn
    if now.event.state == EventState.FINISHED:
        text = _t("Il torneo torna in corso: si può giocare o decidere ancora.")
        return Undo("reopen_event", _t("Riapri il torneo"), text, asks_password=True)
    if not now.is_playing and games.may_be_taken_up(now.game):
        text = _t("La partita torna in corso e si estrae un’altra mano.")
        return Undo("take_up_again", _t("Riprendi la partita"), text, asks_password=True)
    if not now.is_playing or turn is None:
        return None
    if turn.state == TurnState.OPEN:
        text = _t("L’orologio si ferma e i bollettini già arrivati non valgono più.")
        return Undo("undo_opening", _t("Annulla l’apertura"), text)
    if turn.state == TurnState.CLOSED:
        text = _t("La sala ha altro tempo; i bollettini arrivati restano.")
        return Undo("reopen", _t("Riapri la mano"), text, asks_seconds=True)
    if turn.state == TurnState.ADJUDICATED:
        text = _t("La mano torna all’arbitro.")
        return Undo("undo_adjudication", _t("Annulla l’arbitraggio"), text)
    return None


def needs_password(act: str, now: Situation) -> bool:
    """Acts that take back what everybody has seen, or end what could go on."""
    if act == "void":
        return now.turn is not None and now.turn.state == TurnState.REVEALED
    if act == "end_game":
        return now.is_playing and natural_end(now) is None
    return act in {"reopen_event", "take_up_again"}


def knows_password(request: HttpRequest) -> bool:
    """Through `authenticate`, so that wrong guesses are counted as at the door."""
    user = authenticate(request, username=request.user.get_username(), password=request.POST.get("password", ""))
    return user is not None and user.pk == request.user.pk


def natural_end(now: Situation) -> str | None:
    return positions.natural_end(now.game) if now.game is not None else None


def carry_out(request: HttpRequest, event: Event, by: Actor) -> None:
    """Do what was posted, or raise an ActError that says why not."""
    data: Data = request.POST.dict()
    act = data.get("act", "")
    if act.startswith("projector:"):
        screens.set_projector(event, mode=act.removeprefix("projector:"), by=by)
        return
    if act == "message":
        screens.show_message(event, text=data.get("text", ""), by=by)
        return
    if act not in ACTS:
        raise ConsoleError("unknown")
    # Outside the transaction: a wrong guess must stay counted when the act is refused.
    if needs_password(act, console.situation(event)) and not knows_password(request):
        raise ConsoleError("password")
    with transaction.atomic():
        now = _locked(event)
        if data.get("stamp") != now.stamp:
            lines = log_lines(now.event, role_of(now.event, user=by.user), 1)
            raise ConsoleError("late", last=strip_tags(lines[0].words) if lines else "")
        ACTS[act](now, by, data)


def _locked(event: Event) -> Situation:
    """The situation under the lock of the game that is played, or of all games and the event where none is.

    Games before the event, as every act takes them: who starts a game here and elsewhere at once must not deadlock.
    """
    running = Game.objects.filter(event=event, state=GameState.RUNNING).first()
    if running is not None:
        lock_game(running.pk)
    else:
        for game_id in Game.objects.filter(event=event).order_by("number").values_list("pk", flat=True):
            lock_game(game_id)
        lock_event(event.pk)
    return console.situation(Event.objects.get(pk=event.pk))


def _turn(now: Situation) -> Turn:
    if now.turn is None or not now.is_playing:
        raise ConsoleError("unknown")
    return now.turn


def _game(now: Situation) -> Game:
    if now.game is None or not now.is_playing:
        raise ConsoleError("unknown")
    return now.game


def _next_game(now: Situation) -> Game:
    number = now.next_number
    if number is None:
        raise ConsoleError("unknown")
    return next(game for game in games.plan(now.event) if game.number == number)


def _seconds(data: Data) -> int:
    text = data.get("seconds", "").strip()
    if not text.isdigit():
        raise ConsoleError("seconds")
    return int(text)


def _rack(now: Situation, by: Actor, data: Data) -> None:
    letters = _letters(data.get("letters", ""))
    rejected = [_letters(line) for line in data.get("rejected", "").splitlines() if line.strip()]
    draws.draw_by_hand(game=_game(now), by=by, letters=letters, rejected=rejected)


def _letters(text: str) -> str:
    """Letters as people type them: any case, spaces between, jolly as ?, * or ○."""
    return "".join(text.upper().split()).replace("*", "?").replace("○", "?")


def _void(now: Situation, by: Actor, data: Data) -> None:
    turns.void(turn=_turn(now), by=by, reason=data.get("reason", ""))


def _end_game(now: Situation, by: Actor, data: Data) -> None:
    natural = natural_end(now)
    reason = data.get("reason", "")
    if natural is None:
        reason = turns.require_reason(reason)
    games.end(game=_game(now), by=by, end_reason=natural or "director", reason=reason)


def _finish(now: Situation, by: Actor, data: Data) -> None:
    if now.event.state == EventState.REGISTRATION:
        raise ConsoleError("unknown")
    events.move(now.event, EventState.FINISHED, by)


def _undo_opening(now: Situation, by: Actor, data: Data) -> None:
    turns.undo_opening(turn=_turn(now), by=by, reason=data.get("reason", ""))


def _reopen(now: Situation, by: Actor, data: Data) -> None:
    turns.reopen(turn=_turn(now), by=by, seconds=_seconds(data), reason=data.get("reason", ""))


def _undo_adjudication(now: Situation, by: Actor, data: Data) -> None:
    turns.undo_adjudication(turn=_turn(now), by=by, reason=data.get("reason", ""))


def _reopen_event(now: Situation, by: Actor, data: Data) -> None:
    events.move(now.event, EventState.RUNNING, by, reason=data.get("reason", ""))


def _take_up_again(now: Situation, by: Actor, data: Data) -> None:
    if now.game is None:
        raise ConsoleError("unknown")
    games.take_up_again(game=now.game, by=by, reason=data.get("reason", ""))


ACTS: Mapping[str, Callable[[Situation, Actor, Data], object]] = {
    "open_registration": lambda now, by, data: events.move(now.event, EventState.REGISTRATION, by),
    "start_game": lambda now, by, data: games.start(game=_next_game(now), by=by),
    "commit_seed": lambda now, by, data: games.commit_seed(game=_next_game(now), by=by),
    "draw": lambda now, by, data: draws.request(game=_game(now), by=by),
    "rack": _rack,
    "open": lambda now, by, data: turns.open_turn(turn=_turn(now), by=by),
    "pause": lambda now, by, data: turns.pause(turn=_turn(now), by=by),
    "resume": lambda now, by, data: turns.resume(turn=_turn(now), by=by),
    "extend": lambda now, by, data: turns.extend(turn=_turn(now), by=by, seconds=EXTENSION_SECONDS),
    "close": lambda now, by, data: turns.close(turn=_turn(now), by=by),
    "adjudicate": lambda now, by, data: turns.adjudicate(turn=_turn(now), by=by),
    "reveal": lambda now, by, data: turns.reveal(turn=_turn(now), by=by),
    "undo_opening": _undo_opening,
    "reopen": _reopen,
    "undo_adjudication": _undo_adjudication,
    "reopen_event": _reopen_event,
    "take_up_again": _take_up_again,
    "void": _void,
    "end_game": _end_game,
    "finish_event": _finish,
}
# Acts that a dialog asks for: a refusal goes back into it, with what was typed.
DIALOGS: Mapping[str, str] = {
    "rack": "rack",
    "void": "void",
    "end_game": "end",
    "undo_opening": "undo",
    "reopen": "undo",
    "undo_adjudication": "undo",
    "reopen_event": "undo",
    "take_up_again": "undo",
    "message": "message",
}
