"""The arbiter's desk: one page, refetched whole when the room moves on; the fields being typed are kept."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lexicon import selectors as lexicon_selectors
from lexicon.errors import LexiconError
from tournaments.enums import Decision, SanctionKind, TurnState
from tournaments.models import Event, Turn
from tournaments.selectors import desk as reads
from tournaments.selectors.roles import role_of
from tournaments.selectors.ruling_preview import RulingPreview, preview_of
from tournaments.selectors.turn_sheet import handed_in, missing_tables
from tournaments.selectors.visibility import OFFICIALS, may_see
from tournaments.services import words as event_words
from tournaments.services.actor import Actor
from tournaments.services.contests import has_gone_on
from tournaments.services.errors import ActError
from tournaments.views.arbiter.acts import carry_out

RULED = {TurnState.CLOSED, TurnState.ADJUDICATED, TurnState.REVEALED}


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """GET the desk (`part=desk` the part that changes); POST an act. Events of others do not exist here."""
    user = request.user
    assert isinstance(user, User)
    event = Event.objects.select_related("lexicon").filter(slug=slug).first()
    if event is None or role_of(event, user=user) not in OFFICIALS:
        raise Http404
    if request.method == "POST":
        return _act(request, event, user)
    context = _room(request, event, user)
    template = "arbiter/room.html" if request.GET.get("part") == "desk" else "arbiter/desk.html"
    return render(request, template, context)


def _act(request: HttpRequest, event: Event, user: User) -> HttpResponse:
    """Carry out what was posted and show the desk again; a refusal keeps what was typed."""
    kept: dict[str, Any] = {}
    said = ""
    try:
        said = carry_out(request, event, Actor.of_user(user))
        messages.success(request, said)
    except ActError as refusal:
        messages.error(request, refusal.message)
        kept = {"refused_act": request.POST.get("act", ""), "typed": request.POST}
    if kept or getattr(request, "htmx", False):
        event = Event.objects.select_related("lexicon").get(pk=event.pk)
        context = _room(request, event, user) | kept
        template = "arbiter/room.html" if getattr(request, "htmx", False) else "arbiter/desk.html"
        answer = render(request, template, context)
        if said and request.POST.get("act") == "paper":
            answer["HX-Trigger-After-Settle"] = json.dumps({"desk:recorded": said})
        return answer
    return redirect(_address(event, request))


def _address(event: Event, request: HttpRequest) -> str:
    chosen = {key: request.GET[key] for key in ("turn", "group", "word", "do") if request.GET.get(key)}
    return reverse("desk", args=[event.slug]) + (f"?{urlencode(chosen)}" if chosen else "")


def _room(request: HttpRequest, event: Event, user: User) -> dict[str, Any]:
    role = role_of(event, user=user)
    turns = reads.turns_of_desk(event)
    turn = _chosen_turn(request, turns)
    context: dict[str, Any] = {
        "event": event,
        "role": role,
        "turn": turn,
        "turns": turns,
        "is_latest": bool(turns) and turn == turns[0],
        "notation": event.notation,
        "decided": reads.decided_words(event),
        "is_english": get_language() == "en",
        "is_shut": reads.is_shut(role, turn),
        "sanction_dialogs": [
            (SanctionKind.WARNING.value, gettext("Ammonisci"), "warning"),
            ("", gettext("Penalizza"), "penalty"),
        ],
    }
    if turn is None or context["is_shut"]:
        return context
    context |= _turn_part(request, event, user, turn, role) | _look_up(request, event)
    return context


def _chosen_turn(request: HttpRequest, turns: list[Turn]) -> Turn | None:
    asked = request.GET.get("turn", "")
    found = next((turn for turn in turns if str(turn.number) == asked), None)
    return found or (turns[0] if turns else None)


def _turn_part(request: HttpRequest, event: Event, user: User, turn: Turn, role: Any) -> dict[str, Any]:
    groups = reads.groups(turn, role)
    rows = groups.rows if groups else ()
    chosen = next((row for row in rows if str(row.sheet.id) == request.GET.get("group", "")), None)
    if chosen is None and groups and groups.refused and "word" not in request.GET:
        chosen = groups.refused[0]
    place = rows.index(chosen) if chosen else -1
    settled, papers = reads.paper_progress(turn)
    contests = reads.open_contests(turn) if may_see(role, turn.state, "groups") else []
    words = request.GET.get("word", "").split() or (list(chosen.refused_words) if chosen else [])
    decision = Decision.REFUSE if request.GET.get("do") == "refuse" else Decision.ADMIT
    panel = reads.panel_sheets(turn, role)
    context: dict[str, Any] = {
        "state_at": reads.stated_at(turn),
        "clock_state": "paused" if turn.paused_at else "plain",
        "groups": groups,
        "chosen": chosen,
        "slips": reads.slips_of_group(turn, chosen.sheet.id) if chosen else [],
        "previous": rows[place - 1] if place > 0 else None,
        "next": rows[place + 1] if -1 < place < len(rows) - 1 else None,
        "to_do": reads.to_do(turn, groups, reads.decided_words(event)),
        "contests": contests,
        "closed_contests": reads.closed_contests(turn) if may_see(role, turn.state, "groups") else [],
        "contest_until": reads.may_contest_until(turn),
        "panel": panel,
        "words": words,
        "decision": decision,
        "article": _article(chosen, words),
        "has_gone_on": has_gone_on(turn),
        "can_rule": turn.state in RULED and groups is not None,
        "takes_paper": turn.state in {TurnState.OPEN, TurnState.CLOSED},
        "papers": papers,
        "papers_settled": settled,
        "slip_count": handed_in(turn).count() if may_see(role, turn.state, "slip_count") else None,
        "waiting_tables": missing_tables(turn) if turn.state == TurnState.OPEN else (),
    }
    if context["can_rule"] and words:
        context |= _preview(turn, user, words, decision)
        context["question"] = next((sheet for sheet in panel if set(sheet.question.words) == set(words)), None)
    return context


def _preview(turn: Turn, user: User, words: list[str], decision: Decision) -> dict[str, Any]:
    try:
        found: RulingPreview = preview_of(turn, Actor.of_user(user), words, decision)
    except ActError as refusal:
        return {"preview_refusal": refusal.message}
    return {"preview": found}


def _article(chosen: reads.GroupRow | None, words: list[str]) -> str:
    """The article that a ruling would most likely rest on: the one that refused the word."""
    return chosen.sheet.article if chosen and chosen.refused_words and words else "F14"


def _look_up(request: HttpRequest, event: Event) -> dict[str, Any]:
    """The words asked about: what was typed, or else the word being decided."""
    text = request.GET.get("q", "").strip() or request.GET.get("word", "").split(" ")[0]
    if not text:
        return {"look_up_text": ""}
    try:
        found = lexicon_selectors.look_up(event.lexicon, text, event_words.overlay(event))
    except LexiconError as error:
        return {"look_up_text": text, "look_up_problem": error.message}
    return {"look_up_text": text, "answer": found}

