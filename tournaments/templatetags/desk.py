"""Links between the desk's own views: a page without a script, a part with one."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import QueryDict
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def to(context: Context, **chosen: Any) -> SafeString:
    """The attributes of a link that shows this turn otherwise: `<a {% to group=row.key %}>`."""
    query = QueryDict(mutable=True)
    query["turn"] = str(context["turn"].number)
    for name, value in chosen.items():
        query[name] = " ".join(value) if isinstance(value, (list, tuple)) else str(value)
    address = f"?{query.urlencode()}"
    return format_html('href="{0}" hx-get="{0}&part=desk" hx-replace-url="{0}" hx-swap="none settle:0ms"', address)
