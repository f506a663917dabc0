"""Put a back-up into an empty place, and prove that every game can be rebuilt from its log."""

import os
import shutil
from argparse import ArgumentParser
from pathlib import Path, PurePosixPath
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import Error as DatabaseError
from django.db import connection
from django.utils import timezone

from duplicato import backups, database_copies, one_process
from duplicato.database_copies import CopyError
from lexicon.catalog import lexicon_folder
from tournaments.models import Event, Game
from tournaments.services import log, publication


class Command(BaseCommand):
    help = "Restores a back-up into an empty place (DUPLICATO_DATA_DIR, or an empty PostgreSQL database)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="SQLite: move the present database aside first")

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        try:
            with backups.opened(file.absolute()) as (manifest, parts):
                self._refuse(manifest, replace)
                if connection.vendor == "sqlite":
                    database_copies.check_sqlite(parts[backups.DATABASE])
                    self._move_aside()
                    database_copies.put_sqlite(parts[backups.DATABASE])
                else:
                    database_copies.put_postgres(parts[backups.DATABASE])
                _put_files(parts)
        except CopyError as error:
            raise CommandError(str(error)) from error
        call_command("migrate", verbosity=0)
        self.stdout.write(f"Restored the back-up of {manifest.made_at}.")
        self._prove()

    def _refuse(self, manifest: backups.Manifest, replace: bool) -> None:
        if manifest.database != connection.vendor:
            raise CommandError(
                f"This back-up was made on {manifest.database}, and DATABASE_URL names {connection.vendor}: "
                "restore it where the same kind of database is."
            )
        unknown = backups.unknown_migrations(manifest)
        if unknown:
            raise CommandError(
                f"This back-up is of a newer version of Duplicato (it knows {unknown[0]}): install that version first."
            )
        if connection.vendor == "sqlite":
            try:
                one_process.hold(database_copies.sqlite_path())  # nobody starts on it meanwhile
            except one_process.AlreadyServedError as error:
                raise CommandError(
                    "Duplicato is running on this database. Stop it first, or restore beside it: "
                    "set DUPLICATO_DATA_DIR to an empty folder."
                ) from error
        if not _is_empty() and not (replace and connection.vendor == "sqlite"):
            raise CommandError(
                "There is a database here already. Restore into an empty place: an empty DUPLICATO_DATA_DIR, "
                "or an empty PostgreSQL database; on SQLite --replace moves the present one aside."
            )

    def _move_aside(self) -> None:
        path = database_copies.sqlite_path()
        connection.close()
        if not path.exists():
            return
        aside = path.with_name(f"{path.name}.before-{timezone.now():%Y%m%d-%H%M%S}")
        database_copies.copy_sqlite(aside)  # with what is still in its journal
        for old in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
            old.unlink(missing_ok=True)
        self.stdout.write(f"The database that was here is now {aside}.")

    def _prove(self) -> None:
        broken = []
        for event in Event.objects.order_by("pk"):
            row = log.first_broken_row(event.log.order_by("sequence"))
            if row is not None:
                broken.append(f"{event.slug}: the log is broken")
        for game in Game.objects.exclude(started_at=None).select_related("event").order_by("event_id", "number"):
            result = publication.recompute(game)
            turns = len(result.state.history) if result.state else 0
            self.stdout.write(
                f"{game.event.slug}, game {game.number}: {turns} turns {'rebuilt' if result.agrees else 'DIFFER'}"
            )
            if not result.agrees:
                broken.append(f"{game.event.slug}, game {game.number}: {result.problems[0]}")
        if broken:
            raise CommandError("The back-up is restored, but not everything holds. " + "; ".join(broken))
        self.stdout.write("Everything holds.")


def _is_empty() -> bool:
    if connection.vendor == "sqlite":
        path = database_copies.sqlite_path()
        if not path.exists() or path.stat().st_size == 0:
            return True
    try:
        return not connection.introspection.table_names()
    except DatabaseError as error:
        raise CommandError(f"The database does not answer ({type(error).__name__}): check DATABASE_URL.") from error


def _put_files(parts: dict[str, Path]) -> None:
    lexicon_folder().mkdir(parents=True, exist_ok=True)
    for name, unpacked in parts.items():
        if name.startswith(f"{backups.LEXICONS}/"):
            target = lexicon_folder() / PurePosixPath(name).name
        elif name == backups.SECRET_KEY and settings.ENVIRONMENT.is_embedded:
            target = Path(settings.DATA_DIR) / backups.SECRET_KEY
        else:
            continue
        partial = target.with_name(target.name + ".partial")
        shutil.copyfile(unpacked, partial)
        os.chmod(partial, 0o600 if name == backups.SECRET_KEY else 0o644)
        partial.replace(target)
