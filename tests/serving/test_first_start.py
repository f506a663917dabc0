"""`make run`: what is missing is made, the first login is shown once, and the room can be reached."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import User
from django.test import RequestFactory

from duplicato import welcome
from lexicon.builder import build_store
from tests.factories import italian_words, make_superuser, make_user
from tests.serving.processes import Installation
from tournaments.views import site_address

LOGIN = re.compile(r"^  (\S+)  (\S+)$", re.MULTILINE)


def test_a_first_start_makes_everything_and_shows_the_passwords_once(tmp_path: Path) -> None:
    place = Installation(tmp_path)
    (tmp_path / "lexicons").mkdir()
    build_store(italian_words(), tmp_path / "lexicons" / "it-figs.words", language="it", name="it-figs")
    try:
        server = place.serve("--set-up", host="0.0.0.0")
        server.until(lambda: "Per provare" in server.said, "it said how to try it")
        first = server.said
        assert server.get("/t/esempio/").status == 200
        server.stop()
        server = place.serve("--set-up", host="0.0.0.0")
        server.until(lambda: "Per provare" in server.said, "it said how to try it")
        second = server.said
    finally:
        place.kill_all()

    shown = dict(LOGIN.findall(first))
    assert set(shown) == {"direttore", "direttore-esempio", "arbitro-esempio"}
    with sqlite3.connect(tmp_path / "duplicato.sqlite3") as connection:
        stored = dict(connection.execute("SELECT username, password FROM auth_user"))
        superusers = connection.execute("SELECT username FROM auth_user WHERE is_superuser").fetchall()
    connection.close()
    assert superusers == [("direttore",)]
    assert all(check_password(password, stored[username]) for username, password in shown.items())
    assert LOGIN.findall(second) == []
    port = server.port
    assert second.splitlines()[:2] == [
        "Duplicato è pronto (Ctrl+C per fermare).",
        f"  su questo computer  http://localhost:{port}/",
    ]
    told = [line.split()[-1] for line in second.splitlines() if line.startswith("  dagli altri")]
    assert told == [f"http://{address}:{port}/" for address in site_address.room_addresses()]


@pytest.mark.django_db
def test_a_login_that_is_there_is_left_alone() -> None:
    make_superuser("anna")
    assert list(welcome.first_start()) == []
    assert [user.username for user in User.objects.all()] == ["anna"]


@pytest.mark.django_db
def test_the_first_login_takes_a_name_that_is_free() -> None:
    make_user("direttore")
    made = welcome.first_login()
    assert made is not None
    username, password = made
    assert (username, len(password)) == ("direttore-2", 19)
    assert User.objects.get(username=username).check_password(password)
    assert welcome.first_login() is None


def test_a_card_printed_on_the_laptop_says_the_rooms_address(settings: Any) -> None:
    request = RequestFactory().get("/", SERVER_NAME="localhost", SERVER_PORT="8000")
    assert site_address.site_address(request) == "http://localhost:8000"
    settings.SERVES_THE_ROOM = True
    rooms = site_address.room_addresses()
    assert site_address.site_address(request) == (f"http://{rooms[0]}:8000" if rooms else "http://localhost:8000")
    by_name = RequestFactory().get("/", SERVER_NAME="10.0.0.7", SERVER_PORT="8000")
    assert site_address.site_address(by_name) == "http://10.0.0.7:8000"
    settings.PUBLIC_URL = "https://gara.example"
    assert site_address.site_address(request) == "https://gara.example"
