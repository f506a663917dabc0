"""A hall with its event, as a test sees it, and the proof that every fault must leave whole."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol

from tests.engine.test_independent_scorer import slow_judge
from tests.faults.processes import ROOT, Installation
from tests.faults.servers import wait_for
from tests.faults.tables import Ledger, Written

WORDS = (ROOT / "tests" / "data" / "italian_words.txt").read_text(encoding="ascii").split()
RACK = "CORNOAE"
COLUMNS = "ABCDEFGHIJKLMNO"
# No words of any list: their slips must score nothing, whatever happens.
NO_WORDS = ["CORNOAE", "OCRA", "NOCERA"]


START = "import django; django.setup(); from tests.faults.referee import main; main()"


class RefusedError(Exception):
    """The services refused an act, with its code."""


class Referee:
    """The test's side of tests/faults/referee.py."""

    def __init__(self, installation: Installation) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", START],
            cwd=ROOT,
            env=installation.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._read() == "ready"

    def __call__(self, call: str, **arguments: Any) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"call": call, "arguments": arguments}) + "\n")
        self._process.stdin.flush()
        return self._read()

    def leave(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the referee's process ended"
        answer = json.loads(line)
        if "refusal" in answer:
            raise RefusedError(answer["refusal"])
        assert "error" not in answer, answer
        return answer["result"]


class Site(Protocol):
    """What a hall needs of a running Duplicato."""

    referee: Referee

    @property
    def ports(self) -> list[int]: ...


class Hall:
    """An event with one running game. Its director and arbiter act through the API."""

    def __init__(
        self, site: Site, *, players: int = 40, seeded: bool = False, turn_seconds: int = 180, grace_seconds: int = 0
    ) -> None:
        self.site = site
        self.referee = site.referee
        made = self.referee(
            "prepare", players=players, seeded=seeded, turn_seconds=turn_seconds, grace_seconds=grace_seconds
        )
        self.event: int = made["event"]
        self.slug: str = made["slug"]
        self.game: int = made["game"]
        self.tables: list[dict[str, Any]] = made["tables"]
        self.turn = 0
        self._tokens = {"director": made["director"], "arbiter": made["arbiter"]}

    # Acts

    def draw(self, letters: str = RACK) -> None:
        """Letters from a real bag; the worker has still to find the top."""
        self.turn = self._post("games/1/rack", {"letters": letters})["id"]

    def request_draw(self) -> None:
        self._post("games/1/draw", {})

    def open(self) -> None:
        self.draw()
        self.act("open")

    def act(self, name: str, **arguments: Any) -> str:
        """An act on the turn, and the state after it."""
        by = "arbiter" if name == "adjudicate" else "director"
        return str(self._post(f"turns/{self.turn}/{name}", arguments, by)["state"])

    def _post(self, path: str, content: dict[str, Any], by: str = "director") -> dict[str, Any]:
        """Through the first web process that answers; a 503 is asked again, as a person clicks again."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{{port}}/api/v1/events/{self.slug}/{path}/",
            data=json.dumps(content).encode(),
            headers={"Authorization": f"Token {self._tokens[by]}", "Content-Type": "application/json"},
        )
        return dict(wait_for(lambda: self._try(request), f"{path} to be done"))

    def _try(self, request: urllib.request.Request) -> dict[str, Any] | None:
        for port in self.site.ports:
            asked = urllib.request.Request(
                request.full_url.format(port=port), data=request.data, headers=dict(request.header_items())
            )
            try:
                with urllib.request.urlopen(asked, timeout=30) as answer:
                    found: dict[str, Any] = json.loads(answer.read())
                    return found
            except urllib.error.HTTPError as error:
                body = error.read()
                if error.code != 503:
                    raise RefusedError(f"{error.code} {body!r}") from error
            except urllib.error.URLError:
                continue
        return None

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.referee("turn_state", turn=self.turn)
        return found

    def game_state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.referee("game_state", game=self.game)
        return found

    # Waiting for the worker

    def wait_drawn(self, seconds: float = 20.0) -> None:
        self.turn = wait_for(lambda: self.game_state()["turn"], "the draw", seconds)

    def wait_searched(self, seconds: float = 20.0) -> None:
        wait_for(lambda: self.state()["search"] == "ready", "the search of the top", seconds)

    def wait_closed(self, seconds: float = 20.0) -> None:
        wait_for(lambda: self.state()["state"] == "closed", "the close at the deadline", seconds)

    def wait_scored(self, seconds: float = 30.0) -> None:
        wait_for(lambda: self.state()["is_scored"], "the scoring", seconds)

    # Slips

    def slip(self, place: int, *, revision: int = 1, seed: int = 0) -> Written:
        """What the table at this place writes: mostly good words, some that are none."""
        table = self.tables[place]
        rng = random.Random(f"{seed}/{place}/{revision}")
        reference, word = rng.choice(moves(RACK))
        declared = rng.choice([None, points(RACK, word, reference)])
        return Written(self.slug, table["entry"], table["token"], self.turn, word, reference, declared, revision)

    def slips(self, seed: int = 0) -> list[Written]:
        return [self.slip(place, seed=seed) for place in range(len(self.tables))]

    # The proof

    def prove(self, ledger: Ledger, *, closes: int = 1) -> None:
        """Nothing lost, nothing twice, nothing miscounted, and the turn ends."""
        self.wait_closed()
        self.wait_scored()
        rows = self.referee("slips", turn=self.turn)
        self._every_receipt_is_a_row(ledger, rows)
        accepted = counted(rows)
        if ledger.is_complete:
            assert accepted == counted(_told(ledger)), "what counts is what the tables were told"
        scores = self.referee("scores", turn=self.turn)
        assert len(scores) == len(self.tables), "every table has its score, once"
        assert {s["entry_id"]: s["slip__client_key"] for s in scores if s["slip__client_key"]} == accepted
        by_key = {row["client_key"]: row for row in rows}
        expected = {table["entry"]: 0 for table in self.tables}
        for entry, key in accepted.items():
            expected[entry] = points(RACK, by_key[key]["word"], by_key[key]["reference"])
        assert {score["entry_id"]: score["points"] for score in scores} == expected
        self._ends(closes)
        assert self.referee("totals", game=self.game) == {str(entry): total for entry, total in expected.items()}

    def _every_receipt_is_a_row(self, ledger: Ledger, rows: list[dict[str, Any]]) -> None:
        times = Counter(row["client_key"] for row in rows)
        by_key = {row["client_key"]: row for row in rows}
        assert {key: times[key] for key in ledger.receipts} == dict.fromkeys(ledger.receipts, 1)
        assert set(times) <= set(ledger.written), "a slip that nobody wrote"
        for key, receipts in ledger.receipts.items():
            row, slip = by_key[key], ledger.written[key]
            assert (row["word"], row["reference"], row["declared_score"]) == (slip.word, slip.reference, slip.declared)
            for receipt in receipts:
                assert receipt["revision"] == row["revision"]
                assert receipt["late_by_ms"] == row["late_by_ms"]
                assert moment(receipt["received_at"]) == moment(row["received_at"])

    def _ends(self, closes: int) -> None:
        assert self.act("adjudicate") == "adjudicated"
        assert self.act("reveal") == "revealed"
        told = self.referee("acts", game=self.game)
        assert told["broken"] is None, "the log's chain"
        times = Counter(told["acts"])
        expected = {"turn.drawn": 1, "turn.search_ready": 1, "turn.closed": closes, "turn.revealed": 1}
        assert {act: times[act] for act in expected} == expected


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def counted(rows: Sequence[dict[str, Any]]) -> dict[int, str]:
    """Key of the slip that counts, by entry: of those in time the highest revision, then the last received."""
    best: dict[int, dict[str, Any]] = {}
    for row in rows:
        if row["late_by_ms"] > 0:
            continue
        held = best.get(row["entry_id"])
        rank = (row["revision"], moment(row["received_at"]))
        if held is None or rank > (held["revision"], moment(held["received_at"])):
            best[row["entry_id"]] = row
    return {entry: row["client_key"] for entry, row in best.items()}


def _told(ledger: Ledger) -> list[dict[str, Any]]:
    return [receipts[0] | {"entry_id": ledger.written[key].entry} for key, receipts in ledger.receipts.items()]


def points(rack: str, word: str, reference: str) -> int:
    """By the second judge of tests/engine, which shares no code with the product; an opening move, across row 8."""
    start = (8, COLUMNS.index(reference[1:]) + 1)
    return slow_judge({}, rack, start, (0, 1), word, set(WORDS)) or 0


def moves(rack: str) -> list[tuple[str, str]]:
    """Opening moves with these letters as (reference, word), across the centre; and words that do not exist."""
    hand = Counter(rack)
    known = [word for word in WORDS if not Counter(word) - hand]
    assert known, f"no word in {rack}"
    written = [*known, *(word for word in NO_WORDS if word not in WORDS and len(word) <= 7)]
    found = []
    for word in written:
        for shift in range(len(word)):
            if 8 - shift + len(word) <= 16 and 8 - shift >= 1:
                found.append((f"8{COLUMNS[7 - shift]}", word))
    return found
