"""The look-up page: one word with its reason, a pattern, the letters of a rack, or the words of one length."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from lexicon import queries, selectors
from lexicon.alphabet import MAX_WORD_LENGTH
from lexicon.errors import LexiconError
from lexicon.input_error import InputError
from lexicon.models import LexiconEdition
from lexicon.views.gate import for_consultants


@for_consultants
def page(request: HttpRequest) -> HttpResponse:
    edition = selectors.chosen_edition(request.GET.get("edition", ""))
    text = request.GET.get("q", "").strip()
    rack = request.GET.get("rack", "").strip()
    length = request.GET.get("length", "").strip()
    context: dict[str, Any] = {
        "edition": edition,
        "editions": list(LexiconEdition.objects.ready()),
        "text": text,
        "rack": rack,
        "length": length,
        "lengths": [str(number) for number in range(queries.MIN_LENGTH, MAX_WORD_LENGTH + 1)],
        "is_english": get_language() == "en",
    }
    try:
        if text:
            context["answer"] = selectors.look_up(edition, text)
        elif rack:
            store = selectors.words_of(edition)
            context["spelled"] = queries.find_anagrams(store, rack, with_shorter=True)
        elif length in context["lengths"]:
            context["long"] = queries.words_of_length(selectors.words_of(edition), int(length))
    except LexiconError as error:
        context["problem"] = error.message
    except InputError as error:
        context["problem"] = LexiconError(error.code, **error.extra).message
    return render(request, "lexicon/lookup.html", context)
