"""The top of a turn: searched as soon as the rack is known, sealed until the close."""

from __future__ import annotations

import time

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lexicon.overlay import Overlay
from tournaments.engine.search import ScoredMove, best_moves
from tournaments.engine.selection import most_tiles, select_master
from tournaments.engine.tiles import Rack
from tournaments.enums import OfficeKind, SearchState, TurnState
from tournaments.models import Top, Turn
from tournaments.services import log, officials, queue, words
from tournaments.services.actor import WORKER, Actor
from tournaments.services.errors import ActError
from tournaments.services.locks import lock_game, lock_turn
from tournaments.services.positions import write_move
from tournaments.services.turns import locked, require_reason, require_state


class TopError(ActError):
    messages = {
        "search_pending": _("Il calcolo del top non è ancora pronto: riprova tra un attimo."),
        "not_a_best_move": _("Questa giocata non è tra le migliori della mano."),
    }


def search(*, turn_id: int) -> Top | None:
    """Find every best move and the master move; None where the turn is gone or has its top already.

    The search runs outside any transaction; only its result is written under the lock.
    """
    turn = Turn.objects.select_related("game__event__lexicon").get(pk=turn_id)
    if turn.state == TurnState.VOIDED or turn.search_state == SearchState.READY:
        return None
    overlay = words.overlay(turn.game.event)
    started = time.perf_counter()
    found = find(turn, overlay)
    seconds = time.perf_counter() - started
    with transaction.atomic():
        lock_game(turn.game_id)
        turn = lock_turn(turn_id)
        if turn.state == TurnState.VOIDED or turn.search_state == SearchState.READY:
            return None
        if words.overlay(turn.game.event) != overlay:
            # A ruling came in between: leave the turn to the next search.
            return None
        top = store(turn, found, seconds)
        turn.search_state = SearchState.READY
        turn.save(update_fields=["search_state"])
        log.append(turn.game.event, "turn.search_ready", WORKER, turn=turn)
        if turn.state in {TurnState.CLOSED, TurnState.ADJUDICATED}:
            queue.enqueue_on_commit("score_slips", turn.pk)
    return top


def find(turn: Turn, overlay: Overlay) -> list[ScoredMove]:
    event = turn.game.event
    rules = event.ruleset
    return best_moves(
        rules,
        turn.board_before,
        Rack(turn.rack),
        words.store(event),
        overlay,
        most_tiles=most_tiles(rules, event.profile),
    )


def store(turn: Turn, found: list[ScoredMove], seconds: float = 0.0) -> Top:
    """Write the turn's top. Where the arbiter chooses among equals, the master move waits for that."""
    event = turn.game.event
    choice = None
    if found:
        choice = select_master(event.ruleset, event.profile, Rack(turn.rack), found, turn.board_before)
    is_open_choice = event.profile.tie_break == "arbiter" and len(found) > 1
    top, _created = Top.objects.update_or_create(
        turn=turn,
        defaults={
            "best_moves": [write_move(best.move, best.score) for best in found],
            "master": write_move(choice.move, choice.score) if choice and not is_open_choice else None,
            "score": found[0].score if found else 0,
            "reason": {"it": choice.reason_it, "en": choice.reason_en}
            if choice and not is_open_choice
            else {},
            "found_at": timezone.now(),
            "search_seconds": seconds,
            "overlay_size": event.overlay_words.count(),
        },
    )
    return top


def search_again(turn: Turn, overlay: Overlay) -> None:
    """The top under new rulings; the arbiter's choice among equals stands where it still is one of them."""
    event = turn.game.event
    chosen, reason = turn.top.master, turn.top.reason
    found = find(turn, overlay)
    top = store(turn, found)
    if top.master is None and found:
        if chosen in top.best_moves:
            top.master, top.reason = chosen, reason
        elif turn.state == TurnState.REVEALED:
            # Nobody chooses any more after the reveal: the automatic order decides.
            choice = select_master(event.ruleset, event.profile, Rack(turn.rack), found, turn.board_before)
            top.master = write_move(choice.move, choice.score)
            top.reason = {"it": choice.reason_it, "en": choice.reason_en}
        top.save(update_fields=["master", "reason"])
    turn.top.refresh_from_db()


def choose_master(*, turn: Turn, by: Actor, index: int, reason: str) -> Top:
    """The arbiter's choice among several best moves, where the profile asks for it."""
    with locked(turn.pk) as turn:
        officials.require(turn.game.event, by, OfficeKind.ARBITER)
        reason = require_reason(reason)
        require_state(turn, TurnState.CLOSED)
        if turn.search_state != SearchState.READY:
            raise TopError("search_pending")
        top = turn.top
        if not 0 <= index < len(top.best_moves):
            raise TopError("not_a_best_move")
        before = top.master
        top.master = top.best_moves[index]
        top.reason = {"it": reason, "en": reason}
        top.save(update_fields=["master", "reason"])
        payload = {"before": before, "after": top.master}
        log.append(turn.game.event, "turn.master_chosen", by, turn=turn, reason=reason, payload=payload)
    return top
