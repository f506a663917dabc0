"""Icons, key caps and the large act button."""

from __future__ import annotations

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

register = template.Library()


def icon_svg(name: str) -> SafeString:
    """A picture from static/img/icons.svg; it is always beside words, so it is hidden from screen readers."""
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        static("img/icons.svg"),
        name,
    )


@register.simple_tag
def icon(name: str) -> SafeString:
    return icon_svg(name)


def key_name(key: str) -> str:
    """What is printed on a key cap for a key of data-key."""
    names = {
        "Space": gettext("Spazio"),
        "Enter": gettext("Invio"),
        "Ctrl+Enter": gettext("Ctrl Invio"),
        "Escape": "Esc",
        "ArrowUp": "↑",
        "ArrowDown": "↓",
        "ArrowLeft": "←",
        "ArrowRight": "→",
    }
    return names.get(key, key.upper() if len(key) == 1 else key)


@register.simple_tag(name="key")
def key_cap(key: str) -> SafeString:
    return format_html('<kbd class="key">{}</kbd>', key_name(key))


@register.inclusion_tag("components/act.html")
def act(
    words: str,
    *,
    cost: str = "",
    key: str = "",
    confirm: str = "",
    blocked: str = "",
    name: str = "",
    value: str = "",
    form: str = "",
    css: str = "",
) -> dict[str, Any]:
    """The one filled button: what it does, what it would cost now, its key.

    `confirm` ("Premi ancora per svelare") asks for a second press within 3 s; `blocked` says what is awaited.
    """
    return {
        "words": words,
        "cost": cost,
        "key": key,
        "confirm": confirm,
        "blocked": blocked,
        "name": name,
        "value": value,
        "form": form,
        "css": css,
    }
