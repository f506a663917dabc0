"""The two- and three-letter words, to print and lay on every table (F24)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from lexicon import selectors
from lexicon.exports import short_words, short_words_pdf
from lexicon.views.gate import for_consultants


@for_consultants
def page(request: HttpRequest) -> HttpResponse:
    edition = selectors.chosen_edition(request.GET.get("edition", ""))
    lists = short_words(edition)
    return render(request, "lexicon/short_words.html", {"edition": edition, "lists": lists})


@for_consultants
def as_pdf(request: HttpRequest) -> HttpResponse:
    edition = selectors.chosen_edition(request.GET.get("edition", ""))
    response = HttpResponse(short_words_pdf(edition), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{edition.slug}-2-3.pdf"'
    return response
