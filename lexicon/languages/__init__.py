"""Free word lists of the languages other than Italian, read from the same pinned packages.

`BUILDERS[slug](cache, progress)` gives a `BuiltList`; the command `build_lexicon` writes it to a store.
`cache` is the folder of `lexicon.sources.package_folder`; `progress` hears fractions from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lexicon.languages import english, french, romanian
from lexicon.languages.gather import BuiltList, Progress

BUILDERS: dict[str, Callable[[Path, Progress | None], BuiltList]] = {
    "en": english.build,
    "fr": french.build,
    "ro": romanian.build,
}

__all__ = ["BUILDERS", "BuiltList", "Progress"]
