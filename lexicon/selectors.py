"""The reads: which edition is meant, its words, and the answer to whatever was typed at the desk."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from lexicon import catalog, queries
from lexicon.errors import LexiconError
from lexicon.explain import Explanation, explain
from lexicon.input_error import InputError
from lexicon.models import LexiconEdition
from lexicon.overlay import Overlay
from lexicon.store import StoreError, WordStore


@dataclass(frozen=True, slots=True)
class LookUp:
    """What the list says about a typed text: about one word, or the words that match a pattern."""

    text: str
    explanation: Explanation | None = None
    hooks: queries.Hooks | None = None
    anagrams: queries.Found | None = None
    matches: queries.Found | None = None


def chosen_edition(slug: str = "") -> LexiconEdition:
    """The edition of that slug, or the default one: the product's own list, else the newest that is ready."""
    ready = LexiconEdition.objects.ready()
    if slug:
        edition = ready.filter(slug=catalog.ALIASES.get(slug, slug)).first()
        if edition is None:
            raise LexiconError("edition_unknown", edition=slug)
        return edition
    default = catalog.ALIASES.get(settings.DEFAULT_LEXICON, settings.DEFAULT_LEXICON)
    edition = ready.filter(slug=default).first() or ready.order_by("-imported_at", "-pk").first()
    if edition is None:
        raise LexiconError("lexicon_missing")
    return edition


def words_of(edition: LexiconEdition) -> WordStore:
    if not edition.is_ready:
        raise LexiconError("edition_not_ready", edition=str(edition))
    try:
        return catalog.open_lexicon(edition.store_slug)
    except StoreError as error:
        raise LexiconError("store_unreadable", edition=str(edition)) from error


def look_up(edition: LexiconEdition, text: str, overlay: Overlay | None = None) -> LookUp:
    """For the desk and the look-up page: `?` and `*` make a pattern, anything else is one word."""
    store = words_of(edition)
    text = text.strip()
    try:
        if "?" in text or "*" in text:
            return LookUp(text, matches=queries.match_pattern(store, text, overlay))
        return LookUp(
            text,
            explanation=explain(text, edition.store_slug, overlay),
            hooks=queries.find_hooks(store, text, overlay),
            anagrams=queries.find_anagrams(store, text, overlay),
        )
    except InputError as error:
        raise LexiconError(error.code, **error.extra) from error
