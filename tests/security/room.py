"""A room with everybody in it: each role's browser, and a turn in any phase with a recognisable top and slips."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from tests.factories import (
    make_club,
    make_entries,
    make_event,
    make_federation_user,
    make_lexicon,
    make_officials,
    make_superuser,
    make_user,
    officials_of,
)
from tests.tournaments.play import close, draw, hand_in, play, reveal, start_game
from tournaments.api.device_cookie import COOKIE
from tournaments.enums import EventState, OfficeKind, TurnState
from tournaments.models import Club, Entry, Event, Game, Office, Slip, Turn
from tournaments.selectors.visibility import PHASES
from tournaments.services import devices, turns

ROLES = (
    "anonymous",
    "player",
    "other player",
    "panel",
    "arbiter",
    "playing arbiter",
    "director",
    "other director",
    "staff",
    "federation",
    "superuser",
)
# Words that nothing else on a page can spell. The top uses the whole rack; the slip is a word of no list.
TOP, SLIP = "QUZAFEO", "FAQUZEO"
RACK, FIRST_RACK = "AEFOQUZ", "CORNOAE"


@dataclass
class Room:
    event: Event
    game: Game
    turn: Turn
    slip: Slip
    other: Event

    @cached_property
    def author(self) -> Entry:
        return self.slip.entry

    @cached_property
    def club(self) -> Club:
        return make_club()

    @property
    def top_score(self) -> int:
        score: int = self.turn.top.score
        return score

    def client(self, role: str) -> Client:
        """A browser of its own for the role, as that person would have it."""
        user, entry = self._user(role), self._entry(role)
        client = self.client_of(entry) if entry is not None else _browser()
        if user is not None:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    def client_of(self, entry: Entry) -> Client:
        """A table's tablet."""
        client = _browser()
        client.cookies[COOKIE] = token_of(entry)
        return client

    def _user(self, role: str) -> User | None:
        officials = officials_of(self.event)
        found: dict[str, Any] = {
            "arbiter": lambda: officials.arbiter,
            "playing arbiter": lambda: officials.arbiter,
            "director": lambda: officials.director,
            "other director": lambda: officials_of(self.other).director,
            "staff": lambda: make_user(is_staff=True),
            "federation": make_federation_user,
            "superuser": make_superuser,
        }
        return found[role]() if role in found else None

    def _entry(self, role: str) -> Entry | None:
        if role == "player":
            return self.event.entries.exclude(pk=self.author.pk).order_by("table_number").first()
        if role == "panel":
            return officials_of(self.event).panel[0]
        if role == "other player":
            return self.other.entries.first()
        return None


def _browser() -> Client:
    return Client(headers={"accept-language": "it"}, raise_request_exception=False)


def token_of(entry: Entry) -> str:
    """A device of the entry, enrolled as the table card does it."""
    director = officials_of(entry.event).as_director
    _device, token = devices.enrol(devices.issue_code(entry, director))
    return token


def make_room(phase: TurnState, *, is_arbiter_playing: bool = False) -> Room:
    """A game with one revealed turn and a second one in this phase, and an event next door."""
    lexicon = make_lexicon(["CORNO", "CORNA", "CORNI", TOP, "QUA", "FA", "ZOE"])
    event = make_event(players=7, state=EventState.RUNNING, lexicon=lexicon)
    if is_arbiter_playing:
        entry = event.entries.get(table_number=2)
        Office.objects.filter(event=event, kind=OfficeKind.ARBITER).update(entry=entry)
    other = make_event(state=EventState.RUNNING, lexicon=lexicon)
    make_entries(other, 5)
    make_officials(other)
    start_game(other)
    game = start_game(event)
    play(game, FIRST_RACK, {1: "8D CORNO", 2: "8D CORNO"})
    turn = draw(game, RACK)
    author = event.entries.get(table_number=3)
    director, slip = officials_of(event).as_director, None
    if phase != TurnState.DRAWN:
        turns.open_turn(turn=turn, by=director)
        slip = hand_in(turn, author, f"9D {SLIP}")
    else:
        slip = Slip.objects.filter(turn__game=game).select_related("entry").get(entry__table_number=1)
    position = PHASES.index(phase)
    if position >= PHASES.index(TurnState.CLOSED):
        turn = close(turn)
    if phase == TurnState.ADJUDICATED:
        turns.adjudicate(turn=turn, by=officials_of(event).as_arbiter)
    if phase == TurnState.REVEALED:
        reveal(turn)
    turn = Turn.objects.select_related("game__event", "top").get(pk=turn.pk)
    return Room(Event.objects.get(pk=event.pk), game, turn, slip, other)
