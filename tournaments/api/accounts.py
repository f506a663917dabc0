"""Accounts named by their user name in a body."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from tournaments.services.errors import ActError


class AccountError(ActError):
    messages = {"unknown_account": _("Non c'è un'utenza «%(username)s».")}


def account_named(username: str) -> User:
    user = User.objects.filter(username=username).first()
    if user is None:
        raise AccountError("unknown_account", username=username)
    return user
