"""Discipline (F46): warnings, penalties and disqualifications by the arbiter, each with its reason."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.engine.profile import Profile
from tournaments.enums import EventState, OfficeKind, SanctionKind
from tournaments.models import Entry, Sanction, Turn
from tournaments.services import log, officials, warnings
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.locks import lock_event, lock_game

MAX_POINTS = 500


class SanctionError(ActError):
    messages = {
        "other_event": _("Il giocatore è di un altro torneo."),
        "points": _("Una penalità va da 1 a %(most)s punti."),
        "reason_needed": _("Scrivi il motivo: resta nel registro."),
        "published": _("Il torneo è pubblicato: i risultati non cambiano più."),
        "disqualified": _("Il giocatore è già squalificato."),
        "no_turn": _("Indica la mano: una penalità si conta da lì."),
        "own": _("Una sanzione all'arbitro che gioca non la ritira l'arbitro: la ritira il direttore di gara (F45)."),
    }


def give(
    *, entry: Entry, by: Actor, kind: SanctionKind, reason: str, turn: Turn | None = None, points: int = 0
) -> Sanction:
    """Warn, take points from, or disqualify a player. A penalty belongs to a turn and counts from there.

    A warning past the free ones of the game costs what the profile says, as a slip's own warning does.
    """
    event = entry.event
    if turn is not None and turn.game.event_id != event.pk:
        raise SanctionError("other_event")
    with transaction.atomic():
        if turn is not None:
            lock_game(turn.game_id)
        # Its lock makes two sanctions of one player follow each other.
        event = lock_event(event.pk)
        entry.refresh_from_db(fields=["disqualified_at"])
        officials.require(event, by, OfficeKind.ARBITER)
        user = officials.account(by)
        if event.state == EventState.PUBLISHED:
            raise SanctionError("published")
        reason = log.check_length(reason)
        if not reason:
            raise SanctionError("reason_needed")
        if kind == SanctionKind.PENALTY:
            if turn is None:
                raise SanctionError("no_turn")
            if not 1 <= points <= MAX_POINTS:
                raise SanctionError("points", most=MAX_POINTS)
        if kind == SanctionKind.DISQUALIFICATION:
            if entry.disqualified_at is not None:
                raise SanctionError("disqualified")
            entry.disqualified_at = timezone.now()
            entry.save(update_fields=["disqualified_at"])
        if kind == SanctionKind.WARNING:
            points = _cost_of_warning(entry, turn, event.profile)
        sanction = Sanction.objects.create(
            event=event,
            entry=entry,
            turn=turn,
            kind=kind,
            points=0 if kind == SanctionKind.DISQUALIFICATION else points,
            reason=reason,
            given_by=user,
            given_at=timezone.now(),
        )
        log.append(
            event,
            "sanction.given",
            by,
            turn=turn,
            reason=sanction.reason,
            payload=_payload(sanction, "penalty", _recounted(sanction, sanction.reason)),
        )
    return sanction


def revoke(*, sanction: Sanction, by: Actor, reason: str) -> Sanction:
    with transaction.atomic():
        if sanction.turn is not None:
            lock_game(sanction.turn.game_id)
        sanction = (
            Sanction.objects.select_for_update(of=("self",))
            .select_related("entry", "turn")
            .get(pk=sanction.pk)
        )
        event = sanction.event
        if officials.is_arbiters_own(event, sanction.entry_id):
            if not officials.is_other_than_arbiter(event, by):
                raise SanctionError("own")
        else:
            officials.require(event, by, OfficeKind.ARBITER)
        if sanction.revoked_at is not None:
            return sanction
        if event.state == EventState.PUBLISHED:
            raise SanctionError("published")
        reason = log.check_length(reason)
        if not reason:
            raise SanctionError("reason_needed")
        sanction.revoked_at = timezone.now()
        sanction.save(update_fields=["revoked_at"])
        if sanction.kind == SanctionKind.DISQUALIFICATION:
            Entry.objects.filter(pk=sanction.entry_id).update(disqualified_at=None)
        log.append(
            event,
            "sanction.revoked",
            by,
            turn=sanction.turn,
            reason=reason,
            payload=_payload(sanction, "pardon", _recounted(sanction, reason)),
        )
    return sanction


def _cost_of_warning(entry: Entry, turn: Turn | None, profile: Profile) -> int:
    return 0 if turn is None else warnings.cost(profile, warnings.of_entry(entry, turn.game))


def _recounted(sanction: Sanction, reason: str) -> list[dict[str, Any]]:
    """A warning given to an earlier turn, or taken back, changes what later slips cost."""
    if sanction.kind != SanctionKind.WARNING or sanction.turn is None:
        return []
    return warnings.recount(sanction.turn, [sanction.entry_id], reason)


def _payload(sanction: Sanction, act: str, recounted: list[dict[str, Any]]) -> dict[str, object]:
    payload: dict[str, object] = {
        "sanction": sanction.pk,
        "entry": sanction.entry_id,
        "kind": sanction.kind,
        "points": sanction.points,
    }
    acts: list[dict[str, Any]] = []
    if sanction.points:
        acts.append(
            {
                "act": act,
                "entry": str(sanction.entry_id),
                "points": sanction.points,
                "reason": sanction.reason,
            }
        )
    if acts or recounted:
        payload["acts"] = acts + recounted
    return payload
