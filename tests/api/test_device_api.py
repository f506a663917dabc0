"""A table's device over HTTP: enrol, read the room, hand in, read the own verdict, contest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.api.calling import Caller, as_table, as_user, slip
from tests.factories import make_event, officials_of
from tests.tournaments.play import close, draw, open_turn, reveal, running_game
from tournaments.api.throttling import WRONG_CODES_A_MINUTE, DeviceThrottle
from tournaments.models import Game, Slip, Turn
from tournaments.services import devices

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"


@contextmanager
def sqlite(before: str, after: str) -> Iterator[None]:
    """The test's own database, as a disk would make it."""
    assert connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {before}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA {after}")


def address(turn: Turn) -> str:
    return f"events/{turn.game.event.slug}/turns/{turn.pk}/"


def code_for(game: Game, table: int) -> str:
    entry = game.event.entries.get(table_number=table)
    return devices.issue_code(entry, officials_of(game.event).as_director)


def test_a_code_becomes_a_token_and_a_cookie_once() -> None:
    game = running_game()
    code, caller = code_for(game, 2), Caller()
    answer = caller.post("enrol/", code=code)
    entry = game.event.entries.select_related("player").get(table_number=2)
    assert caller.status == 201
    assert {key: answer[key] for key in ("event", "entry", "table", "name")} == {
        "event": game.event.slug, "entry": entry.pk, "table": 2, "name": entry.player.name,
    }  # fmt: skip
    assert Caller(f"Device {answer['token']}").get("device/")["entry"] == entry.pk
    # The cookie that came along says the same.
    assert caller.get("device/")["entry"] == entry.pk
    caller.post("enrol/", code=code)
    assert (caller.status, caller.code) == (409, "used_code")


def test_an_unknown_code_is_refused_and_guessing_is_slowed_down() -> None:
    caller = Caller()
    for _ in range(WRONG_CODES_A_MINUTE):
        caller.post("enrol/", code="AAAAAAAAAAAA")
        assert (caller.status, caller.code) == (400, "unknown_code")
    caller.post("enrol/", code="AAAAAAAAAAAA")
    assert (caller.status, caller.code) == (429, "throttled")


def test_who_guesses_does_not_keep_the_hall_at_the_same_address_from_enrolling() -> None:
    game, guesser = running_game(), Caller()
    for _ in range(WRONG_CODES_A_MINUTE + 1):
        guesser.post("enrol/", code="AAAAAAAAAAAA")
    assert guesser.status == 429
    player = Caller()
    player.post("enrol/", code=code_for(game, 1))
    assert player.status == 201


def test_a_slip_gets_a_receipt_and_a_retry_the_same_one() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    table = as_table(game.event.entries.get(table_number=1))
    sent = slip("CORNO", "8D", 22)
    first = table.send("POST", address(turn) + "slips/", sent)
    assert table.status == 201
    assert {key: first[key] for key in ("client_key", "revision", "is_late", "late_by_ms")} == {
        "client_key": sent["client_key"], "revision": 1, "is_late": False, "late_by_ms": 0,
    }  # fmt: skip
    again = table.send("POST", address(turn) + "slips/", sent)
    assert (table.status, again) == (200, first)
    assert Slip.objects.count() == 1
    own = table.get(address(turn) + "slips/own/")
    assert (own["counted"]["word"], own["revision"], own["late"]) == ("CORNO", 1, None)


def test_a_slip_is_late_by_the_time_stamped_at_the_edge() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    assert turn.deadline_at is not None
    entry = game.event.entries.get(table_number=1)
    token = Caller().post("enrol/", code=code_for(game, 1))["token"]
    received_at = turn.deadline_at + timedelta(seconds=2, milliseconds=5)
    answer = Client().post(
        f"/api/v1/{address(turn)}slips/", slip("CORNO", "8D"), content_type="application/json",
        headers={"Authorization": f"Device {token}"}, **{"duplicato.received_at": received_at},
    )  # fmt: skip
    assert answer.status_code == 201
    assert (answer.json()["is_late"], answer.json()["late_by_ms"]) == (True, 2005)
    assert Slip.objects.get(entry=entry).received_at == received_at


