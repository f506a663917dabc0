"""Compile the translations with Babel, so that no gettext tools are needed; finished ones are left alone."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compiles the message catalogues (.po to .mo)."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
                compile_catalogue(source)


def compile_catalogue(source: Path) -> bool:
    """Whether there was something to do."""
    target = source.with_suffix(".mo")
    if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
        return False
    with source.open("rb") as stream:
        catalogue = read_po(stream, locale=source.parent.parent.name, abort_invalid=True)
    partial = target.with_suffix(".mo.partial")
    with partial.open("wb") as stream:
        write_mo(stream, catalogue)
    partial.replace(target)
    return True
