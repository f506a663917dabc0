"""What the desk posts: paper slips, corrections, questions, rulings, discipline."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.enums import Decision, SanctionKind
from tournaments.models import Contest, Entry, Event, Question, Sanction, Slip, Turn
from tournaments.services import contests, panel, paper, rulings, sanctions, slips, tops, turns
from tournaments.services.actor import Actor
from tournaments.services.contests import has_gone_on
from tournaments.services.errors import ActError


class DeskError(ActError):
    messages = {
        "unknown": _("Questo comando non c’è."),
        "number": _("«%(text)s» non è un numero: scrivi cifre."),
        "gone": _("Non c’è più: la pagina era vecchia, e non è cambiato nulla."),
        "password": _("Nome o password dell’altro ufficiale non sono giusti: nulla è cambiato."),
        "which": _("Scegli che cosa fare: ammettere o rifiutare."),
    }


def carry_out(request: HttpRequest, event: Event, by: Actor) -> str:
    """Do what was posted; the sentence that confirms it, or an ActError that says why not."""
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise DeskError("unknown")
    return act(request, event, by)


def _paper(request: HttpRequest, event: Event, by: Actor) -> str:
    data = request.POST
    slip = paper.type_slip(
        turn=_turn(request, event),
        by=by,
        table_number=_number(data.get("table", "")),
        word=data.get("paper_word", ""),
        reference=data.get("reference", ""),
        declared_score=_number(data["declared"]) if data.get("declared", "").strip() else None,
        reason=data.get("paper_reason", ""),
    )
    return gettext("Tavolo {table}: bollettino registrato.").format(table=slip.entry.table_number)


def _correct(request: HttpRequest, event: Event, by: Actor) -> str:
    data = request.POST
    slip = _one(Slip, request, "slip", turn__game__event=event)
    slips.correct(
        slip=slip,
        by=by,
        word=data.get("corrected_word", ""),
        reference=data.get("corrected_reference", ""),
        reason=data.get("reason", ""),
    )
    return gettext("Lettura corretta: il bollettino si arbitra di nuovo.")


def _ask(request: HttpRequest, event: Event, by: Actor) -> str:
    question = panel.ask(turn=_turn(request, event), by=by, words=_words(request))
    return gettext("Il collegio è interrogato su {words}.").format(words=", ".join(question.words))


def _rule(request: HttpRequest, event: Event, by: Actor) -> str:
    """Preview and apply in one movement: the desk has shown the preview already."""
    data = request.POST
    if data.get("decision") not in Decision.values:
        raise DeskError("which")
    turn = _turn(request, event)
    # Before the transaction: a wrong guess must stay counted when the act is refused.
    other = _other_official(request) if has_gone_on(turn) else None
    words = contests.folded_words(_words(request))
    question = next((q for q in turn.questions.filter(closed_at=None) if q.words == words), None)
    with transaction.atomic():
        ruling = rulings.preview(
            turn=turn,
            by=by,
            words=words,
            decision=Decision(data["decision"]),
            article=data.get("article", ""),
            reason=data.get("ruling_reason", ""),
            question=question,
        )
        rulings.apply(ruling=ruling, by=by, together_with=other)
    sentence = gettext("{words}: ammessa.") if ruling.decision == Decision.ADMIT else gettext("{words}: rifiutata.")
    return sentence.format(words=", ".join(ruling.words))


def _reject(request: HttpRequest, event: Event, by: Actor) -> str:
    contest = _one(Contest, request, "contest", turn__game__event=event)
    contests.reject(contest=contest, by=by, reason=request.POST.get("reason", ""))
    return gettext("Contestazione respinta.")


def _sanction(request: HttpRequest, event: Event, by: Actor) -> str:
    data = request.POST
    if data.get("kind") not in SanctionKind.values:
        raise DeskError("unknown")
    table = _number(data.get("table", ""))
    entry = Entry.objects.filter(event=event, table_number=table).select_related("player", "event").first()
    if entry is None:
        raise paper.PaperError("unknown_table", table=table)
    points = _number(data["points"]) if data.get("points", "").strip() else 0
    given = sanctions.give(
        entry=entry,
        by=by,
        kind=SanctionKind(data["kind"]),
        reason=data.get("reason", ""),
        turn=_turn(request, event),
        points=points,
    )
    return gettext("{player}: {kind}.").format(player=entry.player.name, kind=given.get_kind_display().lower())


def _revoke(request: HttpRequest, event: Event, by: Actor) -> str:
    sanctions.revoke(
        sanction=_one(Sanction, request, "sanction", event=event), by=by, reason=request.POST.get("reason", "")
    )
    return gettext("Sanzione ritirata.")


def _adjudicate(request: HttpRequest, event: Event, by: Actor) -> str:
    turns.adjudicate(turn=_turn(request, event), by=by)
    return gettext("Mano arbitrata: il direttore può svelare.")


def _choose(request: HttpRequest, event: Event, by: Actor) -> str:
    turn = _turn(request, event)
    index = _number(request.POST.get("index", ""))
    tops.choose_master(turn=turn, by=by, index=index, reason=request.POST.get("reason", ""))
    return gettext("Scelto il top che va sul tavoliere.")


ACTS: Mapping[str, Callable[[HttpRequest, Event, Actor], str]] = {
    "paper": _paper,
    "correct": _correct,
    "ask": _ask,
    "rule": _rule,
    "reject": _reject,
    "sanction": _sanction,
    "revoke": _revoke,
    "adjudicate": _adjudicate,
    "choose": _choose,
}


def _turn(request: HttpRequest, event: Event) -> Turn:
    return _one(Turn, request, "turn_id", game__event=event)


def _one(model: type, request: HttpRequest, field: str, **within: object):  # type: ignore[no-untyped-def]
    """The row that a form names, of this event only."""
    text = request.POST.get(field, "")
    found = model._default_manager.filter(pk=text, **within).first() if text.isdigit() else None
    if found is None:
        raise DeskError("gone")
    return found


def _words(request: HttpRequest) -> list[str]:
    return request.POST.get("words", "").split()


def _number(text: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise DeskError("number", text=text)
    return int(text)


def _other_official(request: HttpRequest) -> User | None:
    """Who decides together with the arbiter once play has gone on: signs with name and password."""
    name = request.POST.get("together_name", "").strip()
    if not name:
        return None
    user = authenticate(request, username=name, password=request.POST.get("together_password", ""))
    if user is None:
        raise DeskError("password")
    assert isinstance(user, User)
    return user
