"""The acts on editions: import, registration of built lists, lock, deletion.

An edition's words lie in a file whose name carries their hash. A replacement writes another file and
moves the row to it, so a process that has the old file open keeps whole and unchanged words.
"""

from lexicon.services.built import register_all_built, register_built
from lexicon.services.editions import delete_edition, describe_edition, edition_slug, is_in_use, lock_edition
from lexicon.services.imports import import_file, receive_upload, resume_stalled_imports, run_import

__all__ = [
    "delete_edition",
    "describe_edition",
    "edition_slug",
    "import_file",
    "is_in_use",
    "lock_edition",
    "receive_upload",
    "register_all_built",
    "register_built",
    "resume_stalled_imports",
    "run_import",
]
