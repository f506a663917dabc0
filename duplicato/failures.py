"""The last resort for a failed request: an address that is not there, a database that is away.

A database that is away, full or read-only is a 503 that says so.
What was not stored is never acknowledged; the devices keep the slip and send it again.
"""

from __future__ import annotations

import sys

from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found

# Psycopg calls a read-only server an internal error.
STORAGE_ERRORS = (OperationalError, InterfaceError, InternalError)
RETRY_SECONDS = 2


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's `handler500`, called while the exception is being handled."""
    if isinstance(sys.exc_info()[1], STORAGE_ERRORS):
        return _answer(request, 503, "not_stored", _("Non è stato registrato nulla: riprova tra poco."))
    return _answer(request, 500, "error", _("Qualcosa è andato storto dalla nostra parte: riprova."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's `handler404`: a program that asked the API for an address that is not there gets no page."""
    if not request.path.startswith("/api/"):
        return page_not_found(request, exception)
    message = _("Questo indirizzo non esiste: l'elenco è in %(docs)s.") % {"docs": reverse("api-docs")}
    return JsonResponse({"code": "not_found", "message": message, "extra": {}}, status=404)


def _answer(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    response: HttpResponse
    if "application/json" in request.headers.get("Accept", ""):
        response = JsonResponse({"code": code, "message": message}, status=status)
    else:
        response = HttpResponse(render_to_string("failure.html", {"message": message}), status=status)
    response["Cache-Control"] = "no-store"
    if status == 503:
        response["Retry-After"] = str(RETRY_SECONDS)
    return response
