"""Find the best moves from JSON lines: `{"board": [15 strings], "rack": "AEIRST?"}`.

One answer a line; rows and columns count from 0. A line that makes no sense is answered with an error object
and the run goes on; the exit code is then 1.
"""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from lexicon.alphabet import fold
from lexicon.catalog import open_lexicon
from lexicon.overlay import Overlay
from lexicon.store import WordStore, from_words
from tournaments.engine.board import Board
from tournaments.engine.errors import EngineError
from tournaments.engine.notation import format_move
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.search import ScoredMove, best_moves, ranked_moves
from tournaments.engine.tiles import Rack

Find = Callable[[Board, Rack], list[ScoredMove]]


class Command(BaseCommand):
    help = "Find the best moves: JSON lines with board and rack in, JSON lines with the moves out."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--limit", type=int, help="the best N moves; without it every best move, ties included"
        )
        parser.add_argument("--ruleset", default="it-figs")
        parser.add_argument("--lexicon", default="it-figs", help="slug, .words store file or .txt list")
        parser.add_argument(
            "--overlay",
            type=Path,
            help='words of the event: {"admitted": […], "refused": […]} or lines +WORD -WORD',
        )

    def handle(self, *args: Any, **options: Any) -> None:
        limit: int | None = options["limit"]
        if limit is not None and limit < 1:
            raise CommandError("--limit must be at least 1.")
        try:
            rules = load_ruleset(options["ruleset"])
            store = open_words(options["lexicon"])
            overlay = read_overlay(options["overlay"]) if options["overlay"] else None
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error

        def find(board: Board, rack: Rack) -> list[ScoredMove]:
            if limit is None:
                return best_moves(rules, board, rack, store, overlay)
            return ranked_moves(rules, board, rack, store, limit, overlay)

        if answer_lines(sys.stdin.buffer, sys.stdout.buffer, find, rules.notation):
            sys.exit(1)


def open_words(name: str) -> WordStore:
    """The store by slug or file, or one made from a .txt list of words."""
    if name.endswith(".txt"):
        lines = Path(name).read_text(encoding="utf-8").split()
        return from_words(word for line in lines if (word := fold(line)) and 2 <= len(word) <= 15)
    return open_lexicon(name)


def read_overlay(path: Path) -> Overlay:
    """The event's words in a file; ValueError names the file and what is wrong with it."""
    text = path.read_text(encoding="utf-8")
    if text.lstrip().startswith("{"):
        signed = _json_overlay(path, text)
    else:
        signed = [(line[0], line[1:]) for line in text.split()]
    words: dict[str, set[str]] = {"+": set(), "-": set()}
    for sign, written in signed:
        word = fold(written)
        if sign not in words or word is None or not 2 <= len(word) <= 15:
            raise ValueError(f"{path}: {sign}{written} is not +WORD or -WORD, 2 to 15 letters.")
        words[sign].add(word)
    return Overlay.of(words["+"], words["-"])


def _json_overlay(path: Path, text: str) -> list[tuple[str, str]]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: is not JSON ({error}).") from error
    signs = {"admitted": "+", "refused": "-"}
    signed = []
    for key, words in data.items():
        if key not in signs:
            raise ValueError(f"{path}: {key} is not a known key; use admitted and refused.")
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise ValueError(f"{path}: {key} must be a list of words.")
        signed += [(signs[key], word) for word in words]
    return signed


def answer_lines(source: Iterable[bytes], target: BinaryIO, find: Find, notation: str) -> int:
    """Answer each line with one line; returns how many made no sense."""
    errors = 0
    for number, line in enumerate(source, start=1):
        try:
            board, rack = read_line(line)
            started = time.perf_counter()
            found = find(board, rack)
            answer = describe(found, notation, time.perf_counter() - started)
        except EngineError as error:
            errors += 1
            answer = {"error": error.code, "line": number, "message": str(error)}
        text = json.dumps(answer, ensure_ascii=False)
        # A lone surrogate can come in as an escape and must go out as one.
        target.write(text.encode("utf-8", errors="backslashreplace") + b"\n")
        target.flush()
    return errors


def read_line(line: bytes) -> tuple[Board, Rack]:
    try:
        data = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise EngineError("not_json", "The line is not a JSON object in UTF-8.") from error
    if not isinstance(data, dict):
        raise EngineError("not_an_object", 'A line is an object: {"board": …, "rack": …}.')
    missing = [key for key in ("board", "rack") if key not in data]
    if missing:
        raise EngineError("missing_key", f"The line has no {', '.join(missing)}.")
    board, rack = data["board"], data["rack"]
    if not isinstance(board, list):
        raise EngineError("board_rows", "A board is 15 strings of 15 characters.")
    if not isinstance(rack, str) or not rack.isascii():
        raise EngineError("rack_letter", "A rack is a text of letters A–Z and ?.")
    return Board.parse(board), Rack(rack.upper())


def describe(found: list[ScoredMove], notation: str, seconds: float) -> dict[str, Any]:
    return {
        "best": [
            {
                "move": format_move(move, notation),
                "word": move.word,
                "row": move.row,
                "col": move.col,
                "direction": move.direction.value,
                "score": score,
            }
            for move, score in found
        ],
        "count": len(found),
        "ms": round(seconds * 1000, 3),
    }
