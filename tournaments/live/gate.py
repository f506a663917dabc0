"""Who may follow which stream, and as whom: synchronous, called in the hub's own thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.http import HttpRequest

from tournaments.api.device_cookie import COOKIE
from tournaments.enums import OfficeKind
from tournaments.live.reading import borrowing
from tournaments.models import Device, Event, Office
from tournaments.selectors.roles import role_of
from tournaments.selectors.visibility import Role
from tournaments.services import devices

AUDIENCES: Mapping[str, frozenset[Role]] = {
    "public": frozenset(Role),
    "player": frozenset({Role.PLAYER, Role.PANEL}),
    "arbiter": frozenset({Role.ARBITER, Role.PLAYING_ARBITER, Role.DIRECTOR}),
    # A director who also arbitrates and plays sees as a playing arbiter does.
    "director": frozenset({Role.DIRECTOR, Role.PLAYING_ARBITER}),
}


@dataclass(frozen=True, slots=True)
class Pass:
    """The role that a stream is filtered by, and what it was given for, so that it can be checked again."""

    role: Role
    audience: str
    device_id: int | None = None
    # Staff only: to ask again whether the session still lives.
    session_key: str | None = field(default=None, repr=False)


# Everybody's, for the public stream of a public event: one object, however many follow.
PUBLIC_PASS = Pass(Role.PUBLIC, "public")


@borrowing
def admit(event_id: int, audience: str, cookies: Mapping[str, str]) -> Pass | None:
    """The pass of whoever sends these cookies, or None. The public stream of a public event needs none."""
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        return None
    if audience == "public" and event.is_public:
        return PUBLIC_PASS
    if audience != "player":
        granted = _admit_session(event, audience, cookies.get(settings.SESSION_COOKIE_NAME))
        if granted is not None:
            return granted
    if audience in {"player", "public"} and COOKIE in cookies:
        device = devices.authenticate(cookies[COOKIE])
        if device is not None:
            return _granted(audience, role_of(event, device=device), device_id=device.pk)
    return None


@borrowing
def admit_again(event_id: int, passes: Sequence[Pass]) -> list[Pass | None]:
    """The same passes as they stand now; players' in two queries, however many they are."""
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        return [None] * len(passes)
    devices_by_entry = dict(
        Device.objects.filter(entry__event=event, revoked_at=None).values_list("pk", "entry_id")
        if any(each.device_id is not None for each in passes)
        else ()
    )
    panel = set(
        Office.objects.filter(event=event, kind=OfficeKind.PANEL, ended_at=None).values_list("entry_id", flat=True)
        if devices_by_entry
        else ()
    )
    checked: list[Pass | None] = []
    for each in passes:
        if each.audience == "public" and event.is_public:
            checked.append(each)
        elif each.device_id is not None:
            entry_id = devices_by_entry.get(each.device_id)
            role = Role.PANEL if entry_id in panel else Role.PLAYER
            granted = _granted(each.audience, role, device_id=each.device_id)
            checked.append(granted if entry_id is not None else None)
        else:
            checked.append(_admit_session(event, each.audience, each.session_key))
    return checked


def _admit_session(event: Event, audience: str, session_key: str | None) -> Pass | None:
    user = _user_of(session_key) if session_key else None
    if user is None:
        return None
    return _granted(audience, role_of(event, user=user), session_key=session_key)


def _granted(
    audience: str, role: Role, *, device_id: int | None = None, session_key: str | None = None
) -> Pass | None:
    if role == Role.PUBLIC or role not in AUDIENCES[audience]:
        return None
    seen_as = Role.PUBLIC if audience == "public" else role
    return Pass(seen_as, audience, device_id=device_id, session_key=session_key)


def _user_of(session_key: str) -> User | None:
    """The account of a session, its password unchanged since, as Django's middleware does it."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = get_user(request)
    return user if isinstance(user, User) else None
