"""`manage.py import_lexicon FILE --language it --name Lega --edition 2026`: a list becomes an edition."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lexicon import services
from lexicon.errors import LexiconError
from lexicon.models import Language
from lexicon.reports import REASONS, rejects_of

_SHOWN_REJECTS = 50


class Command(BaseCommand):
    help = (
        "Import a word list, one word a line, UTF-8 or Latin-1. An edition of that name is replaced."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--language", required=True, choices=Language.values)
        parser.add_argument(
            "--name", required=True, help="name of the list, for example a federation's"
        )
        parser.add_argument("--edition", default="", help="label of the edition, for example a year")
        parser.add_argument("--source", default="", help="where the list comes from")
        parser.add_argument("--official", action="store_true", help="a federation has adopted this list")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            edition = services.import_file(
                options["file"],
                language=options["language"],
                name=options["name"],
                edition=options["edition"],
                is_official=options["official"],
                source=options["source"],
                progress=self._show_progress if self.stderr.isatty() else None,
            )
        except LexiconError as error:
            raise CommandError(error.message) from error
        report = edition.report
        for reject in rejects_of(report)[:_SHOWN_REJECTS]:
            self.stdout.write(f"riga {reject.line}: {reject.text}: {REASONS[reject.reason]}")
        refused = sum(report["rejected"].values())
        if refused > _SHOWN_REJECTS:
            self.stdout.write(f"… e altre {refused - _SHOWN_REJECTS} righe rifiutate")
        self.stdout.write(
            f"{edition} ({edition.slug}): {edition.word_count} parole, {report['duplicates']} doppie, "
            f"{refused} righe rifiutate, {report['encoding']}, {report['seconds']} s"
        )
        self.stdout.write(f"SHA-256 {edition.sha256}")

    def _show_progress(self, part: float) -> None:
        filled = round(part * 30)
        ending = "\n" if part >= 1 else ""
        self.stderr.write(f"\r[{'#' * filled}{'.' * (30 - filled)}] {part:4.0%}", ending=ending)
        self.stderr.flush()
