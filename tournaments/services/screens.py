"""What every screen of the room is told: a message, and what the projector shows."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.enums import OfficeKind, ProjectorMode
from tournaments.models import Event
from tournaments.services import log, officials
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.locks import lock_event

MAX_MESSAGE = 240


class ScreenError(ActError):
    messages = {
        "message_too_long": _("Il messaggio è di %(length)s caratteri: al più %(most)s."),
        "unknown_mode": _("Il proiettore non ha la vista «%(mode)s»."),
    }


def show_message(event: Event, *, text: str, by: Actor) -> Event:
    """A message on all screens; an empty text takes it away."""
    text = " ".join(text.split())
    with transaction.atomic():
        event = lock_event(event.pk)
        officials.require(event, by, OfficeKind.DIRECTOR, OfficeKind.ARBITER)
        if len(text) > MAX_MESSAGE:
            raise ScreenError("message_too_long", length=len(text), most=MAX_MESSAGE)
        if event.message == text:
            return event
        payload = {"before": event.message, "after": text}
        event.message = text
        event.save(update_fields=["message"])
        log.append(event, "event.message", by, payload=payload)
        return event


def set_projector(event: Event, *, mode: str, by: Actor) -> Event:
    with transaction.atomic():
        event = lock_event(event.pk)
        officials.require(event, by, OfficeKind.DIRECTOR)
        if mode not in ProjectorMode.values:
            raise ScreenError("unknown_mode", mode=mode)
        if event.projector_mode == mode:
            return event
        payload = {"before": event.projector_mode, "after": mode}
        event.projector_mode = mode
        event.save(update_fields=["projector_mode"])
        log.append(event, "event.projector", by, payload=payload)
        return event
