"""Contests: a player's objection, from the reveal until the next turn opens (F28–F32, F46)."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lexicon.alphabet import fold
from tournaments.enums import ContestState, ContestSubject, EventState, OfficeKind, TurnState
from tournaments.models import Contest, Entry, Turn
from tournaments.services import log, officials
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.turns import locked, require_reason

MAX_WORDS = 9


class ContestError(ActError):
    messages = {
        "not_revealed": _("La mano %(number)s non è svelata: si contesta dopo."),
        "gone_on": _("Si può contestare finché non si apre la mano seguente (F32): è già aperta."),
        "no_slip": _("In questa mano non hai un bollettino da contestare."),
        "no_words": _("Indica le parole che contesti: la decisione riguarda solo quelle (F29)."),
        "word": _("«%(word)s» non è una parola che si possa contestare: scrivi lettere dalla A alla Z."),
        "already": _("Hai già contestato questa mano: aspetta la decisione dell'arbitro."),
        "decided": _("Questa contestazione è già chiusa."),
        "not_yours": _("Solo chi ha contestato può ritirarsi."),
        "panel_decides": _("È una giocata dell'arbitro: decide il collegio di supporto, con una decisione (F45)."),
        "own_table": _("Ogni tavolo contesta soltanto per sé, dal proprio dispositivo."),
        "other_event": _("Questa mano non appartiene al torneo del tavolo."),
        "published": _("Il torneo è pubblicato: i risultati non cambiano più."),
    }


def has_gone_on(turn: Turn) -> bool:
    """Whether a later turn of the event was opened: from then on the turn stands as it is (F32)."""
    opened = Turn.objects.filter(game__event_id=turn.game.event_id, opened_at__isnull=False).valid()
    later = Q(game_id=turn.game_id, ordinal__gt=turn.ordinal) | Q(game__number__gt=turn.game.number)
    return opened.filter(later).exists()


def folded_words(words: Sequence[str]) -> list[str]:
    """The contested words as the lexicon knows them, each once."""
    found = []
    for word in words:
        folded = fold(word)
        if folded is None or not 2 <= len(folded) <= 15:
            raise ContestError("word", word=word)
        found.append(folded)
    if not found or len(found) > MAX_WORDS:
        raise ContestError("no_words")
    return sorted(set(found))


def open_contest(
    *,
    turn: Turn,
    entry: Entry,
    by: Actor,
    subject: ContestSubject,
    words: Sequence[str],
    text: str = "",
    wants_panel: bool = False,
) -> Contest:
    with locked(turn.pk) as turn:
        if by.entry is None:
            # A player on paper has no device: the arbiter writes the contest down for them.
            officials.require(turn.game.event, by, OfficeKind.ARBITER)
        elif by.entry.pk != entry.pk:
            raise ContestError("own_table")
        if entry.event_id != turn.game.event_id:
            raise ContestError("other_event")
        if turn.game.event.state == EventState.PUBLISHED:
            raise ContestError("published")
        if turn.state != TurnState.REVEALED:
            raise ContestError("not_revealed", number=turn.number)
        if has_gone_on(turn):
            raise ContestError("gone_on")
        if (
            subject == ContestSubject.SLIP
            and not turn.scores.filter(entry=entry, slip__isnull=False).exists()
        ):
            raise ContestError("no_slip")
        contested = folded_words(words)
        text = log.check_length(text)
        if turn.contests.filter(entry=entry, subject=subject).exists():
            raise ContestError("already")
        contest = Contest.objects.create(
            turn=turn,
            entry=entry,
            subject=subject,
            words=contested,
            text=text,
            wants_panel=wants_panel,
            opened_at=timezone.now(),
        )
        payload = {"contest": contest.pk, "words": contested, "subject": subject, "wants_panel": wants_panel}
        log.append(turn.game.event, "contest.opened", by, turn=turn, reason=contest.text, payload=payload)
    return contest


def withdraw(*, contest: Contest, by: Actor) -> Contest:
    if by.entry is None or by.entry.pk != contest.entry_id:
        raise ContestError("not_yours")
    return _settle(contest, ContestState.WITHDRAWN, by, "")


def reject(*, contest: Contest, by: Actor, reason: str) -> Contest:
    """The verdict stands; the arbiter says why. On the arbiter's own play the panel decides (F45)."""
    event = contest.turn.game.event
    officials.require(event, by, OfficeKind.ARBITER)
    arbiter = officials.holder(event, OfficeKind.ARBITER)
    if arbiter is not None and arbiter.entry_id == contest.entry_id:
        raise ContestError("panel_decides")
    reason = require_reason(reason)
    with transaction.atomic():
        contest = _settle(contest, ContestState.REJECTED, by, reason)
        _close_questions(contest)
    return contest


def _close_questions(contest: Contest) -> None:
    """Once the contest is decided the panel is not waited for any more."""
    for question in contest.turn.questions.filter(closed_at=None):
        if question.words == contest.words:
            question.closed_at = contest.decided_at
            question.save(update_fields=["closed_at"])


def settle_by_ruling(turn: Turn, words: Sequence[str], state: ContestState, by: Actor, reason: str) -> int:
    """Close every open contest of the turn about exactly words that a ruling decided."""
    decided = set(words)
    settled = 0
    for contest in turn.contests.filter(state=ContestState.OPEN):
        if decided.issuperset(contest.words):
            _settle(contest, state, by, reason)
            settled += 1
    return settled


def _settle(contest: Contest, state: ContestState, by: Actor, reason: str) -> Contest:
    # The game's lock first, as a ruling that settles the same contest takes it.
    with locked(contest.turn_id):
        contest = Contest.objects.select_for_update().get(pk=contest.pk)
        if contest.state == state:
            return contest
        if contest.state != ContestState.OPEN:
            raise ContestError("decided")
        contest.state = state
        contest.decided_at = timezone.now()
        contest.save(update_fields=["state", "decided_at"])
        log.append(
            contest.turn.game.event,
            "contest.decided",
            by,
            turn=contest.turn,
            reason=reason,
            payload={"contest": contest.pk, "words": contest.words, "state": state},
        )
    return contest
