"""The stream: nobody misses a row, nobody sees more than the table says, nobody slow holds the others up."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client as Browser

from tests.factories import make_event, make_user, officials_of
from tests.live.streams import Stream, follow, poll
from tests.tournaments.play import close, hand_in, open_turn, reveal, running_game
from tournaments.api.device_cookie import COOKIE
from tournaments.enums import RackSource
from tournaments.live import client as client_module
from tournaments.live import feed as feed_module
from tournaments.live import hub as hub_module
from tournaments.live.endpoint import Endpoint
from tournaments.live.hub import Hub
from tournaments.models import Entry, Event, Game, Office
from tournaments.services import devices, doorbell, screens, slips, turns

pytestmark = pytest.mark.django_db(transaction=True)
RACK = "CORNOAE"


@pytest.fixture
def game() -> Game:
    return running_game(players=4)


def say(event: Event, text: str) -> int:
    """One more row; its number."""
    screens.show_message(event, text=text, by=officials_of(event).as_director)
    return head_of(event)


def head_of(event: Event) -> int:
    return Event.objects.get(pk=event.pk).sequence


def session_of(user: User) -> str:
    browser = Browser()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return f"sessionid={browser.cookies['sessionid'].value}"


def device_cookie(entry: Entry) -> str:
    code = devices.issue_code(entry, officials_of(entry.event).as_director)
    return f"{COOKIE}={devices.enrol(code)[1]}"


def test_an_act_reaches_every_audience_that_may_know_of_it(game: Game) -> None:
    event = game.event
    staff = officials_of(event)
    cookies = {
        "public": "",
        "player": device_cookie(event.entries.first()),
        "arbiter": session_of(staff.arbiter),
        "director": session_of(staff.director),
    }

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        streams = {name: Stream(endpoint, f"/stream/{event.slug}/{name}/", cookie=cookies[name]) for name in cookies}
        for stream in streams.values():
            await stream.started()
        turn = await asyncio.to_thread(open_turn, game, RACK)
        drawn, _, opened = (await streams["director"].until(turn.game.event.sequence))[-3:]
        assert (drawn.data["act"], opened.data["act"]) == ("turn.drawn", "turn.opened")
        for name in ("public", "player", "arbiter"):
            assert (await streams[name].until(opened.id))[-1] == opened
        assert opened.data["turn"] == turn.pk
        assert opened.data["payload"]["deadline_at"] == turn.deadline_at.isoformat()
        assert streams["public"].headers["content-type"] == "text/event-stream"
        assert "x-server-time" in streams["public"].headers

    follow(test)


def test_a_client_resumes_where_it_was_without_a_gap_or_a_repetition(game: Game) -> None:
    event = game.event
    slug, first = event.slug, say(event, "uno")

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        url = f"/stream/{slug}/director/"
        cookie = await asyncio.to_thread(session_of, officials.director)
        stream = Stream(endpoint, url, cookie=cookie)
        await stream.started()
        second = await asyncio.to_thread(say, event, "due")
        assert [each.id for each in await stream.until(second)] == [second]
        await stream.hang_up()
        last = 0
        for number in range(5):
            last = await asyncio.to_thread(say, event, f"assente {number}")
        for resumed in (
            Stream(endpoint, url, cookie=cookie, last_event_id=str(second)),
            Stream(endpoint, f"{url}?after={second}", cookie=cookie),
            Stream(endpoint, f"{url}?after={first}", cookie=cookie, last_event_id=str(second)),
        ):
            assert [each.id for each in await resumed.until(last)] == list(range(second + 1, last + 1))
        newest = await asyncio.to_thread(say, event, "insieme")
        assert [each.id for each in await resumed.until(newest)] == list(range(second + 1, newest + 1))

    officials = officials_of(event)
    follow(test)


def test_who_was_away_for_long_is_served_from_the_database(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_module, "WINDOW", 3)
    monkeypatch.setattr(hub_module, "WINDOW", 3)
    monkeypatch.setattr("tournaments.live.reading.PAGE", 4)
    event = game.event
    for number in range(30):
        say(event, f"riga {number}")
    total = head_of(event)
    cookie = session_of(officials_of(event).director)

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        stream = Stream(endpoint, f"/stream/{event.slug}/director/?after=0", cookie=cookie)
        assert [each.id for each in await stream.until(total)] == list(range(1, total + 1))
        newest = await asyncio.to_thread(say, event, "dopo")
        assert [each.id for each in await stream.until(newest)] == list(range(1, newest + 1))

    follow(test)


def test_rows_written_while_clients_join_come_exactly_once(game: Game) -> None:
    event = game.event
    cookie = session_of(officials_of(event).director)
    start = head_of(event)

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        def write() -> int:
            return [say(event, f"riga {number}") for number in range(40)][-1]

        writing = asyncio.create_task(asyncio.to_thread(write))
        streams = []
        while not writing.done():
            streams.append(Stream(endpoint, f"/stream/{event.slug}/director/?after={start}", cookie=cookie))
            await asyncio.sleep(0.005)
        last = await writing
        for stream in streams:
            assert [each.id for each in await stream.until(last)] == list(range(start + 1, last + 1))

    follow(test)


CANARY = "CORNO"


def test_nothing_sealed_leaves_before_its_time() -> None:
    """A slip and a top that everybody would recognise: nowhere while the turn is open, staff only until the reveal."""
    game = running_game(players=4)
    event = game.event
    staff = officials_of(event)
    Office.objects.filter(event=event, kind="arbiter").update(entry=event.entries.get(table_number=2))
    cookies = {
        "public": "",
        "player": device_cookie(event.entries.first()),
        "arbiter": session_of(staff.arbiter),  # who plays
        "director": session_of(staff.director),
    }

    entry = event.entries.get(table_number=2)

    async def replay(endpoint: Endpoint, head: int) -> dict[str, Stream]:
        streams = {
            name: Stream(endpoint, f"/stream/{event.slug}/{name}/?after=0", cookie=cookie)
            for name, cookie in cookies.items()
        }
        for stream in streams.values():
            await stream.until(head)
        return streams

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        turn = await asyncio.to_thread(open_turn, game, RACK)
        await asyncio.to_thread(hand_in, turn, entry, f"8D {CANARY}")
        head = await asyncio.to_thread(head_of, event)
        live = await replay(endpoint, head)
        for name, stream in live.items():
            assert (name, CANARY in stream.text, "best" in stream.text) == (name, False, False)
        assert "turn.search_ready" not in live["arbiter"].acts
        assert "turn.search_ready" in live["director"].acts
        await asyncio.to_thread(close, turn)
        head = await asyncio.to_thread(head_of, event)
        closed = await replay(endpoint, head)
        for streams in (live, closed):
            for name in ("public", "player"):
                await streams[name].until(head)
                assert [act for act in streams[name].acts if act in {"turn.closed", "turn.scored"}] == []
                assert (name, CANARY in streams[name].text) == (name, False)
            assert "turn.closed" in streams["arbiter"].acts
        await asyncio.to_thread(reveal, turn)
        head = await asyncio.to_thread(head_of, event)
        for stream in (await replay(endpoint, head)).values():
            assert "turn.revealed" in stream.acts
            assert '"acts"' not in stream.text

    follow(test)


def test_no_seed_is_streamed_while_the_game_runs() -> None:
    game = running_game(players=4, rack_source=RackSource.SEEDED)
    open_turn(game)
    seed, head = Game.objects.get(pk=game.pk).seed, head_of(game.event)
    cookie = session_of(officials_of(game.event).director)

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        stream = Stream(endpoint, f"/stream/{game.event.slug}/director/?after=0", cookie=cookie)
        await stream.until(head)
        assert (bool(seed), seed in stream.text) == (True, False)

    follow(test)


def test_a_reopened_turn_is_sealed_again_for_who_comes_back(game: Game) -> None:
    event = game.event
    staff = officials_of(event)
    cookie = session_of(staff.arbiter)
    turn = open_turn(game, RACK)
    slip = hand_in(turn, event.entries.first(), f"8D {CANARY}")
    turn = close(turn)
    slips.correct(slip=slip, by=staff.as_arbiter, word="CORNA", reference="8D", reason="Letta male")
    head = head_of(event)

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        url = f"/stream/{event.slug}/arbiter/?after=0"
        before = Stream(endpoint, url, cookie=cookie)
        await before.until(head)
        assert CANARY in before.text
        await asyncio.to_thread(turns.reopen, turn=turn, by=staff.as_director, seconds=60, reason="Confusione")
        after = Stream(endpoint, url, cookie=cookie)
        await after.until(head + 1)
        assert CANARY not in after.text

    follow(test)


def test_who_comes_back_before_the_bell_has_rung_sees_the_turn_as_it_is_now(game: Game) -> None:
    event = game.event
    staff = officials_of(event)
    cookie = session_of(staff.arbiter)
    turn = open_turn(game, RACK)
    slip = hand_in(turn, event.entries.first(), f"8D {CANARY}")
    turn = close(turn)
    slips.correct(slip=slip, by=staff.as_arbiter, word="CORNA", reference="8D", reason="Letta male")
    head = head_of(event)

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        url = f"/stream/{event.slug}/arbiter/?after=0"
        await Stream(endpoint, url, cookie=cookie).until(head)
        doorbell.silence(hub.ring_from_thread)
        try:
            await asyncio.to_thread(turns.reopen, turn=turn, by=staff.as_director, seconds=60, reason="Confusione")
            back = Stream(endpoint, url, cookie=cookie)
            await back.until(head + 1)
        finally:
            doorbell.listen(hub.ring_from_thread)
        assert CANARY not in back.text

    follow(test)


def test_one_read_serves_everybody_who_comes_back_at_once(game: Game) -> None:
    event, head = game.event, head_of(game.event)

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        await Stream(endpoint, f"/stream/{event.slug}/public/").started()
        reads = hub.reads
        crowd = [Stream(endpoint, f"/stream/{event.slug}/public/?after=0") for _ in range(100)]
        for stream in crowd:
            await stream.until(head)
        assert hub.reads - reads <= 3

    follow(test)


def test_streams_and_polls_are_refused_to_whoever_has_no_business_there(game: Game) -> None:
    event, other, hidden = game.event, make_event(players=3, state="running"), make_event(is_public=False)
    staff, others = officials_of(event), officials_of(other)
    player, director = device_cookie(event.entries.first()), session_of(staff.director)
    arbiter, stranger = session_of(staff.arbiter), session_of(make_user())
    expected: list[tuple[str, str, int]] = [
        (f"{event.slug}/public", "", 200),
        (f"{event.slug}/player", "", 403),
        (f"{event.slug}/player", player, 200),
        (f"{other.slug}/player", player, 403),
        (f"{event.slug}/arbiter", player, 403),
        (f"{event.slug}/arbiter", arbiter, 200),
        (f"{event.slug}/arbiter", director, 200),
        (f"{event.slug}/arbiter", stranger, 403),
        (f"{event.slug}/director", arbiter, 403),
        (f"{event.slug}/director", director, 200),
        (f"{event.slug}/director", session_of(others.director), 403),
        (f"{event.slug}/director", "sessionid=nothing; duplicato_device=nothing", 403),
        (f"{hidden.slug}/public", "", 404),
        ("no-such-event/public", "", 404),
        (f"{event.slug}/nobody", "", 404),
    ]

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        answers = []
        for path, cookie, _ in expected:
            status, _content = await poll(endpoint, f"/stream/{path}/poll/", cookie=cookie)
            answers.append((path, cookie, status))
            stream = Stream(endpoint, f"/stream/{path}/", cookie=cookie)
            await stream.wait(lambda stream=stream: stream.status != 0)  # type: ignore[misc]
            assert stream.status == status
        assert answers == expected

    follow(test)


def test_polling_tells_the_number_without_reading_for_each(game: Game) -> None:
    event = game.event
    head = head_of(event)

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        url = f"/stream/{event.slug}/public/poll/"
        assert await poll(endpoint, url) == (200, {"sequence": head})
        newest = await asyncio.to_thread(say, event, "nuovo")
        reads = hub.reads
        answers = [await poll(endpoint, url) for _ in range(50)]
        while answers[-1][1]["sequence"] != newest:  # the bell is on its way
            answers.append(await poll(endpoint, url))
        assert hub.reads - reads <= 1

    follow(test)


def test_one_read_serves_every_client_of_an_event(game: Game) -> None:
    event = game.event

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        streams = [Stream(endpoint, f"/stream/{event.slug}/public/") for _ in range(100)]
        for stream in streams:
            await stream.started()
        reads = hub.reads
        newest = await asyncio.to_thread(say, event, "a tutti")
        for stream in streams:
            await stream.until(newest)
        assert hub.reads - reads == 1
        assert hub.client_count == 100
        for stream in streams:
            await stream.hang_up()
        assert hub.client_count == 0

    follow(test)


def test_a_bell_that_did_not_ring_loses_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(hub_module, "TICK_SECONDS", 0.05)
    monkeypatch.setattr("tournaments.services.doorbell.ring", lambda *_: None)
    event = game.event

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        stream = Stream(endpoint, f"/stream/{event.slug}/public/")
        await stream.started()
        await stream.until(await asyncio.to_thread(say, event, "senza campanello"))

    follow(test)


def test_a_slow_client_is_dropped_and_the_others_go_on(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "MOST_CHUNKS", 5)
    event = game.event

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        slow, quick = (Stream(endpoint, f"/stream/{event.slug}/public/") for _ in range(2))
        await slow.started()
        await quick.started()
        slow.is_reading.clear()
        last = 0
        for number in range(8):
            last = await asyncio.to_thread(say, event, f"riga {number}")
            await quick.until(last)
        await slow.ended()
        assert hub.client_count == 1
        resumed = Stream(endpoint, f"/stream/{event.slug}/public/?after={last - 8}")
        await resumed.until(last)

    follow(test)


def test_a_revoked_device_and_a_closed_session_lose_their_stream(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "TICK_SECONDS", 0.05)
    event = game.event
    staff = officials_of(event)
    first, second = event.entries.all()[:2]
    cookies = [device_cookie(first), device_cookie(second)]
    arbiter = session_of(staff.arbiter)

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        revoked, kept = (Stream(endpoint, f"/stream/{event.slug}/player/", cookie=cookie) for cookie in cookies)
        desk = Stream(endpoint, f"/stream/{event.slug}/arbiter/", cookie=arbiter)
        for stream in (revoked, kept, desk):
            await stream.started()
        monkeypatch.setattr(hub_module, "CHECK_SECONDS", 3600)
        await asyncio.to_thread(devices.revoke, first, staff.as_director)
        await revoked.ended()
        assert (kept.task.done(), desk.task.done()) == (False, False)
        await asyncio.to_thread(User.objects.filter(pk=staff.arbiter.pk).update, is_active=False)
        monkeypatch.setattr(hub_module, "CHECK_SECONDS", 0.1)
        await desk.ended()
        assert kept.task.done() is False
        assert (await poll(endpoint, f"/stream/{event.slug}/player/poll/", cookie=cookies[0]))[0] == 403

    follow(test)


def test_an_enrolling_hall_does_not_stir_the_players_screens(game: Game) -> None:
    event = game.event
    cookie = session_of(officials_of(event).director)

    async def test(hub: Hub, endpoint: Endpoint) -> None:
        public = Stream(endpoint, f"/stream/{event.slug}/public/")
        director = Stream(endpoint, f"/stream/{event.slug}/director/", cookie=cookie)
        await public.started()
        await director.started()
        await asyncio.to_thread(device_cookie, entry)
        await director.until(head + 2)
        assert public.events == []
        (await hub.feed(event.slug)).beat()  # type: ignore[union-attr]
        assert [(each.id, each.kind) for each in await public.until(head + 2)] == [(head + 2, "advance")]

    entry, head = event.entries.first(), head_of(event)
    follow(test)


def test_the_page_listens_to_every_kind_that_the_log_has() -> None:
    kinds = {
        act.partition(".")[0]
        for path in Path("tournaments/services").glob("*.py")
        for act in re.findall(r'"([a-z]+\.[a-z_]+)"', path.read_text(encoding="utf-8"))
        if act.partition(".")[0] not in {"duplicato", "tournaments"}
    }
    script = Path("static/js/stream.js").read_text(encoding="utf-8")
    listed = re.search(r'const KINDS = "([a-z ]+)"', script)
    assert listed is not None
    assert kinds - set(listed[1].split()) == set()
