"""The offices held and ended, to look at; appointments are made on the event's own page."""

from __future__ import annotations

from datetime import datetime

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments.admin.access import OwnEventFilter, ReadOnlyAdmin
from tournaments.models import Office


@admin.register(Office)
class OfficeAdmin(ReadOnlyAdmin):
    list_display = ("office", "who", "by", "since", "until", "tournament")
    list_filter = (OwnEventFilter, "kind")
    list_select_related = ("event", "user", "entry__player", "appointed_by")
    fields = ("tournament", "office", "who", "by", "since", "until")
    readonly_fields = ("tournament", "office", "who", "by", "since", "until")

    @admin.display(description=_("ufficio"), ordering="kind")
    def office(self, office: Office) -> str:
        return office.get_kind_display()

    @admin.display(description=_("torneo"), ordering="event")
    def tournament(self, office: Office) -> str:
        return str(office.event)

    @admin.display(description=_("nominato da"))
    def by(self, office: Office) -> str:
        user = office.appointed_by
        return (user.get_full_name() or user.get_username()) if user else ""

    @admin.display(description=_("dal"), ordering="appointed_at")
    def since(self, office: Office) -> datetime:
        return office.appointed_at

    @admin.display(description=_("al"), ordering="ended_at")
    def until(self, office: Office) -> datetime | None:
        return office.ended_at

    @admin.display(description=_("chi"))
    def who(self, office: Office) -> str:
        if office.user is None:
            return str(office.entry)
        name = office.user.get_full_name() or office.user.get_username()
        return f"{name} ({office.entry})" if office.entry else name
