"""Reading a list of players from CSV or XLSX into plain rows of text, whatever program wrote it."""

from __future__ import annotations

import csv
import io
import re
import warnings
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from lexicon.alphabet import strip_marks
from tournaments.services.errors import ActError

MAX_BYTES = 2_000_000
MAX_UNPACKED_BYTES = 50_000_000
MAX_ROWS = 3_000
MAX_COLUMNS = 60
MAX_CELL = 200
DELIMITERS = (";", ",", "\t")

# Headings as people write them, without accents, case or punctuation.
COLUMNS: dict[str, tuple[str, ...]] = {
    "first_name": ("nome", "first name", "firstname", "given name", "forename"),
    "last_name": ("cognome", "last name", "lastname", "surname", "family name"),
    "licence_number": (
        "tessera",
        "n tessera",
        "num tessera",
        "numero tessera",
        "numero di tessera",
        "licenza",
        "licence",
        "license",
        "licence number",
        "license number",
        "member number",
    ),
    "club": ("circolo", "club", "societa", "associazione"),
    "category": ("categoria", "cat", "category"),
    "birth_year": ("anno di nascita", "anno nascita", "anno", "birth year", "year of birth", "born"),
}
REQUIRED = ("first_name", "last_name")


class FileError(ActError):
    messages = {
        "empty": _("Il file è vuoto."),
        "too_big": _("Il file è di %(size)s kB: al più %(most)s kB."),
        "too_many_rows": _("Il file ha più di %(most)s righe: dividilo."),
        "unreadable": _("Il file non si legge: serve un CSV, o un foglio di calcolo XLSX."),
        "old_excel": _("È un foglio di calcolo del vecchio formato XLS: salvalo come XLSX o CSV."),
        "no_column": _(
            "Manca la colonna «%(column)s». La prima riga dice i nomi delle colonne: Nome, Cognome, Tessera, "
            "Circolo, Categoria, Anno di nascita."
        ),
        "column_twice": _("La colonna «%(column)s» c'è due volte."),
        "no_rows": _("Sotto la riga dei nomi delle colonne non c'è nessun giocatore."),
    }


@dataclass(frozen=True, slots=True)
class PlayerTable:
    """Rows by our own column names, with the line of the file each comes from."""

    rows: tuple[tuple[int, dict[str, str]], ...]
    ignored_columns: tuple[str, ...] = ()


def read(data: bytes) -> PlayerTable:
    """The players of a file; FileError says in a sentence what is wrong with the file as a whole."""
    if not data.strip():
        raise FileError("empty")
    if len(data) > MAX_BYTES:
        raise FileError("too_big", size=len(data) // 1000, most=MAX_BYTES // 1000)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise FileError("old_excel")
    lines = _xlsx_lines(data) if data.startswith(b"PK\x03\x04") else _csv_lines(data)
    return _table(lines)


def _csv_lines(data: bytes) -> list[list[str]]:
    text = _decode(data)
    first_line = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(DELIMITERS, key=first_line.count)
    lines: list[list[str]] = []
    try:
        for line in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            _check_count(len(lines))
            lines.append(line[:MAX_COLUMNS])
    except csv.Error as error:
        raise FileError("unreadable") from error
    return lines


def _decode(data: bytes) -> str:
    """UTF-8 where it is, UTF-16 by its mark, else what Windows programs write for Western Europe."""
    is_marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    encodings = ["utf-16"] if is_marked else ["utf-8-sig", "cp1252", "latin-1"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        # No list of names holds control signs: this is a picture or a program.
        if not re.search(r"[\x00-\x08\x0e-\x1f]", text):
            return text
        break
    raise FileError("unreadable")


def _xlsx_lines(data: bytes) -> list[list[str]]:
    """The first sheet. The library fails on damaged files in many ways of its own, all of them one to us."""
    import openpyxl  # late: a large library that no start should wait for

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(part.file_size for part in archive.infolist()) > MAX_UNPACKED_BYTES:
                raise FileError("unreadable")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            try:
                return _sheet_lines(book.worksheets[0].iter_rows(values_only=True, max_col=MAX_COLUMNS))
            finally:
                book.close()
    except FileError:
        raise
    except Exception as error:
        raise FileError("unreadable") from error


def _sheet_lines(rows: Iterable[Sequence[Any]]) -> list[list[str]]:
    lines: list[list[str]] = []
    for row in rows:
        _check_count(len(lines))
        lines.append([_cell_text(value) for value in row])
    return lines


def _cell_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
        return str(value.year)
    return str(value)


def _check_count(lines: int) -> None:
    if lines > MAX_ROWS:
        raise FileError("too_many_rows", most=MAX_ROWS)


def _table(lines: list[list[str]]) -> PlayerTable:
    cleaned = [[_clean(cell) for cell in line] for line in lines]
    filled = [(number, line) for number, line in enumerate(cleaned, start=1) if any(line)]
    if not filled:
        raise FileError("empty")
    (_, heading), *body = filled
    columns, ignored = _columns(heading)
    if not body:
        raise FileError("no_rows")
    rows = tuple(
        (number, {name: line[place] if place < len(line) else "" for place, name in columns.items()})
        for number, line in body
    )
    return PlayerTable(rows, ignored)


def _columns(heading: list[str]) -> tuple[dict[int, str], tuple[str, ...]]:
    known = {spelling: name for name, spellings in COLUMNS.items() for spelling in spellings}
    columns: dict[int, str] = {}
    ignored = []
    for place, title in enumerate(heading):
        name = known.get(_spelling(title))
        if name is None:
            if title:
                ignored.append(title)
        elif name in columns.values():
            raise FileError("column_twice", column=title)
        else:
            columns[place] = name
    for name in REQUIRED:
        if name not in columns.values():
            raise FileError("no_column", column=COLUMNS[name][0].capitalize())
    return columns, tuple(ignored)


def _spelling(title: str) -> str:
    return " ".join(re.sub(r"[^a-z0-9]+", " ", strip_marks(title).lower()).split())


def _clean(cell: str) -> str:
    return " ".join(cell.split())[:MAX_CELL]
