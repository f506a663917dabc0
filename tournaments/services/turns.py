"""The turn's acts: open, pause, extend, close, adjudicate, reveal, and their undoing.

Each locks the game, then the turn; checks the state; writes; and appends to the log. Asking for what is
already so changes nothing, because the deadline's task and a person's click will race
(docs/turn-lifecycle.md draws the states).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.engine.replay import master_act
from tournaments.enums import (
    TURN_SUCCESSORS,
    ContestState,
    GameState,
    OfficeKind,
    SearchState,
    TurnState,
)
from tournaments.models import Contest, Turn
from tournaments.selectors.counted import is_scored
from tournaments.services import clock, log, officials, paper, queue
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.locks import lock_game, lock_turn
from tournaments.services.positions import read_move

MAX_EXTENSION_SECONDS = 900


class TurnError(ActError):
    messages = {
        "wrong_state": _("La mano %(number)s è «%(state)s»: questo atto non è possibile adesso."),
        "contests_open": _("Contestazioni aperte sulla mano precedente: %(count)s. Prima decidile (F32)."),
        "search_pending": _("Il calcolo del top non è ancora pronto: riprova tra un attimo."),
        "scoring_pending": _("Il sistema sta ancora giudicando i bollettini: riprova tra un attimo."),
        "paper_pending": _("Carta da sistemare ai tavoli %(tables)s: le letture non coincidono."),
        "master_pending": _("Ci sono più giocate migliori: l'arbitro deve scegliere quale va sul tavoliere."),
        "paused": _("L'orologio è fermo: fallo ripartire prima."),
        "not_paused": _("L'orologio non è in pausa."),
        "seconds": _("Indica da 1 a %(most)s secondi."),
        "reason_needed": _("Scrivi il motivo: resta nel registro."),
        "gone_on": _("Il gioco è andato avanti: la mano %(number)s non si può più toccare (F32)."),
        "time_over": _("Il tempo della mano %(number)s è scaduto: per dare altro tempo riaprila dopo la chiusura."),
        "game_over": _("La partita è conclusa: le sue mani non si annullano più."),
        "top_seen": _("L'arbitro gioca e ha già visto il top: la mano %(number)s non si riapre. Puoi annullarla."),
        "words_seen": _(
            "Il collegio, che gioca, ha già visto delle parole: la mano %(number)s non si riapre. Puoi annullarla."
        ),
    }  # fmt: skip


@contextmanager
def locked(turn_id: int) -> Iterator[Turn]:
    """The turn under its locks, in a transaction; its game and event come along."""
    with transaction.atomic():
        game_id = Turn.objects.values_list("game_id", flat=True).get(pk=turn_id)
        lock_game(game_id)
        yield lock_turn(turn_id)


def require_state(turn: Turn, *states: TurnState) -> None:
    if turn.state not in states:
        raise TurnError("wrong_state", number=turn.number, state=turn.get_state_display())


def require_reason(reason: str, most: int = log.MAX_REASON) -> str:
    reason = log.check_length(reason, most)
    if not reason:
        raise TurnError("reason_needed")
    return reason


def open_turn(*, turn: Turn, by: Actor) -> Turn:
    """Start the clock. From here on the turn before cannot be contested any more (F32)."""
    with locked(turn.pk) as turn:
        officials.require(turn.game.event, by, OfficeKind.DIRECTOR)
        if turn.state == TurnState.OPEN:
            return turn
        require_state(turn, TurnState.DRAWN)
        count = Contest.objects.filter(turn__game__event=turn.game.event, state=ContestState.OPEN).count()
        if count:
            raise TurnError("contests_open", count=count)
        now = timezone.now()
        turn.opening += 1
        turn.opened_at = now
        turn.deadline_at = now + timedelta(seconds=turn.game.event.profile.turn_seconds)
        _move(turn, TurnState.OPEN)
        _arm_close(turn)
        log.append(
            turn.game.event,
            "turn.opened",
            by,
            turn=turn,
            at=now,
            payload={
                "acts": [{"act": "open", "turn": turn.number}],
                "number": turn.number,
                "deadline_at": turn.deadline_at.isoformat(),
            },
        )
    return turn


def pause(*, turn: Turn, by: Actor) -> Turn:
    with locked(turn.pk) as turn:
        officials.require(turn.game.event, by, OfficeKind.DIRECTOR)
        require_state(turn, TurnState.OPEN)
        if turn.paused_at is not None:
            return turn
        now = timezone.now()
        if clock.is_over(turn, turn.game.event.profile, now):
            raise TurnError("time_over", number=turn.number)
        turn.paused_at = now
        turn.save(update_fields=["paused_at"])
        log.append(turn.game.event, "turn.paused", by, turn=turn, at=now)
    return turn


def resume(*, turn: Turn, by: Actor) -> Turn:
    """Let the clock run on with the time it had left."""
    with locked(turn.pk) as turn:
        officials.require(turn.game.event, by, OfficeKind.DIRECTOR)
        require_state(turn, TurnState.OPEN)
        if turn.paused_at is None:
            return turn
        now = timezone.now()
        assert turn.deadline_at is not None
        # A slip received during the pause came in time, so the pause moves the deadline, never back.
        turn.deadline_at += now - turn.paused_at
        turn.paused_at = None
        turn.save(update_fields=["paused_at", "deadline_at"])
        _arm_close(turn)
        payload = {"deadline_at": turn.deadline_at.isoformat()}
        log.append(turn.game.event, "turn.resumed", by, turn=turn, at=now, payload=payload)
    return turn


def extend(*, turn: Turn, by: Actor, seconds: int) -> Turn:
    with locked(turn.pk) as turn:
        officials.require(turn.game.event, by, OfficeKind.DIRECTOR)
        require_state(turn, TurnState.OPEN)
        if not 1 <= seconds <= MAX_EXTENSION_SECONDS:
            raise TurnError("seconds", most=MAX_EXTENSION_SECONDS)
        if clock.is_over(turn, turn.game.event.profile, timezone.now()):
            # Slips refused as late since then would stay late: only a reopening takes them in again.
            raise TurnError("time_over", number=turn.number)
        assert turn.deadline_at is not None
        before = turn.deadline_at
        turn.deadline_at += timedelta(seconds=seconds)
        turn.save(update_fields=["deadline_at"])
        _arm_close(turn)
        payload = {
            "seconds": seconds,
            "before": before.isoformat(),
            "deadline_at": turn.deadline_at.isoformat(),
        }
        log.append(turn.game.event, "turn.extended", by, turn=turn, payload=payload)
    return turn


def close(*, turn: Turn, by: Actor, reason: str = "") -> Turn:
    """Close a turn by a person's decision, before its time if need be."""
    with locked(turn.pk) as turn:
        officials.require(turn.game.event, by, OfficeKind.DIRECTOR)
        if turn.state in {TurnState.CLOSED, TurnState.ADJUDICATED, TurnState.REVEALED}:
            return turn
        require_state(turn, TurnState.OPEN)
        _close(turn, by, reason)
    return turn


