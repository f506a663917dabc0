"""Judge slips from JSON lines: `{"board": [15 strings], "rack": "AEIRST?", "slip": "8D CORNO"}`.

One verdict a line. A line that makes no sense is answered with an error object and the run goes on; the exit
code is then 1.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from lexicon.alphabet import fold
from lexicon.words import Lexicon, WordSet
from tournaments.engine.board import Board
from tournaments.engine.errors import EngineError
from tournaments.engine.messages import LANGUAGES
from tournaments.engine.notation import NOTATIONS, format_move
from tournaments.engine.profile import load_profile
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.tiles import Rack
from tournaments.engine.verdict import Verdict, judge

# The most tiles that any variant puts on a rack, and a few to spare for experiments.
MAX_RACK = 15

Judge = Callable[[Board, Rack, str], Verdict]


class Command(BaseCommand):
    help = "Judge slips: JSON lines with board, rack and slip in, JSON lines with the verdict out."
    requires_system_checks: list[str] = []  # it needs no database and no search

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--ruleset", default="it-figs")
        parser.add_argument("--profile", default="multiplo")
        parser.add_argument(
            "--lexicon", default="none", help="slug, store file, .txt list, or none: words unchecked"
        )
        parser.add_argument("--notation", choices=NOTATIONS, help="the rule set's own where not given")
        parser.add_argument("--language", choices=LANGUAGES, default="it", help="of the messages")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            rules, profile = load_ruleset(options["ruleset"]), load_profile(options["profile"])
            lexicon = open_words(options["lexicon"])
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error

        def judge_slip(board: Board, rack: Rack, slip: str) -> Verdict:
            return judge(rules, profile, board, rack, slip, lexicon, notation=options["notation"])

        if judge_lines(sys.stdin.buffer, sys.stdout.buffer, judge_slip, options["language"]):
            sys.exit(1)


def open_words(name: str) -> Lexicon | None:
    """The lexicon by slug or file, a plain list of words from a .txt file, or None."""
    if name == "none":
        return None
    if name.endswith(".txt"):
        lines = Path(name).read_text(encoding="utf-8").split()
        return WordSet(word for line in lines if (word := fold(line)))
    from lexicon.catalog import open_lexicon

    return open_lexicon(name)


def judge_lines(source: Iterable[bytes], target: BinaryIO, judge_slip: Judge, language: str) -> int:
    """Answer each line with one line; returns how many made no sense."""
    errors = 0
    for number, line in enumerate(source, start=1):
        try:
            answer = describe(judge_slip(*read_line(line)), language)
        except EngineError as error:
            errors += 1
            answer = {"error": error.code, "line": number, "message": str(error)}
        text = json.dumps(answer, ensure_ascii=False)
        # A lone surrogate can come in as an escape and must go out as one.
        target.write(text.encode("utf-8", errors="backslashreplace") + b"\n")
    target.flush()
    return errors


def read_line(line: bytes) -> tuple[Board, Rack, str]:
    try:
        data = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise EngineError("not_json", "The line is not a JSON object in UTF-8.") from error
    if not isinstance(data, dict):
        raise EngineError("not_an_object", 'A line is an object: {"board": …, "rack": …, "slip": …}.')
    missing = [key for key in ("board", "rack", "slip") if key not in data]
    if missing:
        raise EngineError("missing_key", f"The line has no {', '.join(missing)}.")
    board, rack, slip = data["board"], data["rack"], data["slip"]
    if not isinstance(board, list):
        raise EngineError("board_rows", "A board is 15 strings of 15 characters.")
    if not isinstance(rack, str) or not rack.isascii() or len(rack) > MAX_RACK:
        raise EngineError("rack_letter", f"A rack is a text of at most {MAX_RACK} letters A–Z and ?.")
    if not isinstance(slip, str):
        raise EngineError("slip_text", "A slip is a text.")
    return Board.parse(board), Rack(rack.upper()), slip


def describe(verdict: Verdict, language: str) -> dict[str, Any]:
    return {
        "score": verdict.score,
        "code": verdict.code,
        "article": verdict.article,
        "words": [{"word": word.word, "score": word.total} for word in verdict.words],
        "move": format_move(verdict.move, verdict.notation) if verdict.move else None,
        "message": verdict.message(language),
        "problems": [problem.code for problem in verdict.problems],
        "notes": [note.code for note in verdict.notes],
    }
