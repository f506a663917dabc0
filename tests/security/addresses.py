"""Every address of the site, by name, with the arguments that lead to this room's own things."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from django.contrib.auth.models import Group
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.security.room import Room
from tournaments.models import ApiToken, Contest, Question, Ruling

PLACE = re.compile(r"<\w+:(\w+)>")
Arguments = Callable[[Room], dict[str, Any]]


def names() -> Iterator[tuple[str, str]]:
    """Each address with a name, and the pattern behind it."""
    yield from _walk(get_resolver(), "", "")


def _walk(resolver: URLResolver, prefix: str, namespace: str) -> Iterator[tuple[str, str]]:
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from _walk(pattern, route, inner)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield f"{namespace}{pattern.name}", route


def _event(room: Room) -> dict[str, Any]:
    return {"pk": room.event.pk}


def _slug(room: Room) -> dict[str, Any]:
    return {"slug": room.event.slug}


ARGUMENTS: dict[str, Arguments] = {
    "admin:console": _event,
    "admin:console-game": lambda room: {"pk": room.event.pk, "number": 1},
    "admin:console-publish": _event,
    "admin:console-seating": _event,
    "admin:console-prints": _event,
    "admin:console-cards": _event,
    "admin:console-slips": _event,
    "admin:console-entries": _event,
    "admin:app_list": lambda room: {"app_label": "tournaments"},
    "admin:auth_user_password_change": lambda room: {"id": room._user("director").pk},  # type: ignore[union-attr]
    "admin:view_on_site": lambda room: {"content_type_id": 1, "object_id": 1},
    "desk": _slug,
    "projector": _slug,
    "ceremony": _slug,
    "api-player-detail": lambda room: {"pk": room.author.player_id},
    "api-club-detail": lambda room: {"pk": room.club.pk},
    "api-token-revoke": lambda room: {"pk": _object("tournaments_apitoken", room)},
    "enrol": lambda room: {"code": "AAAAAAAAAAAA"},
    "live": _slug,
    "live-turn": lambda room: {"slug": room.event.slug, "game": 1, "turn": 2},
    "live-players": _slug,
    "live-player": lambda room: {"slug": room.event.slug, "entry": room.author.pk},
    "live-statistics": _slug,
    "fair-draws": _slug,
    "fair-record": lambda room: {"slug": room.event.slug, "game": 1},
    "fair-rules": lambda room: {"ruleset": "it-figs"},
}


def _object(name: str, room: Room) -> int:
    """The row that an address of the admin is about."""
    rows: dict[str, Callable[[], Any]] = {
        "auth_group": lambda: Group.objects.get_or_create(name="gruppo")[0],
        "auth_user": lambda: room._user("director"),
        "lexicon_lexiconedition": lambda: room.event.lexicon,
        "tournaments_club": lambda: room.club,
        "tournaments_entry": lambda: room.author,
        "tournaments_event": lambda: room.event,
        "tournaments_game": lambda: room.game,
        "tournaments_logrow": lambda: room.event.log.order_by("-sequence").first(),
        "tournaments_office": lambda: room.event.offices.first(),
        "tournaments_player": lambda: room.author.player,
        "tournaments_apitoken": lambda: ApiToken.objects.get_or_create(
            user=room._user("director"), defaults={"token_hash": f"{room.event.pk:064}"}
        )[0],
    }
    found = next((row for start, row in rows.items() if name.startswith(start)), None)
    return found().pk if found else 1


def _things(room: Room) -> dict[str, Any]:
    """What the names in an address of the API stand for in this room."""
    return {
        "slug": room.event.slug,
        "turn": room.turn.pk,
        "number": room.game.number,
        "entry": room.author.pk,
        "slip": room.slip.pk,
        "office": _pk(room.event.offices),
        "contest": _pk(Contest.objects.filter(turn__game=room.game)),
        "question": _pk(Question.objects.filter(turn__game=room.game)),
        "ruling": _pk(Ruling.objects.filter(turn__game=room.game)),
        "sanction": _pk(room.event.sanctions),
    }


def _pk(rows: Any) -> int:
    return rows.values_list("pk", flat=True).first() or 0


def address(name: str, route: str, room: Room) -> str:
    if name in ARGUMENTS:
        return reverse(name, kwargs=ARGUMENTS[name](room))
    if "<path:object_id>" in route:
        return reverse(name, args=[_object(name.removeprefix("admin:"), room)])
    things = _things(room)
    return reverse(name, kwargs={place: things[place] for place in PLACE.findall(route)})
