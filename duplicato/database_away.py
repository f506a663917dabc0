"""A database that cannot be asked, or takes nothing more, is an honest 503: nothing was stored, try again.

Whatever was being written was rolled back, so that the same request can simply be sent once more.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import DataError, IntegrityError, NotSupportedError, ProgrammingError, connection
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

logger = logging.getLogger(__name__)
# These are about what was asked, not about the database: somebody's mistake, and a 500.
MISTAKES = (IntegrityError, DataError, ProgrammingError, NotSupportedError)
RETRY_SECONDS = 2


class DatabaseAway:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, DatabaseError) or isinstance(error, MISTAKES):
            return None
        logger.error("The database failed a request: %s", type(error).__name__)
        if not connection.in_atomic_block:
            connection.close()  # broken, or of a server that has gone: the next request opens its own
        if "application/json" in request.headers.get("Accept", ""):
            message = _("Non è stato salvato: l'archivio non risponde. Riprova tra un momento.")
            response: HttpResponse = JsonResponse({"code": "not_stored", "message": message}, status=503)
        else:
            response = HttpResponse(render_to_string("database_away.html"), status=503)
        response["Retry-After"] = str(RETRY_SECONDS)
        response["Cache-Control"] = "no-store"
        return response