def test_the_cookie_alone_writes_nothing_without_the_csrf_token() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    browser = Caller()
    browser.post("enrol/", code=code_for(game, 1))
    browser.send("POST", address(turn) + "slips/", slip("CORNO", "8D"))
    assert (browser.status, browser.code, Slip.objects.count()) == (403, "permission_denied", 0)
    answer = browser._client.post(
        f"/api/v1/{address(turn)}slips/", slip("CORNO", "8D"), content_type="application/json",
        headers={"X-CSRFToken": browser._client.cookies["csrftoken"].value},
    )  # fmt: skip
    assert (answer.status_code, Slip.objects.count()) == (201, 1)


def test_a_read_only_database_gives_503_and_no_receipt() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    table = as_table(game.event.entries.get(table_number=1))
    with sqlite("query_only = ON", "query_only = OFF"):
        table.send("POST", address(turn) + "slips/", slip("CORNO", "8D"))
    assert (table.status, table.code, Slip.objects.count()) == (503, "not_stored", 0)


def test_a_full_database_gives_503_and_no_receipt() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    table = as_table(game.event.entries.get(table_number=1))
    receipts = 0
    with sqlite("max_page_count = 1", "max_page_count = 1073741823"):
        # The last page of the file takes a few more before it is full.
        while receipts < 100:
            table.send("POST", address(turn) + "slips/", slip("CORNO", "8D"))
            if table.status != 201:
                break
            receipts += 1
    assert (table.status, table.code, Slip.objects.count()) == (503, "not_stored", receipts)


def test_what_a_slip_is_refused_for() -> None:
    game = running_game()
    drawn = draw(game, RACK)
    table = as_table(game.event.entries.get(table_number=1))

    def refusal(turn: Turn, **changes: object) -> tuple[int, str]:
        table.send("POST", address(turn) + "slips/", slip("CORNO", "8D") | changes)
        return table.status, table.code

    assert refusal(drawn) == (409, "not_open")
    nobody = Caller()
    nobody.send("POST", address(drawn) + "slips/", slip("CORNO"))
    assert (nobody.status, nobody.code) == (401, "not_a_device")
    wrong = Caller("Device nonsense")
    wrong.send("POST", address(drawn) + "slips/", slip("CORNO"))
    assert (wrong.status, wrong.code) == (401, "not_a_device")
    director = as_user(officials_of(game.event).director)
    director.send("POST", address(drawn) + "slips/", slip("CORNO"))
    assert (director.status, director.code) == (401, "not_a_device")
    assert refusal(drawn, revision=0) == (400, "invalid")
    assert refusal(drawn, client_key="x") == (400, "invalid")
    assert refusal(drawn, word="A" * 61) == (400, "invalid")


def test_a_key_used_for_another_turn_gets_no_receipt() -> None:
    game = running_game()
    table = as_table(game.event.entries.get(table_number=1))
    turn = open_turn(game, RACK)
    sent = slip("CORNO", "8D", key=str(uuid4()))
    table.send("POST", address(turn) + "slips/", sent)
    reveal(close(turn))
    later = open_turn(game, "AEILNST")
    table.send("POST", address(later) + "slips/", sent)
    assert (table.status, table.code) == (409, "key_of_another_turn")


def test_a_turn_of_another_event_is_not_there() -> None:
    game, other = running_game(), running_game()
    turn, foreign = open_turn(game, RACK), open_turn(other, RACK)
    table = as_table(game.event.entries.get(table_number=1))
    for path in (f"events/{game.event.slug}/turns/{foreign.pk}/slips/", address(foreign) + "slips/"):
        table.send("POST", path, slip("CORNO", "8D"))
        assert (table.status, table.code) == (404, "not_found")
    for path in ("slips/own/", "verdict/own/"):
        table.get(address(foreign) + path)
        assert table.status == 404
    table.get(f"events/{game.event.slug}/turns/{foreign.pk}/")
    assert table.status == 404
    table.get(address(turn))
    assert table.status == 200


