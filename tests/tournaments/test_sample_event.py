"""The sample event: whole, ready to start, made once."""

from __future__ import annotations

import io

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import RequestFactory

from lexicon import catalog
from lexicon.builder import build_store
from tests.factories import italian_words, make_lexicon
from tournaments.enums import EventState, OfficeKind
from tournaments.models import Club, Event, LogRow, Player
from tournaments.services import events, log, officials
from tournaments.services.actor import Actor

pytestmark = pytest.mark.django_db


def _run(*options: str) -> list[str]:
    said = io.StringIO()
    call_command("sample_event", *options, stdout=said)
    return said.getvalue().splitlines()


def _passwords(lines: list[str]) -> dict[str, str]:
    return dict(line.split() for line in lines if line.startswith("  "))


def _logs_in(username: str, password: str) -> bool:
    return authenticate(RequestFactory().get("/"), username=username, password=password) is not None


def test_the_sample_event_is_ready_to_start() -> None:
    make_lexicon()
    _run()
    event = Event.objects.get()
    assert (event.state, event.entries.count(), Club.objects.count()) == (EventState.REGISTRATION, 24, 4)
    assert [entry for entry in event.entries.all() if not entry.is_playing] == []
    assert (officials.missing(event), len(officials.panel(event))) == ([], 3)
    assert log.first_broken_row(event.log.all()) is None
    director = officials.holder(event, OfficeKind.DIRECTOR).user
    assert events.move(event, EventState.RUNNING, Actor.of_user(director)).state == EventState.RUNNING


def test_the_built_italian_list_is_taken_where_it_is() -> None:
    make_lexicon()
    build_store(italian_words(), catalog.store_path("it-figs"), language="it", name="it-figs")
    try:
        _run()
        assert Event.objects.get().lexicon.slug == "it-figs"
    finally:
        catalog.store_path("it-figs").unlink()


def test_a_second_run_changes_nothing_and_shows_no_password() -> None:
    make_lexicon()
    first = _passwords(_run())
    before = (LogRow.objects.count(), Player.objects.count(), User.objects.count())
    assert _run() == ["The event “Torneo di esempio” is already there; nothing was changed."]
    assert (LogRow.objects.count(), Player.objects.count(), User.objects.count()) == before
    assert [_logs_in(*pair) for pair in first.items()] == [True, True]


def test_passwords_are_random_hashed_and_renewed_when_asked() -> None:
    make_lexicon()
    first, second = _passwords(_run()), _passwords(_run("--new-passwords"))
    assert list(first) == list(second) == ["direttore-esempio", "arbitro-esempio"]
    assert len({*first.values(), *second.values()}) == 4
    assert [_logs_in(*pair) for pair in (*first.items(), *second.items())] == [False, False, True, True]
    stored = str(list(LogRow.objects.values())) + str(list(User.objects.values()))
    assert [password for password in second.values() if password in stored] == []


def test_without_a_word_list_it_says_what_to_do_and_leaves_nothing() -> None:
    with pytest.raises(CommandError, match="build_lexicon it"):
        _run()
    assert (Event.objects.count(), User.objects.count()) == (0, 0)
