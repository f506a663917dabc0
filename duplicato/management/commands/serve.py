"""Serve the site: one process, the synchronous pages on a fixed pool of threads."""

from argparse import ArgumentParser
from typing import Any

import uvicorn
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _


class Command(BaseCommand):
    help = "Serves Duplicato."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0")  # noqa: S104 - players reach it from the hall's network
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        address = f"http://localhost:{port}/"
        ready = _("Duplicato è pronto: aprite %(address)s (Ctrl+C per fermare).")
        self.stdout.write(ready % {"address": address})
        self.stdout.flush()
        uvicorn.run("duplicato.asgi:application", host=host, port=port, log_level="warning")
