"""Contests, opinions, rulings, sanctions, publication: who decides, what changes, and until when."""

from __future__ import annotations

import pytest

from tests.factories import italian_words, make_lexicon, officials_of
from tests.tournaments.play import close, draw, fresh, hand_in, open_turn, play, points, reveal, running_game
from tournaments.engine.record import verify_record
from tournaments.enums import (
    ContestState,
    ContestSubject,
    Decision,
    EventState,
    OfficeKind,
    RackSource,
    RulingState,
    SanctionKind,
    TurnState,
)
from tournaments.models import Contest, Entry, Game, LogRow, Office, Ruling, Turn
from tournaments.selectors.standings import Scored, event_standings, rank
from tournaments.services import contests, events, games, panel, publication, rulings, sanctions, tops, turns
from tournaments.services.actor import Actor
from tournaments.services.contests import ContestError
from tournaments.services.positions import next_position
from tournaments.services.publication import PublicationError
from tournaments.services.rulings import RulingError
from tournaments.services.sanctions import SanctionError

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"
INVENTED = "CONAREO"  # no word: seven letters, so that admitting it moves the top


def game_with_a_refusal(**fields: object) -> tuple[Game, Turn]:
    """Table 1 wrote a word that is in no list, table 2 a good one; the turn is revealed."""
    game = running_game(lexicon=make_lexicon(italian_words()), **fields)
    return game, play(game, RACK, {1: f"8D {INVENTED}", 2: "8D CORNO"})


def entry(game: Game, table: int) -> Entry:
    return game.event.entries.get(table_number=table)


def contest(game: Game, turn: Turn, table: int = 1, words: tuple[str, ...] = (INVENTED,)) -> Contest:
    player = entry(game, table)
    return contests.open_contest(
        turn=turn, entry=player, by=Actor.of_entry(player), subject=ContestSubject.SLIP, words=words
    )


def preview(game: Game, turn: Turn, decision: Decision = Decision.ADMIT, **fields: object) -> Ruling:
    return rulings.preview(
        turn=turn,
        by=officials_of(game.event).as_arbiter,
        words=[INVENTED],
        decision=decision,
        article="F14",
        reason="a lemma sul volume",
        **fields,
    )


def test_a_preview_says_what_changes_and_changes_nothing() -> None:
    game, turn = game_with_a_refusal()
    before = points(turn)
    ruling = preview(game, turn)
    assert [row["entry"] for row in ruling.preview["changed"]] == [entry(game, 1).pk]
    assert ruling.preview["top_changes"] is True
    assert points(fresh(turn)) == before
    assert game.event.overlay_words.count() == 0


def test_an_applied_ruling_rescores_identical_slips_and_joins_the_overlay() -> None:
    game, turn = game_with_a_refusal()
    opened = contest(game, turn)
    ruling = rulings.apply(ruling=preview(game, turn), by=officials_of(game.event).as_arbiter)
    assert ruling.state == RulingState.APPLIED
    turn = fresh(turn)
    assert points(turn)[1] == 76
    assert (turn.top.master["word"], turn.top.score) == (INVENTED, 78)
    assert [(w.word, w.is_admitted) for w in game.event.overlay_words.all()] == [(INVENTED, True)]
    assert Contest.objects.get(pk=opened.pk).state == ContestState.UPHELD
    assert publication.recompute(game).problems == ()


def test_applying_twice_is_applying_once() -> None:
    game, turn = game_with_a_refusal()
    arbiter = officials_of(game.event).as_arbiter
    ruling = rulings.apply(ruling=preview(game, turn), by=arbiter)
    rulings.apply(ruling=ruling, by=arbiter)
    assert LogRow.objects.filter(event=game.event, act="ruling.applied").count() == 1


def test_a_dropped_ruling_cannot_be_applied() -> None:
    game, turn = game_with_a_refusal()
    arbiter = officials_of(game.event).as_arbiter
    ruling = rulings.drop(ruling=preview(game, turn), by=arbiter)
    with pytest.raises(RulingError) as refusal:
        rulings.apply(ruling=ruling, by=arbiter)
    assert refusal.value.code == "settled"


def test_the_desk_may_rule_before_the_reveal() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    hand_in(turn, entry(game, 1), f"8D {INVENTED}")
    turn = close(turn)
    rulings.apply(ruling=preview(game, turn), by=officials_of(game.event).as_arbiter)
    turn = reveal(fresh(turn))
    assert points(turn)[1] == 76


