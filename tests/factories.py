"""Plain functions that make what a tournament test needs; every argument has a sensible default.

event = make_event()                       # draft, no officials
event = make_event(state="running", players=4)   # officials appointed, everybody checked in
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from django.contrib.auth.models import Permission, User
from django.utils import timezone

from lexicon import catalog
from lexicon.builder import build_store
from lexicon.models import EditionStatus, LexiconEdition
from tournaments.enums import EventState, OfficeKind
from tournaments.models import Club, Entry, Event, Office, Player
from tournaments.services.actor import Actor

WORD_FILE = Path(__file__).parent / "data" / "italian_words.txt"
_numbers = count(1)


class Officials(NamedTuple):
    director: User
    arbiter: User
    panel: list[Entry]

    @property
    def as_director(self) -> Actor:
        return Actor.of_user(self.director)

    @property
    def as_arbiter(self) -> Actor:
        return Actor.of_user(self.arbiter)


def make_user(username: str = "", **fields: Any) -> User:
    user = User(username=username or f"utente{next(_numbers)}", **fields)
    user.set_unusable_password()
    user.save()
    return user


def make_federation_user(username: str = "") -> User:
    """Staff who may appoint directors, without being a superuser."""
    user = make_user(username, is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="appoint_director"))
    return User.objects.get(pk=user.pk)


def make_superuser(username: str = "") -> User:
    return make_user(username, is_staff=True, is_superuser=True)


def italian_words() -> list[str]:
    """A few hundred everyday words: enough for whole games, small enough to search at once."""
    return WORD_FILE.read_text(encoding="ascii").split()


def make_lexicon(
    words: Iterable[str] | None = None, *, slug: str = "", language: str = "it"
) -> LexiconEdition:
    """A ready edition with its word store in the data folder of the test."""
    slug = slug or f"prova-{next(_numbers)}"
    header = build_store(
        italian_words() if words is None else words, catalog.store_path(slug), language=language, name=slug
    )
    return LexiconEdition.objects.create(
        slug=slug,
        language=language,
        name=f"Lista {slug}",
        word_count=header.word_count,
        sha256=header.checksum,
        file_name=catalog.store_path(slug).name,
        status=EditionStatus.READY,
        progress=100,
        imported_at=timezone.now(),
    )


def make_club(name: str = "", **fields: Any) -> Club:
    return Club.objects.create(name=name or f"Circolo {next(_numbers)}", **fields)


def make_player(**fields: Any) -> Player:
    number = next(_numbers)
    fields.setdefault("first_name", "Nome")
    fields.setdefault("last_name", f"Cognome{number:04}")
    return Player.objects.create(**fields)


def make_event(*, players: int = 0, state: str = EventState.DRAFT, **fields: Any) -> Event:
    """An event in any state. Past registration it has its officials and everybody is in the room."""
    number = next(_numbers)
    event = Event(
        name=fields.pop("name", f"Torneo {number}"),
        slug=fields.pop("slug", f"torneo-{number}"),
        starts_on=fields.pop("starts_on", date(2026, 5, 2)),
        ends_on=fields.pop("ends_on", fields.get("starts_on", date(2026, 5, 2))),
        state=state,
        **fields,
    )
    if event.lexicon_id is None:
        event.lexicon = make_lexicon()
    event.save()
    is_under_way = state not in {EventState.DRAFT, EventState.REGISTRATION}
    make_entries(event, players, is_checked_in=is_under_way)
    if is_under_way and players >= 3:
        make_officials(event)
    return event


def make_entries(event: Event, n: int = 1, *, is_checked_in: bool = True, **fields: Any) -> list[Entry]:
    """`n` entries at the next free tables, in the room unless said otherwise."""
    first = 1 + max(event.entries.values_list("table_number", flat=True), default=0)
    checked_in_at = timezone.now() if is_checked_in else None
    players = [make_player() for _ in range(n)]
    return [
        Entry.objects.create(
            **{"event": event, "player": player, "table_number": table, "checked_in_at": checked_in_at}
            | fields
        )
        for table, player in enumerate(players, start=first)
    ]


def make_officials(event: Event, *, arbiter_entry: Entry | None = None) -> Officials:
    """Director, arbiter and a panel of three (the event's last three players; made where there are fewer)."""
    now = timezone.now()
    director, arbiter = make_user(is_staff=True), make_user(is_staff=True)
    appointed = {"event": event, "appointed_by": director, "appointed_at": now}
    Office.objects.create(kind=OfficeKind.DIRECTOR, user=director, **appointed)
    Office.objects.create(kind=OfficeKind.ARBITER, user=arbiter, entry=arbiter_entry, **appointed)
    others = [entry for entry in event.entries.all() if entry != arbiter_entry]
    if len(others) < 3:
        others += make_entries(event, 3 - len(others))
    panel = others[-3:]
    for entry in panel:
        Office.objects.create(kind=OfficeKind.PANEL, entry=entry, **appointed)
    return Officials(director, arbiter, panel)


def officials_of(event: Event) -> Officials:
    """The officials an event already has."""
    held = {office.kind: office for office in event.offices.filter(ended_at=None).select_related("user")}
    panel = [
        o.entry for o in event.offices.filter(kind=OfficeKind.PANEL, ended_at=None).select_related("entry")
    ]
    return Officials(held[OfficeKind.DIRECTOR].user, held[OfficeKind.ARBITER].user, panel)
