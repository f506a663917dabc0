"""Slips: receipts, retries, versions, lateness, paper, and the points they bring."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.factories import make_entries, officials_of
from tests.tournaments.play import (
    close,
    device_of,
    draw,
    fresh,
    hand_in,
    open_turn,
    play,
    points,
    reveal,
    running_game,
)
from tournaments.enums import OfficeKind, TurnState
from tournaments.models import Entry, Office, Slip, Turn
from tournaments.selectors.counted import counted_slips
from tournaments.services import adjudication, entries, paper, slips, turns
from tournaments.services.paper import PaperError
from tournaments.services.slips import SlipError
from tournaments.services.turns import TurnError

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"


def test_a_retry_with_the_same_key_is_the_same_slip() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    entry, key = game.event.entries.first(), uuid4()
    first = hand_in(turn, entry, "8D CORNO", key=key)
    again = hand_in(turn, entry, "8D CORNO", key=key)
    assert again.pk == first.pk
    assert turn.slips.count() == 1


def test_a_resend_after_the_close_returns_the_stored_slip() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    entry, key = game.event.entries.first(), uuid4()
    first = hand_in(turn, entry, "8D CORNO", key=key)
    close(turn)
    again = hand_in(turn, entry, "8D CORNO", key=key, received_at=timezone.now() + timedelta(minutes=5))
    assert (again.pk, again.late_by_ms) == (first.pk, 0)


def test_a_key_belongs_to_one_table() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    one, two, *_ = game.event.entries.all()
    key = uuid4()
    hand_in(turn, one, "8D CORNO", key=key)
    with pytest.raises(SlipError) as refusal:
        hand_in(turn, two, "8D CORNO", key=key)
    assert refusal.value.code == "key_taken"


def test_the_higher_revision_counts_whatever_comes_last() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    entry = game.event.entries.first()
    newer = hand_in(turn, entry, "8D CORNO", revision=2)
    hand_in(turn, entry, "8H CORNO", revision=1)
    assert counted_slips(fresh(turn)) == {entry.pk: newer}


@pytest.mark.parametrize(
    ("milliseconds", "late_by_ms"),
    [(-1, 0), (0, 0), (1, 0), (1999, 0), (2000, 0), (2001, 2001), (4000, 4000)],
)
def test_lateness_is_the_receipt_time_against_deadline_and_grace(milliseconds: int, late_by_ms: int) -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    assert turn.deadline_at is not None
    received_at = turn.deadline_at + timedelta(milliseconds=milliseconds)
    slip = hand_in(turn, game.event.entries.first(), "8D CORNO", received_at=received_at)
    assert slip.late_by_ms == late_by_ms


def test_a_late_slip_is_kept_and_brings_nothing() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    entry = game.event.entries.first()
    assert turn.deadline_at is not None
    hand_in(turn, entry, "8D CORNO", received_at=turn.deadline_at + timedelta(seconds=4))
    turn = reveal(close(turn))
    score = turn.scores.get(entry=entry)
    assert (score.points, score.code) == (0, "late")


def test_a_slip_received_in_time_that_waited_for_the_database_still_counts() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    entry = game.event.entries.first()
    received_at = timezone.now()
    turn = close(turn)
    slip = hand_in(turn, entry, "8D CORNO", received_at=received_at)
    assert slip.late_by_ms == 0
    with pytest.raises(TurnError) as refusal:
        turns.adjudicate(turn=turn, by=officials_of(game.event).as_arbiter)
    assert refusal.value.code == "scoring_pending"
    adjudication.score_slips(turn_id=turn.pk)
    assert points(reveal(fresh(turn)))[entry.table_number] == 22


def test_a_slip_after_an_early_close_is_late() -> None:
    game = running_game()
    turn = close(open_turn(game, RACK))
    assert turn.closed_at is not None
    received_at = turn.closed_at + timedelta(milliseconds=700)
    slip = hand_in(turn, game.event.entries.first(), "8D CORNO", received_at=received_at)
    assert slip.late_by_ms == 700


def test_a_slip_before_the_opening_is_refused() -> None:
    game = running_game()
    turn = draw(game, RACK)
    with pytest.raises(SlipError) as refusal:
        hand_in(turn, game.event.entries.first(), "8D CORNO")
    assert refusal.value.code == "not_open"


def test_a_device_of_another_event_is_refused() -> None:
    turn = open_turn(running_game(), RACK)
    stranger = running_game().event.entries.first()
    with pytest.raises(SlipError) as refusal:
        hand_in(turn, stranger, "8D CORNO")
    assert refusal.value.code == "other_event"


def test_a_withdrawn_player_hands_in_no_more() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    entry = game.event.entries.first()
    entries.withdraw(entry, by=officials_of(game.event).as_director, reason="stanco")
    with pytest.raises(SlipError) as refusal:
        hand_in(turn, Entry.objects.get(pk=entry.pk), "8D CORNO")
    assert refusal.value.code == "not_playing"


@pytest.mark.parametrize(
    ("word", "reference", "declared", "revision", "code"),
    [
        ("A" * 61, "8H", None, 1, "too_long"),
        ("CORNO", "8" * 21, None, 1, "too_long"),
        ("CORNO", "8H", 10000, 1, "declared"),
        ("CORNO", "8H", None, 0, "revision"),
    ],
)
def test_content_that_cannot_be_a_slip_is_refused(
    word: str, reference: str, declared: int | None, revision: int, code: str
) -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    with pytest.raises(SlipError) as refusal:
        slips.submit(
            turn_id=turn.pk,
            device=device_of(game.event.entries.first()),
            client_key=uuid4(),
            revision=revision,
            word=word,
            reference=reference,
            declared_score=declared,
            received_at=timezone.now(),
        )
    assert refusal.value.code == code


def test_identical_slips_are_one_group_however_they_are_written() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    one, two, three, _four = game.event.entries.all()
    hand_in(turn, one, "8D CORNO", declared=22)
    hand_in(turn, two, "8d corno", declared=10)
    hand_in(turn, three, "8D CORO")
    turn = close(turn)
    groups = {group.move: group.scores.count() for group in turn.groups.all()}
    assert groups == {"CORNO": 2, "CORO": 1}


def test_scoring_twice_changes_nothing() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    hand_in(turn, game.event.entries.first(), "8D CORNO")
    turn = close(turn)
    before = list(turn.scores.values_list("pk", "points"))
    assert adjudication.score_slips(turn_id=turn.pk) is False
    assert list(turn.scores.values_list("pk", "points")) == before


def test_the_only_finder_of_the_top_gets_the_solo_bonus() -> None:
    game = running_game(players=16, profile_slug="fisf-like")
    turn = open_turn(game, RACK)
    one, two, *_ = game.event.entries.all()
    best = fresh(turn).top.best_moves[0]
    reference = _reference(best)
    hand_in(turn, one, f"{reference} {best['word']}", declared=best["score"])
    hand_in(turn, two, "8D CORO", declared=12)
    turn = reveal(close(turn))
    score = turn.scores.get(entry=one)
    assert (score.is_solo, score.solo_bonus, score.points) == (True, 10, best["score"] + 10)


def test_fewer_than_sixteen_players_have_no_solo_bonus() -> None:
    game = running_game(players=15, profile_slug="fisf-like")
    turn = open_turn(game, RACK)
    one = game.event.entries.first()
    best = fresh(turn).top.best_moves[0]
    hand_in(turn, one, f"{_reference(best)} {best['word']}", declared=best["score"])
    score = reveal(close(turn)).scores.get(entry=one)
    assert (score.is_solo, score.points) == (False, best["score"])


def _reference(move: dict[str, object]) -> str:
    row, column = str(int(str(move["row"])) + 1), "ABCDEFGHIJKLMNO"[int(str(move["col"]))]
    return row + column if move["direction"] == "across" else column + row


def test_the_fourth_warning_of_a_game_costs_five() -> None:
    game = running_game(players=3, profile_slug="fisf-like", profile_overrides={"free_warnings": 0})
    turn = open_turn(game, RACK)
    one = game.event.entries.first()
    hand_in(turn, one, "8D CORNO", declared=99)
    score = reveal(close(turn)).scores.get(entry=one)
    assert (score.warning, score.deduction, score.points) == (True, 5, 17)


def test_the_best_slip_is_the_master_move_where_the_profile_says_so() -> None:
    game = running_game(profile_overrides={"master_move": "best_slip"})
    turn = play(game, RACK, {1: "8D CORO", 2: "8D CORNO", 3: "8D CORXO"})
    assert (turn.top.master["word"], turn.top.score) == ("CORNO", 22)


def test_a_late_arrival_has_zeros_before() -> None:
    game = running_game()
    play(game, RACK, {1: "8D CORNO"})
    late = make_entries(game.event, 1, is_checked_in=False)[0]
    assert Turn.objects.get(game=game, number=1).scores.filter(entry=late).count() == 0


def test_paper_is_typed_by_table() -> None:
    game = running_game()
    turn = close(open_turn(game, RACK))
    arbiter = officials_of(game.event).as_arbiter
    paper.type_slip(turn=turn, by=arbiter, table_number=2, word="CORNO", reference="8D", declared_score=22)
    adjudication.score_slips(turn_id=turn.pk)
    assert points(reveal(fresh(turn)))[2] == 22
    with pytest.raises(PaperError) as refusal:
        paper.type_slip(turn=fresh(turn), by=arbiter, table_number=2, word="CORNO", reference="8D")
    assert refusal.value.code == "not_now"


def test_an_unknown_table_is_said() -> None:
    game = running_game()
    turn = close(open_turn(game, RACK))
    with pytest.raises(PaperError) as refusal:
        paper.type_slip(
            turn=turn, by=officials_of(game.event).as_arbiter, table_number=99, word="CORNO", reference="8D"
        )
    assert refusal.value.message == "Nessun giocatore al tavolo 99."


def test_double_entry_blocks_until_two_readers_agree_or_a_third_decides() -> None:
    game = running_game(is_double_entry=True)
    officials = officials_of(game.event)
    turn = close(open_turn(game, RACK))
    typed = {"turn": turn, "table_number": 2, "word": "CORNO"}
    paper.type_slip(by=officials.as_arbiter, reference="8D", **typed)
    assert [m.is_waiting for m in paper.mismatches(turn)] == [True]
    with pytest.raises(PaperError) as refusal:
        paper.type_slip(by=officials.as_arbiter, reference="8D", **typed)
    assert refusal.value.code == "same_reader"
    paper.type_slip(by=officials.as_director, reference="8E", **typed)
    assert [m.table_number for m in paper.mismatches(turn)] == [2]
    adjudication.score_slips(turn_id=turn.pk)
    with pytest.raises(TurnError) as blocked:
        turns.adjudicate(turn=turn, by=officials.as_arbiter)
    assert blocked.value.code == "paper_pending"
    third = paper.type_slip(by=officials.as_arbiter, reference="8D", **typed)
    assert (third.reading, paper.mismatches(turn)) == (3, [])
    adjudication.score_slips(turn_id=turn.pk)
    assert points(reveal(fresh(turn)))[2] == 22


def test_paper_does_not_silently_replace_a_device_slip() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    hand_in(turn, game.event.entries.first(), "8D CORNO")
    turn = close(turn)
    arbiter = officials_of(game.event).as_arbiter
    with pytest.raises(PaperError) as refusal:
        paper.type_slip(turn=turn, by=arbiter, table_number=1, word="CORO", reference="8D")
    assert refusal.value.code == "device_slip"
    paper.type_slip(
        turn=turn, by=arbiter, table_number=1, word="CORO", reference="8D", reason="tablet guasto"
    )
    assert counted_slips(fresh(turn))[game.event.entries.first().pk].word == "CORO"


def test_a_playing_arbiter_types_no_paper_while_the_turn_is_open() -> None:
    game = running_game()
    entry = game.event.entries.first()
    Office.objects.filter(event=game.event, kind=OfficeKind.ARBITER).update(entry=entry)
    turn = open_turn(game, RACK)
    arbiter = officials_of(game.event).as_arbiter
    with pytest.raises(PaperError) as refusal:
        paper.type_slip(turn=turn, by=arbiter, table_number=2, word="CORNO", reference="8D")
    assert refusal.value.code == "shut"


def test_the_arbiter_corrects_a_reading_and_the_slip_stays_as_it_came() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    slip = hand_in(turn, game.event.entries.first(), "8D CORN0")
    turn = close(turn)
    arbiter = officials_of(game.event).as_arbiter
    slips.correct(slip=slip, by=arbiter, word="CORNO", reference="8D", reason="zero per O")
    adjudication.score_slips(turn_id=turn.pk)
    assert points(reveal(fresh(turn)))[1] == 22
    assert Slip.objects.get(pk=slip.pk).word == "CORN0"


def test_the_log_never_says_what_a_slip_says_while_the_turn_is_open() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    hand_in(turn, game.event.entries.first(), "8D CORNO")
    director = officials_of(game.event).as_director
    paper.type_slip(turn=turn, by=director, table_number=2, word="CORNO", reference="8D")
    assert fresh(turn).state == TurnState.OPEN
    text = "".join(str(row.payload) for row in game.event.log.filter(turn=turn, act__in=["paper.typed"]))
    assert "CORNO" not in text.replace(RACK, "")
