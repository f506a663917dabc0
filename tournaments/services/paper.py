"""Paper slips: typed by arbiters side by side, once or twice, blind."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import OfficeKind, SlipSource, TurnState
from tournaments.models import Entry, Slip, Turn
from tournaments.selectors.counted import same_reading, settled_reading, slips_by_entry, took_part
from tournaments.services import log, officials, queue
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.locks import lock_game, lock_turn


class PaperError(ActError):
    messages = {
        "unknown_table": _("Nessun giocatore al tavolo %(table)s."),
        "not_now": _("La mano %(number)s è «%(state)s»: la carta si scrive da aperta a chiusa."),
        "device_slip": _("Il tavolo %(table)s ha già inviato dal tablet: per la carta indica il motivo."),
        "same_reader": _("La seconda lettura del tavolo %(table)s spetta a un'altra persona."),
        "settled": _("Le letture del tavolo %(table)s sono già concluse: usa «Correggi»."),
        "shut": _("L'arbitro che gioca non vede i bollettini finché la mano è aperta."),
        "absent": _("Al tavolo %(table)s non c'era nessuno in questa mano: registra prima l'arrivo."),
        "own_slip": _("Il bollettino dell'arbitro lo scrive un altro: chiedi al direttore di gara (F45)."),
        "too_long": _("Il testo è troppo lungo: parola fino a 60 caratteri, riferimento fino a 20."),
        "declared": _("I punti dichiarati sono un numero da 0 a 9999."),
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A paper slip that is not settled: readings differ, or the second one is still to come."""

    entry: Entry
    readings: tuple[Slip, ...]

    @property
    def table_number(self) -> int:
        return self.entry.table_number

    @property
    def is_waiting(self) -> bool:
        return len(self.readings) == 1


def type_slip(
    *,
    turn: Turn,
    by: Actor,
    table_number: int,
    word: str,
    reference: str,
    declared_score: int | None = None,
    reason: str = "",
) -> Slip:
    """Record a reading of a table's paper slip. In double entry the second reader does not see the first."""
    with transaction.atomic():
        # The game's lock puts two readers of the same table one after the other.
        lock_game(turn.game_id)
        turn = lock_turn(turn.pk)
        event = turn.game.event
        officials.require(event, by, OfficeKind.ARBITER, OfficeKind.DIRECTOR)
        _check_state(turn, by)
        if len(word) > 60 or len(reference) > 20:
            raise PaperError("too_long")
        if declared_score is not None and not 0 <= declared_score <= 9999:
            raise PaperError("declared")
        reason = log.check_length(reason, 240)
        entry = event.entries.filter(table_number=table_number).first()
        if entry is None:
            raise PaperError("unknown_table", table=table_number)
        if not took_part(turn, entry):
            raise PaperError("absent", table=table_number)
        if officials.is_arbiters_own(event, entry.pk) and not officials.is_other_than_arbiter(event, by):
            raise PaperError("own_slip")
        versions = slips_by_entry(turn).get(entry.pk, [])
        if not reason and any(slip.source == SlipSource.DEVICE and not slip.is_late for slip in versions):
            raise PaperError("device_slip", table=table_number)
        readings = [slip for slip in versions if slip.source == SlipSource.PAPER]
        slip = Slip(
            turn=turn,
            entry=entry,
            opening=turn.opening,
            revision=len(readings) + 1,
            source=SlipSource.PAPER,
            word=word,
            reference=reference,
            declared_score=declared_score,
            received_at=timezone.now(),
            typed_by=by.user,
            reason=reason,
            reading=_next_reading(event.is_double_entry, readings, by, table_number),
        )
        slip.save(force_insert=True)
        if turn.state == TurnState.CLOSED:
            queue.enqueue_on_commit("score_slips", turn.pk)
        # Who typed for whom, never what: the log is read while the turn is open.
        payload = {"entry": entry.pk, "table": table_number, "reading": slip.reading}
        log.append(event, "paper.typed", by, turn=turn, reason=reason, payload=payload)
    return slip


def mismatches(turn: Turn) -> list[Mismatch]:
    """The tables whose paper slip is not settled, in table order; none without double entry."""
    if not turn.game.event.is_double_entry:
        return []
    open_readings = {}
    for entry_id, versions in slips_by_entry(turn).items():
        if any(slip.corrects_id for slip in versions):
            continue
        readings = [slip for slip in versions if slip.source == SlipSource.PAPER]
        if readings and settled_reading(readings) is None:
            open_readings[entry_id] = tuple(readings)
    entries = Entry.objects.filter(pk__in=open_readings).select_related("player").order_by("table_number")
    return [Mismatch(entry, open_readings[entry.pk]) for entry in entries]


def _check_state(turn: Turn, by: Actor) -> None:
    if turn.state not in {TurnState.OPEN, TurnState.CLOSED}:
        raise PaperError("not_now", number=turn.number, state=turn.get_state_display())
    if (
        turn.state == TurnState.OPEN
        and by.user is not None
        and officials.is_playing_arbiter(turn.game.event, by.user)
    ):
        raise PaperError("shut")


def _next_reading(is_double_entry: bool, readings: list[Slip], by: Actor, table_number: int) -> int:
    if not is_double_entry or not readings:
        return 1
    if len(readings) == 1:
        if by.user is not None and readings[0].typed_by_id == by.user.pk:
            raise PaperError("same_reader", table=table_number)
        return 2
    if len(readings) == 2 and not same_reading(readings[0], readings[1]):
        return 3
    raise PaperError("settled", table=table_number)
