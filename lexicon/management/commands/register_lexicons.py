"""Makes editions of the lists that were built on this machine; `make run` calls it after the build."""

from typing import Any

from django.core.management.base import BaseCommand

from lexicon import services


class Command(BaseCommand):
    help = "Register the built word lists as editions. Repeating it changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        for edition in services.register_all_built():
            self.stdout.write(f"{edition.slug}: {edition}, {edition.word_count} parole")
