"""Bring the English catalogue up to what the code and the pages say now."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from duplicato import catalogue


class Command(BaseCommand):
    help = "Adds new messages to the English catalogue, drops those nobody says any more, lists what is missing."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        path = settings.LOCALE_PATHS[0] / "en" / "LC_MESSAGES" / "django.po"
        new = catalogue.updated(catalogue.read(path), catalogue.messages(settings.BASE_DIR))
        path.write_bytes(catalogue.text(new))
        missing = [fault for message in new if message.id for fault in catalogue.faults(message)]
        for fault in missing:
            self.stdout.write(fault)
        self.stdout.write(f"{len(new)} messages, {len(missing)} to do.")
