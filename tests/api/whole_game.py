"""One event played through the API alone: from its creation to published results and a verified record.

The same story is told to the site in this process (SQLite) and to real processes (PostgreSQL, Redis, a worker).
Whoever plays is a `Caller`-like: `get`, `post`, `patch`, `send`, and the `status` of the last answer.
"""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from lexicon.overlay import Overlay
from lexicon.store import WordStore
from tests.api.calling import slip
from tournaments.engine.board import Board
from tournaments.engine.notation import format_reference
from tournaments.engine.record import verify_record
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.search import best_moves
from tournaments.engine.tiles import Rack

PLAYERS = 5
TURNS = 3
PASSWORD = "una frase lunga e segreta"
WAIT_SECONDS = 30.0


class Voice(Protocol):
    status: int
    code: str

    def get(self, path: str, **headers: str) -> Any: ...
    def post(self, path: str, **body: Any) -> Any: ...
    def patch(self, path: str, **body: Any) -> Any: ...
    def send(self, method: str, path: str, body: Any) -> Any: ...


@dataclass
class Hall:
    """Who takes part. `as_device` makes a voice from a token; `breathe` lets the worker do its part."""

    federation: Voice
    director: Voice
    arbiter: Voice
    public: Voice
    as_device: Callable[[str], Voice]
    director_name: str
    arbiter_name: str
    lexicon: str
    store: WordStore
    breathe: Callable[[], None]


def play_whole_game(hall: Hall) -> None:
    event = _create(hall)
    tables = _fill_room(hall, event)
    _appoint(hall, event)
    _start(hall, event)
    for number in range(1, TURNS + 1):
        _play_turn(hall, event, tables, number)
    _dispute(hall, event, tables)
    _finish(hall, event)
    _check_results(hall, event)


def _do(voice: Voice, path: str, expected: int = 200, **body: Any) -> Any:
    answer = voice.post(path, **body)
    assert voice.status == expected, (path, voice.status, answer)
    return answer


def _create(hall: Hall) -> str:
    made = _do(
        hall.federation, "events/", 201, name="Coppa di prova", starts_on="2026-05-02", lexicon=hall.lexicon,
        director=hall.director_name,
    )  # fmt: skip
    event = f"events/{made['slug']}/"
    hall.public.get(event)
    assert hall.public.status == 404, "a draft is nobody's but the officials'"
    hall.director.patch(event, venue="Sala grande", profile_overrides={"turn_seconds": 60})
    assert hall.director.status == 200
    _do(hall.director, f"{event}move/", to="registration")
    assert hall.public.get(event)["venue"] == "Sala grande"
    return event


def _fill_room(hall: Hall, event: str) -> list[Voice]:
    """Five players; the last one plays on paper, the others enrol a device each."""
    club = _do(hall.director, "clubs/", 201, name="Circolo della prova")
    tables: list[Voice] = []
    for number in range(1, PLAYERS + 1):
        player = _do(hall.director, "players/", 201, first_name="Anna", last_name=f"Prova{number}", club=club["id"])
        is_on_paper = number == PLAYERS
        entry = _do(hall.director, f"{event}entries/", 201, player=player["id"], is_on_paper=is_on_paper)
        _do(hall.director, f"{event}entries/{entry['id']}/check-in/")
        if not is_on_paper:
            code = _do(hall.director, f"{event}entries/{entry['id']}/device-code/", 201)["code"]
            enrolled = _do(hall.public, "enrol/", 201, code=code)
            assert (enrolled["table"], enrolled["entry"]) == (number, entry["id"])
            tables.append(hall.as_device(enrolled["token"]))
    return tables


def _appoint(hall: Hall, event: str) -> None:
    missing = hall.director.get(f"{event}officials/")["missing"]
    assert [each["code"] for each in missing] == ["no_arbiter", "no_panel"]
    hall.director.post(f"{event}games/1/start/")
    assert (hall.director.status, hall.director.code) == (409, "officials_missing")
    _do(hall.director, f"{event}officials/arbiter/", username=hall.arbiter_name)
    entries = [entry["id"] for entry in hall.public.get(f"{event}entries/")["results"]]
    _do(hall.arbiter, f"{event}officials/panel/", entries=entries[1:4])
    assert hall.director.get(f"{event}officials/")["missing"] == []


def _start(hall: Hall, event: str) -> None:
    _do(hall.director, f"{event}games/1/set-up/", rack_source="seeded", phrase="il lotto di sabato")
    committed = _do(hall.director, f"{event}games/1/commit/")["commitment"]
    started = _do(hall.director, f"{event}games/1/start/")
    assert (started["state"], started["commitment"]) == ("running", committed)
    assert hall.public.get(event)["state"] == "running"


def _play_turn(hall: Hall, event: str, tables: list[Voice], number: int) -> None:
    """Table 1 finds a top, 2 an inadmissible word, 3 changes its mind, 4 stays silent, 5 plays on paper."""
    _do(hall.director, f"{event}games/1/draw/", 202)
    now = _wait(hall, event, lambda room: room["turn"] is not None and room["turn"]["number"] == number)
    turn = f"{event}turns/{now['turn']['id']}/"
    _do(hall.director, f"{turn}open/")
    room = tables[0].get(f"{event}now/")
    assert (room["phase"], room["turn"]["top"]) == ("open", None)
    word, reference, score = _best(hall, room["turn"]["board"], room["turn"]["rack"])
    _hand_in(tables[0], turn, slip(word, reference, score))
    _hand_in(tables[1], turn, slip("XKWYJQ", reference or "8D"))
    _hand_in(tables[2], turn, slip("XKWYJQ", reference or "8D"))
    _hand_in(tables[2], turn, slip(word, reference, 1, revision=2))
    assert hall.director.get(turn)["missing_tables"] == [4, 5]
    _do(hall.arbiter, f"{turn}paper/", 201, table_number=5, word=word, reference=reference)
    _do(hall.director, f"{turn}close/")
    _wait(hall, event, lambda _room: _is_scored(hall, turn))
    assert tables[0].get(turn)["scores"] is None, "only the desk knows before the reveal"
    _do(hall.arbiter, f"{turn}adjudicate/")
    _do(hall.director, f"{turn}reveal/")
    shown = hall.public.get(turn)
    points = [row["points"] for row in shown["scores"]]
    assert points == [score, 0, score, 0, score]
    assert shown["top"]["score"] == score


