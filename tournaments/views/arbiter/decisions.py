"""What the desk posts about words: questions, opinions, rulings, contests, the choice of a top, undo."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext

from tournaments.enums import ContestSubject, Decision
from tournaments.models import Contest, Entry, Event, Game, Question, Ruling, Sanction, Turn
from tournaments.selectors.desk_queue import last_act, open_contests
from tournaments.selectors.roles import role_of
from tournaments.services import contests, draws, panel, rulings, sanctions, tops, turns
from tournaments.services.actor import Actor
from tournaments.services.contests import has_gone_on
from tournaments.views.arbiter.forms import DeskError, entry_at, number, one, other_official, turn_of, words_of


def ask(request: HttpRequest, event: Event, by: Actor) -> str:
    turn = turn_of(request, event)
    words = contests.folded_words(words_of(request))
    question = panel.ask(turn=turn, by=by, words=words, contest=_contest_about(turn, words))
    return gettext("Il collegio è interrogato su {words}.").format(words=", ".join(question.words))


def write_opinion(request: HttpRequest, event: Event, by: Actor) -> str:
    """The opinion of a member who has no device, written down."""
    member = one(Entry, request, "member", event=event)
    panel.answer(
        question=one(Question, request, "question", turn__game__event=event),
        by=by,
        decision=_decision(request),
        reason=request.POST.get("reason", ""),
        member=member,
    )
    return gettext("Parere di {member} registrato.").format(member=member.player.name)


def let_go_on(request: HttpRequest, event: Event, by: Actor) -> str:
    """The arbiter's answer where the letters left are too few for the full rule."""
    game = one(Game, request, "game", event=event)
    draws.let_go_on(game=game, by=by, reason=request.POST.get("reason", ""))
    return gettext("Si continua con una vocale e una consonante: il direttore può estrarre.")


def rule(request: HttpRequest, event: Event, by: Actor) -> str:
    """Preview and apply in one movement: the desk has shown the preview already."""
    turn = turn_of(request, event)
    decision = _decision(request)
    # Before the transaction: a wrong guess must stay counted when the act is refused.
    together = other_official(request) if has_gone_on(turn) else None
    words = contests.folded_words(words_of(request))
    with transaction.atomic():
        ruling = rulings.preview(
            turn=turn,
            by=by,
            words=words,
            decision=decision,
            article=request.POST.get("article", ""),
            reason=request.POST.get("ruling_reason", ""),
            contest=_contest_about(turn, words),
            question=_question_about(turn, words),
        )
        rulings.apply(ruling=ruling, by=by, together_with=together)
    return _ruled(ruling)


def write_contest(request: HttpRequest, event: Event, by: Actor) -> str:
    """A contest of a player on paper, who has no device to open it from."""
    entry = entry_at(event, request.POST.get("table", ""))
    subject = request.POST.get("subject", "")
    if subject not in ContestSubject.values:
        raise DeskError("unknown")
    contests.open_contest(
        turn=turn_of(request, event),
        entry=entry,
        by=by,
        subject=ContestSubject(subject),
        words=words_of(request),
        text=request.POST.get("reason", ""),
        wants_panel=request.POST.get("wants_panel") == "on",
    )
    return gettext("Contestazione del tavolo {table} aperta.").format(table=entry.table_number)


def reject(request: HttpRequest, event: Event, by: Actor) -> str:
    """Every contest of the same words and subject: they stand in the queue as one."""
    contest = one(Contest, request, "contest", turn__game__event=event)
    row = next((row for row in open_contests(contest.turn) if contest in row.contests), None)
    with transaction.atomic():
        for same in row.contests if row is not None else (contest,):
            contests.reject(contest=same, by=by, reason=request.POST.get("reason", ""))
    return gettext("Contestazione respinta.")


def choose_top(request: HttpRequest, event: Event, by: Actor) -> str:
    tops.choose_master(
        turn=turn_of(request, event),
        by=by,
        index=number(request.POST.get("index", "")),
        reason=request.POST.get("reason", ""),
    )
    return gettext("Scelto il top che va sul tavoliere.")


def undo(request: HttpRequest, event: Event, by: Actor) -> str:
    """Take the desk's last act back, if it still is the one that the page showed."""
    turn = turn_of(request, event)
    reason = request.POST.get("reason", "")
    last = last_act(turn, role_of(event, user=by.user))
    if last is None or request.POST.get("undone") != f"{last.kind}-{last.id}":
        raise DeskError("not_the_last")
    if last.kind == "adjudication":
        turns.undo_adjudication(turn=turn, by=by, reason=reason)
        return gettext("Arbitraggio ripreso.")
    if last.kind == "sanction":
        sanctions.revoke(sanction=Sanction.objects.get(pk=last.id), by=by, reason=reason)
        return gettext("Sanzione ritirata.")
    return _reverse(Ruling.objects.get(pk=last.id), turn, by, reason)


def _reverse(ruling: Ruling, turn: Turn, by: Actor, reason: str) -> str:
    """A decision is taken back by the contrary one: both stay in the log."""
    contrary = Decision.REFUSE if ruling.decision == Decision.ADMIT else Decision.ADMIT
    with transaction.atomic():
        reversed_ruling = rulings.preview(
            turn=turn,
            by=by,
            words=ruling.words,
            decision=contrary,
            article=ruling.article,
            reason=reason,
            question=_question_about(turn, ruling.words),
        )
        rulings.apply(ruling=reversed_ruling, by=by)
    return _ruled(reversed_ruling)


def _ruled(ruling: Ruling) -> str:
    sentence = gettext("{words}: ammessa.") if ruling.decision == Decision.ADMIT else gettext("{words}: rifiutata.")
    return sentence.format(words=", ".join(ruling.words))


def _decision(request: HttpRequest) -> Decision:
    if request.POST.get("decision") not in Decision.values:
        raise DeskError("which")
    return Decision(request.POST["decision"])


def _contest_about(turn: Turn, words: list[str]) -> Contest | None:
    return next((row.first for row in open_contests(turn) if row.words == words), None)


def _question_about(turn: Turn, words: list[str]) -> Question | None:
    return next((q for q in turn.questions.filter(closed_at=None) if q.words == words), None)
