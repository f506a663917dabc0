"""Games, to look at: they are run from the console. The seed is not shown here at all."""

from __future__ import annotations

from django.contrib import admin

from tournaments.admin.access import OwnEventFilter, ReadOnlyAdmin
from tournaments.models import Game


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = ("event", "number", "state", "rack_source", "started_at", "finished_at")
    list_display_links = ("event", "number")
    list_filter = (OwnEventFilter, "state")
    list_select_related = ("event",)
    fields = (
        "event",
        "number",
        "state",
        "rack_source",
        "commitment",
        "phrase",
        "started_at",
        "finished_at",
        "end_reason",
    )
