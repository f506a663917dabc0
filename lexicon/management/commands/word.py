"""`manage.py word PAROLA…`: whether a word is admissible, and why."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexicon.explain import explain
from lexicon.store import StoreError


class Command(BaseCommand):
    help = "Says whether words are admissible in a list, and by which article."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("words", nargs="+", metavar="PAROLA")
        parser.add_argument(
            "--lexicon", default="it-figs", help="slug of the list, or its .words file (default it-figs)"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *args: Any, **options: Any) -> None:
        for word in options["words"]:
            try:
                answer = explain(word, options["lexicon"])
            except StoreError as error:
                raise CommandError(f"{error} Build it with “manage.py build_lexicon it”.") from error
            if options["json"]:
                self.stdout.write(json.dumps(answer.as_dict(), ensure_ascii=False))
            else:
                verdict = "sì" if answer.admissible else "no"
                self.stdout.write(f"{answer.word}: {verdict}. {answer.reason}")
