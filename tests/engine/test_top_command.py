"""`manage.py top`: JSON lines in, every best move out, a batch in one process."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.store import from_words
from tournaments.engine.board import Board
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.search import ScoredMove, best_moves
from tournaments.engine.tiles import Rack
from tournaments.management.commands.top import answer_lines, read_overlay

EMPTY = ["." * 15] * 15
ROOT = Path(__file__).resolve().parents[2]
RULES = load_ruleset()
STORE = from_words(["CASA", "CASE", "CORNO", "JAZZ"])


def find(board: Board, rack: Rack) -> list[ScoredMove]:
    return best_moves(RULES, board, rack, STORE)


def answers(*lines: bytes) -> tuple[int, list[dict[str, Any]]]:
    target = io.BytesIO()
    errors = answer_lines(io.BytesIO(b"\n".join(lines) + b"\n"), target, find, "M")
    return errors, [json.loads(line) for line in target.getvalue().decode("utf-8").splitlines()]


def line(rack: object = "CORNOAS", board: object = EMPTY) -> bytes:
    return json.dumps({"board": board, "rack": rack}).encode()


def run(tmp_path: Path, *arguments: str, lines: bytes) -> subprocess.CompletedProcess[bytes]:
    words = tmp_path / "words.txt"
    words.write_text("casa\ncaso\nperò\na\n" + "troppolungapertavoliere\n", encoding="utf-8")
    return subprocess.run(
        [sys.executable, "manage.py", "top", "--lexicon", str(words), *arguments],
        input=lines,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "DUPLICATO_DATA_DIR": str(tmp_path)},
        check=False,
    )


def test_every_best_move_on_one_line() -> None:
    errors, [answer] = answers(line())
    assert (errors, answer["count"]) == (0, 2)
    assert answer["ms"] >= 0
    down = {"move": "H4 CORNO", "word": "CORNO", "row": 3, "col": 7, "direction": "down", "score": 22}
    across = {"move": "8D CORNO", "word": "CORNO", "row": 7, "col": 3, "direction": "across", "score": 22}
    assert answer["best"] == [down, across]


def test_no_move_is_an_empty_list() -> None:
    _, [answer] = answers(line("QQ"))
    assert (answer["best"], answer["count"]) == ([], 0)


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (b"", "not_json"),
        (b"\xff\xfe", "not_json"),
        (b"[" * 100_000, "not_json"),
        (b"[]", "not_an_object"),
        (b"{}", "missing_key"),
        (line(board="x"), "board_rows"),
        (line(board=["."] * 15), "board_row"),
        (line(board=["1" * 15] * 15), "board_square"),
        (line("CAS4"), "rack_letter"),
        (line(None), "rack_letter"),
        (line("ß"), "rack_letter"),
        (line("A" * 9), "rack_size"),
    ],
)
def test_a_malformed_line_is_answered_and_the_run_goes_on(bad: bytes, code: str) -> None:
    errors, [first, second] = answers(bad, line())
    assert (errors, first["error"], first["line"], second["count"]) == (1, code, 1, 2)


boards = st.just(EMPTY) | st.lists(st.text("ACSZacsz.", min_size=15, max_size=15), min_size=15, max_size=15)


@given(boards, st.text("ACESZ?", max_size=9))
def test_any_board_and_rack_is_answered(board: list[str], rack: str) -> None:
    """Boards that no game leads to included: full ones, tiles that touch nothing, words that are none."""
    _, [answer] = answers(line(rack, board))
    assert ("best" in answer) != ("error" in answer)


@given(st.binary(max_size=60).filter(lambda text: b"\n" not in text))
def test_any_bytes_are_answered(text: bytes) -> None:
    errors, given_answers = answers(text)
    assert (errors, len(given_answers)) == (1, 1)


def test_the_command_reads_its_options(tmp_path: Path) -> None:
    overlay = tmp_path / "overlay.json"
    overlay.write_text(json.dumps({"admitted": ["Sacca"], "refused": ["casa"]}), encoding="utf-8")
    lines = line("CCASAO") + b"\n" + line("PERO") + b"\n"
    done = run(tmp_path, "--ruleset", "ro-frs", "--limit", "3", "--overlay", str(overlay), lines=lines)
    first, second = (json.loads(text) for text in done.stdout.splitlines())
    assert (done.returncode, first["count"], second["count"]) == (0, 3, 3)
    assert {move["word"] for move in first["best"]} == {"SACCA"}
    assert second["best"][0]["move"] == "8E PERO"  # the Romanian style: column 8, from row E down


def test_a_wrong_option_is_a_sentence(tmp_path: Path) -> None:
    assert run(tmp_path, "--limit", "0", lines=b"").stderr == b"CommandError: --limit must be at least 1.\n"
    done = run(tmp_path, "--lexicon", "nothing", lines=b"")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.startswith(b"CommandError: ")


@pytest.mark.parametrize(
    ("text", "admitted", "refused"),
    [
        ("+però\n-casa\n", {"PERO"}, {"CASA"}),
        ('{"admitted": ["perché"]}', {"PERCHE"}, set()),
        ('{"refused": ["casa"]}', set(), {"CASA"}),
        ("", set(), set()),
    ],
)
def test_an_overlay_file(tmp_path: Path, text: str, admitted: set[str], refused: set[str]) -> None:
    file = tmp_path / "overlay"
    file.write_text(text, encoding="utf-8")
    overlay = read_overlay(file)
    assert (overlay.admitted, overlay.refused) == (admitted, refused)


@pytest.mark.parametrize(
    "text",
    [
        "casa",
        "+a",
        "+casa -casa",
        "+cas4",
        "{",
        '{"admitted": "casa"}',
        '{"admitted": [4]}',
        '{"admited": ["casa"]}',
        '{"admitted": null}',
    ],
)
def test_an_overlay_file_that_makes_no_sense_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "overlay"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"overlay|Words both admitted and refused"):
        read_overlay(file)
