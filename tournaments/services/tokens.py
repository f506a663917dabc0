"""Tokens for integrators: issued once in clear, kept as a hash, revoked for good."""

from __future__ import annotations

import hashlib
import secrets

from django.contrib.auth.models import User
from django.utils import timezone

from tournaments.models import ApiToken

TOKEN_BYTES = 32


def issue(user: User, name: str) -> tuple[ApiToken, str]:
    """A new token for this account, and its text, which nobody can read again."""
    text = secrets.token_urlsafe(TOKEN_BYTES)
    return ApiToken.objects.create(user=user, name=name, token_hash=_hash(text)), text


def authenticate(text: str) -> ApiToken | None:
    """The live token with this text; its account must be active."""
    live = ApiToken.objects.filter(token_hash=_hash(text), revoked_at=None, user__is_active=True)
    return live.select_related("user").first()


def revoke(token: ApiToken) -> None:
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
