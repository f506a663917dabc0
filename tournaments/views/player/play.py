"""The player's page in every state of event, game and turn; and its part, for the stream."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.api.device_cookie import device_of
from tournaments.models import Turn
from tournaments.selectors.own_verdict import own_verdict
from tournaments.selectors.player import OwnSlip, Screen, Seat, seat_of
from tournaments.templatetags.board import premium_codes, premium_names
from tournaments.views.player.enrol import ask_for_code


@never_cache
@require_safe
def play(request: HttpRequest) -> HttpResponse:
    is_part = request.GET.get("part") == "seat"
    device = device_of(request)
    if device is None:
        if is_part:
            return HttpResponse(status=204, headers={"HX-Refresh": "true"})
        return ask_for_code(request)
    seat = seat_of(device)
    context = context_of(seat)
    if not is_part:
        return render(request, "player/play.html", context)
    # While the same slip is being written only clock and notices change: what is laid stays as it is.
    is_same_slip = bool(seat.slip_key) and request.GET.get("slip") == seat.slip_key
    response = render(request, "player/part.html", {**context, "is_same_slip": is_same_slip})
    if is_same_slip:
        response["HX-Reswap"] = "none"
    return response


def context_of(seat: Seat) -> dict[str, Any]:
    event = seat.event
    context: dict[str, Any] = {
        "seat": seat,
        "event": event,
        "entry": seat.entry,
        "rules": event.ruleset,
        "profile": event.profile,
        "screen": f"player/{seat.screen}.html",
    }
    if seat.screen == Screen.OPEN and seat.turn is not None:
        context |= {
            "client_key": uuid4(),
            "slip_data": json.dumps(slip_data(seat, seat.turn, seat.slip)),
        }
    if seat.screen in {Screen.VERDICT, Screen.OVER} and seat.shown is not None:
        context["own"] = own_verdict(seat.shown, seat.entry, seat.role)
    return context


def slip_data(seat: Seat, turn: Turn, slip: OwnSlip) -> dict[str, Any]:
    """What the slip's script needs: the position, and this table's own slip."""
    event = seat.event
    rules = event.ruleset
    counted, move = slip.counted, slip.move
    return {
        "key": seat.slip_key,
        "entry": seat.entry.pk,
        "turn": turn.pk,
        "url": reverse("hand-in"),
        "rows": turn.board_before.rows,
        "rack": turn.rack,
        "premiums": rules.premiums,
        "values": dict(rules.values),
        "notation": event.notation,
        "revision": slip.revision,
        "received": counted
        and {
            "word": counted.word,
            "reference": counted.reference,
            "declared": "" if counted.declared_score is None else str(counted.declared_score),
            "revision": counted.revision,
            "received_at": counted.received_at.isoformat(),
            "move": move
            and {"row": move.row, "col": move.col, "direction": move.direction.value, "word": move.word},
        },
        "codes": premium_codes(),
        "names": premium_names(),
        "words": script_words(),
    }


def script_words() -> dict[str, str]:
    """The sentences that the script says by itself."""
    return {
        "across": gettext("orizzontale"),
        "down": gettext("verticale"),
        "reads": gettext("si legge"),
        "jolly": gettext("jolly"),
        "jolly_as": gettext("jolly come {letter}"),
        "first_square": gettext("Tocca prima la casella della prima lettera."),
        "no_room": gettext("Non c’è più posto in questa direzione."),
        "not_in_rack": gettext("{letter} non è più sul leggio."),
        "already_there": gettext("{letter} è già sul tavoliere."),
        "taken_back": gettext("Ripresa: {letter}"),
        "all_taken_back": gettext("Lettere riprese."),
        "shuffled": gettext("Leggio mescolato."),
        "nothing": gettext("Non c’è nessuna giocata da inviare."),
        "send": gettext("Invia la giocata"),
        "change": gettext("Cambia la giocata"),
    }
