"""The kit: every part of the screens on one page, to put beside its picture."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.engine.move import Direction, Move
from tournaments.engine.ruleset import load_ruleset

# The board, rack and top of the design's turn 17.
ROWS = (
    "....D..........",
    "....O..........",
    "...BLU.........",
    "..ERO..........",
    "...I.FUCILE....",
    "...C.O.R.......",
    "...CORNO.......",
    ".AMO.MOSSA.....",
    ".F..LENTI......",
    ".ORMA..A.......",
    ".N.AViATORI....",
    ".O..A..A.E.....",
    "....T....M.....",
    "....E....O.....",
    "...............",
)
RECEIVED_AT = datetime(2026, 6, 6, 13, 4, 12, tzinfo=UTC)
DEADLINE_AT = datetime(2026, 6, 6, 13, 5, 30, tzinfo=UTC)
COLOURS = (
    ("paper", "carta", "#F5F1E8"),
    ("sheet", "foglio", "#FFFDF9"),
    ("sunk", "fondo", "#ECE6D9"),
    ("ink", "inchiostro", "#1F1D1A"),
    ("ink-second", "secondario", "#575147"),
    ("edge", "bordi", "#8C8371"),
    ("accent", "accento", "#0B5A4A"),
    ("accent-soft", "accento lieve", "#DCEBE5"),
    ("accent-night", "acc. notte", "#63D2B0"),
    ("amber", "ambra", "#F0AE3A"),
    ("warning", "avviso", "#FBE7C6"),
    ("refusal", "rifiuto", "#F9E1DC"),
)


def kit(request: HttpRequest) -> HttpResponse:
    if not (settings.DEBUG or request.user.is_staff):
        raise Http404
    now = timezone.now()
    context = {
        "rules": load_ruleset(),
        "rows": ROWS,
        "rack": "SPIEGA?",
        "laid": Move(9, 9, Direction.ACROSS, "PAGI"),
        "received": Move(6, 11, Direction.DOWN, "SPIGAtE"),
        "top": Move(0, 4, Direction.ACROSS, "DISPiEGA"),
        "counted": Move(8, 11, Direction.DOWN, "PIEGA"),
        "received_at": RECEIVED_AT,
        "late_at": DEADLINE_AT + timedelta(seconds=4),
        # The clocks run: the first reaches its last 30 seconds, the second its end, while one looks.
        "closes_in_69": now + timedelta(seconds=69),
        "closes_in_24": now + timedelta(seconds=24),
        "now": now,
        "used": (1, 2, 4, 5),
        "polled_at": datetime(2026, 6, 6, 13, 4, 40, tzinfo=UTC),
        "colours": COLOURS,
    }
    return render(request, "kit.html", context)


def kit_hall(request: HttpRequest) -> HttpResponse:
    """The projector's parts: the rack and the clock, or with ?reveal the top on the board."""
    if not (settings.DEBUG or request.user.is_staff):
        raise Http404
    context = {
        "rules": load_ruleset(),
        "rows": ROWS,
        "rack": "SPIEGA?",
        "top": Move(0, 4, Direction.ACROSS, "DISPiEGA"),
        "deadline_at": timezone.now() + timedelta(seconds=134),
        "is_reveal": "reveal" in request.GET,
        "ranking": [
            (1, 0, "Marta Vianello", 122, 431),
            (2, 1, "Paolo Deiana", 122, 424),
            (3, -1, "Lucia Ferrando", 110, 417),
            (4, 3, "Tommaso Greco", 122, 412),
        ],
    }
    return render(request, "kit_hall.html", context)
