"""What makes a program or a browser the device of one entry: the cookie, or `Authorization: Device …`."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournaments.models import Device
from tournaments.services import devices

COOKIE = "duplicato_device"
KEYWORD = "Device"
LIFETIME_SECONDS = 14 * 24 * 3600


def device_of(request: HttpRequest) -> Device | None:
    """The live device that asks, or None. What the header says goes before the cookie."""
    token = _token(request)
    return devices.authenticate(token) if token else None


def sender_of(request: HttpRequest) -> Device | None:
    """The same for a slip: no more of the device than a slip asks for."""
    token = _token(request)
    return devices.sender(token) if token else None


def header_token(request: HttpRequest) -> str | None:
    """The token of `Authorization: Device …`; empty where the header has that word and nothing to read."""
    keyword, _space, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    return token.strip() if keyword.lower() == KEYWORD.lower() else None


def remember(response: HttpResponse, token: str, request: HttpRequest) -> None:
    response.set_cookie(
        COOKIE, token, max_age=LIFETIME_SECONDS, httponly=True, secure=request.is_secure(), samesite="Lax"
    )


def forget(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, samesite="Lax")


def _token(request: HttpRequest) -> str | None:
    token = header_token(request)
    return request.COOKIES.get(COOKIE) if token is None else token
