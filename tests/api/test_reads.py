"""Reads: the same number of queries whatever the number of rows, pages, ETags, exports."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.calling import Caller, as_user
from tests.factories import make_club, make_event, make_player, make_superuser, officials_of
from tests.tournaments.play import close, device_of, hand_in, open_turn, play, reveal, running_game, start_game
from tournaments.models import Event, Game, LogRow
from tournaments.services import contests, entries, games, panel, rulings, sanctions, tokens
from tournaments.services.actor import Actor

pytestmark = pytest.mark.django_db
RACKS = ("CORNOAE", "AEILNST", "AEIRSTO", "AEILNTO")


def played(players: int, turns: int) -> Game:
    """A game with so many turns and as many of everything else."""
    game = running_game(players=max(players, 4))
    event, by = game.event, officials_of(game.event).as_arbiter
    rows = list(event.entries.all())
    for number in range(turns):
        turn = open_turn(game, RACKS[number])
        for entry in rows[:players]:
            hand_in(turn, entry, f"8D CORX{'ABCD'[number]}")
        turn = reveal(close(turn))
        word = f"CORX{'ABCD'[number]}"
        contest = contests.open_contest(
            turn=turn, entry=rows[0], by=Actor.of_entry(rows[0]), subject="slip", words=[word]
        )
        question = panel.ask(turn=turn, by=by, words=[word], contest=contest)
        member = officials_of(event).panel[0]
        panel.answer(question=question, by=Actor.of_entry(member), decision="refuse", reason="")
        ruling = rulings.preview(
            turn=turn, by=by, words=[word], decision="refuse", article="F14", reason="x", question=question
        )
        rulings.apply(ruling=ruling, by=by)
        sanctions.give(entry=rows[0], by=by, kind="warning", reason="x", turn=turn)
    return game


READS = (
    "events/", "events/{slug}/", "events/{slug}/now/", "events/{slug}/games/", "events/{slug}/turns/",
    "events/{slug}/turns/{turn}/", "events/{slug}/turns/{turn}/slips/", "events/{slug}/turns/{turn}/statistics/",
    "events/{slug}/turns/{turn}/rulings/", "events/{slug}/turns/{turn}/questions/",
    "events/{slug}/turns/{turn}/contests/", "events/{slug}/standings/", "events/{slug}/results.json",
    "events/{slug}/results.csv", "events/{slug}/entries/", "events/{slug}/entries/seating/",
    "events/{slug}/officials/", "events/{slug}/contests/", "events/{slug}/questions/", "events/{slug}/rulings/",
    "events/{slug}/sanctions/", "events/{slug}/words/", "events/{slug}/log/", "players/", "clubs/", "tokens/",
)  # fmt: skip


def test_reads_take_the_same_queries_for_one_row_and_for_three() -> None:
    user = make_superuser()
    director = as_user(user)

    def counts(event: Event) -> dict[str, int]:
        found = {}
        turn = event.games.get(number=1).turns.last()
        for path in READS:
            address = path.format(slug=event.slug, turn=turn.pk)
            with CaptureQueriesContext(connection) as queries:
                director.get(address, **{"If-None-Match": ""})
            assert (address, director.status) == (address, 200)
            found[path] = len(queries)
        return found

    make_player(club=make_club())
    # Movement in the ranking is read from the second turn on.
    few = counts(played(players=1, turns=2).event)
    for _ in range(2):
        make_club()
        make_player(club=make_club())
        tokens.issue(user, "altro")
    many = counts(played(players=3, turns=3).event)
    assert many == few


def test_a_list_comes_in_pages() -> None:
    event = make_event(players=5, state="registration")
    public = Caller()
    first = public.get(f"events/{event.slug}/entries/?page_size=2")
    assert (first["count"], first["previous"], [row["table_number"] for row in first["results"]]) == (5, None, [1, 2])
    last = public.get(f"events/{event.slug}/entries/?page_size=2&page=3")
    assert (last["next"], [row["table_number"] for row in last["results"]]) == (None, [5])
    public.get(f"events/{event.slug}/entries/?page=9")
    assert (public.status, public.code) == (404, "not_found")
    public.get(f"events/{event.slug}/entries/?club=molti")
    assert (public.status, public.code) == (400, "invalid")


@pytest.mark.parametrize("path", ["", "standings/", "turns/", "entries/", "officials/", "results.csv"])
def test_what_has_not_changed_is_a_304_until_it_does(path: str) -> None:
    event = make_event(players=4, state="running")
    public = Caller()
    address = f"events/{event.slug}/{path}"
    public.get(address)
    tag = public.headers["ETag"]
    assert public.get(address, **{"If-None-Match": tag}) == b""
    assert public.status == 304
    other = as_user(officials_of(event).director)
    other.get(address, **{"If-None-Match": tag})
    if path in {"", "standings/", "turns/", "results.csv"}:
        assert other.status == 200, "another caller's answer is another"
    event.refresh_from_db()
    entry = event.entries.get(table_number=1)
    entries.change(entry, by=officials_of(event).as_director, is_on_paper=True)
    public.get(address, **{"If-None-Match": tag})
    assert public.status == (304 if path == "officials/" else 200)


def test_lists_that_belong_to_no_event_have_etags_too() -> None:
    federation = as_user(make_superuser())
    for path in ("players/", "clubs/", "definitions/", "events/"):
        federation.get(path)
        federation.get(path, **{"If-None-Match": federation.headers["ETag"]})
        assert (path, federation.status) == (path, 304)


def test_standings_by_game_category_club_and_turn() -> None:
    club = make_club("Circolo")
    event = make_event(players=4, state="running", games_planned=2)
    first, second = event.entries.all()[:2]
    first.club, first.category = club, "junior"
    first.save()
    second.category = "junior"
    second.save()
    game = start_game(event)
    play(game, "CORNOAE", {1: "8D CORNO", 3: "8D CORNO"})
    play(game, "CORNOAE", {2: "H8 NO"})
    public, path = Caller(), f"events/{event.slug}/standings/"

    def ranking(query: str) -> list[tuple[int, int, int]]:
        rows = public.get(f"{path}{query}")["results"]
        return [(row["table_number"], row["rank"], row["place"]) for row in rows]

    everybody = ranking("")
    assert [row[0] for row in everybody][:2] == [1, 3]
    assert ranking("?turn=1")[:2] == [(1, 1, 1), (3, 1, 1)]
    assert [row[0] for row in ranking("?category=junior")] == [1, 2]
    assert ranking("?category=junior")[1][2] == 2
    assert [row[0] for row in ranking(f"?club={club.pk}")] == [1]
    assert ranking("?game=1") == everybody
    public.get(f"{path}?game=3")
    assert public.status == 404
    public.get(f"{path}?category=nessuna")
    assert (public.status, public.code) == (400, "invalid")


def test_no_name_becomes_a_formula_in_the_csv() -> None:
    event = make_event(players=3, state="running")
    entry = event.entries.all()[0]
    entry.player.first_name, entry.player.last_name = "=HYPERLINK(1)", "Rossi"
    entry.player.save()
    entry.club = make_club("@SUM(A1)")
    entry.save()
    rows = list(csv.reader(io.StringIO(Caller().get(f"events/{event.slug}/results.csv").decode("utf-8-sig"))))
    cells = [cell for row in rows for cell in row]
    assert "'=HYPERLINK(1) Rossi" in cells
    assert "'@SUM(A1)" in cells
    assert [cell for cell in cells if cell.startswith(("=", "@", "+"))] == []


def test_a_players_turns_hide_a_slip_while_its_turn_is_contested() -> None:
    game = running_game()
    entry = game.event.entries.get(table_number=1)
    turn = play(game, "CORNOAE", {1: "8D CORNO"})
    public, path = Caller(), f"events/{game.event.slug}/entries/{entry.pk}/turns/"
    assert [(row["word"], row["reference"], row["points"]) for row in public.get(path)] == [("CORNO", "8D", 22)]
    contests.open_contest(turn=turn, entry=entry, by=Actor.of_entry(entry), subject="top", words=["CORNO"])
    assert [(row["word"], row["points"]) for row in public.get(path)] == [(None, 22)]


def test_the_log_is_followed_by_number_and_keeps_its_secrets() -> None:
    game = running_game()
    director = as_user(officials_of(game.event).director)
    path = f"events/{game.event.slug}/log/"
    last = director.get(path)["results"][-1]["sequence"]
    turn = open_turn(game, "CORNOAE")
    rows = director.get(f"{path}?after={last}")["results"]
    assert [row["act"] for row in rows] == ["event.rules_locked", "turn.drawn", "turn.search_ready", "turn.opened"]
    entry = game.event.entries.get(table_number=1)
    hand_in(turn, entry, "8D CORNO")
    reveal(close(turn))
    assert device_of(entry).pk
    payloads = {row["act"]: row["payload"] for row in director.get(f"{path}?after={last}")["results"]}
    assert payloads["turn.revealed"]["acts"][0]["act"] == "score"
    assert LogRow.objects.filter(event=game.event).count() == director.get(path)["count"]


def test_every_game_of_the_event_is_listed_before_it_is_started() -> None:
    event = make_event(state="registration", games_planned=3)
    public = Caller()
    shown: list[dict[str, Any]] = public.get(f"events/{event.slug}/games/")
    assert [(game["number"], game["state"]) for game in shown] == [(1, "planned"), (2, "planned"), (3, "planned")]
    public.get(f"events/{event.slug}/games/3/")
    assert public.status == 200
    public.get(f"events/{event.slug}/games/4/")
    assert public.status == 404
    assert games.plan(event)[0].state == "planned"
