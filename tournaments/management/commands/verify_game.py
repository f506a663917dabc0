"""Check a finished game's public record: every draw derived again from the revealed seed.

Exit code 0: the record holds. 1: it differs, and the first turn that does is named. 2: no record.
"""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.engine.record import verify_record
from tournaments.engine.verification import RecordError, Verification

SUMMARY = {
    "it": "OK: {turns} mani; estrazioni ricavate dal seme: {derived}, dalla partita sigillata: {prepared}, "
    "digitate da un sacchetto vero (non verificabili): {typed}.",
    "en": "OK: {turns} turns; draws derived from the seed: {derived}, from the sealed game: {prepared}, "
    "typed from a real bag (nothing can prove them): {typed}.",
}
UNREADABLE = {"it": "Il verbale non si può leggere: {error}", "en": "The record cannot be read: {error}"}


class Command(BaseCommand):
    help = "Verifica il verbale pubblico di una partita finita / checks a finished game's public record."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the record, a JSON file; - for standard input")
        parser.add_argument("--language", choices=["it", "en"], default="it")

    def handle(self, *args: Any, file: str, language: str, **options: Any) -> None:
        try:
            verification = verify_record(_read(file))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else error
            self.stderr.write(UNREADABLE[language].format(error=reason))
            sys.exit(2)
        if verification.first_difference is not None:
            self.stdout.write(verification.first_difference.message(language))
            sys.exit(1)
        self.stdout.write(_summary(verification, language))


def _read(file: str) -> object:
    if file == "-":
        return _parse(sys.stdin.buffer.read())
    with open(file, "rb") as stream:
        return _parse(stream.read())


def _parse(data: bytes) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise RecordError("record_json", f"The file is not JSON ({error}).") from error


def _summary(verification: Verification, language: str) -> str:
    return SUMMARY[language].format(
        turns=verification.turns,
        derived=verification.derived,
        prepared=verification.prepared,
        typed=verification.typed,
    )
