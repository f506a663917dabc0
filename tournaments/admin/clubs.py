"""Clubs."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.admin.access import is_official
from tournaments.models import Club
from tournaments.services import officials


class RegistryAdmin(admin.ModelAdmin):
    """Clubs and players belong to no event: officials of any event keep them, the federation deletes."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_official(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_official(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_official(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_official(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return officials.is_federation_staff(request.user)


@admin.register(Club)
class ClubAdmin(RegistryAdmin):
    list_display = ("name", "city", "player_count")
    search_fields = ("name", "city")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        return super().get_queryset(request).annotate(player_count=Count("players"))

    @admin.display(description=_("giocatori"), ordering="player_count")
    def player_count(self, club: Any) -> int:
        count: int = club.player_count
        return count