def test_nothing_is_ruled_while_the_turn_is_open() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    with pytest.raises(RulingError) as refusal:
        preview(game, turn)
    assert refusal.value.code == "not_now"


def test_after_the_next_turn_opened_only_director_and_arbiter_together_go_back() -> None:
    game, turn = game_with_a_refusal()
    ruling = preview(game, turn)
    following = next_turn(game)
    turns.open_turn(turn=following, by=officials_of(game.event).as_director)
    officials = officials_of(game.event)
    with pytest.raises(RulingError) as refusal:
        rulings.apply(ruling=ruling, by=officials.as_arbiter)
    assert refusal.value.code == "gone_on"
    with pytest.raises(RulingError) as alone:
        rulings.apply(ruling=ruling, by=officials.as_arbiter, together_with=officials.arbiter)
    assert alone.value.code == "not_together"
    board = fresh(following).board
    applied = rulings.apply(ruling=ruling, by=officials.as_arbiter, together_with=officials.director)
    assert applied.is_override
    assert points(fresh(turn))[1] > 0
    assert fresh(following).board == board  # what was played on stays


def next_turn(game: Game) -> Turn:
    kept = _kept(game)
    letters = "".join(letter for letter in "TIESRAVIBLE" if letter not in kept)[: 7 - len(kept)]
    return draw(game, kept + letters)


def _kept(game: Game) -> str:

    return next_position(game).kept.letters


def test_a_turn_drawn_on_a_board_that_a_ruling_changed_is_voided() -> None:
    game, turn = game_with_a_refusal()
    following = next_turn(game)
    rulings.apply(ruling=preview(game, turn), by=officials_of(game.event).as_arbiter)
    assert fresh(following).state == TurnState.VOIDED
    assert publication.recompute(game).problems == ()


def test_a_contest_ends_when_the_next_turn_opens() -> None:
    game, turn = game_with_a_refusal()
    turns.open_turn(turn=next_turn(game), by=officials_of(game.event).as_director)
    with pytest.raises(ContestError) as refusal:
        contest(game, turn)
    assert refusal.value.code == "gone_on"


def test_the_next_turn_waits_for_open_contests() -> None:
    game, turn = game_with_a_refusal()
    following = next_turn(game)
    opened = contest(game, turn)
    director = officials_of(game.event).as_director
    with pytest.raises(turns.TurnError) as refusal:
        turns.open_turn(turn=following, by=director)
    assert refusal.value.code == "contests_open"
    contests.reject(contest=opened, by=officials_of(game.event).as_arbiter, reason="non a lemma")
    assert turns.open_turn(turn=following, by=director).state == TurnState.OPEN


@pytest.mark.parametrize(
    ("table", "words", "code"), [(3, (INVENTED,), "no_slip"), (1, (), "no_words"), (1, ("12",), "word")]
)
def test_a_contest_names_its_words_and_has_a_slip(table: int, words: tuple[str, ...], code: str) -> None:
    game, turn = game_with_a_refusal()
    with pytest.raises(ContestError) as refusal:
        contest(game, turn, table, words)
    assert refusal.value.code == code


def test_where_the_arbiter_plays_the_panel_decides_by_majority() -> None:
    game, turn = game_with_a_refusal()
    Office.objects.filter(event=game.event, kind=OfficeKind.ARBITER).update(entry=entry(game, 1))
    arbiter = officials_of(game.event).as_arbiter
    question = panel.ask(turn=turn, by=arbiter, words=[INVENTED])
    ruling = preview(game, turn, question=question)
    assert ruling.decided_by == "panel"
    with pytest.raises(RulingError) as refusal:
        rulings.apply(ruling=ruling, by=arbiter)
    assert refusal.value.code == "panel_decides"
    for member, decision in zip(
        officials_of(game.event).panel, [Decision.REFUSE, Decision.ADMIT, Decision.ADMIT], strict=True
    ):
        panel.answer(question=question, by=Actor.of_entry(member), decision=decision, reason="F15b")
    assert panel.majority(question) == Decision.ADMIT
    assert rulings.apply(ruling=ruling, by=arbiter).state == RulingState.APPLIED


def test_the_arbiter_may_decide_against_the_panel_where_nothing_of_theirs_is_touched() -> None:
    game, turn = game_with_a_refusal()
    arbiter = officials_of(game.event).as_arbiter
    question = panel.ask(turn=turn, by=arbiter, words=[INVENTED])
    for member in officials_of(game.event).panel:
        panel.answer(question=question, by=Actor.of_entry(member), decision=Decision.REFUSE, reason="")
    ruling = rulings.apply(ruling=preview(game, turn, question=question), by=arbiter)
    assert ruling.decided_by == "arbiter"


