"""As whom somebody looks at an event: what the table of visibility is asked with."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser, User

from tournaments.enums import OfficeKind
from tournaments.models import Device, Event, Office
from tournaments.selectors.visibility import Role
from tournaments.services import officials


def role_of(event: Event, *, user: User | AnonymousUser | None = None, device: Device | None = None) -> Role:
    """An account's office in this event decides, then the device's entry; anybody else is the public.

    Who plays sees no more than a player while a turn is open, whatever else they are.
    """
    if user is not None and user.is_authenticated and user.is_active:
        if officials.is_playing_arbiter(event, user):
            return Role.PLAYING_ARBITER
        held = officials.offices_of(user, event)
        if OfficeKind.DIRECTOR in held or officials.is_federation_staff(user):
            return Role.DIRECTOR
        if OfficeKind.ARBITER in held:
            return Role.ARBITER
    if device is not None and device.entry.event_id == event.pk:
        return Role.PANEL if _is_panel_member(device) else Role.PLAYER
    return Role.PUBLIC


def is_official_anywhere(user: User | AnonymousUser | None) -> bool:
    """Federation staff, or director or arbiter of any event: whoever keeps players and clubs."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    return officials.is_federation_staff(user) or Office.objects.filter(user=user, ended_at=None).exists()


def _is_panel_member(device: Device) -> bool:
    return Office.objects.filter(entry=device.entry_id, kind=OfficeKind.PANEL, ended_at=None).exists()
