"""What changed between two editions, as a page and as CSV."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from lexicon import selectors
from lexicon.difference import Difference, compare
from lexicon.exports import write_difference
from lexicon.models import LexiconEdition
from lexicon.views.gate import for_consultants

_SHOWN_WORDS = 500


@for_consultants
def page(request: HttpRequest) -> HttpResponse:
    context: dict[str, Any] = {"editions": list(LexiconEdition.objects.ready())}
    if request.GET.get("old") and request.GET.get("new"):
        old, new, difference = _asked(request)
        context |= {
            "old": old,
            "new": new,
            "difference": difference,
            "added": difference.added[:_SHOWN_WORDS],
            "removed": difference.removed[:_SHOWN_WORDS],
        }
    return render(request, "lexicon/difference.html", context)


@for_consultants
def as_csv(request: HttpRequest) -> HttpResponse:
    old, new, difference = _asked(request)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{old.slug}--{new.slug}.csv"'
    write_difference(response, old, new, difference)
    return response


def _asked(request: HttpRequest) -> tuple[LexiconEdition, LexiconEdition, Difference]:
    old = selectors.chosen_edition(request.GET.get("old", ""))
    new = selectors.chosen_edition(request.GET.get("new", ""))
    return old, new, compare(selectors.words_of(old), selectors.words_of(new))
