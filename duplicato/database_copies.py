"""A copy of the whole database as of one moment, taken while it is being written to, and put back.

SQLite copies itself through its own backup interface; PostgreSQL through pg_dump and pg_restore.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from django.conf import settings
from django.db import connection

# What libpq calls each part of an address in the environment: a password on a command line is read by everybody.
LIBPQ = {
    "host": "PGHOST",
    "hostaddr": "PGHOSTADDR",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "passfile": "PGPASSFILE",
    "service": "PGSERVICE",
}


class CopyError(Exception):
    """Why a copy could not be made or put back, in a sentence."""


def sqlite_path() -> Path:
    return Path(settings.DATABASES["default"]["NAME"])


def copy_sqlite(target: Path) -> None:
    source = sqlite3.connect(sqlite_path(), timeout=20)
    copied = sqlite3.connect(target)
    try:
        source.backup(copied)  # in one step: one moment's state, and writers go on beside it
        copied.execute("PRAGMA journal_mode=DELETE")  # one file, without a journal beside it
    except sqlite3.Error as error:
        raise CopyError(f"The database could not be copied: {error}.") from error
    finally:
        copied.close()
        source.close()
    check_sqlite(target)


def check_sqlite(path: Path) -> None:
    """SQLite's own reading of every page, and that no row points to one that is missing."""
    checked = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        verdict = [row[0] for row in checked.execute("PRAGMA integrity_check(5)")]
        orphans = checked.execute("PRAGMA foreign_key_check").fetchmany(1)
    except sqlite3.Error as error:
        raise CopyError(f"The database file is damaged: {error}.") from error
    finally:
        checked.close()
    if verdict != ["ok"]:
        raise CopyError(f"The database file is damaged: {'; '.join(verdict)}.")
    if orphans:
        raise CopyError(f"The database file is damaged: a row of {orphans[0][0]} points to one that is missing.")


def put_sqlite(copy: Path) -> None:
    """Where nothing is; the caller has moved away what was."""
    target = sqlite_path()
    target.parent.mkdir(parents=True, exist_ok=True)
    connection.close()
    partial = target.with_name(target.name + ".partial")
    shutil.copyfile(copy, partial)
    with partial.open("rb") as stream:
        os.fsync(stream.fileno())
    partial.replace(target)


def copy_postgres(target: Path) -> None:
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}")
    check_postgres(target)


def check_postgres(path: Path) -> None:
    _run("pg_restore", "--list", str(path))


def put_postgres(copy: Path) -> None:
    """Into an empty database; all of it or nothing."""
    database = _libpq()["PGDATABASE"]
    connection.close()
    _run("pg_restore", "--no-owner", "--no-privileges", "--single-transaction", f"--dbname={database}", str(copy))


def _libpq() -> dict[str, str]:
    from psycopg.conninfo import conninfo_to_dict  # late: the embedded product starts without it

    parts = conninfo_to_dict(settings.ENVIRONMENT.database_url)
    return {LIBPQ[name]: str(value) for name, value in parts.items() if name in LIBPQ and value is not None}


def _run(program: str, *arguments: str) -> None:
    if shutil.which(program) is None:
        raise CopyError(
            f"{program} is not installed here. Install PostgreSQL's client programs (Debian: postgresql-client), "
            "or run this on the machine of the database."
        )
    done = subprocess.run(  # noqa: S603 - our own words and the operator's own file name
        [program, *arguments],
        env=os.environ | _libpq(),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no reason given"]
        raise CopyError(f"{program} refused: {lines[0]}")
