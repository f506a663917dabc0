"""Every page of the product in the states that change it, for the tests that hold on all of them.

A stop is an address and who looks at it: nobody in particular, an official, or a player's device. The stops of a
building that is played in need its state, so the order of the list is the order of the visit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page

from tests.browser.conftest import Served
from tests.factories import make_club, make_event, make_federation_user, make_superuser, officials_of
from tests.tournaments.play import close, draw, hand_in, open_turn, play, reveal, running_game
from tournaments.enums import ContestSubject, EventState, RackSource
from tournaments.models import Event, Game, Turn
from tournaments.services import ceremony, contests, devices, events, games, publication, screens, turns
from tournaments.services.actor import Actor

FIRST = {1: "8G CORNO", 2: "8H CANE", 3: "8H NO", 4: "8G CORNA", 5: "8H XXXXX"}


@dataclass(frozen=True, slots=True)
class Stop:
    name: str
    path: str
    user: User | None = None
    device: str = ""  # an enrolment code: the page is this player's


def hall_in_play() -> list[Stop]:
    """A turn open, after one that was revealed; two games planned."""
    game = running_game(players=24, games_planned=2, name="Coppa dei Circoli di Castelnuovo ne’ Monti 2026")
    event = game.event
    club = make_club("Associazione Amici delle Parole Incrociate di Reggio")
    event.entries.filter(table_number__lte=12).update(club=club, category="junior")
    event.entries.filter(table_number=3).update(is_on_paper=True)
    play(game, "CORNOAE", FIRST)
    turn = open_turn(game, "ATESRIO")
    hand_in(turn, event.entries.get(table_number=1), "H4 STACCO")
    held = officials_of(event)
    screens.show_message(event, text="La pausa dura dieci minuti: si riprende alle 16:40.", by=held.as_director)
    admin = f"/admin/tournaments/event/{event.pk}"
    staff = [
        Stop(f"{admin}{path}", f"{admin}{path}", held.director)
        for path in (
            *("/console/", "/console/?ask=void", "/console/?ask=undo", "/console/?ask=message"),
            *("/console/game/1/", "/console/game/2/", "/console/seating/", "/console/publish/"),
            *("/prints/", "/prints/slips/", "/prints/entries/", "/change/", "/officials/", "/state/"),
        )
    ]
    return [
        Stop("home", "/"),
        Stop("nothing here", "/nessuna-pagina/"),
        *_public(event, 1),
        Stop("hall, open", f"/sala/{event.slug}/"),
        *staff,
        Stop("desk, open", f"/arbitro/{event.slug}/", held.arbiter),
        Stop("not for the arbiter", f"{admin}/console/", held.arbiter),
        *_devices(event, "open"),
        *_lists(event),
        Stop("the door", "/admin/login/"),
        Stop("code", "/gioca/"),
        Stop("words", "/lexicon/"),
        Stop("kit", "/kit/", make_superuser()),
    ]


def hall_closed_and_revealed() -> Iterator[tuple[list[Stop], Callable[[], object]]]:
    """The same hall as it goes on: what to look at, then what happens next."""
    game = running_game(players=8)
    event = game.event
    held = officials_of(event)
    console = Stop("console", f"/admin/tournaments/event/{event.pk}/console/", held.director)
    desk = Stop("desk", f"/arbitro/{event.slug}/", held.arbiter)
    hall = Stop("hall", f"/sala/{event.slug}/")
    turn = draw(game, "CORNOAE")
    yield [console, hall, *_devices(event, "drawn")], lambda: _begin(game, turn)
    yield [console, desk, *_devices(event, "closed")], lambda: _reveal_with_a_contest(turn)
    yield [console, desk, hall, *_devices(event, "revealed"), *_public(event, 1)], lambda: None


def over_and_empty() -> list[Stop]:
    """A finished game to verify, a ceremony, published results, a draft."""
    game = running_game(players=6, rack_source=RackSource.SEEDED, frozen_turns=1)
    reveal(close(open_turn(game)))
    event = ended(game)
    by = officials_of(event).as_director
    events.move(Event.objects.get(pk=event.pk), EventState.FINISHED, by)
    event = ceremony.begin(Event.objects.get(pk=event.pk), by=by)
    ceremony.tell_next(event, by=by, shown=0)
    published = _published()
    draft = make_event(players=2)
    federation = make_federation_user()
    return [
        Stop("ceremony control", f"/sala/{event.slug}/cerimonia/", officials_of(event).director),
        Stop("ceremony in the hall", f"/sala/{event.slug}/"),
        Stop("live, frozen", f"/t/{event.slug}/"),
        Stop("fair draws, finished", f"/t/{event.slug}/sorteggio/"),
        Stop("console, finished", f"/admin/tournaments/event/{event.pk}/console/", officials_of(event).director),
        Stop("publish", f"/admin/tournaments/event/{event.pk}/console/publish/", officials_of(event).director),
        *_public(published, 1),
        Stop("hall, published", f"/sala/{published.slug}/"),
        Stop("console, published", f"/admin/tournaments/event/{published.pk}/console/", federation),
        Stop("console, draft", f"/admin/tournaments/event/{draft.pk}/console/", federation),
        Stop("a new event", "/admin/tournaments/event/add/", federation),
        Stop("admin, federation", "/admin/", federation),
    ]


class Visitors:
    """A browser a person; `go` opens a stop as the person it belongs to."""

    def __init__(self, new_page: Callable[..., Page], served: Served) -> None:
        self.new_page, self.served = new_page, served
        self.pages: dict[object, Page] = {}

    def go(self, stop: Stop) -> Page:
        page = self._page(stop)
        page.goto(stop.path)
        # A page that is not there, or not for this person, answers so: the browser notes that in its console.
        page.problems[:] = [text for text in page.problems if "status of 40" not in text]  # type: ignore[attr-defined]
        return page

    def _page(self, stop: Stop) -> Page:
        who = stop.user.pk if stop.user else stop.device
        if who not in self.pages:
            page = self.pages[who] = self.new_page(1440, 900, reduced_motion="reduce")
            if stop.user:
                log_in(page, stop.user, self.served)
            elif stop.device:
                self._leave_the_tables()
                page.goto(f"/gioca/{stop.device}/")
                page.get_by_role("button", name="Sono io, gioco qui").click()
                page.wait_for_url("**/gioca/")
        return self.pages[who]

    def _leave_the_tables(self) -> None:
        """A tablet that another one replaces would be refused from now on, and note that in its console."""
        for who, page in self.pages.items():
            if isinstance(who, str):
                page.goto("about:blank")


def log_in(page: Page, user: User, served: Served) -> None:
    client = Client()
    client.force_login(user)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": served.url}])


def ended(game: Game) -> Event:
    games.end(game=game, by=officials_of(game.event).as_director, end_reason="director")
    return Event.objects.get(pk=game.event.pk)


def _public(event: Event, turn: int) -> list[Stop]:
    entry = event.entries.get(table_number=1)
    paths = ("", f"1/{turn}/", "giocatori/", f"giocatori/{entry.pk}/", "statistiche/", "sorteggio/")
    return [Stop(f"{event.state} {path or 'live'}", f"/t/{event.slug}/{path}") for path in paths]


def _devices(event: Event, state: str) -> list[Stop]:
    entry = event.entries.get(table_number=2)
    code = devices.issue_code(entry, officials_of(event).as_director)
    return [
        Stop(f"player, {state}", "/gioca/", device=code),
        Stop(f"score sheet, {state}", "/gioca/punti/", device=code),
    ]


def _lists(event: Event) -> list[Stop]:
    director, chief = officials_of(event).director, make_superuser()
    entry = event.entries.get(table_number=4)
    own = ("", "event/", f"entry/?event={event.pk}", f"entry/{entry.pk}/change/", f"entry/{entry.pk}/device/")
    own += ("entry/add/", "player/", "player/import/", "player/add/", "club/", "game/", f"logrow/?event={event.pk}")
    own += ("office/",)
    stops = [Stop(f"admin {path}", f"/admin/{'tournaments/' if path else ''}{path}", director) for path in own]
    for path in ("auth/user/", "lexicon/lexiconedition/", "tournaments/apitoken/", "axes/accessattempt/"):
        stops.append(Stop(f"admin {path}", f"/admin/{path}", chief))
    return [*stops, Stop("password", "/admin/password_change/", chief)]


def _begin(game: Game, turn: Turn) -> None:
    opened = turns.open_turn(turn=turn, by=officials_of(game.event).as_director)
    for table, text in FIRST.items():
        hand_in(opened, game.event.entries.get(table_number=table), text)
    close(opened)


def _reveal_with_a_contest(turn: Turn) -> None:
    revealed = reveal(turn)
    entry = revealed.game.event.entries.get(table_number=5)
    contests.open_contest(
        turn=revealed, entry=entry, by=Actor.of_entry(entry), subject=ContestSubject.SLIP, words=["XXXXX"]
    )


def _published() -> Event:
    game = running_game(players=3, rack_source=RackSource.SEEDED)
    reveal(close(open_turn(game)))
    event = ended(game)
    by = officials_of(event).as_director
    events.move(event, EventState.FINISHED, by)
    return publication.publish(event=Event.objects.get(pk=event.pk), by=by)
