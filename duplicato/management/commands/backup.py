"""Back everything up into one file, while the hall plays on."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from duplicato import backups
from duplicato.database_copies import CopyError


class Command(BaseCommand):
    help = "Writes database, word lists and (on SQLite) the secret key into one file. Duplicato may go on running."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="for example duplicato-2026-05-02.backup")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            manifest = backups.write(file.absolute())
        except CopyError as error:
            raise CommandError(str(error)) from error
        lists = sum(name.endswith(".words") for name in manifest.sha256)
        size = file.stat().st_size / 1e6
        self.stdout.write(f"Wrote {file}: the database, checked, and {lists} word lists, {size:.1f} MB.")
        if backups.SECRET_KEY in manifest.sha256:
            self.stdout.write("It holds the secret key and every result: keep it as you keep the computer itself.")
        elif not settings.ENVIRONMENT.is_embedded:
            self.stdout.write("The secret key is not in it: keep DUPLICATO_SECRET_KEY with your other secrets.")
