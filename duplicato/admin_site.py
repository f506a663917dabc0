"""The directors' admin site."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

# In the order a director thinks: the event, who plays, how it went; then the lists behind it.
ORDER = ("Event", "Entry", "Game", "LogRow", "Office", "Player", "Club", "LexiconEdition")


class AdminSite(admin.AdminSite):
    site_title = "Duplicato"
    site_header = "Duplicato"
    index_title = _("Amministrazione")
    # The first page has the lists; tables need the room.
    enable_nav_sidebar = False

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        # Imported late: the admin modules register themselves with this very site.
        from tournaments.views.console.home import home_context

        return super().index(request, {**home_context(request), **(extra_context or {})})

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict[str, Any]]:
        apps = super().get_app_list(request, app_label)
        for app in apps:
            app["models"].sort(key=lambda model: _place(model["object_name"]))
        return sorted(apps, key=lambda app: min(_place(model["object_name"]) for model in app["models"]))


def _place(name: str) -> int:
    return ORDER.index(name) if name in ORDER else len(ORDER)
