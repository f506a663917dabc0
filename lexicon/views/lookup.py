"""The look-up page: one word with its reason, a pattern, or the letters of a rack."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from lexicon import queries, selectors
from lexicon.errors import LexiconError
from lexicon.input_error import InputError
from lexicon.models import LexiconEdition
from lexicon.views.gate import for_consultants


@for_consultants
def page(request: HttpRequest) -> HttpResponse:
    edition = selectors.chosen_edition(request.GET.get("edition", ""))
    text = request.GET.get("q", "").strip()
    rack = request.GET.get("rack", "").strip()
    context = {
        "edition": edition,
        "editions": list(LexiconEdition.objects.ready()),
        "text": text,
        "rack": rack,
        "is_english": get_language() == "en",
    }
    try:
        if text:
            context["answer"] = selectors.look_up(edition, text)
        elif rack:
            store = selectors.words_of(edition)
            context["spelled"] = queries.find_anagrams(store, rack, with_shorter=True)
    except LexiconError as error:
        context["problem"] = error.message
    except InputError as error:
        context["problem"] = LexiconError(error.code, **error.extra).message
    return render(request, "lexicon/lookup.html", context)
