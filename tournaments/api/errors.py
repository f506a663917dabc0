"""Every refusal of the API is `{code, message, extra}`, the message in the caller's language."""

from __future__ import annotations

import logging
from typing import Any

from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.signals import got_request_exception
from django.db import IntegrityError, InterfaceError, InternalError, OperationalError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.permissions import SAFE_METHODS
from rest_framework.response import Response

from tournaments.services.errors import ActError

logger = logging.getLogger(__name__)
# Away, full, or read-only: nothing was stored. Any other error of a database is a fault of ours.
STORAGE_ERRORS = (OperationalError, InterfaceError, InternalError)

# What the caller may not do, whoever is asked for it; and what was asked in a form that cannot be done at all.
# Any other refusal of a service is about the moment: 409.
FORBIDDEN = frozenset({
    "not_federation", "not_director", "not_arbiter", "not_panel", "not_official", "not_yours", "own_table", "password",
    "other_password",
})  # fmt: skip
MALFORMED = frozenset({
    "reason_needed", "seconds", "too_long", "declared", "revision", "word", "no_words", "article", "points", "letters",
    "letters_needed", "no_turn", "not_a_best_move", "unknown_table", "wrong_table", "wrong_order", "panel_of_three",
    "no_name", "ends_before_start", "unknown_ruleset", "unknown_profile", "wrong_setting", "wrong_lexicon_language",
    "wrong_games", "phrase", "prepared", "message_too_long", "unknown_mode", "unknown_code",
    "reason_too_long", "article_too_long", "unknown_account",
})  # fmt: skip


class NotADevice(exceptions.NotAuthenticated):
    default_code = "not_a_device"


class Frozen(exceptions.APIException):
    """Asked for results that the public does not see before the ceremony."""

    status_code = 403
    default_code = "frozen"


def refusal(error: Exception, context: dict[str, Any]) -> Response:
    """DRF's exception handler."""
    if isinstance(error, ActError):
        return answer(_status(error.code), error.code, error.message, _plain(error.extra))
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, DjangoPermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, IntegrityError):
        logger.warning("Two requests collided: %s", error)
        return answer(409, "conflict", _("È arrivata insieme a un'altra richiesta: leggi di nuovo e riprova."), {})
    if isinstance(error, STORAGE_ERRORS):
        return _unavailable(error, context)
    if not isinstance(error, exceptions.APIException):
        logger.error("The API failed", exc_info=error)
        got_request_exception.send(sender=None, request=context.get("request"))
        return answer(500, "error", _("Qualcosa è andato storto dalla nostra parte: riprova."), {})
    code, message, extra = _of_framework(error)
    response = answer(error.status_code, code, message, extra)
    if getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = error.auth_header  # type: ignore[attr-defined]
    if isinstance(error, exceptions.Throttled):
        response["Retry-After"] = str(_wait_seconds(error))
    return response


def _unavailable(error: Exception, context: dict[str, Any]) -> Response:
    """An honest 503: whoever wrote is told that nothing was stored, and tries again with the same key."""
    logger.error("The database does not answer: %s", type(error).__name__)
    request = context.get("request")
    if request is not None and request.method in SAFE_METHODS:
        response = answer(503, "unavailable", _("I dati non si possono leggere adesso: riprova tra poco."), {})
    else:
        response = answer(503, "not_stored", _("Non è stato registrato nulla: riprova tra poco."), {})
    response["Retry-After"] = "2"
    return response


def answer(status: int, code: str, message: str, extra: Any) -> Response:
    return Response({"code": code, "message": message, "extra": extra}, status=status)


def _of_framework(error: exceptions.APIException) -> tuple[str, str, dict[str, Any]]:
    if isinstance(error, exceptions.ValidationError):
        return "invalid", _("La domanda non è completa o non è valida."), {"fields": error.detail}
    if isinstance(error, exceptions.Throttled):
        extra = {"wait_seconds": _wait_seconds(error)}
        return "throttled", _("Troppe richieste in poco tempo: aspetta un momento."), extra
    if isinstance(error, NotADevice):
        return "not_a_device", _("Questo dispositivo non è collegato a un tavolo: inquadra il codice QR."), {}
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        return str(error.default_code), _("Per questo serve un'utenza: entra, o manda una chiave valida."), {}
    if isinstance(error, exceptions.PermissionDenied):
        codes = error.get_codes()
        return str(codes), _("Questo non ti è permesso."), {}
    if isinstance(error, exceptions.NotFound):
        return "not_found", _("Qui non c'è niente, o non è (ancora) visibile."), {}
    if isinstance(error, exceptions.ParseError):
        return "parse_error", _("Il testo della richiesta non è JSON valido."), {}
    if isinstance(error, exceptions.MethodNotAllowed):
        return "method_not_allowed", _("Questo indirizzo non accetta questo metodo."), {}
    if isinstance(error, exceptions.UnsupportedMediaType):
        return "unsupported_media_type", _("Manda JSON (Content-Type: application/json)."), {}
    if error.status_code == 413:
        return "too_large", _("La richiesta è troppo grande."), {}
    if isinstance(error, Frozen):
        return "frozen", _("La classifica è ferma fino alla premiazione."), {}
    return str(error.default_code), str(error.detail), {}


def _wait_seconds(error: exceptions.Throttled) -> int:
    return int(getattr(error, "wait", None) or 0) + 1


def _status(code: str) -> int:
    if code in FORBIDDEN:
        return 403
    return 400 if code in MALFORMED else 409


def _plain(extra: dict[str, Any]) -> dict[str, Any]:
    return {key: value if isinstance(value, int | float | str | None) else str(value) for key, value in extra.items()}
