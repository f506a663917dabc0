"""The cookie that makes a phone or tablet the device of one entry."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournaments.models import Device
from tournaments.services import devices

COOKIE = "duplicato_device"
LIFETIME_SECONDS = 14 * 24 * 3600


def device_of(request: HttpRequest) -> Device | None:
    """The live device that asks, or None."""
    token = request.COOKIES.get(COOKIE)
    return devices.authenticate(token) if token else None


def remember(response: HttpResponse, token: str, request: HttpRequest) -> None:
    response.set_cookie(
        COOKIE, token, max_age=LIFETIME_SECONDS, httponly=True, secure=request.is_secure(), samesite="Lax"
    )


def forget(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, samesite="Lax")
