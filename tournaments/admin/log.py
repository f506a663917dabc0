"""The event's log: a list to read. Nobody adds, changes or deletes a row."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.admin.access import OwnEventFilter, ReadOnlyAdmin
from tournaments.enums import GameState, TurnState
from tournaments.models import LogRow
from tournaments.views.console.log_words import short_sentence


class ActFilter(admin.SimpleListFilter):
    """By the noun of the act: what happened to turns, slips, entries …"""

    title = _("argomento")
    parameter_name = "about"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("turn", _("mani")),
            ("game", _("partite")),
            ("slip", _("bollettini corretti")),
            ("paper", _("carta")),
            ("contest", _("contestazioni")),
            ("ruling", _("decisioni")),
            ("panel", _("collegio")),
            ("sanction", _("provvedimenti")),
            ("entry", _("iscrizioni")),
            ("device", _("tablet")),
            ("office", _("ufficiali")),
            ("event", _("torneo")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[LogRow]) -> QuerySet[LogRow]:
        return queryset.filter(act__startswith=f"{self.value()}.") if self.value() else queryset


@admin.register(LogRow)
class LogRowAdmin(ReadOnlyAdmin):
    list_display = ("sequence", "when", "what", "who", "place", "grounds", "tournament")
    list_filter = (OwnEventFilter, ActFilter)
    list_select_related = ("event", "user", "entry__player", "game__event", "turn")
    search_fields = ("act", "reason", "user__username", "entry__player__last_name")
    search_help_text = _("Atto, motivo, utenza o cognome")
    date_hierarchy = "at"
    ordering = ("-event", "-sequence")
    readonly_fields = ("tournament", "when", "what", "code", "who", "place", "grounds", "content", "before", "own_hash")
    fields = ("sequence", *readonly_fields)
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[LogRow]:
        # The content is read on a row's own page only.
        return super().get_queryset(request).defer("payload")

    @admin.display(description=_("torneo"), ordering="event")
    def tournament(self, row: LogRow) -> str:
        return str(row.event)

    @admin.display(description=_("quando"), ordering="at")
    def when(self, row: LogRow) -> str:
        return date_format(timezone.localtime(row.at), "j F Y, H:i:s")

    @admin.display(description=_("che cosa"), ordering="act")
    def what(self, row: LogRow) -> str:
        return short_sentence(row)

    @admin.display(description=_("atto"))
    def code(self, row: LogRow) -> str:
        return row.act

    @admin.display(description=_("motivo"))
    def grounds(self, row: LogRow) -> str:
        return row.reason

    @admin.display(description=_("impronta della riga prima"))
    def before(self, row: LogRow) -> str:
        return row.previous_hash

    @admin.display(description=_("impronta"))
    def own_hash(self, row: LogRow) -> str:
        return row.hash

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
