"""A whole tournament through the API with bots, from their enrolment to the verified record and the publication."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from lexicon import catalog
from lexicon.builder import build_store
from tests.factories import italian_words, make_event, make_lexicon
from tests.serving.processes import Installation, Running
from tournaments.engine.record import verify_record
from tournaments.enums import EventState
from tournaments.management.commands import simulate_event
from tournaments.models import Event

MOST_SECONDS = 240


def words_of(place: Installation, data_folder: Path) -> None:
    """The list that the sample event plays with, small and quick."""
    store = catalog.store_path("it-figs")
    if not store.exists():
        build_store(italian_words(), store, language="it", name="it-figs")
    shutil.copytree(data_folder / "lexicons", place.data_dir / "lexicons", dirs_exist_ok=True)


def play_tournament(place: Installation, server: Running) -> str:
    made = place.run("sample_event")
    assert made.returncode == 0, made.stderr
    options = ["--turns", "4", "--seconds", "0", "--pause", "0", "--mistakes", "4", "--seed", "prova"]
    played = place.start("simulate_event", "esempio", "--url", f"http://127.0.0.1:{server.port}", *options)
    assert played.process.wait(MOST_SECONDS) == 0, played.said
    return played.said


def check(place: Installation, server: Running, said: str) -> None:
    assert "24 bots have enrolled" in said
    assert "game 1: the public record verifies, 4 draws follow from the seed." in said
    assert "Published" in said
    # Mistakes were made, and every slip was taken as what it was: in time, or late.
    assert re.search(r"\d+ late", said)
    assert re.search(r"\d+ invented word", said)
    event = server.get("/api/v1/events/esempio/").content
    assert event["state"] == "published"
    results = server.get("/api/v1/events/esempio/results.json").content
    assert (len(results["results"]), results["turns"]) == (24, 4)
    assert verify_record(json.loads(server.get("/api/v1/events/esempio/games/1/record/").body)).ok
    rebuilt = place.run("replay_game", "esempio")
    assert (rebuilt.returncode, rebuilt.stdout) == (0, "game 1: OK, 4 turns\n")


def test_a_tournament_on_sqlite_in_one_process(embedded: Installation, data_folder: Path) -> None:
    words_of(embedded, data_folder)
    server = embedded.serve()
    check(embedded, server, play_tournament(embedded, server))


@pytest.mark.postgres
@pytest.mark.redis
def test_a_tournament_on_postgresql_and_redis_with_a_worker(service: Installation, data_folder: Path) -> None:
    words_of(service, data_folder)
    worker = service.start("worker", "--concurrency", "2")
    server = service.serve("--workers", "2")
    try:
        check(service, server, play_tournament(service, server))
        assert worker.process.poll() is None
    finally:
        # In order, so that no process of theirs stays behind on the database of the test.
        server.stop()
        worker.stop()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["nessuno"], "There is no event 'nessuno'."),
        (["--url", "ftp://x"], "'ftp://x' is not an address like http://127.0.0.1:8000"),
        (["--turns", "0"], "turns 1 or more"),
    ],
)
@pytest.mark.django_db
def test_what_cannot_be_simulated_is_said(options: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=re.escape(sentence)):
        call_command("simulate_event", *options)


@pytest.mark.django_db
def test_an_event_without_its_officials_is_not_simulated() -> None:
    event = make_event(state=EventState.REGISTRATION, players=4)
    with pytest.raises(CommandError, match="Manca il direttore di gara"):
        call_command("simulate_event", event.slug)


@pytest.mark.django_db
def test_without_a_name_the_sample_is_played_and_once_begun_a_copy_of_it() -> None:
    make_lexicon(italian_words())
    first = simulate_event.sample()
    assert (first.slug, first.state) == ("esempio", EventState.REGISTRATION)
    assert simulate_event.sample() == first
    Event.objects.filter(pk=first.pk).update(state=EventState.PUBLISHED)
    second = simulate_event.sample()
    assert (second.slug, second.state, second.entries.count()) == ("esempio-2", EventState.REGISTRATION, 24)
