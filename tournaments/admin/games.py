"""Games, to look at: they are run from the console. The seed is not shown here at all."""

from __future__ import annotations

from datetime import datetime

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments.admin.access import OwnEventFilter, ReadOnlyAdmin
from tournaments.models import Game
from tournaments.views.console.next_act import end_words


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = ("number", "state", "rack_source", "started", "finished", "tournament")
    list_display_links = ("number",)
    list_filter = (OwnEventFilter, "state")
    list_select_related = ("event",)
    fields = ("tournament", "number", "state", "rack_source", "seal", "phrase", "started", "finished", "end")
    readonly_fields = ("tournament", "seal", "started", "finished", "end")

    @admin.display(description=_("torneo"), ordering="event")
    def tournament(self, game: Game) -> str:
        return str(game.event)

    @admin.display(description=_("cominciata"), ordering="started_at")
    def started(self, game: Game) -> datetime | None:
        return game.started_at

    @admin.display(description=_("conclusa"), ordering="finished_at")
    def finished(self, game: Game) -> datetime | None:
        return game.finished_at

    @admin.display(description=_("impegno del seme"))
    def seal(self, game: Game) -> str:
        return game.commitment

    @admin.display(description=_("perché è finita"))
    def end(self, game: Game) -> str:
        return end_words(game.end_reason) if game.end_reason else ""
