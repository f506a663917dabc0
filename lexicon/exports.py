"""What leaves the product: the difference of two editions as CSV, the short words as a printed sheet."""

from __future__ import annotations

import csv
from io import BytesIO
from typing import Any, TextIO

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from lexicon import queries, selectors
from lexicon.difference import Difference
from lexicon.models import LexiconEdition

SHEET_LENGTHS = (2, 3)
# No list has more: the longest has some thousand and a half words of three letters.
_SHEET_LIMIT = 3000
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def safe_cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def write_difference(
    file: TextIO | Any, old: LexiconEdition, new: LexiconEdition, difference: Difference
) -> None:
    """Every changed word, one a row; the first row says which editions were compared."""
    writer = csv.writer(file)
    writer.writerow([safe_cell(str(old)), safe_cell(str(new))])
    writer.writerow([_("parola"), _("lettere"), _("differenza")])
    for label, words in ((_("aggiunta"), difference.added), (_("tolta"), difference.removed)):
        for word in words:
            writer.writerow([word, len(word), label])


def short_words(edition: LexiconEdition) -> dict[int, tuple[str, ...]]:
    """The words of two and three letters that F24 puts on every table."""
    store = selectors.words_of(edition)
    return {
        length: queries.words_of_length(store, length, limit=_SHEET_LIMIT).words for length in SHEET_LENGTHS
    }


def short_words_pdf(edition: LexiconEdition) -> bytes:
    """The same on A4 paper, as few sheets as it takes."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setTitle(_("Parole di due e tre lettere"))
    sheet = _Sheet(canvas, f"{edition} · {edition.official_label}")
    for length, words in short_words(edition).items():
        title = _("%(length)s lettere: %(count)s parole") % {"length": length, "count": len(words)}
        sheet.write(title, words)
    canvas.save()
    return out.getvalue()


class _Sheet:
    """Words in columns, from the top of a page to its foot and on to the next."""

    MARGIN = 14 * mm
    LINE = 4.4 * mm
    COLUMN = 12.6 * mm

    def __init__(self, canvas: Canvas, caption: str) -> None:
        self._canvas = canvas
        self._caption = caption
        self._columns = int((A4[0] - 2 * self.MARGIN) // self.COLUMN)
        self._start_page()

    def write(self, title: str, words: tuple[str, ...]) -> None:
        self._need(4 * self.LINE)
        self._canvas.setFont("Helvetica-Bold", 12)
        self._canvas.drawString(self.MARGIN, self._y, title)
        self._y -= 1.4 * self.LINE
        for start in range(0, len(words), self._columns):
            self._need(self.LINE)
            self._canvas.setFont("Helvetica", 10)
            for column, word in enumerate(words[start : start + self._columns]):
                self._canvas.drawString(self.MARGIN + column * self.COLUMN, self._y, word)
            self._y -= self.LINE
        self._y -= self.LINE

    def _need(self, height: float) -> None:
        if self._y - height < self.MARGIN:
            self._canvas.showPage()
            self._start_page()

    def _start_page(self) -> None:
        self._canvas.setFont("Helvetica", 9)
        self._canvas.drawString(self.MARGIN, A4[1] - self.MARGIN, self._caption)
        self._y = A4[1] - self.MARGIN - 2 * self.LINE
