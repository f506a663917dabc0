"""Who reaches what in the admin: federation staff everything, officials their own events."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse

from tournaments.enums import OfficeKind
from tournaments.models import Event, Office
from tournaments.services import officials
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError


def actor(request: HttpRequest) -> Actor:
    assert isinstance(request.user, User), "the admin lets nobody else in"
    return Actor.of_user(request.user)


def own_offices(user: User | AnonymousUser) -> QuerySet[Office]:
    if not user.is_authenticated or not user.is_active or not user.is_staff:
        return Office.objects.none()
    return Office.objects.filter(user=user, ended_at=None)


def own_events(user: User | AnonymousUser) -> QuerySet[Event]:
    """The events an account may look into."""
    if officials.is_federation_staff(user):
        return Event.objects.all()
    return Event.objects.filter(pk__in=own_offices(user).values("event"))


def is_director(request: HttpRequest, event: Event) -> bool:
    if officials.is_federation_staff(request.user):
        return True
    return own_offices(request.user).filter(event=event, kind=OfficeKind.DIRECTOR).exists()


def is_official(request: HttpRequest) -> bool:
    """Federation staff, or director or arbiter of any event."""
    return officials.is_federation_staff(request.user) or own_offices(request.user).exists()


class EventScopedAdmin(admin.ModelAdmin):
    """Rows that belong to an event: seen by its officials, changed by its director.

    `event_lookup` leads from the row to its event; rows of other events do not exist here.
    """

    event_lookup = "event"

    def event_of(self, obj: Any) -> Event:
        event: Event = obj.event
        return event

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        if officials.is_federation_staff(request.user):
            return rows
        return rows.filter(**{f"{self.event_lookup}__in": own_events(request.user).values("pk")})

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_official(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if obj is None:
            return is_official(request)
        return own_events(request.user).filter(pk=self.event_of(obj).pk).exists()

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if obj is None:
            return is_official(request)
        return is_director(request, self.event_of(obj))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_official(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        if object_id is not None:
            self.reach(request, object_id)
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except ActError as refusal:
            # Asked once more with the refusal as the form's own error: what was typed stays on the page.
            request.refusal = refusal.message  # type: ignore[attr-defined]
            return super().changeform_view(request, object_id, form_url, extra_context)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form: Any = super().get_form(request, obj, change, **kwargs)
        refusal = getattr(request, "refusal", None)
        if refusal is None:
            return form

        class RefusedForm(form):
            def clean(self) -> Any:
                cleaned = super().clean()
                self.add_error(None, refusal)
                return cleaned

        return RefusedForm

    def reach(self, request: HttpRequest, object_id: str) -> Any:
        """The row, or 404 where it is another event's."""
        obj = self.get_object(request, unquote(object_id))
        if obj is None:
            raise Http404
        return obj


class ReadOnlyAdmin(EventScopedAdmin):
    """Written by the acts, only read here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class OwnEventFilter(admin.SimpleListFilter):
    """Only the events the account may look into, in one query."""

    title = Event._meta.verbose_name
    parameter_name = "event"
    lookup = "event"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(pk), name) for pk, name in own_events(request.user).values_list("pk", "name")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        if not value or not value.isdigit():
            return queryset
        return queryset.filter(**{self.lookup: int(value)})
