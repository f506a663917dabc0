"""Entries: tables, arrivals, withdrawals, devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.admin.access import EventScopedAdmin, OwnEventFilter, actor, own_events
from tournaments.admin.entry_device import device_page
from tournaments.enums import Category
from tournaments.models import Device, Entry
from tournaments.services import devices, entries, officials
from tournaments.services.errors import ActError


class NewEntryForm(forms.ModelForm):
    table_number = forms.IntegerField(
        label=_("Tavolo"), min_value=1, required=False, help_text=_("Vuoto: il primo libero.")
    )
    category = forms.ChoiceField(
        label=_("Categoria"),
        required=False,
        choices=[("", _("come il giocatore")), *Category.choices],
    )

    class Meta:
        model = Entry
        fields = ("event", "player", "table_number", "category", "is_on_paper")

    def _get_validation_exclusions(self) -> set[str]:
        # Empty means "the service chooses": the model must not refuse it first.
        exclusions = super()._get_validation_exclusions()  # type: ignore[misc]
        blank = {name for name in ("table_number", "category") if not self.cleaned_data.get(name)}
        return exclusions | blank


class PresenceFilter(admin.SimpleListFilter):
    title = _("presenza")
    parameter_name = "presence"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("present", _("presenti")), ("awaited", _("attesi")), ("gone", _("ritirati o squalificati"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Entry]) -> QuerySet[Entry]:
        here = queryset.filter(withdrawn_at=None, disqualified_at=None)
        if self.value() == "present":
            return here.exclude(checked_in_at=None)
        if self.value() == "awaited":
            return here.filter(checked_in_at=None)
        if self.value() == "gone":
            return queryset.exclude(withdrawn_at=None, disqualified_at=None)
        return queryset


@admin.register(Entry)
class EntryAdmin(EventScopedAdmin):
    list_display = (
        "table_number",
        "player",
        "club",
        "category",
        "presence",
        "is_on_paper",
        "has_device",
        "event",
    )
    list_display_links = ("table_number", "player")
    list_filter = (OwnEventFilter, PresenceFilter, "category", "is_on_paper")
    list_select_related = ("player", "club", "event")
    search_fields = ("player__last_name", "player__first_name", "player__licence_number", "=table_number")
    autocomplete_fields = ("player", "club")
    ordering = ("event", "table_number")
    list_per_page = 200
    actions = ("check_in", "undo_check_in", "withdraw", "undo_withdrawal", "revoke_devices", "remove")
    change_form_template = "admin/tournaments/entry/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        live = Device.objects.filter(entry=OuterRef("pk"), revoked_at=None)
        return super().get_queryset(request).annotate(has_device=Exists(live))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        if obj is None:
            kwargs["form"] = NewEntryForm
        return super().get_form(request, obj, change, **kwargs)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return ("event", "player", "table_number", "category", "is_on_paper")
        return ("event", "player", "presence", "table_number", "club", "category", "is_on_paper")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return () if obj is None else ("event", "player", "presence")

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "event":
            kwargs["queryset"] = own_events(request.user)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"event": own_events(request.user).first(), **super().get_changeform_initial_data(request)}

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        by, chosen = actor(request), form.cleaned_data
        if change:
            entries.move(obj, table_number=chosen["table_number"], by=by)
            fields = {name: chosen[name] for name in entries.CHANGEABLE_FIELDS}
            entries.change(obj, by=by, **fields)
        else:
            added = entries.add(
                chosen["event"],
                player=chosen["player"],
                by=by,
                table_number=chosen["table_number"],
                category=chosen["category"] or None,
                is_on_paper=chosen["is_on_paper"],
            )
            obj.pk = added.pk
            obj._state.adding = False
        obj.refresh_from_db()

    def get_urls(self) -> list[URLPattern]:
        page = path(
            "<path:object_id>/device/",
            self.admin_site.admin_view(self.device_view),
            name="tournaments_entry_device",
        )
        return [page, *super().get_urls()]

    def device_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return device_page(self, request, self.reach(request, object_id))

    @admin.display(description=_("presenza"))
    def presence(self, entry: Entry) -> str:
        if entry.disqualified_at is not None:
            return gettext("squalificato")
        if entry.withdrawn_at is not None:
            return gettext("ritirato")
        return gettext("presente") if entry.checked_in_at is not None else gettext("atteso")

    @admin.display(description=_("tablet"), boolean=True)
    def has_device(self, entry: Any) -> bool:
        return bool(entry.has_device)

    @admin.action(description=_("Registra l'arrivo"))
    def check_in(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        self._each(request, queryset, lambda entry: entries.check_in(entry, by=actor(request)))

    @admin.action(description=_("Annulla l'arrivo"))
    def undo_check_in(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        self._each(request, queryset, lambda entry: entries.undo_check_in(entry, by=actor(request)))

    @admin.action(description=_("Registra il ritiro"))
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        self._each(request, queryset, lambda entry: entries.withdraw(entry, by=actor(request)))

    @admin.action(description=_("Annulla il ritiro"))
    def undo_withdrawal(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        self._each(request, queryset, lambda entry: entries.undo_withdrawal(entry, by=actor(request)))

    @admin.action(description=_("Scollega il dispositivo"))
    def revoke_devices(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        self._each(request, queryset, lambda entry: devices.revoke(entry, actor(request)))

    @admin.action(description=_("Cancella l'iscrizione fatta per sbaglio"))
    def remove(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        self._each(request, queryset, lambda entry: entries.remove(entry, by=actor(request)))

    def _each(self, request: HttpRequest, chosen: QuerySet[Entry], act: Callable[[Entry], Any]) -> None:
        """One act an entry; a refusal stops none of the others and is said for its entry."""
        done = 0
        for entry in chosen.select_related("player", "event"):
            try:
                act(entry)
                done += 1
            except ActError as refusal:
                self.message_user(request, f"{entry}: {refusal.message}", messages.ERROR)
        if done:
            text = ngettext("Fatto per %d iscrizione.", "Fatto per %d iscrizioni.", done) % done
            self.message_user(request, text, messages.SUCCESS)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The arbiter too looks after arrivals and tables."""
        if obj is None or officials.is_federation_staff(request.user):
            return super().has_change_permission(request, obj)
        return self.has_view_permission(request, obj)
