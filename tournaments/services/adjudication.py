"""Judging a turn's slips: identical ones once, then each entry's points.

Run by the worker after the close, and again whenever a slip or a ruling was added. The result depends
only on what is in the database, so running it twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from lexicon.words import Lexicon
from tournaments.engine.profile import Profile
from tournaments.engine.tiles import Rack
from tournaments.engine.verdict import Verdict, judge
from tournaments.enums import SearchState, TurnState
from tournaments.models import Entry, Slip, SlipGroup, Turn, TurnScore
from tournaments.selectors.counted import counted_slips, is_scored, slips_in_time, took_part, written
from tournaments.services import log, warnings, words
from tournaments.services.actor import WORKER
from tournaments.services.locks import lock_game, lock_turn
from tournaments.services.positions import write_move

# A verdict's remarks about the player's own sum: true of one slip, not of its whole group.
SUM_NOTES = {"score_corrected", "score_missing"}
NO_SLIP, LATE = "none", "late"


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn's slips with their verdicts, before anything is written."""

    slips: Mapping[int, Slip]  # by entry id
    verdicts: Mapping[int, Verdict]  # by entry id
    late: frozenset[int]  # entries whose only slips came late


def score_slips(*, turn_id: int) -> bool:
    """Judge what is not judged yet; False where there is nothing to do (yet)."""
    with transaction.atomic():
        game_id = Turn.objects.values_list("game_id", flat=True).get(pk=turn_id)
        lock_game(game_id)
        turn = lock_turn(turn_id)
        if turn.state not in {TurnState.CLOSED, TurnState.ADJUDICATED}:
            return False
        if turn.search_state != SearchState.READY or is_scored(turn):
            return False
        judged = judge_slips(turn, words.lexicon(turn.game.event))
        choose_best_slip(turn, judged.verdicts.values())
        write(turn, judged)
        log.append(turn.game.event, "turn.scored", WORKER, turn=turn, payload={"slips": turn.scored_slips})
    return True


def judge_slips(turn: Turn, lexicon: Lexicon) -> Judged:
    """Every counted slip's verdict; each distinct text is judged once."""
    event = turn.game.event
    rules, profile, board, rack = event.ruleset, event.profile, turn.board_before, Rack(turn.rack)
    slips = counted_slips(turn)
    known: dict[tuple[str, str, int | None], Verdict] = {}
    verdicts = {}
    for entry_id, slip in slips.items():
        text = written(slip)
        if text not in known:
            known[text] = judge(
                rules,
                profile,
                board,
                rack,
                f"{slip.reference} {slip.word}",
                lexicon,
                declared_score=slip.declared_score,
                notation=event.notation,
            )
        verdicts[entry_id] = known[text]
    late = turn.slips.filter(opening=turn.opening, late_by_ms__gt=0).values_list("entry_id", flat=True)
    return Judged(slips, verdicts, frozenset(late) - frozenset(slips))


def choose_best_slip(turn: Turn, verdicts: Iterable[Verdict]) -> None:
    """Where the master move is the best one handed in (the booklet's variant), take it from the slips."""
    if turn.game.event.profile.master_move != "best_slip":
        return
    admitted = [verdict for verdict in verdicts if verdict.is_admitted and verdict.move]
    # Equals are settled by the text, so that neither time nor table decides.
    best = max(admitted, key=lambda v: (v.raw_score, v.move.word.swapcase() if v.move else ""), default=None)
    turn.top.master = write_move(best.move, best.raw_score) if best and best.move else None
    turn.top.score = best.raw_score if best else 0
    turn.top.reason = {"it": "miglior bollettino consegnato", "en": "best slip handed in"}
    turn.top.save()


def write(turn: Turn, judged: Judged) -> None:
    """Replace the turn's groups and scores by these."""
    turn.scores.all().delete()
    turn.groups.all().delete()
    groups = _write_groups(turn, judged)
    TurnScore.objects.bulk_create(scores_of(turn, judged, groups), batch_size=1000)
    turn.scored_slips = slips_in_time(turn)
    turn.save(update_fields=["scored_slips"])


def scores_of(turn: Turn, judged: Judged, groups: Mapping[str, SlipGroup] | None = None) -> list[TurnScore]:
    """Each entry's points, bonus and deduction; nothing is written, so a preview can use it too."""
    event = turn.game.event
    profile = event.profile
    entries = [entry for entry in event.entries.order_by("pk") if took_part(turn, entry)]
    top_score = turn.top.score
    finders = [
        entry_id
        for entry_id, verdict in judged.verdicts.items()
        if verdict.is_admitted and verdict.raw_score == top_score > 0
    ]
    solo = finders[0] if len(finders) == 1 and len(entries) >= profile.solo_minimum_players else None
    warned = warnings.before(turn)
    return [
        _score(
            turn,
            entry,
            judged,
            profile,
            groups or {},
            is_top=entry.pk in finders,
            is_solo=entry.pk == solo,
            warned=warned[entry.pk],
        )
        for entry in entries
    ]


def group_key(verdict: Verdict, slip: Slip) -> str:
    """Slips are identical when they lay the same word on the same squares with the same outcome."""
    move = verdict.move
    if move is None:
        word, reference, _declared = written(slip)
        return f"{reference} {word}"[:120]
    return f"{move.row},{move.col},{move.direction.value},{move.word},{verdict.code},{verdict.deduction}"


def _score(
    turn: Turn,
    entry: Entry,
    judged: Judged,
    profile: Profile,
    groups: Mapping[str, SlipGroup],
    *,
    is_top: bool,
    is_solo: bool,
    warned: int,
) -> TurnScore:
    verdict = judged.verdicts.get(entry.pk)
    if verdict is None:
        return TurnScore(turn=turn, entry=entry, points=0, code=LATE if entry.pk in judged.late else NO_SLIP)
    slip = judged.slips[entry.pk]
    deduction = min(warnings.cost(profile, warned), verdict.score) if verdict.warning else 0
    solo_bonus = profile.solo_bonus if is_solo else 0
    return TurnScore(
        turn=turn,
        entry=entry,
        slip=slip,
        group=groups.get(group_key(verdict, slip)),
        points=verdict.score - deduction + solo_bonus,
        move_points=verdict.score,
        solo_bonus=solo_bonus,
        deduction=deduction,
        code=verdict.code,
        is_top=is_top,
        is_solo=is_solo,
        has_bonus=verdict.is_admitted and verdict.bonus > 0,
        warning=verdict.warning,
    )


def _write_groups(turn: Turn, judged: Judged) -> dict[str, SlipGroup]:
    now = timezone.now()
    why = words.reasons(turn.game.event)
    groups: dict[str, SlipGroup] = {}
    for entry_id, verdict in judged.verdicts.items():
        key = group_key(verdict, judged.slips[entry_id])
        if key not in groups:
            shared = replace(
                verdict.with_reasons(why),
                declared=None,
                notes=tuple(note for note in verdict.notes if note.code not in SUM_NOTES),
            )
            groups[key] = SlipGroup(
                turn=turn,
                key=key,
                verdict=shared.as_dict(),
                code=verdict.code,
                article=shared.article,
                score=verdict.score,
                move=verdict.move.word if verdict.move else "",
                judged_at=now,
            )
    SlipGroup.objects.bulk_create(groups.values(), batch_size=1000)
    return groups
