"""Acts that take back what everybody has seen, or that nobody can take back, ask for the password once more."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request

from tournaments.services.errors import ActError


class PasswordError(ActError):
    messages = {
        "password": _("La password non è giusta: nulla è cambiato."),
        "other_password": _("Nome o password dell’altro ufficiale non sono giusti: nulla è cambiato."),
    }


def password_field() -> serializers.CharField:
    return serializers.CharField(
        max_length=128, required=False, default="", allow_blank=True, trim_whitespace=False,
        help_text="the caller's own password, where the act asks for it again",
    )  # fmt: skip


def require_password(request: Request, password: str) -> None:
    """Through `authenticate`, so that wrong guesses are counted as at the door."""
    if _account(request, request.user.get_username(), password) != request.user:
        raise PasswordError("password")


def other_official(request: Request, username: str, password: str) -> User | None:
    """Who decides together with the caller, by their own name and password; None where nobody is named."""
    if not username:
        return None
    found = _account(request, username, password)
    if found is None:
        raise PasswordError("other_password")
    return found


def _account(request: Request, username: str, password: str) -> Any:
    return authenticate(request._request, username=username, password=password)
