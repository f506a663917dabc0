"""API tokens: issued by superusers for an account, shown once, revoked but never deleted."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import ApiToken
from tournaments.services import tokens


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):
    list_display = ("name", "user", "issued_at", "revoked_at")
    list_select_related = ("user",)
    fields = ("user", "name")
    actions = ("revoke",)

    # A token does whatever its account may do: only who may do everything hands one out.
    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # The list's actions ask for it; an issued token itself has nothing to change.
        return request.user.is_superuser and obj is None

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: ApiToken, form: Any, change: bool) -> None:
        issued, text = tokens.issue(obj.user, obj.name)
        obj.pk, obj.issued_at, obj.token_hash = issued.pk, issued.issued_at, issued.token_hash
        sentence = gettext("Copia adesso la chiave, non si potrà più rileggere: %(token)s")
        messages.warning(request, sentence % {"token": text})

    @admin.action(description=_("Revoca le chiavi scelte"))
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> None:
        for token in queryset:
            tokens.revoke(token)
        messages.success(request, gettext("Chiavi revocate."))
