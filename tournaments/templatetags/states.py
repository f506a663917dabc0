"""What the screens say about slips, clocks, turns, verdicts, movement and the connection."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from tournaments.engine.move import Move
from tournaments.engine.notation import format_reference
from tournaments.templatetags.controls import icon_svg
from tournaments.templatetags.game_text import game_word

register = template.Library()

SLIP_STATES = ("empty", "unsent", "sending", "offline", "received", "closed", "late", "none")
SLIP_ICONS = {
    "empty": "none",
    "unsent": "dashed",
    "sending": "up",
    "offline": "offline",
    "received": "check",
    "closed": "check",
    "late": "clock",
    "none": "cross",
}
CLOCK_STATES = ("waiting", "plain", "signal", "paused", "closed")
TURN_STEPS = ("drawn", "open", "closed", "adjudicated", "revealed")
CONNECTION_STATES = ("online", "live", "offline", "polled")


def clock_time(at: datetime) -> str:
    """A moment as the hall's clock shows it, seconds included."""
    return timezone.localtime(at).strftime("%H:%M:%S")


def time_slot(at: datetime | None) -> SafeString:
    """The server's time of a fact; empty in the templates that a script fills."""
    if at is None:
        return format_html('<time data-slot="{}"></time>', "time")
    return format_html('<time data-slot="time" datetime="{}">{}</time>', at.isoformat(), clock_time(at))


@register.filter
def since_clock(at: datetime) -> SafeString:
    """How long ago, in minutes and seconds; since.js counts on."""
    seconds = max(0, int((timezone.now() - at).total_seconds()))
    figures = f"{seconds // 60}:{seconds % 60:02}"
    return format_html('<duplicato-since at="{}">{}</duplicato-since>', at.isoformat(), figures)


@register.inclusion_tag("components/slip_state.html")
def slip_state(
    state: str,
    *,
    at: datetime | None = None,
    counted: Move | None = None,
    late_seconds: int | None = None,
    notation: str = "M",
    css: str = "",
) -> dict[str, Any]:
    """The banner above the send button: `at` is the receipt it tells, `counted` the slip still counting."""
    if state not in SLIP_STATES:
        raise template.TemplateSyntaxError(f"A slip's state is one of {SLIP_STATES}, not {state!r}.")
    move = format_html("{} {}", game_word(counted), format_reference(counted, notation)) if counted else None
    head, rest = _slip_words(state, time_slot(at), move, late_seconds)
    return {"state": state, "icon": SLIP_ICONS[state], "head": head, "rest": rest, "css": css}


def _slip_words(
    state: str, time: SafeString, move: SafeString | None, late_seconds: int | None
) -> tuple[SafeString, SafeString]:
    seconds = format_html('<span data-slot="seconds">{}</span>', "" if late_seconds is None else late_seconds)
    still = ""
    if move is not None:
        still = gettext("Vale ancora {move}, ricevuta alle {time}.")
    words = {
        "empty": (gettext("Nessuna giocata."), gettext("Tocca una casella per cominciare.")),
        "unsent": (gettext("Questa giocata non è inviata."), still),
        "sending": (gettext("Invio in corso."), gettext("Non ancora ricevuta.")),
        "offline": (
            gettext("Fuori linea."),
            gettext("È salvata qui e parte da sola. Se scade il tempo, chiama l’arbitro."),
        ),
        "received": (gettext("Ricevuta alle {time}."), gettext("Puoi sostituirla fino alla chiusura.")),
        "closed": (gettext("Mano chiusa."), gettext("Vale quella ricevuta alle {time}.")),
        "late": (gettext("In ritardo di {seconds} s."), gettext("Arrivata alle {time}: non conta.")),
        "none": (gettext("Nessuna giocata ricevuta."), gettext("Vale 0.")),
    }
    head, rest = words[state]
    slots = {"time": time, "seconds": seconds, "move": move or ""}
    return format_html(head, **slots), format_html(rest, **slots)


@register.inclusion_tag("components/slip_state_templates.html")
def slip_state_templates() -> dict[str, Any]:
    """Every banner as a <template data-slip-state=…>, for the script that changes it without the server."""
    move = format_html('<span data-slot="{}"></span>', "move")
    templates = []
    for key, state, counted in (
        *((state, state, None) for state in SLIP_STATES),
        ("changed", "unsent", move),
    ):
        head, rest = _slip_words(state, time_slot(None), counted, None)
        templates.append({"key": key, "state": state, "icon": SLIP_ICONS[state], "head": head, "rest": rest})
    return {"templates": templates}


