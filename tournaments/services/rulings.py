"""Rulings: words admitted or refused for the event, previewed, then applied or dropped (F28–F32, F45–F46).

The preview is the application itself, rolled back: what it shows is what applying does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.engine.replay import master_act
from tournaments.enums import (
    ContestState,
    DecidedBy,
    Decision,
    EventState,
    GameState,
    OfficeKind,
    RulingState,
    SearchState,
    TurnState,
)
from tournaments.models import Contest, OverlayWord, Question, Ruling, Turn
from tournaments.selectors.standings import movements, read_standings
from tournaments.services import adjudication, contests, log, officials, panel, queue, tops, turns, warnings, words
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.positions import read_move

MAX_ARTICLE = 40
IN_PLAY = (TurnState.DRAWN, TurnState.OPEN, TurnState.CLOSED, TurnState.ADJUDICATED)


class RulingError(ActError):
    messages = {
        "not_now": _("La mano %(number)s è «%(state)s»: si decide a mano chiusa o svelata."),
        "gone_on": _(
            "Il gioco è andato avanti (F32): può decidere ancora solo il direttore insieme all'arbitro."
        ),
        "panel_decides": _("Qui decide il collegio di supporto, a maggioranza (F45): serve il suo parere."),
        "not_the_majority": _("Il collegio ha deciso diversamente, e qui decide lui (F45)."),
        "article": _("Indica l'articolo su cui si fonda la decisione."),
        "article_too_long": _("L'articolo è di %(length)s caratteri: al più %(most)s."),
        "search_pending": _("Il calcolo del top non è ancora pronto: riprova tra un attimo."),
        "published": _("Il torneo è pubblicato: i risultati non cambiano più."),
        "other_turn": _("La contestazione o la domanda riguarda un'altra mano."),
        "settled": _("Questa decisione è già stata applicata o lasciata."),
        "not_together": _("Per tornare indietro servono il direttore e l'arbitro insieme."),
    }


def preview(
    *,
    turn: Turn,
    by: Actor,
    words: Sequence[str],
    decision: Decision,
    article: str,
    reason: str,
    contest: Contest | None = None,
    question: Question | None = None,
) -> Ruling:
    """Work out what a ruling would change, and keep it until it is applied or dropped."""
    with turns.locked(turn.pk) as turn:
        officials.require(turn.game.event, by, OfficeKind.ARBITER)
        _check_state(turn)
        article = article.strip()
        if not article:
            raise RulingError("article")
        if len(article) > MAX_ARTICLE:
            raise RulingError("article_too_long", length=len(article), most=MAX_ARTICLE)
        if any(linked is not None and linked.turn_id != turn.pk for linked in (contest, question)):
            raise RulingError("other_turn")
        ruling = Ruling.objects.create(
            turn=turn,
            contest=contest,
            question=question,
            words=contests.folded_words(words),
            decision=decision,
            article=article,
            reason=turns.require_reason(reason),
            made_by=by.user,
            made_at=timezone.now(),
        )
        savepoint = transaction.savepoint()
        effect = _take_effect(ruling, turn)
        transaction.savepoint_rollback(savepoint)
        ruling.preview = effect
        ruling.decided_by = _who_decides(ruling, turn, effect)
        ruling.save()
    return ruling


def apply(*, ruling: Ruling, by: Actor, together_with: User | None = None) -> Ruling:
    """Apply a previewed ruling: re-score every identical slip, find the top again, remember the words."""
    with turns.locked(ruling.turn_id) as turn:
        ruling = Ruling.objects.select_for_update().get(pk=ruling.pk)
        officials.require(turn.game.event, by, OfficeKind.ARBITER)
        if ruling.state == RulingState.APPLIED:
            return ruling
        if ruling.state != RulingState.PREVIEW:
            raise RulingError("settled")
        _check_state(turn)
        if contests.has_gone_on(turn):
            _check_together(turn, by, together_with)
            ruling.is_override = True
            ruling.overridden_with = together_with
        ruling.state = RulingState.APPLIED
        ruling.applied_at = timezone.now()
        ruling.preview = _take_effect(ruling, turn)
        # Asked again now: the preview may be older than the arbiter's own slip.
        ruling.decided_by = _who_decides(ruling, turn, ruling.preview)
        _check_decider(ruling)
        ruling.save()
        log.append(
            turn.game.event,
            "ruling.applied",
            by,
            turn=turn,
            reason=ruling.reason,
            payload={
                "ruling": ruling.pk,
                "words": ruling.words,
                "decision": ruling.decision,
                "article": ruling.article,
                "decided_by": ruling.decided_by,
                "is_override": ruling.is_override,
                "together_with": together_with.pk if ruling.is_override and together_with else None,
                "before": ruling.preview["top_before"],
                "after": ruling.preview["top_after"],
                "slips": len(ruling.preview["changed"]),
                "acts": _acts(ruling, turn),
            },
        )
        if ruling.question_id is not None:
            Question.objects.filter(pk=ruling.question_id, closed_at=None).update(closed_at=ruling.applied_at)
        has_effect = ruling.preview["changes_verdicts"] or ruling.preview["top_changes"]
        upheld = ContestState.UPHELD if has_effect else ContestState.REJECTED
        contests.settle_by_ruling(turn, ruling.words, upheld, by, ruling.reason)
    return ruling


def drop(*, ruling: Ruling, by: Actor) -> Ruling:
    with turns.locked(ruling.turn_id) as turn:
        ruling = Ruling.objects.select_for_update().get(pk=ruling.pk)
        officials.require(turn.game.event, by, OfficeKind.ARBITER)
        if ruling.state == RulingState.DROPPED:
            return ruling
        if ruling.state != RulingState.PREVIEW:
            raise RulingError("settled")
        ruling.state = RulingState.DROPPED
        ruling.save(update_fields=["state"])
        payload = {"ruling": ruling.pk, "words": ruling.words, "decision": ruling.decision}
        log.append(turn.game.event, "ruling.dropped", by, turn=turn, payload=payload)
    return ruling


def _check_state(turn: Turn) -> None:
    if turn.game.event.state == EventState.PUBLISHED:
        raise RulingError("published")
    if turn.state not in {TurnState.CLOSED, TurnState.ADJUDICATED, TurnState.REVEALED}:
        raise RulingError("not_now", number=turn.number, state=turn.get_state_display())
    if turn.search_state != SearchState.READY:
        raise RulingError("search_pending")


def _check_together(turn: Turn, by: Actor, other: User | None) -> None:
    """The arbiter acts, the director (or the federation for them) agrees; one person with both offices is not two."""
    if other is None:
        raise RulingError("gone_on")
    if by.user is None or other.pk == by.user.pk:
        raise RulingError("not_together")
    try:
        officials.require(turn.game.event, Actor.of_user(other), OfficeKind.DIRECTOR)
    except officials.OfficialError as error:
        raise RulingError("not_together") from error


def _who_decides(ruling: Ruling, turn: Turn, effect: dict[str, Any]) -> DecidedBy:
    """The panel where the ruling touches the arbiter's own score or contest, or by the profile always (F45)."""
    event = turn.game.event
    if event.profile.panel_decides == "everything":
        return DecidedBy.PANEL
    arbiter = officials.holder(event, OfficeKind.ARBITER)
    if arbiter is None or arbiter.entry_id is None:
        return DecidedBy.ARBITER
    touched = {row["entry"] for row in effect["changed"]}
    for contest in turn.contests.filter(state=ContestState.OPEN, entry_id=arbiter.entry_id):
        if set(contest.words) & set(ruling.words):
            touched.add(contest.entry_id)
    return DecidedBy.PANEL if arbiter.entry_id in touched else DecidedBy.ARBITER


