"""A player's device: the QR that connects it, and the button that disconnects it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext

from tournaments.admin.access import actor
from tournaments.models import Entry
from tournaments.services import devices
from tournaments.services.errors import ActError
from tournaments.views.site_address import site_address


def device_page(model_admin: admin.ModelAdmin, request: HttpRequest, entry: Entry) -> HttpResponse:
    """The code is shown in the answer to the POST that made it, and nowhere else."""
    context: dict[str, Any] = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "title": gettext("Dispositivo: %(entry)s") % {"entry": entry},
        "entry": entry,
    }
    if request.method == "POST":
        try:
            if "revoke" in request.POST:
                devices.revoke(entry, actor(request))
                model_admin.message_user(request, gettext("Dispositivo scollegato."), messages.SUCCESS)
                return redirect(request.path)
            code = devices.issue_code(entry, actor(request))
        except ActError as refusal:
            model_admin.message_user(request, refusal.message, messages.ERROR)
            return redirect(request.path)
        link = site_address(request) + devices.enrolment_path(code)
        context |= {
            "code": code,
            "link": link,
            # Drawn by segno from the link: squares only, no text of anybody's.
            "qr": mark_safe(devices.link_as_svg(link)),  # noqa: S308
            "minutes": int(devices.CODE_LIFETIME.total_seconds() // 60),
        }
    context["device"] = entry.devices.filter(revoked_at=None).first()
    return TemplateResponse(request, "admin/tournaments/entry/device.html", context)
