"""The console's pages inside the admin: who reaches them, and their addresses."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from tournaments.admin.access import EventScopedAdmin, is_director
from tournaments.models import Event
from tournaments.views.console import game_page, page, prints, publication, seating

Page = Callable[..., HttpResponse]


def console_urls(model_admin: EventScopedAdmin) -> list[URLPattern]:
    """Other events do not exist here (404); what an event's director does is refused to its arbiter (403)."""

    def wrapped(view: Page, *, is_for_director: bool = True) -> Page:
        def reached(request: HttpRequest, pk: int, **kwargs: object) -> HttpResponse:
            event: Event = model_admin.reach(request, str(pk))
            if is_for_director and not is_director(request, event):
                raise PermissionDenied
            return view(request, event, **kwargs)

        return model_admin.admin_site.admin_view(reached)

    return [
        path("<int:pk>/console/", wrapped(page.console_page), name="console"),
        path("<int:pk>/console/game/<int:number>/", wrapped(game_page.game_page), name="console-game"),
        path("<int:pk>/console/publish/", wrapped(publication.publication_page), name="console-publish"),
        path("<int:pk>/console/seating/", wrapped(seating.seating_page), name="console-seating"),
        path("<int:pk>/prints/", wrapped(prints.prints_page, is_for_director=False), name="console-prints"),
        path("<int:pk>/prints/cards/", wrapped(prints.cards_page, is_for_director=False), name="console-cards"),
        path("<int:pk>/prints/slips/", wrapped(prints.slips_page, is_for_director=False), name="console-slips"),
        path("<int:pk>/prints/entries/", wrapped(prints.entries_page, is_for_director=False), name="console-entries"),
    ]
