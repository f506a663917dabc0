"""Events: what, by which rules, what the public sees; and the way to officials, state and entries."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from tournaments.admin import event_pages
from tournaments.admin.access import EventScopedAdmin, actor, is_director
from tournaments.admin.console import console_urls
from tournaments.admin.event_form import SETTING_FIELDS, EventForm, profile_in_words
from tournaments.models import Event
from tournaments.services import events, officials

TIME_FIELDS = SETTING_FIELDS[:3]
OTHER_SETTING_FIELDS = SETTING_FIELDS[3:]


@admin.register(Event)
class EventAdmin(EventScopedAdmin):
    event_lookup = "pk"
    form = EventForm
    list_display = ("name", "state", "starts_on", "venue", "games_planned", "entry_count", "present_count")
    list_filter = ("state", "starts_on")
    search_fields = ("name", "venue")
    date_hierarchy = "starts_on"
    readonly_fields = ("state", "rules_in_words")
    change_form_template = "admin/tournaments/event/change_form.html"

    def event_of(self, obj: Any) -> Event:
        event: Event = obj
        return event

    def has_add_permission(self, request: HttpRequest) -> bool:
        return officials.is_federation_staff(request.user)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        is_present = Q(
            entries__checked_in_at__isnull=False,
            entries__withdrawn_at=None,
            entries__disqualified_at=None,
        )
        return (
            super()
            .get_queryset(request)
            .annotate(entry_count=Count("entries"), present_count=Count("entries", filter=is_present))
        )

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        what = ["name", "slug", "venue", ("starts_on", "ends_on"), "games_planned"]
        public = {"fields": ["is_public", "frozen_turns"]}
        if obj is not None and not self.has_change_permission(request, obj):
            rules = ["ruleset_slug", "lexicon", "notation", "rules_in_words", "is_double_entry"]
            return [
                (_("Che cosa"), {"fields": [*what, "state"]}),
                (_("Regole"), {"fields": rules}),
                (_("Pubblico"), public),
            ]
        locked = _("Fermo dal primo sorteggio.") if obj is not None and obj.are_rules_locked else None
        return [
            (_("Che cosa"), {"fields": [*what, "director"] if obj is None else [*what, "state"]}),
            (
                _("Regole"),
                {
                    "fields": ["ruleset_slug", "lexicon", "profile_slug", TIME_FIELDS, "notation"],
                    "description": locked,
                },
            ),
            (
                _("Altre scelte"),
                {"fields": OTHER_SETTING_FIELDS, "classes": ["collapse"], "description": locked},
            ),
            (_("Carta"), {"fields": ["is_double_entry"]}),
            (_("Pubblico"), public),
        ]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        # The setting fields are not the model's: left to itself the admin would look for them there.
        kwargs["fields"] = EventForm.Meta.fields
        return super().get_form(request, obj, change, **kwargs)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        fields = {name: form.cleaned_data[name] for name in events.CHANGEABLE_FIELDS}
        if change:
            events.change(obj, by=actor(request), **fields)
        else:
            created = events.create(by=actor(request), director=form.cleaned_data["director"], **fields)
            obj.pk = created.pk
            obj._state.adding = False
        obj.refresh_from_db()

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        event = self.reach(request, object_id)
        context = {
            "missing": officials.missing(event),
            "is_director": is_director(request, event),
            **(extra_context or {}),
        }
        return super().change_view(request, object_id, form_url, context)

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        pages = [
            path(
                "<path:object_id>/officials/",
                wrap(self.officials_view),
                name="tournaments_event_officials",
            ),
            path("<path:object_id>/state/", wrap(self.state_view), name="tournaments_event_state"),
        ]
        return pages + console_urls(self) + super().get_urls()

    def officials_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return event_pages.officials_page(self, request, self.reach(request, object_id))

    def state_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return event_pages.state_page(self, request, self.reach(request, object_id))

    @admin.display(description=_("iscritti"), ordering="entry_count")
    def entry_count(self, event: Any) -> int:
        count: int = event.entry_count
        return count

    @admin.display(description=_("presenti"), ordering="present_count")
    def present_count(self, event: Any) -> int:
        count: int = event.present_count
        return count

    @admin.display(description=_("scelte"))
    def rules_in_words(self, event: Event) -> str:
        return profile_in_words(event.profile)
