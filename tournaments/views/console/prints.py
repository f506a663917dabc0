"""Paper: table cards with their QR, slip blocks, the entry list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import segno
from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournaments.models import Device, Entry, Event
from tournaments.services import devices
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.views.site_address import site_address

SLIPS_A_SHEET = 8
MAX_TURNS = 40


@dataclass(frozen=True, slots=True)
class Card:
    entry: Entry
    code: str
    qr: SafeString


def prints_page(request: HttpRequest, event: Event) -> HttpResponse:
    staying = _staying(event)
    connected = _connected(event)
    context = {
        "event": event,
        "all_count": staying.count(),
        "paper_count": staying.filter(is_on_paper=True).count(),
        "without_device": staying.filter(is_on_paper=False).exclude(pk__in=connected).count(),
        "hours": int(devices.PRINTED_CODE_LIFETIME.total_seconds() // 3600),
    }
    return render(request, "console/prints.html", context)


def cards_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The codes are in the answer to the POST that made them, and nowhere else."""
    back = redirect(reverse("admin:console-prints", args=[event.pk]))
    if request.method != "POST":
        return back
    assert isinstance(request.user, User)
    chosen = _staying(event)
    if request.POST.get("who") == "without_device":
        chosen = chosen.filter(is_on_paper=False).exclude(pk__in=_connected(event))
    elif request.POST.get("who") != "paper_too":
        chosen = chosen.filter(is_on_paper=False)
    entries = list(chosen)
    try:
        codes = devices.issue_codes(event, entries, Actor.of_user(request.user), lifetime=devices.PRINTED_CODE_LIFETIME)
    except ActError as refusal:
        messages.error(request, refusal.message)
        return back
    site = site_address(request)
    cards = [
        Card(entry, _grouped(code), _qr(site + devices.enrolment_path(code)))
        for entry in entries
        for code in (codes[entry.pk],)
    ]
    hours = int(devices.PRINTED_CODE_LIFETIME.total_seconds() // 3600)
    address = site.partition("://")[2] + "/gioca/"
    context = {"event": event, "cards": cards, "hours": hours, "site": address}
    return render(request, "console/cards.html", context)


def slips_page(request: HttpRequest, event: Event) -> HttpResponse:
    """One block a player on paper, or blank ones: as many slips as turns."""
    turns = min(MAX_TURNS, max(1, _number(request.GET.get("turns"), 24)))
    who = request.GET.get("who", "paper")
    staying = _staying(event)
    entries: list[Entry | None] = list(staying if who == "all" else staying.filter(is_on_paper=True))
    if who == "blank" or not entries:
        entries = [None]
    numbers: list[int | str] = list(range(1, turns + 1)) if entries != [None] else [""] * SLIPS_A_SHEET
    sheets = [
        (entry, numbers[start : start + SLIPS_A_SHEET])
        for entry in entries
        for start in range(0, len(numbers), SLIPS_A_SHEET)
    ]
    context: dict[str, Any] = {"event": event, "sheets": sheets, "turns": turns, "who": who}
    return render(request, "console/slips.html", context)


def entries_page(request: HttpRequest, event: Event) -> HttpResponse:
    order = "name" if request.GET.get("order") == "name" else "table"
    rows = event.entries.select_related("player", "club")
    if order == "name":
        rows = rows.order_by("player__last_name", "player__first_name", "table_number")
    return render(request, "console/entries.html", {"event": event, "entries": rows, "order": order})


def _staying(event: Event) -> QuerySet[Entry]:
    return event.entries.filter(withdrawn_at=None, disqualified_at=None).select_related("player", "club")


def _connected(event: Event) -> QuerySet[Any, Any]:
    return Device.objects.filter(entry__event=event, revoked_at=None).values("entry_id")


def _qr(link: str) -> SafeString:
    """Without a size of its own, so that it fills its place on the card whatever the link's length."""
    drawing = segno.make(link, error="m", micro=False).svg_inline(border=2, omitsize=True)
    # Drawn by segno from the link: squares only, no text of anybody's.
    return mark_safe(drawing)  # noqa: S308


def _grouped(code: str) -> str:
    """In fours, as people copy it."""
    return " ".join(code[start : start + 4] for start in range(0, len(code), 4))


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isdigit() else default
