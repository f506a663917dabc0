"""What the desk posts about slips and behaviour; what it posts about words is in decisions.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpRequest
from django.utils.translation import gettext

from tournaments.enums import SanctionKind
from tournaments.models import Event, Sanction, Slip
from tournaments.selectors.desk_queue import Differing, differing_reading
from tournaments.services import paper, sanctions, slips, turns
from tournaments.services.actor import Actor
from tournaments.views.arbiter import decisions
from tournaments.views.arbiter.forms import DeskError, entry_at, number_or_none, one, turn_of


class ReadingDiffersError(Exception):
    """A second reading that is not the first one: asked again before it is recorded."""

    def __init__(self, differing: Differing, text: str) -> None:
        super().__init__(text)
        self.differing = differing
        self.text = text


def carry_out(request: HttpRequest, event: Event, by: Actor) -> str:
    """Do what was posted; the sentence that confirms it, or an ActError that says why not."""
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise DeskError("unknown")
    return act(request, event, by)


def _paper(request: HttpRequest, event: Event, by: Actor) -> str:
    data = request.POST
    turn = turn_of(request, event)
    entry = entry_at(event, data.get("table", ""))
    typed = Slip(
        turn=turn,
        entry=entry,
        word=data.get("paper_word", ""),
        reference=data.get("reference", ""),
        declared_score=number_or_none(data.get("declared", "")),
    )
    text = paper_text(request)
    if data.get("confirmed") != text:
        differing = differing_reading(turn, typed, by.user)
        if differing is not None:
            raise ReadingDiffersError(differing, text)
    slip = paper.type_slip(
        turn=turn,
        by=by,
        table_number=entry.table_number,
        word=typed.word,
        reference=typed.reference,
        declared_score=typed.declared_score,
        reason=data.get("paper_reason", ""),
    )
    if not event.is_double_entry:
        return gettext("Tavolo {table}: registrato.").format(table=entry.table_number)
    if slip.reading == 2 and any(m.entry.pk == entry.pk for m in paper.mismatches(turn)):
        return gettext("Tavolo {table}: le due letture differiscono, serve la terza.").format(table=entry.table_number)
    sentences = {
        1: gettext("Tavolo {table}: prima lettura registrata."),
        2: gettext("Tavolo {table}: seconda lettura registrata, sono uguali."),
        3: gettext("Tavolo {table}: terza lettura registrata, vale questa."),
    }
    return sentences[slip.reading].format(table=entry.table_number)


def paper_text(request: HttpRequest) -> str:
    """The row as it was typed: a confirmation is of this text and of no other."""
    names = ("table", "paper_word", "reference", "declared")
    return "|".join(" ".join(request.POST.get(name, "").split()) for name in names)


def _correct(request: HttpRequest, event: Event, by: Actor) -> str:
    data = request.POST
    slips.correct(
        slip=one(Slip, request, "slip", turn__game__event=event),
        by=by,
        word=data.get("corrected_word", ""),
        reference=data.get("corrected_reference", ""),
        reason=data.get("reason", ""),
    )
    return gettext("Lettura corretta: il bollettino si arbitra di nuovo.")


def _accept_late(request: HttpRequest, event: Event, by: Actor) -> str:
    """A late slip that the arbiter lets count: written down as it is, as if it had come on paper, with the reason."""
    slip = one(Slip, request, "slip", turn__game__event=event, late_by_ms__gt=0)
    paper.type_slip(
        turn=slip.turn,
        by=by,
        table_number=slip.entry.table_number,
        word=slip.word,
        reference=slip.reference,
        declared_score=slip.declared_score,
        reason=turns.require_reason(request.POST.get("reason", ""), slips.MAX_REASON),
    )
    if event.is_double_entry:
        sentence = gettext("Tavolo {table}: accettato, conta quando un altro lo rilegge.")
    else:
        sentence = gettext("Tavolo {table}: il bollettino in ritardo ora conta.")
    return sentence.format(table=slip.entry.table_number)


def _sanction(request: HttpRequest, event: Event, by: Actor) -> str:
    data = request.POST
    if data.get("kind") not in SanctionKind.values:
        raise DeskError("unknown")
    entry = entry_at(event, data.get("table", ""))
    given = sanctions.give(
        entry=entry,
        by=by,
        kind=SanctionKind(data["kind"]),
        reason=data.get("reason", ""),
        turn=turn_of(request, event),
        points=number_or_none(data.get("points", "")) or 0,
    )
    return gettext("{player}: {kind}.").format(player=entry.player.name, kind=given.get_kind_display().lower())


def _revoke(request: HttpRequest, event: Event, by: Actor) -> str:
    sanction = one(Sanction, request, "sanction", event=event)
    sanctions.revoke(sanction=sanction, by=by, reason=request.POST.get("reason", ""))
    return gettext("Sanzione ritirata.")


def _adjudicate(request: HttpRequest, event: Event, by: Actor) -> str:
    turns.adjudicate(turn=turn_of(request, event), by=by)
    return gettext("Mano arbitrata: il direttore può svelare.")


ACTS: Mapping[str, Callable[[HttpRequest, Event, Actor], str]] = {
    "paper": _paper,
    "correct": _correct,
    "accept": _accept_late,
    "sanction": _sanction,
    "revoke": _revoke,
    "adjudicate": _adjudicate,
    "ask": decisions.ask,
    "opinion": decisions.write_opinion,
    "rule": decisions.rule,
    "contest": decisions.write_contest,
    "reject": decisions.reject,
    "choose": decisions.choose_top,
    "undo": decisions.undo,
    "let_go_on": decisions.let_go_on,
}