def test_a_penalty_comes_off_the_total_and_a_pardon_gives_it_back() -> None:
    game, turn = game_with_a_refusal()
    arbiter = officials_of(game.event).as_arbiter
    sanction = sanctions.give(
        entry=entry(game, 2), by=arbiter, kind=SanctionKind.PENALTY, points=10, reason="parla", turn=turn
    )
    assert total(game, 2) == 12
    assert publication.recompute(game).problems == ()
    sanctions.revoke(sanction=sanction, by=arbiter, reason="equivoco")
    assert total(game, 2) == 22
    assert publication.recompute(game).problems == ()


def total(game: Game, table: int) -> int:
    game.event.refresh_from_db()
    return {s.entry: s.total for s in event_standings(game.event)}[entry(game, table).pk]


def test_a_sanction_needs_a_reason_and_the_arbiter() -> None:
    game, turn = game_with_a_refusal()
    with pytest.raises(SanctionError) as refusal:
        sanctions.give(
            entry=entry(game, 2),
            by=officials_of(game.event).as_arbiter,
            kind=SanctionKind.WARNING,
            reason=" ",
        )
    assert refusal.value.code == "reason_needed"
    assert turn.state == TurnState.REVEALED


def test_a_disqualified_player_leaves_the_ranking() -> None:
    game, _turn = game_with_a_refusal()
    sanctions.give(
        entry=entry(game, 2),
        by=officials_of(game.event).as_arbiter,
        kind=SanctionKind.DISQUALIFICATION,
        reason="suggerimenti",
    )
    game.event.refresh_from_db()
    assert entry(game, 2).pk not in {s.entry for s in event_standings(game.event)}


def test_results_are_published_only_when_the_log_agrees() -> None:
    game, turn = game_with_a_refusal()
    director = officials_of(game.event).as_director
    games.end(game=game, by=director, end_reason="letters_used_up")
    event = events.move(game.event, EventState.FINISHED, director)
    turn.scores.filter(entry=entry(game, 2)).update(points=23)
    with pytest.raises(PublicationError) as refusal:
        publication.publish(event=event, by=director)
    assert refusal.value.code == "not_verified"
    turn.scores.filter(entry=entry(game, 2)).update(points=22)
    assert publication.publish(event=event, by=director).state == EventState.PUBLISHED


def test_a_log_row_that_was_changed_is_found() -> None:
    game, turn = game_with_a_refusal()
    row = LogRow.objects.filter(event=game.event, act="turn.opened").get()
    LogRow.objects.filter(pk=row.pk).update(reason="mai scritto")
    assert publication.recompute(game).agrees is False
    assert turn.number == 1


def test_a_seeded_game_gives_a_record_that_verifies() -> None:
    game = running_game(rack_source=RackSource.SEEDED)
    for _ in range(3):
        turn = reveal(close(open_turn(game)))
    turns.void(turn=turn, by=officials_of(game.event).as_director, reason="prova")
    reveal(close(open_turn(game)))
    game = games.end(game=game, by=officials_of(game.event).as_director, end_reason="director")
    record = publication.public_record(game)
    assert verify_record(record).ok
    record["turns"][0]["rack"] = "".join(reversed(record["turns"][0]["rack"]))
    assert not verify_record(record).ok


def test_ties_share_a_rank_or_are_broken_by_tops_and_best_move() -> None:
    scores = [Scored(1, 0, 30, True), Scored(1, 1, 10), Scored(2, 0, 20), Scored(2, 1, 20), Scored(3, 0, 5)]
    shared = rank([1, 2, 3], scores, [30, 40])
    assert [(s.entry, s.rank, s.total) for s in shared] == [(1, 1, 40), (2, 1, 40), (3, 3, 5)]
    broken = rank([1, 2, 3], scores, [30, 40], tie_break="tops_then_best_move")
    assert [(s.entry, s.rank) for s in broken] == [(1, 1), (2, 2), (3, 3)]
    assert (shared[0].percent, shared[0].below_top) == (57.1, -30)


def test_the_top_is_found_once() -> None:
    game = running_game()
    turn = draw(game, RACK)
    assert tops.search(turn_id=turn.pk) is None