def test_the_room_is_polled_with_an_etag() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    table = as_table(game.event.entries.get(table_number=1))
    path = f"events/{game.event.slug}/now/"
    room = table.get(path)
    assert (room["phase"], room["turn"]["rack"], room["role"], room["seat"]["table"]) == ("open", RACK, "player", 1)
    assert room["turn"]["top"] is None
    tag = table.headers["ETag"]
    table.get(path, **{"If-None-Match": tag})
    assert table.status == 304
    assert "X-Server-Time" in table.headers
    table.send("POST", address(turn) + "slips/", slip("CORNO", "8D"))
    room = table.get(path, **{"If-None-Match": tag})
    assert (table.status, room["seat"]["slip"]["counted"]["word"]) == (200, "CORNO")


def test_from_the_reveal_a_table_reads_its_verdict_and_contests_it() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    table = as_table(game.event.entries.get(table_number=1))
    table.send("POST", address(turn) + "slips/", slip("CORXO", "8D", 30))
    closed = close(turn)
    table.get(address(turn) + "verdict/own/")
    assert table.status == 404
    table.post(address(turn) + "contests/", subject="slip", words=["CORXO"])
    assert (table.status, table.code) == (409, "not_revealed")
    reveal(closed)
    own = table.get(address(turn) + "verdict/own/")
    assert (own["points"], own["is_refused"], own["top_score"]) == (0, True, 22)
    assert own["contestable"] == ["slip", "top"]
    contest = table.post(address(turn) + "contests/", subject="slip", words=["CORXO"], wants_panel=True)
    assert (table.status, contest["words"], contest["state"]) == (201, ["CORXO"], "open")
    other = as_table(game.event.entries.get(table_number=2))
    path = f"events/{game.event.slug}/contests/"
    assert [each["id"] for each in table.get(path)["results"]] == [contest["id"]]
    assert other.get(path)["results"] == []
    other.post(f"{path}{contest['id']}/withdraw/")
    assert (other.status, other.code) == (403, "not_yours")
    assert table.post(f"{path}{contest['id']}/withdraw/")["state"] == "withdrawn"
    [sheet] = table.get(f"events/{game.event.slug}/score-sheet/own/")
    assert [(line["word"], line["points"]) for line in sheet["lines"]] == [("CORXO", 0)]


def test_a_table_sees_a_private_event_that_the_public_does_not() -> None:
    game = running_game(is_public=False)
    table = as_table(game.event.entries.get(table_number=1))
    path = f"events/{game.event.slug}/now/"
    assert table.get(path)["phase"] == "none"
    nobody = Caller()
    nobody.get(path)
    assert nobody.status == 404


def test_a_device_that_writes_without_end_is_slowed_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DeviceThrottle, "rate", "3/min")
    game = running_game()
    turn = open_turn(game, RACK)
    broken, other = (as_table(game.event.entries.get(table_number=table)) for table in (1, 2))
    statuses = []
    for revision in range(1, 5):
        broken.send("POST", address(turn) + "slips/", slip("CORNO", "8D", revision=revision))
        statuses.append(broken.status)
    assert statuses == [201, 201, 201, 429]
    assert int(broken.headers["Retry-After"]) > 0
    broken.get(f"events/{game.event.slug}/now/")
    assert broken.status == 200, "reads are not writes"
    other.send("POST", address(turn) + "slips/", slip("CORNO", "8D"))
    assert other.status == 201, "a hall shares one address: the limit is the device's"


def test_a_withdrawn_table_hands_nothing_in() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    entry = game.event.entries.get(table_number=1)
    table = as_table(entry)
    entry.withdrawn_at = timezone.now()
    entry.save()
    table.send("POST", address(turn) + "slips/", slip("CORNO", "8D"))
    assert (table.status, table.code) == (409, "not_playing")


def test_a_device_is_nobodys_account() -> None:
    event = make_event(players=4, state="running")
    table = as_table(event.entries.get(table_number=1))
    table.post(f"events/{event.slug}/games/1/start/")
    assert (table.status, table.code) == (401, "not_authenticated")
