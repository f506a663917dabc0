"""Compares two editions: `manage.py diff_lexicons OLD NEW [--csv FILE]`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lexicon import selectors
from lexicon.difference import compare
from lexicon.errors import LexiconError
from lexicon.exports import write_difference

_SHOWN_WORDS = 20


class Command(BaseCommand):
    help = "Words added and removed between two editions, with counts by length."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("old", help="slug of an edition")
        parser.add_argument("new", help="slug of an edition")
        parser.add_argument("--csv", type=Path, help="write every changed word to this file")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            old, new = (selectors.chosen_edition(options[side]) for side in ("old", "new"))
            difference = compare(selectors.words_of(old), selectors.words_of(new))
        except LexiconError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{old} → {new}")
        self.stdout.write(f"{'lettere':>8}{'prima':>10}{'dopo':>10}{'aggiunte':>10}{'tolte':>10}")
        for change in difference.lengths:
            self.stdout.write(
                f"{change.length:>8}{change.before:>10}{change.after:>10}"
                f"{len(change.added):>10}{len(change.removed):>10}"
            )
        for label, words in (("aggiunte", difference.added), ("tolte", difference.removed)):
            more = " …" if len(words) > _SHOWN_WORDS else ""
            self.stdout.write(f"{label}: {len(words)} {' '.join(words[:_SHOWN_WORDS])}{more}".rstrip())
        if options["csv"]:
            with options["csv"].open("w", encoding="utf-8", newline="") as file:
                write_difference(file, old, new, difference)
