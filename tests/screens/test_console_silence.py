"""The console says which tables are offline and how many screens the hall has; nobody else is told."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import strip_tags

from tests.factories import officials_of
from tests.screens.test_console import address, client_of, director, stamp
from tests.tournaments.play import close, draw, hand_in, open_turn, running_game
from tests.tournaments.test_silence import heard, listen_since
from tournaments.api.device_cookie import COOKIE
from tournaments.enums import OfficeKind
from tournaments.models import Event, Game, Office, Turn
from tournaments.selectors.roles import role_of
from tournaments.services import devices, hall_screens, silence, turns
from tournaments.templatetags.states import since_clock
from tournaments.views.console.log_words import log_lines, short_sentence

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"


@pytest.fixture
def game() -> Game:
    cache.clear()
    listen_since()
    return running_game(players=8)


def go_silent(event: Event, *tables: int, seconds: int = 41) -> None:
    """Every table has a tablet, and these were not heard of for so long."""
    for entry in event.entries.all():
        heard(entry, seconds if entry.table_number in tables else 2)


def part(client: Client, event: Event) -> Any:
    return client.get(address(event, f"?part=acts&stamp={stamp(event)}"))


def notice(answer: Any) -> str:
    """The words about the silent, as a person reads them, the clocks as 0:00; empty where there are none."""
    _before, found, rest = answer.content.decode().partition('id="console-silent"')
    text = " ".join(strip_tags(f"<p{rest.partition('</p>')[0]}").split()) if found else ""
    return re.sub(r"\d+:\d\d", "0:00", text)


def test_a_silent_table_is_named_with_its_time_while_its_slip_is_missing(game: Game) -> None:
    event = game.event
    turn = open_turn(game, RACK)
    client = director(event)
    go_silent(event)
    assert notice(part(client, event)) == ""
    go_silent(event, 3)
    answer = part(client, event)
    assert notice(answer) == "Tavolo 3 fuori linea da 0:00. Il tablet invierà appena torna; il ritardo conta."
    assert answer.content.decode().count("#offline") == 1
    assert notice(client.get(address(event))) == notice(answer)
    hand_in(turn, event.entries.get(table_number=3), "8D CORNO")
    assert notice(part(client, event)) == ""


def test_many_are_three_and_a_count_the_longest_first(game: Game) -> None:
    event = game.event
    open_turn(game, RACK)
    go_silent(event, 1, 2, 4, 5, 6, seconds=41)
    heard(event.entries.get(table_number=6), 65)
    words = notice(part(director(event), event))
    assert words == (
        "Tavoli fuori linea: 6 da 0:00, 1 da 0:00, 2 da 0:00 e altri 2."
        " I tablet invieranno appena tornano; il ritardo conta."
    )
    english = client_of(officials_of(event).director)
    answer = english.get(address(event, f"?part=acts&stamp={stamp(event)}"), headers={"accept-language": "en"})
    assert notice(answer) == (
        "Tables offline: 6 for 0:00, 1 for 0:00, 2 for 0:00 and 2 more."
        " The tablets will send as soon as they are back; lateness counts."
    )


def test_the_time_is_counted_in_minutes_and_seconds() -> None:
    at = timezone.now() - timedelta(seconds=65.2)
    assert since_clock(at) == f'<duplicato-since at="{at.isoformat()}">1:05</duplicato-since>'


def test_before_the_opening_too_and_not_after_the_close(game: Game) -> None:
    event = game.event
    draw(game, RACK)
    client = director(event)
    go_silent(event, 3)
    assert notice(part(client, event)).startswith("Tavolo 3 fuori linea da 0:00. Guarda prima di aprire la mano")
    turn = Turn.objects.get()
    turns.open_turn(turn=turn, by=officials_of(event).as_director)
    assert notice(part(client, event)) != ""
    close(Turn.objects.get())
    assert notice(part(client, event)) == ""


def test_a_director_who_arbitrates_and_plays_is_not_told_who_is_missing(game: Game) -> None:
    event = game.event
    held = officials_of(event)
    Office.objects.filter(event=event, kind=OfficeKind.ARBITER).update(
        user=held.director, entry=event.entries.get(table_number=1)
    )
    open_turn(game, RACK)
    go_silent(event, 3)
    answer = part(client_of(held.director), event)
    assert (answer.status_code, notice(answer)) == (200, "")
    silence.tell_changes()
    role = role_of(event, user=held.director)
    assert [line.words for line in log_lines(event, role) if "fuori linea" in line.words] == []


def test_neither_players_nor_public_are_told(game: Game) -> None:
    event = game.event
    open_turn(game, RACK)
    go_silent(event, 3)
    silence.tell_changes()
    assert event.log.filter(act="device.offline").count() == 1
    _device, token = devices.enrol(devices.issue_code(event.entries.all()[0], officials_of(event).as_director))
    tablet = Client(headers={"accept-language": "it"})
    tablet.cookies[COOKIE] = token
    pages = [reverse("play"), reverse("live", args=[event.slug]), reverse("projector", args=[event.slug])]
    for path in (*pages, f"/api/v1/events/{event.slug}/now/"):
        answer = tablet.get(path)
        assert answer.status_code == 200
        assert re.findall(r"fuori linea|last_seen|silent|device\.offline", answer.content.decode()) == []
    assert tablet.get(f"/api/v1/events/{event.slug}/log/").status_code == 401


def test_the_log_says_which_tables_and_only_the_first_of_many(game: Game) -> None:
    event = game.event
    turn = open_turn(game, RACK)
    go_silent(event, 3)
    silence.tell_changes()
    go_silent(event)
    silence.tell_changes()
    go_silent(event, 1, 2, 4, 5, 6)
    silence.tell_changes()
    role = role_of(event, user=officials_of(event).director)
    with translation.override("it"):
        assert [str(line.words) for line in log_lines(event, role, 3)] == [
            "Tavoli 1, 2, 4 e altri 2 fuori linea",
            "Tavolo 3 di nuovo in linea",
            "Tavolo 3 fuori linea",
        ]
        assert short_sentence(event.log.filter(turn=turn, act="device.back").get()) == "Tavoli di nuovo in linea"


def test_a_refresh_asks_as_much_of_the_database_for_one_silent_table_as_for_many(
    game: Game, django_assert_max_num_queries: Any
) -> None:
    event = game.event
    open_turn(game, RACK)
    client = director(event)
    part(client, event)
    counts = []
    for tables in ((3,), (1, 2, 3, 4, 5)):
        go_silent(event, *tables)
        with django_assert_max_num_queries(100) as asked:
            part(client, event)
        counts.append(len(asked))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("screens", "words"),
    [(0, "nessuno schermo collegato"), (1, "1 schermo collegato"), (2, "2 schermi collegati")],
)
def test_the_screens_of_the_hall_are_counted(game: Game, screens: int, words: str) -> None:
    event = game.event
    hall_screens.note(event.pk, [f"{number:016x}" for number in range(screens)])
    page = director(event).get(address(event)).content.decode()
    assert f'id="console-screens">{words}<' in page
    assert f'data-screens="{words}"' in page


def test_a_screen_that_went_dark_is_forgotten(game: Game) -> None:
    now = timezone.now().timestamp()
    cache.set(f"hall-screens:{game.event_id}", {"a" * 16: now - 31, "b" * 16: now - 29})
    assert hall_screens.count(game.event_id) == 1


def test_the_pages_of_tablets_and_hall_beat_and_the_publics_do_not(game: Game) -> None:
    event = game.event
    entry = event.entries.first()
    assert entry is not None
    _device, token = devices.enrol(devices.issue_code(entry, officials_of(event).as_director))
    tablet = Client()
    tablet.cookies[COOKIE] = token
    for page in ("play", "score-sheet"):
        assert f'<duplicato-beat url="/stream/{event.slug}/player/poll/">' in tablet.get(reverse(page)).content.decode()
    hall = Client().get(reverse("projector", args=[event.slug])).content.decode()
    assert f'<duplicato-beat url="/stream/{event.slug}/public/poll/" screen>' in hall
    assert "duplicato-beat" not in Client().get(reverse("live", args=[event.slug])).content.decode()