def _hand_in(table: Voice, turn: str, sent: dict[str, Any]) -> None:
    receipt = table.send("POST", f"{turn}slips/", sent)
    assert (table.status, receipt["client_key"]) == (201, sent["client_key"]), receipt
    again = table.send("POST", f"{turn}slips/", sent)
    assert (table.status, again) == (200, receipt)


def _best(hall: Hall, board: list[str], rack: str) -> tuple[str, str, int]:
    """What a strong player would write; an empty slip where there is no move."""
    found = best_moves(load_ruleset("it-figs"), Board(board), Rack(rack), hall.store, Overlay.of([], []))
    if not found:
        return "", "", 0
    return found[0].move.word, format_reference(found[0].move, "M"), found[0].score


def _is_scored(hall: Hall, turn: str) -> bool:
    scores = hall.director.get(turn)["scores"]
    return bool(scores)


def _wait(hall: Hall, event: str, is_so: Callable[[Any], bool]) -> Any:
    give_up_at = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < give_up_at:
        hall.breathe()
        room = hall.director.get(f"{event}now/")
        if is_so(room):
            return room
    raise AssertionError(f"the worker did not do its part in {WAIT_SECONDS} s")


def _dispute(hall: Hall, event: str, tables: list[Voice]) -> None:
    """Table 2 contests; the panel is asked, the arbiter previews, drops, and rejects."""
    turn = hall.public.get(f"{event}now/")["turn"]["id"]
    address = f"{event}turns/{turn}/"
    contest = _do(tables[1], f"{address}contests/", 201, subject="slip", words=["XKWYJQ"], wants_panel=True)
    hall.director.post(f"{event}games/1/draw/")
    assert (hall.director.status, hall.director.code) == (409, "contests_open")
    question = _do(hall.arbiter, f"{address}questions/", 201, words=["XKWYJQ"], contest=contest["id"])
    _do(tables[1], f"{event}questions/{question['id']}/opinions/", 201, decision="refuse", reason="non c'è")
    tables[0].post(f"{event}questions/{question['id']}/opinions/", decision="admit")
    assert (tables[0].status, tables[0].code) == (403, "not_panel")
    ruling = _do(
        hall.arbiter, f"{address}rulings/", 201, words=["XKWYJQ"], decision="refuse", article="F14",
        reason="non è nella lista", contest=contest["id"], question=question["id"],
    )  # fmt: skip
    assert ruling["preview"]["changed"] == []
    _do(hall.arbiter, f"{event}rulings/{ruling['id']}/apply/")
    assert hall.arbiter.get(f"{event}contests/")["results"][0]["state"] == "rejected"
    assert [row["word"] for row in hall.public.get(f"{event}words/")["results"]] == ["XKWYJQ"]
    entry = hall.public.get(f"{event}entries/?table=4")["results"][0]["id"]
    _do(hall.arbiter, f"{event}sanctions/", 201, entry=entry, kind="penalty", points=7, turn=turn, reason="disturbo")


def _finish(hall: Hall, event: str) -> None:
    hall.public.get(f"{event}games/1/record/")
    assert (hall.public.status, hall.public.code) == (409, "game_running")
    hall.director.post(f"{event}games/1/finish/", reason="fine della prova", password="sbagliata")
    assert (hall.director.status, hall.director.code) == (403, "password")
    _do(hall.director, f"{event}games/1/finish/", reason="fine della prova", password=PASSWORD)
    _do(hall.director, f"{event}move/", to="finished")
    [game] = hall.director.get(f"{event}verification/")
    assert (game["game"], game["agrees"], game["problems"]) == (1, True, [])
    _do(hall.director, f"{event}publish/", password=PASSWORD)


def _check_results(hall: Hall, event: str) -> None:
    record = hall.public.get(f"{event}games/1/record/")
    verification = verify_record(record)
    assert (verification.first_difference, verification.derived) == (None, TURNS)
    results = hall.public.get(f"{event}results.json")
    assert results["turns"] == TURNS
    totals = {row["table_number"]: row["total"] for row in results["results"]}
    assert totals[1] == totals[3] == totals[5] > 0
    assert (totals[2], totals[4]) == (0, -7)
    assert {int(entry): total for entry, total in record["totals"].items() if total} == {
        row["entry"]: row["total"] for row in results["results"] if row["total"]
    }
    rows = list(csv.reader(io.StringIO(hall.public.get(f"{event}results.csv").decode("utf-8-sig"))))
    assert [row[1] for row in rows[1:4]] == ["Anna Prova1", "Anna Prova3", "Anna Prova5"]
    log = hall.director.get(f"{event}log/?page_size=5000")["results"]
    assert [row["sequence"] for row in log] == list(range(1, len(log) + 1))
