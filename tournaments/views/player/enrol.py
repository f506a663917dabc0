"""Becoming a table's device: the QR's page asks, a POST uses the code up."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.api.device_cookie import COOKIE, device_of, forget, remember
from tournaments.api.throttling import has_too_many_wrong_codes
from tournaments.services import devices
from tournaments.services.devices import DeviceError


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enrol(request: HttpRequest, code: str) -> HttpResponse:
    """Name and table to confirm; confirmed, this browser plays for them."""
    try:
        if request.method == "POST":
            _device, token = devices.enrol(code, request.headers.get("User-Agent", ""))
            response: HttpResponse = redirect("play")
            remember(response, token, request)
            return response
        entry = devices.entry_of(code)
    except DeviceError as refusal:
        return _refuse(request, code, refusal)
    present = device_of(request)
    others = present.entry if present is not None and present.entry_id != entry.pk else None
    return render(request, "player/enrol.html", {"entry": entry, "event": entry.event, "others": others})


def ask_for_code(request: HttpRequest) -> HttpResponse:
    """The page of a browser that is nobody's device: the code can be typed by hand."""
    if "code" in request.GET and (code := "".join(request.GET["code"].split())):
        return redirect(reverse("enrol", args=[code.replace("/", "-")[:40]]))
    was_connected = COOKIE in request.COOKIES
    response = render(request, "player/code.html", {"was_connected": was_connected})
    if was_connected:
        forget(response)
    return response


def _refuse(request: HttpRequest, code: str, refusal: DeviceError) -> HttpResponse:
    present = device_of(request) if refusal.code == "used_code" else None
    if present is not None and devices.was_enrolled_by(present, code):
        # The QR opened again on the device that it connected: nothing is wrong.
        return redirect("play")
    status = 410
    if refusal.code == "unknown_code" and has_too_many_wrong_codes(request):
        refusal, status = DeviceError("too_many_codes"), 429
    return render(request, "player/code.html", {"refusal": refusal, "code": code}, status=status)
