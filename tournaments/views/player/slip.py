"""Handing in a slip: by the page's script, which gets a receipt, or as a plain form."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.api import throttling
from tournaments.api.device_cookie import sender_of
from tournaments.models import Slip, Turn
from tournaments.services import slips
from tournaments.services.slips import SlipError

# Stamped by the server at its edge (duplicato/site_pool.py): waiting for a thread makes nobody late.
RECEIVED_AT = "duplicato.received_at"


@never_cache
@require_POST
def hand_in(request: HttpRequest) -> HttpResponse:
    """The receipt is written after the commit; a repeat of the same key gets the same receipt."""
    received_at = request.META.get(RECEIVED_AT) or timezone.now()
    device = sender_of(request)
    if device is None:
        return _refuse(request, 401, "no_device", _("Questo dispositivo non è più collegato al tavolo."))
    if not throttling.allows(request, device):
        return _refuse(request, 429, "throttled", _("Troppi invii di fila: aspetta un momento e riprova."))
    data = request.POST
    if data.get("entry") and data["entry"] != str(device.entry_id):
        # Another table was connected in this browser: the slip must not become theirs.
        return _refuse(request, 409, "other_table", _("Questo dispositivo ora gioca per un altro tavolo."))
    try:
        slip = slips.submit(
            turn_id=int(data["turn"]),
            device=device,
            client_key=UUID(data["client_key"]),
            revision=int(data["revision"]),
            word=data.get("word", "").strip(),
            reference=data.get("reference", "").strip(),
            declared_score=_declared(data.get("declared", "")),
            received_at=received_at,
        )
    except SlipError as refusal:
        return _refuse(request, 409, refusal.code, refusal.message)
    except (KeyError, ValueError, Turn.DoesNotExist):
        return _refuse(request, 400, "malformed", _("Il bollettino non si può leggere: ricarica la pagina."))
    if slip.turn_id != int(data["turn"]):
        # A receipt for another turn's slip would let this one be lost unnoticed.
        return _refuse(request, 409, "key_of_another_turn", _("Il bollettino è di un'altra mano: ricarica la pagina."))
    return JsonResponse(receipt(slip)) if _is_script(request) else redirect("play")


def receipt(slip: Slip) -> dict[str, object]:
    return {
        "client_key": str(slip.client_key),
        "revision": slip.revision,
        "received_at": slip.received_at.isoformat(),
        "late_by_ms": slip.late_by_ms,
    }


def _declared(text: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not text.isascii() or not text.isdigit():
        raise SlipError("declared")
    return int(text[:6])


def _is_script(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


def _refuse(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    if _is_script(request):
        return JsonResponse({"code": code, "message": message}, status=status)
    messages.error(request, message)
    return redirect("play")
