"""The support panel: asked by the arbiter, each of the three gives an opinion with a reason (F45)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import Decision, OfficeKind
from tournaments.models import Contest, Entry, Opinion, Question, Turn
from tournaments.services import log, officials
from tournaments.services.actor import Actor
from tournaments.services.contests import folded_words
from tournaments.services.errors import ActError
from tournaments.services.turns import locked

MAJORITY = 2


class PanelError(ActError):
    messages = {
        "not_now": _("Il collegio si consulta a mano chiusa: la mano %(number)s è «%(state)s»."),
        "closed": _("La domanda è chiusa: la decisione è già presa."),
        "not_a_member": _("%(player)s non è nel collegio di supporto."),
        "own_play": _("Un arbitro che gioca non scrive i pareri del collegio: lo fa il direttore (F45)."),
    }


def ask(*, turn: Turn, by: Actor, words: Sequence[str], contest: Contest | None = None) -> Question:
    """Put words before the panel; the same words of a turn are one question."""
    with locked(turn.pk) as turn:
        officials.require(turn.game.event, by, OfficeKind.ARBITER)
        user = officials.account(by)
        if turn.state in {"drawn", "open", "voided"}:
            raise PanelError("not_now", number=turn.number, state=turn.get_state_display())
        asked = folded_words(words)
        question = next((q for q in turn.questions.filter(closed_at=None) if q.words == asked), None)
        if question is not None:
            return question
        question = Question.objects.create(
            turn=turn, words=asked, contest=contest, asked_by=user, asked_at=timezone.now()
        )
        payload = {"question": question.pk, "words": asked}
        log.append(turn.game.event, "panel.asked", by, turn=turn, payload=payload)
    return question


def answer(
    *, question: Question, by: Actor, decision: Decision, reason: str, member: Entry | None = None
) -> Opinion:
    """A member's opinion; given again before the decision, the later one counts.

    A member who plays on paper has no device: an official who does not play writes the opinion of that
    `member` down, and the log says who wrote it.
    """
    with locked(question.turn_id) as turn:
        question = Question.objects.select_for_update().get(pk=question.pk)
        if member is None:
            officials.require(turn.game.event, by, OfficeKind.PANEL)
            member = by.entry
        else:
            _check_writer(turn, by, member)
        if member is None:
            raise officials.OfficialError("not_panel")
        if question.closed_at is not None:
            raise PanelError("closed")
        reason = log.check_length(reason)
        opinion, _created = Opinion.objects.update_or_create(
            question=question,
            member=member,
            defaults={"decision": decision, "reason": reason, "given_at": timezone.now()},
        )
        payload = {"question": question.pk, "decision": decision, "member": member.pk}
        log.append(turn.game.event, "panel.answered", by, turn=turn, reason=opinion.reason, payload=payload)
    return opinion


def _check_writer(turn: Turn, by: Actor, member: Entry) -> None:
    event = turn.game.event
    officials.require(event, by, OfficeKind.DIRECTOR, OfficeKind.ARBITER)
    if by.user is not None and officials.is_playing_arbiter(event, by.user):
        raise PanelError("own_play")
    if member not in officials.panel(event):
        raise PanelError("not_a_member", player=member.player.name)


def majority(question: Question | None) -> Decision | None:
    """What at least two of the three who are on the panel now say; None while there is no majority."""
    if question is None:
        return None
    members = officials.panel(question.turn.game.event)
    counts = Counter(question.opinions.filter(member__in=members).values_list("decision", flat=True))
    return next((Decision(decision) for decision, n in counts.items() if n >= MAJORITY), None)
