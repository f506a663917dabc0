"""One process on a SQLite file: a lock that the system lets go of when the process dies, however it dies."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

_held: dict[Path, int] = {}


class AlreadyServedError(Exception):
    """Another process has this database."""

    def __init__(self, database: Path, pid: str) -> None:
        super().__init__(
            f"Duplicato is already running on {database} (process {pid or 'unknown'}). "
            "One process serves a SQLite file; stop the other one, or give this one another DUPLICATO_DATA_DIR."
        )


def lock_path(database: Path) -> Path:
    return database.with_name(database.name + ".serving")


def hold(database: Path) -> None:
    """Keep the database for this process until it ends; AlreadyServedError where another has it."""
    path = lock_path(database)
    if path in _held:
        return
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        pid = os.read(descriptor, 20).decode("ascii", "replace").strip()
        os.close(descriptor)
        raise AlreadyServedError(database, pid) from error
    os.ftruncate(descriptor, 0)
    os.write(descriptor, f"{os.getpid()}\n".encode())
    _held[path] = descriptor
