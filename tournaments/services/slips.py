"""Slips from devices: an acknowledged slip is a committed row, and a retry is the same row."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments.enums import OfficeKind, SlipSource, TurnState
from tournaments.models import Device, Slip, Turn
from tournaments.services import clock, log, officials, queue
from tournaments.services.actor import Actor
from tournaments.services.adjudication import LATE, NO_SLIP
from tournaments.services.errors import ActError
from tournaments.services.locks import share_turn
from tournaments.services.statements import Insertion
from tournaments.services.turns import locked, require_reason, require_state

_NEW_SLIP = Insertion(Slip)
MAX_WORD, MAX_REFERENCE, MAX_DECLARED, MAX_REVISION, MAX_REASON = 60, 20, 9999, 1_000_000, 240


class SlipError(ActError):
    messages = {
        "not_open": _("La mano %(number)s non è ancora aperta: il bollettino parte quando parte l'orologio."),
        "voided": _("La mano %(number)s è stata annullata: questo bollettino non serve più."),
        "not_playing": _("Questo tavolo non risulta presente: chiama il direttore di gara."),
        "other_event": _("Questa mano non appartiene al torneo del tavolo."),
        "key_taken": _("Questo bollettino è già stato usato da un altro tavolo: ricarica la pagina."),
        "too_long": _("Il testo è troppo lungo: parola fino a 60 caratteri, riferimento fino a 20."),
        "declared": _("I punti dichiarati sono un numero da 0 a 9999."),
        "revision": _("Numero di versione non valido: ricarica la pagina."),
        "old_opening": _("Questo bollettino è di un'apertura annullata: non vale più."),
        "own_slip": _("È il bollettino dell'arbitro, che ha già visto il top: lo corregge il direttore di gara (F45)."),
    }  # fmt: skip


def submit(
    *,
    turn_id: int,
    device: Device,
    client_key: UUID,
    revision: int,
    word: str,
    reference: str,
    declared_score: int | None,
    received_at: datetime,
) -> Slip:
    """Take a slip in. The caller acknowledges only after this has returned, that is after the commit.

    A slip that arrives late is kept as late. One that was received in time but waited for the
    database while the turn closed still counts, until the reveal.
    """
    try:
        _check_content(word, reference, declared_score, revision)
        with transaction.atomic():
            return _store(turn_id, device, client_key, revision, word, reference, declared_score, received_at)
    except (IntegrityError, SlipError, Turn.DoesNotExist):
        # The same key again, whatever has become of the turn meanwhile: the row is there, and so is its receipt.
        known = _known(client_key, device)
        if known is None:
            raise
        return known


def correct(*, slip: Slip, by: Actor, word: str, reference: str, reason: str) -> Slip:
    """The arbiter's reading of what a slip really says; the slip itself stays as it came.

    The arbiter's own slip is read by the director.
    """
    with locked(slip.turn_id) as turn:
        if officials.is_arbiters_own(turn.game.event, slip.entry_id):
            if not officials.is_other_than_arbiter(turn.game.event, by):
                raise SlipError("own_slip")
        else:
            officials.require(turn.game.event, by, OfficeKind.ARBITER)
        reason = require_reason(reason, MAX_REASON)
        require_state(turn, TurnState.CLOSED)
        if slip.opening != turn.opening:
            raise SlipError("old_opening")
        _check_content(word, reference, slip.declared_score, slip.revision)
        correction = Slip.objects.create(
            turn=turn,
            entry_id=slip.entry_id,
            opening=turn.opening,
            revision=slip.revision,
            source=slip.source,
            word=word,
            reference=reference,
            declared_score=slip.declared_score,
            received_at=slip.received_at,
            late_by_ms=slip.late_by_ms,
            typed_by=by.user,
            corrects=slip,
            reason=reason,
        )
        rescore(turn)
        log.append(
            turn.game.event,
            "slip.corrected",
            by,
            turn=turn,
            reason=reason,
            payload={
                "entry": slip.entry_id,
                "before": {"word": slip.word, "reference": slip.reference},
                "after": {"word": word, "reference": reference},
            },
        )
    return correction


def rescore(turn: Turn) -> None:
    """Have the worker judge the turn's slips again."""
    turn.scored_slips = None
    turn.save(update_fields=["scored_slips"])
    queue.enqueue_on_commit("score_slips", turn.pk)


def _known(client_key: UUID, device: Device) -> Slip | None:
    slip = Slip.objects.filter(client_key=client_key).order_by().first()
    if slip is not None and slip.entry_id != device.entry_id:
        raise SlipError("key_taken")
    return slip


def _check_content(word: str, reference: str, declared_score: int | None, revision: int) -> None:
    if len(word) > MAX_WORD or len(reference) > MAX_REFERENCE:
        raise SlipError("too_long")
    if declared_score is not None and not 0 <= declared_score <= MAX_DECLARED:
        raise SlipError("declared")
    if not 1 <= revision <= MAX_REVISION:
        raise SlipError("revision")


def _store(
    turn_id: int,
    device: Device,
    client_key: UUID,
    revision: int,
    word: str,
    reference: str,
    declared_score: int | None,
    received_at: datetime,
) -> Slip:
    turn, game = share_turn(turn_id)
    entry = device.entry
    if entry.event_id != game.event_id:
        raise SlipError("other_event")
    if not entry.is_playing:
        raise SlipError("not_playing")
    if turn.state == TurnState.VOIDED:
        raise SlipError("voided", number=turn.number)
    if turn.state == TurnState.DRAWN:
        raise SlipError("not_open", number=turn.number)
    late_by_ms = clock.late_by_ms(turn, entry.event.profile, received_at)
    if late_by_ms == 0 and turn.state == TurnState.REVEALED:
        # In time by the clock, but the top is public: it can no longer count.
        late_by_ms = 1
    slip = Slip(
        turn=turn,
        entry=entry,
        opening=turn.opening,
        client_key=client_key,
        revision=revision,
        source=SlipSource.DEVICE,
        word=word,
        reference=reference,
        declared_score=declared_score,
        received_at=received_at,
        late_by_ms=late_by_ms,
        device=device,
    )
    _NEW_SLIP.store(slip)
    if slip.is_late:
        # No verdict changes, so nothing is judged again: a table that keeps sending cannot hold the reveal up.
        turn.scores.filter(entry=entry, code=NO_SLIP).update(code=LATE)
    # One in time that is stored after the close is found by the sweeper within the second, with all others like it:
    # a task for each would judge the whole room again each time, and no slip waits for a broker.
    return slip