def _check_decider(ruling: Ruling) -> None:
    if ruling.decided_by != DecidedBy.PANEL:
        return
    decided = panel.majority(ruling.question)
    if decided is None:
        raise RulingError("panel_decides")
    if decided != ruling.decision:
        raise RulingError("not_the_majority")


def _take_effect(ruling: Ruling, turn: Turn) -> dict[str, Any]:
    """Write the words, the top and the scores that follow from them; say what changed."""
    event = turn.game.event
    before = {score.entry_id: score for score in turn.scores.all()}
    ranks_before = read_standings(event, also=turn)
    old_top = (turn.top.master, turn.top.score)
    for word in ruling.words:
        OverlayWord.objects.update_or_create(
            event=event,
            word=word,
            defaults={
                "is_admitted": ruling.decision == Decision.ADMIT,
                "article": ruling.article,
                "ruling": ruling,
                "decided_at": timezone.now(),
            },
        )
    judged = adjudication.judge_slips(turn, words.lexicon(event))
    voided = None
    if not _is_board_settled(turn):
        tops.search_again(turn, words.overlay(event))
        adjudication.choose_best_slip(turn, judged.verdicts.values())
        voided = _void_next_draw(turn) if turn.top.master != old_top[0] else None
    adjudication.write(turn, judged)
    _search_others_again(turn)
    scores = [score for score in turn.scores.order_by("entry__table_number") if score.entry_id in before]
    changed = [
        {"entry": score.entry_id, "before": before[score.entry_id].points, "after": score.points}
        for score in scores
        if before[score.entry_id].points != score.points
    ]
    warned_anew = [score.entry_id for score in scores if before[score.entry_id].warning != score.warning]
    recounted = warnings.recount(turn, warned_anew, ruling.reason)
    moved = _moved(turn, ranks_before)
    return {
        "changed": changed,
        "changes_verdicts": bool(changed),
        "moved": moved,
        "recounted": recounted,  # acts: later turns in which a warning now costs more or less
        "top_before": {"master": old_top[0], "score": old_top[1]},
        "top_after": {"master": turn.top.master, "score": turn.top.score},
        "voids_turn": voided.number if voided else None,
        "top_changes": (turn.top.master, turn.top.score) != old_top,
    }


