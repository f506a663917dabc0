"""The words an event plays with: its lexicon edition and, before it, its own rulings."""

from __future__ import annotations

from collections.abc import Callable

from lexicon.catalog import open_lexicon
from lexicon.explain import explain
from lexicon.overlay import OverlaidLexicon, Overlay
from lexicon.store import WordStore
from tournaments.engine.problem import WordReason
from tournaments.enums import DecidedBy
from tournaments.models import Event, OverlayWord


def store(event: Event) -> WordStore:
    return open_lexicon(event.lexicon.store_slug)


def overlay(event: Event) -> Overlay:
    """What the rulings applied so far say."""
    decided = list(event.overlay_words.values_list("word", "is_admitted"))
    return Overlay.of(
        admitted=[word for word, is_admitted in decided if is_admitted],
        refused=[word for word, is_admitted in decided if not is_admitted],
    )


def lexicon(event: Event) -> OverlaidLexicon:
    return OverlaidLexicon(store(event), overlay(event))


def reasons(event: Event) -> Callable[[str], WordReason]:
    """Why the event refuses a word: its own ruling, named, or else what the list knows."""
    ruled = event.overlay_words.filter(is_admitted=False).select_related("ruling")
    known = {row.word: _ruled_reason(row) for row in ruled}
    slug = event.lexicon.store_slug
    unlisted = "F14" if event.ruleset_slug == "it-figs" else ""

    def why(word: str) -> WordReason:
        if word not in known:
            found = explain(word, slug)
            known[word] = WordReason(found.article or unlisted, found.reason, found.reason_en)
        return known[word]

    return why


def _ruled_reason(row: OverlayWord) -> WordReason:
    reason = row.ruling.reason.rstrip(".")
    if row.ruling.decided_by == DecidedBy.PANEL:
        italian, english = "decisione del collegio di supporto", "ruling of the support panel"
    else:
        italian, english = "decisione dell'arbitro", "ruling of the arbiter"
    return WordReason(row.article, f"{italian}: {reason}", f"{english}: {reason}")
