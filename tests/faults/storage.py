"""A disk of the test's own that can be filled up, and processes that may not write any more."""

from __future__ import annotations

import os
import resource
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FILLER = "filler"


@contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """A file system of this size, mounted for the test. Mounting takes root, as the tests' own CI has it."""
    assert os.geteuid() == 0, "a disk that fills up is mounted: run these tests as root"
    folder = Path(tempfile.mkdtemp(prefix="duplicato-disk-"))
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", str(folder)], check=True)
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
        folder.rmdir()


def fill(disk: Path, *, keep: int = 0) -> None:
    """Take the whole disk up, but for so many bytes."""
    free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
    with (disk / FILLER).open("wb") as filler:
        os.posix_fallocate(filler.fileno(), 0, max(1, free - keep))


def is_full(disk: Path) -> bool:
    return os.statvfs(disk).f_bavail == 0


def free(disk: Path) -> None:
    (disk / FILLER).unlink()


def forbid_writing(pid: int) -> None:
    """Every further write to a file fails for this process, as on a disk that the system has set to read-only."""
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))


def allow_writing(pid: int) -> None:
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