def close_if_over(*, turn_id: int, by: Actor) -> bool:
    """The deadline's part: close the turn if its time has run out; False where it has not."""
    with locked(turn_id) as turn:
        if turn.state != TurnState.OPEN or not clock.is_over(turn, turn.game.event.profile, timezone.now()):
            return False
        _close(turn, by, "")
    return True


def adjudicate(*, turn: Turn, by: Actor) -> Turn:
    """The arbiter is done with the slips: every one has its verdict, and nothing waits for a decision."""
    with locked(turn.pk) as turn:
        officials.require(turn.game.event, by, OfficeKind.ARBITER, OfficeKind.DIRECTOR)
        if turn.state in {TurnState.ADJUDICATED, TurnState.REVEALED}:
            return turn
        require_state(turn, TurnState.CLOSED)
        check_ready(turn)
        turn.adjudicated_at = timezone.now()
        _move(turn, TurnState.ADJUDICATED)
        log.append(turn.game.event, "turn.adjudicated", by, turn=turn, at=turn.adjudicated_at)
    return turn


def check_ready(turn: Turn) -> None:
    """Refuse while the worker or the arbiter still has something to do for this turn."""
    if turn.search_state != SearchState.READY:
        raise TurnError("search_pending")
    if not is_scored(turn):
        raise TurnError("scoring_pending")
    tables = [mismatch.table_number for mismatch in paper.mismatches(turn)]
    if tables:
        raise TurnError("paper_pending", tables=", ".join(map(str, tables)))
    if turn.game.event.profile.tie_break == "arbiter" and turn.top.master is None and turn.top.best_moves:
        raise TurnError("master_pending")


