"""The message catalogue: what the code and the pages say (in Italian), and its English.

`manage.py update_catalogue` writes what it finds here into the .po; a test fails while a sentence has no English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_python
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

KEYWORDS = {
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "_": None,
    "_t": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
FOLDERS = ("duplicato", "lexicon", "tournaments", "templates")
PLACES = re.compile(r"%\((\w+)\)[sd]|%[sd]|\{\w+\}")
HEADER = "# English for Duplicato's pages; the msgids are the Italian. Kept by 'manage.py update_catalogue'."

Key = tuple[str, str | tuple[str, ...]]


def sources(base_dir: Path) -> Iterator[Path]:
    for folder in FOLDERS:
        yield from sorted((base_dir / folder).rglob("*.py"))
        yield from sorted((base_dir / folder).rglob("*.html"))


def messages(base_dir: Path) -> dict[Key, list[str]]:
    """Every message with the files that say it, in the order of the files."""
    found: dict[Key, list[str]] = {}
    for path in sources(base_dir):
        if "migrations" in path.parts:
            continue
        name = path.relative_to(base_dir).as_posix()
        for key in _of_file(path):
            places = found.setdefault(key, [])
            if name not in places:
                places.append(name)
    return found


def read(path: Path) -> Catalog:
    with path.open("rb") as stream:
        return read_po(stream, locale=path.parent.parent.name)


def updated(known: Catalog, found: dict[Key, list[str]]) -> Catalog:
    """The catalogue with just these messages; English that is there is kept."""
    catalogue = Catalog(locale=known.locale, header_comment=HEADER, fuzzy=False, project="Duplicato", version="")
    for (context, msgid), places in found.items():
        old = known.get(msgid[0] if isinstance(msgid, tuple) else msgid, context or None)
        string = old.string if old is not None and bool(old.pluralizable) == isinstance(msgid, tuple) else None
        catalogue.add(
            list(msgid) if isinstance(msgid, tuple) else msgid,
            string=string,
            locations=[(place, None) for place in places],
            context=context or None,
            flags=["python-format"] if PLACES.search(msgid if isinstance(msgid, str) else " ".join(msgid)) else [],
        )
    return catalogue


def text(catalogue: Catalog) -> bytes:
    """The .po, the same bytes for the same messages."""
    stream = BytesIO()
    write_po(stream, catalogue, width=0, include_lineno=False, omit_header=True)
    header = (
        f'{HEADER}\nmsgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n"Language: en\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    )
    return header.encode() + stream.getvalue()


def faults(message: Message) -> list[str]:
    """What is wrong with a message's English: missing, or with other places for values than the Italian."""
    originals = list(message.id) if isinstance(message.id, tuple | list) else [message.id]
    strings = list(message.string) if isinstance(message.string, tuple | list) else [message.string]
    if not all(strings) or len(strings) != len(originals):
        return [f"no English: {originals[0]!r}"]
    allowed = {place for original in originals for place in _places(original)}
    for string in strings:
        if set(_places(string)) - allowed or (len(originals) == 1 and set(_places(string)) != allowed):
            return [f"other values in the English: {originals[0]!r} → {string!r}"]
    return []


def _places(sentence: str) -> list[str]:
    return sorted(match.group(0) for match in PLACES.finditer(sentence))


def _of_file(path: Path) -> Iterator[Key]:
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        source = templatize(source, origin=str(path))
    for _line, function, found, _comments in extract_python(BytesIO(source.encode()), list(KEYWORDS), [], {}):
        parts = list(found) if isinstance(found, tuple | list) else [found]
        context = ""
        if function in {"pgettext", "pgettext_lazy", "npgettext"}:
            context = parts.pop(0)
        count = 2 if function in {"ngettext", "ngettext_lazy", "npgettext"} else 1
        msgids = [part for part in parts[:count] if part]
        if len(msgids) == count:
            yield context, tuple(msgids) if count == 2 else msgids[0]
