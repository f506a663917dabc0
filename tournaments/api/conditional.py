"""Conditional reads, answered with 304 where the caller has it already.

What is polled has an ETag from the head of the event's log and from who asks, so that it is not even built: whatever
changes a result writes a log row, and what can change without one (slips coming in) is named by the caller. Every other
read has an ETag from its content.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers, set_response_etag
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.models import Event

VARY = ("Accept", "Accept-Language", "Authorization", "Cookie")


def etag(request: Request, event: Event, *who_and_what: object) -> str:
    parts = (event.pk, event.log_hash, request.get_full_path(), get_language(), *who_and_what)
    return quote_etag(hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:32])


def by_content(response: HttpResponse, request: HttpRequest) -> HttpResponse:
    """After rendering: an ETag where there is none, and 304 where the caller has that content."""
    if response.status_code != 200:
        return response
    patch_vary_headers(response, VARY)
    if not response.has_header("ETag"):
        set_response_etag(response)
    return get_conditional_response(request, etag=response["ETag"], response=response) or response


def answer(request: Request, tag: str, build: Callable[[], Any]) -> HttpResponse:
    """304 where the caller has it already, without building it; otherwise what `build` gives."""
    known = parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))
    response: HttpResponse
    if tag in known or "*" in known:
        response = Response(status=304)
    else:
        built = build()
        response = built if isinstance(built, HttpResponse) else Response(built)
    response["ETag"] = tag
    patch_vary_headers(response, VARY)
    return response
