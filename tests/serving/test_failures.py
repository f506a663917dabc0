"""A slip that cannot be stored gets an honest 503 and no receipt; the same slip sent again gets its receipt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from tests.factories import officials_of
from tests.tournaments import play
from tournaments.api.device_cookie import COOKIE
from tournaments.models import Slip, Turn
from tournaments.services import devices

pytestmark = pytest.mark.django_db(transaction=True)
# More slips than the free pages of a small file can take in.
MOST_SLIPS = 400


@contextmanager
def pragma(during: str, after: str) -> Iterator[None]:
    """SQLite itself refuses, on the connection that the pages use."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {during}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA {after}")


@pytest.fixture
def turn() -> Turn:
    return play.open_turn(play.running_game(players=3), "CASATER")


@pytest.fixture
def tablet(turn: Turn) -> Client:
    event = turn.game.event
    code = devices.issue_code(event.entries.get(table_number=1), officials_of(event).as_director)
    tablet = Client(raise_request_exception=False)
    tablet.cookies[COOKIE] = devices.enrol(code)[1]
    return tablet


def hand_in(tablet: Client, turn: Turn, key: str, revision: int = 1, accept: str = "application/json") -> Any:
    slip = {"turn": turn.pk, "client_key": key, "revision": revision, "word": "CASA", "reference": "8H"}
    return tablet.post("/gioca/bollettino/", slip, headers={"accept": accept})


def test_a_read_only_database_gives_no_receipt(tablet: Client, turn: Turn) -> None:
    key = str(uuid4())
    with pragma("query_only=1", "query_only=0"):
        answer = hand_in(tablet, turn, key)
        page = hand_in(tablet, turn, key, accept="text/html")
    assert (answer.status_code, answer.json()["code"]) == (503, "not_stored")
    assert (answer["Retry-After"], answer["Cache-Control"]) == ("2", "no-store")
    assert (page.status_code, "Non è stato registrato nulla: riprova tra poco." in page.content.decode()) == (503, True)
    assert Slip.objects.count() == 0
    again = hand_in(tablet, turn, key)
    assert (again.status_code, again.json()["client_key"]) == (200, key)
    assert [str(slip.client_key) for slip in Slip.objects.all()] == [key]


def test_a_full_disk_gives_no_receipt_for_what_it_could_not_take(tablet: Client, turn: Turn) -> None:
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
    acknowledged = []
    with pragma(f"max_page_count={pages}", "max_page_count=1073741823"):
        for revision in range(1, MOST_SLIPS):
            key = str(uuid4())
            answer = hand_in(tablet, turn, key, revision)
            if answer.status_code != 200:
                break
            acknowledged.append(key)
    assert (answer.status_code, answer.json()["code"]) == (503, "not_stored")
    assert sorted(str(slip.client_key) for slip in Slip.objects.all()) == sorted(acknowledged)
    assert hand_in(tablet, turn, key, revision).status_code == 200
