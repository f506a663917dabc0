"""A back-up: one file with the database, the word lists and, in the embedded product, the secret key.

Its first member says what is in it and each part's SHA-256, so that a file that travelled badly is refused whole.
"""

from __future__ import annotations

import hashlib
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from duplicato import database_copies
from duplicato.database_copies import CopyError
from lexicon.catalog import lexicon_folder

FORMAT = 1
MANIFEST, DATABASE, SECRET_KEY, LEXICONS = "manifest.json", "database", "secret-key", "lexicons"
CHUNK_BYTES = 1 << 20
MOST_MANIFEST_BYTES = 1 << 20


@dataclass(frozen=True)
class Manifest:
    format: int
    made_at: str
    database: str
    migrations: list[str]
    sha256: dict[str, str]


def write(target: Path) -> Manifest:
    """Write the back-up; a file of that name appears only once it is whole. CopyError says why it could not."""
    if target.exists():
        raise CopyError(f"{target} is already there: choose another name, or move that one away.")
    partial = target.with_name(target.name + ".partial")
    try:
        # Beside the target: a container's /tmp may be its memory.
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=target.parent) as folder:
            parts = dict(_parts(Path(folder)))
            manifest = Manifest(
                format=FORMAT,
                made_at=timezone.now().isoformat(timespec="seconds"),
                database=connection.vendor,
                migrations=_applied(),
                sha256={name: _sha256(path) for name, path in parts.items()},
            )
            described = Path(folder) / MANIFEST
            described.write_text(json.dumps(asdict(manifest), indent=1), encoding="utf-8")
            descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as stream:
                with tarfile.open(fileobj=stream, mode="w:gz", compresslevel=3) as archive:
                    for name, path in {MANIFEST: described, **parts}.items():
                        archive.add(path, name, recursive=False)
                stream.flush()
                os.fsync(stream.fileno())
        partial.replace(target)
    except OSError as error:
        raise CopyError(f"{target} cannot be written ({error.strerror}).") from error
    finally:
        partial.unlink(missing_ok=True)
    return manifest


@contextmanager
def opened(source: Path) -> Iterator[tuple[Manifest, dict[str, Path]]]:
    """The back-up's parts, unpacked in a folder that goes away; CopyError where one is not what was written."""
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=settings.DATA_DIR) as folder:
        try:
            with tarfile.open(source, "r:*") as archive:
                manifest = _manifest(archive)
                parts = {}
                for number, (name, expected) in enumerate(manifest.sha256.items()):
                    # Our own names on the disk: what an archive calls its members is nobody's business.
                    parts[name] = Path(folder) / str(number)
                    _unpack(archive, name, parts[name], expected)
        except (tarfile.TarError, EOFError, OSError, KeyError, ValueError, TypeError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is cut off or damaged"
            raise CopyError(f"{source} is not a readable back-up: {reason}.") from error
        yield manifest, parts


def unknown_migrations(manifest: Manifest) -> list[str]:
    """What the back-up's database went through and this version has never heard of."""
    known = {".".join(key) for key in MigrationLoader(None).disk_migrations or {}}
    return [name for name in manifest.migrations if name not in known]


def _parts(folder: Path) -> Iterator[tuple[str, Path]]:
    database = folder / DATABASE
    if connection.vendor == "sqlite":
        database_copies.copy_sqlite(database)
    else:
        database_copies.copy_postgres(database)
    yield DATABASE, database
    for path in sorted(lexicon_folder().glob("*")):
        if path.is_file():
            yield f"{LEXICONS}/{path.name}", path
    key = Path(settings.DATA_DIR) / SECRET_KEY
    if settings.ENVIRONMENT.is_embedded and key.exists():
        yield SECRET_KEY, key


def _applied() -> list[str]:
    return sorted(".".join(key) for key in MigrationRecorder(connection).applied_migrations())


def _manifest(archive: tarfile.TarFile) -> Manifest:
    member = archive.extractfile(MANIFEST)
    if member is None:
        raise ValueError
    manifest = Manifest(**json.loads(member.read(MOST_MANIFEST_BYTES)))
    if manifest.format != FORMAT or DATABASE not in manifest.sha256:
        raise ValueError
    for name in manifest.sha256:
        path = PurePosixPath(name)
        is_lexicon = path.parent == PurePosixPath(LEXICONS) and path.name not in {"", ".", ".."}
        if name not in {DATABASE, SECRET_KEY} and not is_lexicon:
            raise ValueError
    return manifest


def _unpack(archive: tarfile.TarFile, name: str, target: Path, expected: str) -> None:
    member = archive.extractfile(name)
    if member is None:
        raise ValueError
    with target.open("wb") as stream:
        if _copy(member, stream) != expected:
            raise ValueError


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _copy(source: IO[bytes], target: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while chunk := source.read(CHUNK_BYTES):
        digest.update(chunk)
        target.write(chunk)
    return digest.hexdigest()