def reveal(*, turn: Turn, by: Actor) -> Turn:
    """Show the top and everybody's verdict; the master move lies on the board from here on."""
    with locked(turn.pk) as turn:
        officials.require(turn.game.event, by, OfficeKind.DIRECTOR)
        if turn.state == TurnState.REVEALED:
            return turn
        require_state(turn, TurnState.ADJUDICATED)
        check_ready(turn)
        turn.revealed_at = timezone.now()
        _move(turn, TurnState.REVEALED)
        log.append(
            turn.game.event,
            "turn.revealed",
            by,
            turn=turn,
            at=turn.revealed_at,
            payload={"acts": reveal_acts(turn), "number": turn.number},
        )
    return turn


def reveal_acts(turn: Turn) -> list[dict[str, object]]:
    """Scores, master move and reveal, as the replay folds over them."""
    scores = list(turn.scores.order_by("entry_id"))
    top = turn.top
    return [
        {
            "act": "score",
            "turn": turn.number,
            "scores": {str(score.entry_id): score.points for score in scores},
        },
        master_act(turn.number, read_move(top.master), top.score),
        {"act": "reveal", "turn": turn.number},
    ]


def undo_opening(*, turn: Turn, by: Actor, reason: str) -> Turn:
    """Take an opening back: the clock is off and the slips written so far are void for good."""
    with locked(turn.pk) as turn:
        officials.require(turn.game.event, by, OfficeKind.DIRECTOR)
        reason = require_reason(reason)
        if turn.state == TurnState.DRAWN:
            return turn
        require_state(turn, TurnState.OPEN)
        turn.opened_at = turn.deadline_at = turn.paused_at = None
        _move(turn, TurnState.DRAWN)
        payload = {"acts": [{"act": "unopen", "turn": turn.number}], "slips": _tables_handed_in(turn)}
        log.append(turn.game.event, "turn.opening_undone", by, turn=turn, reason=reason, payload=payload)
    return turn


def reopen(*, turn: Turn, by: Actor, seconds: int, reason: str) -> Turn:
    """Give the room more time after the close; verdicts so far are forgotten and made again.

    Slips that came late count as in time: the time they needed has been given. Refused where a player has
    seen what the close unsealed.
    """
    with locked(turn.pk) as turn:
        officials.require(turn.game.event, by, OfficeKind.DIRECTOR)
        reason = require_reason(reason)
        require_state(turn, TurnState.CLOSED)
        if not 1 <= seconds <= MAX_EXTENSION_SECONDS:
            raise TurnError("seconds", most=MAX_EXTENSION_SECONDS)
        _check_still_sealed(turn)
        turn.scores.all().delete()
        turn.groups.all().delete()
        taken_in = turn.slips.filter(opening=turn.opening, late_by_ms__gt=0).update(late_by_ms=0)
        turn.closed_at = turn.scored_slips = turn.paused_at = None
        turn.deadline_at = timezone.now() + timedelta(seconds=seconds)
        _move(turn, TurnState.OPEN)
        _arm_close(turn)
        log.append(
            turn.game.event,
            "turn.reopened",
            by,
            turn=turn,
            reason=reason,
            payload={
                "acts": [{"act": "reopen", "turn": turn.number}],
                "seconds": seconds,
                "late_taken_in": taken_in,
                "deadline_at": turn.deadline_at.isoformat(),
            },
        )
    return turn


