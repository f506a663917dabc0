"""Publication: the recomputation from the log beside the results, then the password."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _t

from tournaments.enums import EventState, GameState
from tournaments.models import Event
from tournaments.selectors.standings import entries_by_id, event_standings
from tournaments.services import publication
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.views.console.acts import ConsoleError, knows_password
from tournaments.views.console.room import address


def publication_page(request: HttpRequest, event: Event) -> HttpResponse:
    refusal = ""
    if request.method == "POST":
        assert isinstance(request.user, User)
        try:
            if not knows_password(request):
                raise ConsoleError("password")
            publication.publish(event=event, by=Actor.of_user(request.user))
        except ActError as error:
            refusal = error.message
        else:
            messages.success(request, _t("Risultati pubblicati."))
            return redirect(request.path)
    results = [publication.recompute(game) for game in event.games.filter(state=GameState.FINISHED).order_by("number")]
    entries = entries_by_id(event)
    context = {
        "event": event,
        "results": results,
        "agrees": bool(results) and all(result.agrees for result in results),
        "is_finished": event.state == EventState.FINISHED,
        "is_published": event.state == EventState.PUBLISHED,
        "waits_for_ceremony": bool(event.frozen_turns) and not event.is_ceremony_done,
        "refusal": refusal,
        "first": [(standing, entries[standing.entry]) for standing in event_standings(event)[:3]],
        "live_url": address("live", event.slug),
    }
    return render(request, "console/publication.html", context, status=200)
