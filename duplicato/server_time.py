"""Every answer says what time it is here: the pages' clocks run on the server's time."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

HEADER = "X-Server-Time"


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response[HEADER] = timezone.now().isoformat(timespec="milliseconds")
        return response

    return answer
