"""The admin's first page: what to do next today; an empty installation explains itself. And the prints."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    make_event,
    make_federation_user,
    make_lexicon,
    make_officials,
    make_superuser,
    make_user,
    officials_of,
)
from tests.tournaments.play import device_of
from tournaments.enums import EventState
from tournaments.models import EnrolmentCode, Entry, Event
from tournaments.services import devices

pytestmark = pytest.mark.django_db


def client_of(user: Any) -> Client:
    client = Client(headers={"accept-language": "it"})
    client.force_login(user)
    return client


def home(user: Any) -> Any:
    return client_of(user).get(reverse("admin:index"))


def test_an_empty_installation_explains_itself() -> None:
    page = home(make_superuser())
    assert [(code, is_done) for code, is_done, _url in page.context["steps"]] == [
        ("lexicon", False),
        ("players", False),
        ("event", False),
    ]
    assert "Qui non c’è ancora nessun torneo" in page.content.decode()
    make_lexicon()
    assert home(make_superuser()).context["steps"][0][1] is True
    assert "Nessun torneo ti è affidato" in home(make_user(is_staff=True)).content.decode()


def test_events_of_today_come_with_what_to_do_next() -> None:
    today = timezone.localdate()
    running = make_event(players=3, state=EventState.RUNNING, starts_on=today, ends_on=today)
    later = make_event(starts_on=today + timedelta(days=9), ends_on=today + timedelta(days=9))
    make_event(players=3, state=EventState.PUBLISHED)
    page = home(make_federation_user())
    assert [(card.event, card.next.words) for card in page.context["now_events"]] == [
        (running, "Comincia la partita 1")
    ]
    assert [card.event for card in page.context["coming_events"]] == [later]
    assert len(page.context["past_events"]) == 1
    assert reverse("admin:console", args=[running.pk]) in page.content.decode()


def test_each_official_sees_their_own_events_and_an_arbiter_no_console() -> None:
    event, other = make_event(players=3), make_event(players=3)
    held = make_officials(event)
    make_officials(other)
    console = reverse("admin:console", args=[event.pk])
    page = home(held.director)
    assert [card.event for card in page.context["now_events"]] == [event]
    assert console in page.content.decode()
    assert console not in home(held.arbiter).content.decode()


def test_the_lists_are_in_the_order_a_director_thinks() -> None:
    make_event(players=3)
    apps = home(make_superuser()).context["app_list"]
    tournament = next(app for app in apps if app["app_label"] == "tournaments")
    assert apps[0] == tournament
    assert [model["object_name"] for model in tournament["models"]][:3] == ["Event", "Entry", "Game"]


def test_the_admin_speaks_english_too() -> None:
    client = client_of(make_superuser())
    assert 'name="language" value="en"' in client.get(reverse("admin:index")).content.decode()


# Prints


def prints(event: Event, page: str, query: str = "") -> str:
    return reverse(f"admin:console-{page}", args=[event.pk]) + query


@pytest.mark.parametrize("page", ["prints", "slips", "entries"])
def test_prints_are_for_the_events_officials(page: str) -> None:
    event, other = make_event(players=3, state=EventState.RUNNING), make_event(players=3, state=EventState.RUNNING)
    held = officials_of(event)
    for user in (held.director, held.arbiter):
        assert client_of(user).get(prints(event, page)).status_code == 200
        assert client_of(user).get(prints(other, page)).status_code == 404


def test_cards_carry_codes_that_enrol_and_are_shown_once() -> None:
    event = make_event(players=4, state=EventState.RUNNING)
    on_paper = event.entries.last()
    Entry.objects.filter(pk=on_paper.pk).update(is_on_paper=True)
    client = client_of(officials_of(event).director)
    assert client.get(prints(event, "cards")).status_code == 302
    assert EnrolmentCode.objects.count() == 0
    page = client.post(prints(event, "cards"), {"who": "all"})
    cards = page.context["cards"]
    assert [card.entry.table_number for card in cards] == [1, 2, 3]
    assert "no-store" in page.headers["Cache-Control"]
    # A drawing with a size of its own would be cut by the card instead of fitting it.
    assert all('viewBox="' in card.qr and "width=" not in card.qr for card in cards)
    left = EnrolmentCode.objects.first().expires_at - timezone.now()
    assert timedelta(hours=11) < left <= devices.PRINTED_CODE_LIFETIME
    device, _token = devices.enrol(cards[1].code)
    assert device.entry.table_number == 2


def test_cards_can_be_only_for_tables_without_a_device() -> None:
    event = make_event(players=3, state=EventState.RUNNING)
    device_of(event.entries.first())
    client = client_of(officials_of(event).director)
    page = client.post(prints(event, "cards"), {"who": "without_device"})
    assert [card.entry.table_number for card in page.context["cards"]] == [2, 3]


def test_cards_of_another_event_are_not_made() -> None:
    event, other = make_event(players=3, state=EventState.RUNNING), make_event(players=3, state=EventState.RUNNING)
    client = client_of(officials_of(event).director)
    assert client.post(prints(other, "cards"), {"who": "all"}).status_code == 404
    assert EnrolmentCode.objects.count() == 0


def test_cards_of_a_finished_event_are_refused_with_words() -> None:
    event = make_event(players=3, state=EventState.FINISHED)
    client = client_of(officials_of(event).director)
    page = client.post(prints(event, "cards"), {"who": "all"}, follow=True)
    assert "Il torneo è concluso: non si collegano altri dispositivi." in page.content.decode()


def test_slip_blocks_have_one_slip_a_turn_for_each_player_on_paper() -> None:
    event = make_event(players=3, state=EventState.RUNNING)
    client = client_of(officials_of(event).director)
    assert [entry for entry, _numbers in client.get(prints(event, "slips")).context["sheets"]] == [None]
    event.entries.filter(table_number=2).update(is_on_paper=True)
    sheets = client.get(prints(event, "slips", "?turns=10")).context["sheets"]
    assert [(entry.table_number, list(numbers)) for entry, numbers in sheets] == [
        (2, [1, 2, 3, 4, 5, 6, 7, 8]),
        (2, [9, 10]),
    ]
    assert len(client.get(prints(event, "slips", "?turns=8&who=all")).context["sheets"]) == 3


def test_the_entry_list_is_sorted_by_table_or_name() -> None:
    event = make_event(players=3, state=EventState.RUNNING)
    last = event.entries.get(table_number=3).player
    last.last_name = "Abate"
    last.save()
    client = client_of(officials_of(event).director)
    by_table = client.get(prints(event, "entries")).context["entries"]
    by_name = client.get(prints(event, "entries", "?order=name")).context["entries"]
    assert [entry.table_number for entry in by_table] == [1, 2, 3]
    assert by_name[0].table_number == 3
