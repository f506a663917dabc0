"""The event's log: a list to read. Nobody adds, changes or deletes a row."""

from __future__ import annotations

import json

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.admin.access import OwnEventFilter, ReadOnlyAdmin
from tournaments.enums import GameState, TurnState
from tournaments.models import LogRow


@admin.register(LogRow)
class LogRowAdmin(ReadOnlyAdmin):
    list_display = ("sequence", "event", "at", "act", "who", "place", "reason")
    list_filter = (OwnEventFilter, "act", "actor_kind")
    list_select_related = ("event", "user", "entry__player", "game__event", "turn")
    search_fields = ("act", "reason", "user__username", "entry__player__last_name")
    search_help_text = _("Atto, motivo, utenza o cognome")
    date_hierarchy = "at"
    ordering = ("-event", "-sequence")
    fields = ("event", "sequence", "at", "act", "who", "place", "reason", "content", "previous_hash", "hash")
    readonly_fields = ("who", "place", "content")
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[LogRow]:
        # The content is read on a row's own page only.
        return super().get_queryset(request).defer("payload")

    @admin.display(description=_("chi"))
    def who(self, row: LogRow) -> str:
        if row.user is not None:
            return row.user.get_full_name() or row.user.get_username()
        return str(row.entry) if row.entry else gettext("sistema")

    @admin.display(description=_("dove"))
    def place(self, row: LogRow) -> str:
        if row.game is None:
            return ""
        game = gettext("partita %(number)s") % {"number": row.game.number}
        if row.turn is None:
            return game
        return gettext("%(game)s, mano %(number)s") % {"game": game, "number": row.turn.number}

    @admin.display(description=_("contenuto"))
    def content(self, row: LogRow) -> str:
        """What the act carried; of play, only what the room has already seen."""
        if not is_content_public(row):
            return gettext("Si legge dopo che la mano è svelata.")
        return json.dumps(row.payload, ensure_ascii=False, indent=1, sort_keys=True)


def is_content_public(row: LogRow) -> bool:
    """Staff too must not read a slip, a rack to come or a top off the log before its time."""
    if row.game is None or row.game.state == GameState.FINISHED:
        return True
    return row.turn is not None and row.turn.state in {TurnState.REVEALED, TurnState.VOIDED}
