"""What the desk's page needs to show a turn, and only what this official may see of it now."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest, QueryDict
from django.utils.translation import get_language

from lexicon import access
from lexicon import selectors as lexicon_selectors
from lexicon.errors import LexiconError
from tournaments.enums import ContestSubject, Decision, OfficeKind, TurnState
from tournaments.models import Event, Turn
from tournaments.selectors import desk as reads
from tournaments.selectors import desk_queue as queue
from tournaments.selectors.roles import role_of
from tournaments.selectors.ruling_preview import preview_of
from tournaments.selectors.turn_sheet import handed_in, missing_tables
from tournaments.selectors.visibility import Role, may_see
from tournaments.services import officials, paper
from tournaments.services import words as event_words
from tournaments.services.actor import Actor
from tournaments.services.contests import has_gone_on
from tournaments.services.errors import ActError
from tournaments.services.positions import is_arbiter_asked

RULED = frozenset({TurnState.CLOSED, TurnState.ADJUDICATED, TurnState.REVEALED})
# What an address says about the page, kept through an act.
KEPT = ("turn", "group", "word", "do", "all")


def room(request: HttpRequest, event: Event, user: User) -> dict[str, Any]:
    role = role_of(event, user=user)
    turns = reads.turns_of_desk(event)
    is_shut = reads.is_shut(role, turns)
    turn = _chosen_turn(request, turns)
    open_turn = next((other for other in turns if other.state == TurnState.OPEN), None)
    held = officials.offices_of(user, event)
    context: dict[str, Any] = {
        "event": event,
        "role": role,
        "office": "" if not held else OfficeKind(sorted(held)[0]).label.lower(),
        "is_arbiter": OfficeKind.ARBITER in held,
        "can_correct": OfficeKind.ARBITER in held or _reads_the_arbiters_slip(event, held),
        "is_playing": role == Role.PLAYING_ARBITER,
        "turn": turn,
        "turns": turns,
        "open_turn": open_turn,
        "clock_state": "paused" if open_turn is not None and open_turn.paused_at else "plain",
        "is_latest": bool(turns) and turn == turns[0],
        "asked_game": turns[0].game if turns and not open_turn and is_arbiter_asked(turns[0].game) else None,
        "is_shut": is_shut,
        "is_english": get_language() == "en",
    }
    if turn is None or is_shut:
        return context
    return context | _turn_part(request, event, user, turn, context) | paper_row(request, event, user)


def _reads_the_arbiters_slip(event: Event, held: set[OfficeKind]) -> bool:
    """An arbiter who plays does not read their own slip: the director does."""
    arbiter = officials.holder(event, OfficeKind.ARBITER)
    return OfficeKind.DIRECTOR in held and arbiter is not None and arbiter.entry_id is not None


def paper_row(request: HttpRequest, event: Event, user: User) -> dict[str, Any]:
    """The row for paper slips: alone when one was just recorded."""
    role = role_of(event, user=user)
    turns = reads.turns_of_desk(event)
    turn = _chosen_turn(request, turns)
    is_shut = reads.is_shut(role, turns)
    takes_paper = turn is not None and turn.state in {TurnState.OPEN, TurnState.CLOSED} and not is_shut
    context: dict[str, Any] = {"event": event, "turn": turn, "takes_paper": takes_paper}
    if turn is None or not takes_paper:
        return context
    settled, papers = queue.paper_progress(turn)
    unsettled = paper.mismatches(turn)
    return context | {
        "papers": papers,
        "papers_settled": settled,
        "second_tables": [m.table_number for m in unsettled if m.is_waiting and m.readings[0].typed_by_id != user.pk],
        "third_tables": [m.table_number for m in unsettled if not m.is_waiting],
    }


def _chosen_turn(request: HttpRequest, turns: list[Turn]) -> Turn | None:
    asked = request.GET.get("turn", "")
    found = next((turn for turn in turns if str(turn.number) == asked), None)
    return found or reads.turn_in_hand(turns)


def _turn_part(
    request: HttpRequest, event: Event, user: User, turn: Turn, page: dict[str, Any]
) -> dict[str, Any]:
    role: Role = page["role"]
    query = request.GET
    sees_groups = may_see(role, turn.state, "groups")
    groups = reads.groups(turn, role)
    rows = groups.rows if groups else ()
    chosen = groups.find(query.get("group", "")) if groups else None
    contests = queue.open_contests(turn) if sees_groups else []
    panel = queue.panel_sheets(turn, role)
    if chosen is None and groups and "word" not in query and "group" not in query:
        # Nothing asked for yet: the first contest, or else the first refused group.
        chosen = _group_of(groups, contests[0].words if contests else []) or next(iter(groups.refused), None)
    words = query.get("word", "").upper().split() or (list(chosen.refused_words) if chosen else [])
    if chosen is None and groups and words:
        chosen = _group_of(groups, words)
    place = rows.index(chosen) if chosen else -1
    decision = Decision.REFUSE if query.get("do") == "refuse" else Decision.ADMIT
    can_rule = turn.state in RULED and groups is not None
    decided = queue.decided_words(event)
    context: dict[str, Any] = {
        "decided": decided,
        "state_at": reads.stated_at(turn),
        "groups": groups,
        "folded": _folded(groups, chosen, query),
        "chosen": chosen,
        "slips": reads.slips_of_group(turn, chosen) if chosen else [],
        "previous": rows[place - 1] if place > 0 else None,
        "next": rows[place + 1] if place < len(rows) - 1 else None,
        "to_do": queue.to_do(turn, groups, decided),
        "contests": contests,
        "closed_contests": queue.closed_contests(turn) if sees_groups else [],
        "contest_until": reads.may_contest_until(turn),
        "panel": panel,
        "words": words,
        "decision": decision,
        "article": chosen.article if chosen and chosen.refused_words else "F14",
        "focuses_reason": query.get("focus") == "reason",
        "has_gone_on": has_gone_on(turn),
        "can_rule": can_rule,
        "tops_to_choose": queue.tops_to_choose(turn, role),
        "sanctions": queue.sanctions_of(turn),
        "last_act": queue.last_act(turn, role) if page["is_arbiter"] else None,
        "slip_count": handed_in(turn).count() if may_see(role, turn.state, "slip_count") else None,
        "waiting_tables": missing_tables(turn) if turn.state == TurnState.OPEN else (),
        "subjects": ContestSubject.choices,
    }
    if can_rule and words:
        context["question"] = next((sheet for sheet in panel if sheet.question.words == sorted(set(words))), None)
        if page["is_arbiter"]:
            context |= _preview(turn, user, words, decision)
    return context | _look_up(request, event, words)


def _group_of(groups: reads.Groups, words: list[str]) -> reads.GroupRow | None:
    """The group that wrote these words, the refused ones first."""
    wanted = set(words)
    return next((row for row in groups.rows if wanted & {*row.refused_words, *row.formed_words}), None)


def _folded(groups: reads.Groups | None, chosen: reads.GroupRow | None, query: QueryDict) -> tuple[reads.GroupRow, ...]:
    """The small groups at the foot, shown as one line until somebody wants them."""
    if groups is None or len(groups.admitted) <= reads.FOLDED_FROM + 1 or query.get("all"):
        return ()
    tail = groups.admitted[reads.FOLDED_FROM :]
    return () if chosen in tail else tail


def _preview(turn: Turn, user: User, words: list[str], decision: Decision) -> dict[str, Any]:
    try:
        return {"preview": preview_of(turn, Actor.of_user(user), words, decision)}
    except ActError as refusal:
        return {"preview_refusal": refusal.message}


def _look_up(request: HttpRequest, event: Event, words: list[str]) -> dict[str, Any]:
    """The words asked about: what was typed, or else the word being decided."""
    text = request.GET.get("q", "").strip() or (words[0] if words else "")
    if not text:
        return {"look_up_text": ""}
    try:
        # An official at a playing table has no list at hand while the turn is open.
        if code := access.refusal(request):
            raise LexiconError(code)
        found = lexicon_selectors.look_up(event.lexicon, text, event_words.overlay(event))
    except LexiconError as error:
        return {"look_up_text": text, "look_up_problem": error.message}
    return {"look_up_text": text, "answer": found}