@register.inclusion_tag("components/clock.html")
def clock(
    state: str,
    *,
    opened_at: datetime | None = None,
    deadline_at: datetime | None = None,
    paused_at: datetime | None = None,
    now: datetime | None = None,
    turn_seconds: int = 180,
    signal_seconds: int = 30,
    until: str = "",
    size: str = "card",
    time_url: str = "",
) -> dict[str, Any]:
    """The turn's clock as it stands now; clock.js runs it on by the server's time.

    `state` is waiting, plain (the script and this tag turn it to signal by themselves), paused or closed.
    """
    if state not in CLOCK_STATES:
        raise template.TemplateSyntaxError(f"A clock's state is one of {CLOCK_STATES}, not {state!r}.")
    now = now or timezone.now()
    left = _seconds_left(state, deadline_at, paused_at or now, turn_seconds)
    if state == "plain" and left <= 0:
        state = "closed"
    elif state == "plain" and left <= signal_seconds:
        state = "signal"
    return {
        "state": state,
        "size": size,
        "opened": opened_at.isoformat() if opened_at else "",
        "deadline": deadline_at.isoformat() if deadline_at else "",
        "paused": paused_at.isoformat() if paused_at else "",
        "now": now.isoformat(),
        "signal_seconds": signal_seconds,
        "turn_seconds": turn_seconds,
        "left": left,
        "figures": f"{left // 60}:{left % 60:02}",
        "word": clock_words(signal_seconds).get(state, ""),
        "words": clock_words(signal_seconds),
        "until": until or _until(state, deadline_at),
        "until_closed": _until("closed", deadline_at),
        "time_url": time_url,
    }


def clock_words(signal_seconds: int) -> dict[str, str]:
    return {
        "signal": gettext("Ultimi {seconds} secondi").format(seconds=signal_seconds),
        "paused": gettext("In pausa"),
        "closed": gettext("Chiusa"),
    }


def _seconds_left(state: str, deadline_at: datetime | None, at: datetime, turn_seconds: int) -> int:
    if state == "closed":
        return 0
    if deadline_at is None:
        return turn_seconds
    # A started second still shows, so that 0:00 means closed.
    return max(0, -int((at - deadline_at).total_seconds() // 1))


def _until(state: str, deadline_at: datetime | None) -> str:
    if state == "paused":
        return gettext("riprende il direttore")
    if deadline_at is None:
        return ""
    if state == "closed":
        return gettext("alle {time}").format(time=clock_time(deadline_at))
    return gettext("chiude alle {time}").format(time=clock_time(deadline_at))


@register.inclusion_tag("components/turn_steps.html")
def turn_steps(state: str) -> dict[str, Any]:
    """Estratta → Aperta → Chiusa → Arbitrata → Svelata; a voided turn shows that it is."""
    names = {
        "drawn": gettext("Estratta"),
        "open": gettext("Aperta"),
        "closed": gettext("Chiusa"),
        "adjudicated": gettext("Arbitrata"),
        "revealed": gettext("Svelata"),
    }
    current = str(state).lower()
    if current == "voided":
        return {"steps": [{"name": gettext("Annullata"), "is_now": True, "is_voided": True}]}
    if current not in TURN_STEPS:
        raise template.TemplateSyntaxError(f"A turn's state is one of {TURN_STEPS} or voided, not {state!r}.")
    reached = TURN_STEPS.index(current)
    return {
        "steps": [
            {"name": names[step], "is_done": i < reached, "is_now": i == reached}
            for i, step in enumerate(TURN_STEPS)
        ]
    }


@register.simple_tag
def verdict_chip(kind: str) -> SafeString:
    """admitted, refused, contested or preview: an icon and a word, never colour alone."""
    chips = {
        "admitted": ("chip--good", "check", gettext("Ammessa")),
        "refused": ("chip--refused", "cross", gettext("Non ammessa")),
        "contested": ("chip--warned", "warning", gettext("Contestata")),
        "preview": ("", "", gettext("Anteprima")),
    }
    css, icon_name, words = chips[kind]
    return format_html(
        '<span class="chip {}">{}{}</span>', css, icon_svg(icon_name) if icon_name else "", words
    )


@register.simple_tag
def movement(places: int | None) -> SafeString:
    """Places gained (▲), lost (▼), kept (=); None for somebody new in the ranking."""
    if places is None:
        return format_html('<span class="movement movement--new">{}</span>', gettext("nuovo"))
    if places == 0:
        return format_html(
            '<span class="movement movement--same"><span aria-hidden="true">=</span>'
            '<span class="visually-hidden">{}</span></span>',
            gettext("stesso posto"),
        )
    count = abs(places)
    if places > 0:
        css, sign = "up", "▲"
        spoken = ngettext("sale di {count} posto", "sale di {count} posti", count)
    else:
        css, sign = "down", "▼"
        spoken = ngettext("scende di {count} posto", "scende di {count} posti", count)
    return format_html(
        '<span class="movement movement--{}"><span aria-hidden="true">{} {}</span>'
        '<span class="visually-hidden">{}</span></span>',
        css,
        sign,
        count,
        spoken.format(count=count),
    )


@register.inclusion_tag("components/connection.html")
def connection(state: str = "online", at: datetime | None = None) -> dict[str, Any]:
    """The connection chip; stream.js changes its data-state."""
    if state not in CONNECTION_STATES:
        raise template.TemplateSyntaxError(f"A connection is one of {CONNECTION_STATES}, not {state!r}.")
    return {
        "state": state,
        "polled": format_html(gettext("Aggiornata alle {time}"), time=time_slot(at)),
    }


@register.inclusion_tag("components/bar.html")
def bar(value: float, maximum: float = 100, label: str = "") -> dict[str, Any]:
    """A share as a bar. The numbers are attributes of <progress>: no style attribute is needed."""
    # Unlocalised text: a decimal comma is not a number to HTML.
    return {"value": f"{value:g}", "maximum": f"{maximum:g}", "label": label}
