"""The frozen ranking and its ceremony: the director stops it, then tells the places from the last to the first."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.enums import ContestState, EventState, GameState, OfficeKind, TurnState
from tournaments.models import Contest, Event, Turn
from tournaments.selectors.public import CEREMONY, FROZEN, UNFROZEN, ceremony_shown, freeze
from tournaments.selectors.standings import Standing, read_standings
from tournaments.services import log, officials
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.locks import lock_event

# The first places are told one by one, those before them a page at a time.
ONE_BY_ONE = 10


class CeremonyError(ActError):
    messages = {
        "over": _("La classifica finale è già pubblica: non si può più fermare."),
        "not_frozen": _("La classifica non è ferma: è già quella che tutti vedono."),
        "not_finished": _("La partita %(number)s non è conclusa: la premiazione viene dopo l'ultima."),
        "contests_open": _("Contestazioni aperte: %(count)s. Prima decidile (F32)."),
        "nobody": _("Nessun giocatore in classifica."),
        "not_begun": _("La premiazione non è cominciata."),
        "reason_needed": _("Scrivi il motivo: resta nel registro."),
    }


def freeze_now(event: Event, *, by: Actor) -> Event:
    """Stop the public ranking where it is: turns revealed from now on do not move it."""
    with transaction.atomic():
        event = _locked(event, by)
        if event.is_ceremony_done or event.state == EventState.PUBLISHED:
            raise CeremonyError("over")
        if freeze(event) is not None:
            return event
        revealed = Turn.objects.filter(game__event=event, state=TurnState.REVEALED).count()
        log.append(event, FROZEN, by, payload={"turns": revealed})
        return event


def unfreeze(event: Event, *, by: Actor, reason: str) -> Event:
    """Open the ranking without a ceremony; also the turns that the event's own setting keeps back."""
    with transaction.atomic():
        event = _locked(event, by)
        if freeze(event) is None:
            raise CeremonyError("not_frozen")
        if not reason.strip():
            raise CeremonyError("reason_needed")
        payload = {"frozen_turns": event.frozen_turns}
        event.frozen_turns = 0
        event.save(update_fields=["frozen_turns"])
        log.append(event, UNFROZEN, by, reason=reason.strip(), payload=payload)
        return event


def begin(event: Event, *, by: Actor) -> Event:
    """Turn the hall's screen to the ceremony: no place is told yet."""
    with transaction.atomic():
        event = _locked(event, by)
        if freeze(event) is None:
            raise CeremonyError("not_frozen")
        if ceremony_shown(event) is not None:
            return event
        _check_settled(event)
        places = len(read_standings(event))
        if not places:
            raise CeremonyError("nobody")
        log.append(event, CEREMONY, by, payload={"shown": 0, "places": places})
        return event


def tell_next(event: Event, *, by: Actor, shown: int) -> Event:
    """Tell the next places from the bottom. `shown` are those told so far: a second press of one screen
    does nothing where another was faster. With the first place the ranking is everybody's.
    """
    with transaction.atomic():
        event = _locked(event, by)
        told = ceremony_shown(event)
        if told is None:
            if event.is_ceremony_done:
                return event
            raise CeremonyError("not_begun")
        if told != shown:
            return event
        _check_settled(event)
        standings = read_standings(event)
        told = len(standings) - places_left(standings, told)
        if told == len(standings):
            event.is_ceremony_done = True
            event.save(update_fields=["is_ceremony_done"])
        log.append(event, CEREMONY, by, payload={"shown": told, "places": len(standings)})
        return event


def places_left(standings: Sequence[Standing], shown: int) -> int:
    """How many places stay untold after the next step; equal ones are told together."""
    left = len(standings) - shown
    left = (left - 1) // ONE_BY_ONE * ONE_BY_ONE if left > ONE_BY_ONE else max(0, left - 1)
    while left > 0 and standings[left].rank == standings[left - 1].rank:
        left -= 1
    return left


def _locked(event: Event, by: Actor) -> Event:
    event = lock_event(event.pk)
    officials.require(event, by, OfficeKind.DIRECTOR)
    return event


def _check_settled(event: Event) -> None:
    if event.state == EventState.RUNNING:
        running = event.games.exclude(state=GameState.FINISHED).order_by("number").first()
        if running is not None:
            raise CeremonyError("not_finished", number=running.number)
    count = Contest.objects.filter(turn__game__event=event, state=ContestState.OPEN).count()
    if count:
        raise CeremonyError("contests_open", count=count)
