"""Players, and the import of a list of them."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from tournaments.admin.clubs import RegistryAdmin
from tournaments.admin.player_import import import_page
from tournaments.models import Player


@admin.register(Player)
class PlayerAdmin(RegistryAdmin):
    list_display = ("last_name", "first_name", "licence_number", "club", "category", "birth_year")
    list_display_links = ("last_name", "first_name")
    list_filter = ("category", ("club", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("club",)
    search_fields = ("last_name", "first_name", "licence_number")
    autocomplete_fields = ("club",)
    fields = (("first_name", "last_name"), "licence_number", "club", ("category", "birth_year"))
    change_list_template = "admin/tournaments/player/change_list.html"

    def get_urls(self) -> list[URLPattern]:
        page = path("import/", self.admin_site.admin_view(self.import_view), name="tournaments_player_import")
        return [page, *super().get_urls()]

    def import_view(self, request: HttpRequest) -> HttpResponse:
        return import_page(self, request)