def _is_board_settled(turn: Turn) -> bool:
    """Play went on from this board, or ended with it: points may still change, the master move stands."""
    return contests.has_gone_on(turn) or turn.game.state == GameState.FINISHED


def _moved(turn: Turn, before: Sequence[Any]) -> list[dict[str, int]]:
    """Ranks that move, the turn counted as if it were revealed."""
    after = read_standings(turn.game.event, also=turn)
    places = movements(before, after)
    old = {standing.entry: standing for standing in before}
    return [
        {
            "entry": standing.entry,
            "rank_before": old[standing.entry].rank,
            "rank_after": standing.rank,
            "total_before": old[standing.entry].total,
            "total_after": standing.total,
        }
        for standing in after
        if places.get(standing.entry)
    ]


def _void_next_draw(turn: Turn) -> Turn | None:
    """The turn drawn on a board that the ruling changed goes; its letters go back."""
    later = turn.game.turns.valid().filter(ordinal__gt=turn.ordinal).first()
    if later is None:
        return None
    later.state = TurnState.VOIDED
    later.voided_at = timezone.now()
    later.save(update_fields=["state", "voided_at"])
    return later


def _search_others_again(turn: Turn) -> None:
    """The event's words changed: whatever other turn is in play gets its top and verdicts by the new ones."""
    others = Turn.objects.filter(game__event=turn.game.event_id, state__in=IN_PLAY).exclude(pk=turn.pk)
    for other in others.only("pk"):
        queue.enqueue_on_commit("search_top", other.pk)
    others.update(search_state=SearchState.PENDING, scored_slips=None)


def _acts(ruling: Ruling, turn: Turn) -> list[dict[str, Any]]:
    """The ruling as the replay folds over it."""
    admitted = ruling.decision == Decision.ADMIT
    acts: list[dict[str, Any]] = [
        {"act": "ruling", "word": word, "admitted": admitted} for word in ruling.words
    ]
    if turn.state != TurnState.REVEALED:
        return acts
    effect = ruling.preview
    if effect["voids_turn"]:
        acts.append({"act": "void", "turn": effect["voids_turn"], "reason": ruling.reason})
    if effect["top_changes"]:
        acts.append(master_act(turn.number, read_move(turn.top.master), turn.top.score))
    scores = {str(score.entry_id): score.points for score in turn.scores.order_by("entry_id")}
    acts.append({"act": "rescore", "turn": turn.number, "scores": scores, "reason": ruling.reason})
    return [*acts, *effect["recounted"]]
