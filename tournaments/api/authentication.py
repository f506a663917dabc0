"""Who asks: an integrator by token, staff by session, a table by its device. Cookies need the CSRF token as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from tournaments.api import device_cookie
from tournaments.api.errors import NotADevice
from tournaments.models import ApiToken, Device
from tournaments.services import tokens

KEYWORD = "Token"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Token …`."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != KEYWORD.lower().encode():
            return None
        token = tokens.authenticate(parts[1].decode("latin-1")) if len(parts) == 2 else None
        if token is None:
            raise AuthenticationFailed
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD


class DeviceAuthentication(SessionAuthentication):
    """The table's own cookie, or `Authorization: Device …`; `request.auth` is its device."""

    def __init__(self, find: Callable[[HttpRequest], Device | None] = device_cookie.device_of) -> None:
        self._find = find

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        is_header = device_cookie.header_token(request._request) is not None
        device = self._find(request._request)
        if device is None:
            if is_header:
                raise NotADevice
            return None
        if not is_header and request.method not in SAFE_METHODS:
            self.enforce_csrf(request)
        return AnonymousUser(), device

    def authenticate_header(self, request: Request) -> str:
        return device_cookie.KEYWORD


def device_of(request: Request) -> Device | None:
    """The device that asks, whichever way the request was authenticated. For reads: no CSRF check here."""
    if isinstance(request.auth, Device):
        return request.auth
    return device_cookie.device_of(request._request)


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": "`Token …`"}


class DeviceScheme(OpenApiAuthenticationExtension):
    target_class = DeviceAuthentication
    name = ["device", "deviceCookie"]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, str]]:
        return [
            {"type": "apiKey", "in": "header", "name": "Authorization", "description": "`Device …`"},
            {"type": "apiKey", "in": "cookie", "name": device_cookie.COOKIE},
        ]