def undo_adjudication(*, turn: Turn, by: Actor, reason: str) -> Turn:
    with locked(turn.pk) as turn:
        officials.require(turn.game.event, by, OfficeKind.ARBITER, OfficeKind.DIRECTOR)
        reason = require_reason(reason)
        if turn.state == TurnState.CLOSED:
            return turn
        require_state(turn, TurnState.ADJUDICATED)
        turn.adjudicated_at = None
        _move(turn, TurnState.CLOSED)
        log.append(turn.game.event, "turn.adjudication_undone", by, turn=turn, reason=reason)
    return turn


def void(*, turn: Turn, by: Actor, reason: str) -> Turn:
    """Annul the game's last turn: its letters go back and the same number is drawn again."""
    with locked(turn.pk) as turn:
        officials.require(turn.game.event, by, OfficeKind.DIRECTOR)
        reason = require_reason(reason)
        if turn.state == TurnState.VOIDED:
            return turn
        if turn.game.state != GameState.RUNNING:
            raise TurnError("game_over")
        if turn.game.turns.valid().filter(ordinal__gt=turn.ordinal).exists():
            raise TurnError("gone_on", number=turn.number)
        before = turn.state
        turn.voided_at = timezone.now()
        _move(turn, TurnState.VOIDED)
        log.append(
            turn.game.event,
            "turn.voided",
            by,
            turn=turn,
            reason=reason,
            at=turn.voided_at,
            payload={
                "acts": [{"act": "void", "turn": turn.number, "reason": reason}],
                "from": before,
                "contests": forget_questions(turn),
            },
        )
    return turn


def forget_questions(turn: Turn) -> list[int]:
    """Contests and questions of a turn that is voided have nothing left to decide; the contests' ids."""
    now = timezone.now()
    open_contests = turn.contests.filter(state=ContestState.OPEN)
    forgotten = sorted(open_contests.values_list("pk", flat=True))
    open_contests.update(state=ContestState.WITHDRAWN, decided_at=now)
    turn.questions.filter(closed_at=None).update(closed_at=now)
    return forgotten


def _check_still_sealed(turn: Turn) -> None:
    """Nobody who plays may have seen the top or a slip's words, which the close showed to the desk."""
    playing_arbiters = turn.game.event.offices.filter(kind=OfficeKind.ARBITER, entry__isnull=False)
    if playing_arbiters.filter(Q(ended_at=None) | Q(ended_at__gte=turn.closed_at)).exists():
        raise TurnError("top_seen", number=turn.number)
    if turn.questions.exists():
        raise TurnError("words_seen", number=turn.number)


def _move(turn: Turn, to: TurnState) -> None:
    assert to in TURN_SUCCESSORS[TurnState(turn.state)], f"{turn.state} is not followed by {to}"
    turn.state = to
    turn.save()


def _arm_close(turn: Turn) -> None:
    queue.enqueue_on_commit("close_turn", turn.pk, eta=clock.cutoff(turn, turn.game.event.profile))


def _close(turn: Turn, by: Actor, reason: str) -> None:
    profile = turn.game.event.profile
    now = timezone.now()
    is_early = not clock.is_over(turn, profile, now)
    if turn.paused_at is not None:
        # As in `resume`: who wrote during the pause is not late.
        assert turn.deadline_at is not None
        turn.deadline_at += now - turn.paused_at
    # At its time a turn closes at its cutoff, whenever the worker gets to it: nobody loses a second.
    turn.closed_at = now if is_early else clock.cutoff(turn, profile)
    turn.paused_at = None
    _move(turn, TurnState.CLOSED)
    queue.enqueue_on_commit("score_slips", turn.pk)
    log.append(
        turn.game.event,
        "turn.closed",
        by,
        turn=turn,
        reason=reason,
        at=now,
        payload={
            "acts": [{"act": "close", "turn": turn.number}],
            "number": turn.number,
            "is_early": is_early,
            "closed_at": turn.closed_at.isoformat(),
            "slips": _tables_handed_in(turn),
        },
    )


def _tables_handed_in(turn: Turn) -> int:
    """How many entries have a slip in this opening, whatever its versions."""
    return turn.slips.filter(opening=turn.opening).values("entry_id").distinct().count()
