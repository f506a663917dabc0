"""Parts of pages, rendered once for each state of the event: everybody refetches them at a reveal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.translation import get_language

from tournaments.models import Event

CACHE_SECONDS = 300


def cached_part(event: Event, name: str, template: str, context: Callable[[], Mapping[str, Any]]) -> str:
    """The part's HTML, kept under the log's head; `name` says all that it depends on besides the event."""
    key = f"part:{event.pk}:{event.sequence}:{event.log_hash}:{get_language()}:{name}"
    html: str | None = cache.get(key)
    if html is None:
        html = render_to_string(template, {"event": event, **context()})
        cache.set(key, html, timeout=CACHE_SECONDS)
    return html
