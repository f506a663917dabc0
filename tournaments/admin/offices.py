"""The offices held and ended, to look at; appointments are made on the event's own page."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments.admin.access import OwnEventFilter, ReadOnlyAdmin
from tournaments.models import Office


@admin.register(Office)
class OfficeAdmin(ReadOnlyAdmin):
    list_display = ("event", "kind", "who", "appointed_by", "appointed_at", "ended_at")
    list_filter = (OwnEventFilter, "kind")
    list_select_related = ("event", "user", "entry__player", "appointed_by")
    fields = ("event", "kind", "user", "entry", "appointed_by", "appointed_at", "ended_at")

    @admin.display(description=_("chi"))
    def who(self, office: Office) -> str:
        if office.user is None:
            return str(office.entry)
        name = office.user.get_full_name() or office.user.get_username()
        return f"{name} ({office.entry})" if office.entry else name
