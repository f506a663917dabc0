"""`manage.py judge`: JSON lines in, JSON lines out, and nothing that a line can hold stops it."""

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

from tests.engine.positions import judged
from tournaments.engine.board import Board
from tournaments.engine.tiles import Rack
from tournaments.engine.verdict import Verdict
from tournaments.management.commands.judge import judge_lines

EMPTY = ["." * 15] * 15
ROOT = Path(__file__).resolve().parents[2]


def judge_slip(board: Board, rack: Rack, slip: str) -> Verdict:
    return judged(slip, rack.letters, board)


def answers(*lines: bytes) -> tuple[int, list[dict[str, Any]]]:
    target = io.BytesIO()
    errors = judge_lines(io.BytesIO(b"\n".join(lines) + b"\n"), target, judge_slip, "it")
    return errors, [json.loads(line) for line in target.getvalue().decode("utf-8").splitlines()]


def line(slip: object = "8D CORNO 22", rack: object = "CORNOAA", board: object = EMPTY) -> bytes:
    return json.dumps({"board": board, "rack": rack, "slip": slip}).encode()


def run(tmp_path: Path, *arguments: str, lines: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "manage.py", "judge", *arguments],
        input=lines,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "DUPLICATO_DATA_DIR": str(tmp_path)},
        check=False,
    )


def test_a_verdict_a_line() -> None:
    assert answers(line()) == (
        0,
        [
            {
                "score": 22,
                "code": "ok",
                "article": "F9",
                "words": [{"word": "CORNO", "score": 22}],
                "move": "8D CORNO",
                "message": "22 punti: 8D CORNO",
                "problems": [],
                "notes": [],
            }
        ],
    )


def test_a_refusal() -> None:
    _, [answer] = answers(line("1A CORNO"))
    assert (answer["score"], answer["code"], answer["article"]) == (0, "off_centre", "F3")
    assert answer["message"] == "0: la prima parola deve coprire la casella centrale H8 (F3)"


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (b"", "not_json"),
        (b"corno", "not_json"),
        (b"\xff\xfe", "not_json"),
        (b"[" * 100_000, "not_json"),
        (b"9" * 10_000, "not_json"),
        (b"[]", "not_an_object"),
        (b'{"board": []}', "missing_key"),
        (line(board="x" * 15), "board_rows"),
        (line(board=[]), "board_rows"),
        (line(board=["."] * 15), "board_row"),
        (line(board=[1] * 15), "board_row"),
        (line(board=["?" * 15] * 15), "board_square"),
        (line(rack="CORN0"), "rack_letter"),
        (line(rack=7), "rack_letter"),
        (line(rack="ß"), "rack_letter"),  # in capitals it would be two letters
        (line(rack="A" * 16), "rack_letter"),
        (line(slip=None), "slip_text"),
    ],
)
def test_a_malformed_line_is_answered_and_the_run_goes_on(bad: bytes, code: str) -> None:
    errors, [first, second] = answers(bad, line())
    assert (errors, first["error"], first["line"], second["code"]) == (1, code, 1, "ok")


def test_a_lone_surrogate_goes_out_as_it_came_in() -> None:
    _, [answer] = answers(line("8D \ud800"))
    assert (answer["code"], answer["message"]) == ("unreadable", "0: non si legge «\ud800» (M-duplicate)")


@given(st.lists(st.binary(max_size=60).filter(lambda text: b"\n" not in text), min_size=1, max_size=4))
def test_any_bytes_are_answered_line_by_line(lines: list[bytes]) -> None:
    errors, given_answers = answers(*lines)
    assert (errors, len(given_answers)) == (len(lines), len(lines))


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
json_values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3))
boards = st.just(EMPTY) | st.lists(st.text("Aa.?è", min_size=14, max_size=16), min_size=15, max_size=15)
racks = st.text("AEIST?a1", max_size=9)
slips = st.text(max_size=30) | st.text("ABH8 corn?().", max_size=15)
objects = st.fixed_dictionaries(
    {}, optional={"board": boards | json_values, "rack": racks | json_values, "slip": slips | json_values}
)


@given(objects)
def test_any_object_is_answered(data: dict[str, object]) -> None:
    _, [answer] = answers(json.dumps(data).encode())
    assert ("code" in answer) != ("error" in answer)


def test_any_full_board_is_judged() -> None:
    _, [answer] = answers(line("8D AAAA", "AAAAAAA", ["a" * 15] * 15))
    assert answer["code"] == "not_bounded"


def test_the_command_reads_its_options(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("casa\nperò\n", encoding="utf-8")
    done = run(
        tmp_path, "--ruleset", "ro-frs", "--lexicon", str(words), "--notation", "M", "--language", "en",
        lines=line("H8 CASA", "CASAXXX") + b"\n" + line("8H XX", "CASAXXX") + b"\n",
    )  # fmt: skip
    first, second = (json.loads(text) for text in done.stdout.splitlines())
    assert (done.returncode, done.stderr) == (0, b"")
    assert (first["message"], second["message"]) == ("8 points: H8 CASA", "0: XX is not admissible (R)")


def test_the_exit_code_is_1_after_a_malformed_line(tmp_path: Path) -> None:
    done = run(tmp_path, lines=b"corno\n" + line() + b"\n")
    assert (done.returncode, len(done.stdout.splitlines())) == (1, 2)


def test_a_wrong_option_is_a_sentence(tmp_path: Path) -> None:
    done = run(tmp_path, "--ruleset", "xx", lines=b"")
    assert done.returncode == 1
    assert done.stderr.decode().startswith(
        "CommandError: xx.toml: slug: there is no such file among rulesets"
    )
