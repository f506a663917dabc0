"""What a read is asked with, in its address."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

MOST = 2**31 - 1


def number_asked(request: Request, name: str) -> int | None:
    """A number from the query, None where it is not asked."""
    text = request.query_params.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and int(text[:12]) <= MOST and len(text) <= 12):
        raise ValidationError({name: [_("Scrivi un numero.")]})
    return int(text)


def choice_asked(request: Request, name: str, choices: list[str]) -> str:
    """One of the choices, empty where it is not asked."""
    value = request.query_params.get(name, "")
    if value and value not in choices:
        raise ValidationError({name: [_("I valori possibili sono %(values)s.") % {"values": ", ".join(choices)}]})
    return value
