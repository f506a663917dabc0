"""What a hostile, hurried or unlucky person tries: each ends in a clear refusal or a game that still adds up."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import make_federation_user, make_lexicon, officials_of
from tests.tournaments.play import close, draw, fresh, hand_in, open_turn, play, points, reveal, running_game
from tournaments.engine.record import verify_record
from tournaments.enums import (
    ContestState,
    ContestSubject,
    Decision,
    EventState,
    GameState,
    OfficeKind,
    RackSource,
    SanctionKind,
    SearchState,
    TurnState,
)
from tournaments.models import Contest, Entry, Event, Game, LogRow, Office, Slip, Turn, TurnScore
from tournaments.selectors.counted import is_scored
from tournaments.selectors.standings import event_standings
from tournaments.services import (
    adjudication,
    contests,
    devices,
    draws,
    entries,
    events,
    games,
    officials,
    panel,
    paper,
    publication,
    rulings,
    sanctions,
    slips,
    tokens,
    tops,
    turns,
)
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.positions import next_position

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"
INVENTED = "CONAREO"


def table(game: Game, number: int) -> Entry:
    return game.event.entries.get(table_number=number)


def refusal(act: object, **arguments: object) -> str:
    """The code of the refusal that the act must meet."""
    with pytest.raises(ActError) as refused:
        act(**arguments)  # type: ignore[operator]
    assert refused.value.message
    return refused.value.code


def next_rack(game: Game) -> str:
    """Letters that complete what was kept to an admissible rack."""
    kept = next_position(game).kept.letters
    return kept + "".join(letter for letter in "TIESRAVIBLE" if letter not in kept)[: 7 - len(kept)]


def admit(game: Game, turn: Turn, together_with: object = None) -> None:
    arbiter = officials_of(game.event).as_arbiter
    ruling = rulings.preview(
        turn=turn, by=arbiter, words=[INVENTED], decision=Decision.ADMIT, article="F14", reason="lemma"
    )
    rulings.apply(ruling=ruling, by=arbiter, together_with=together_with)  # type: ignore[arg-type]


def contest(game: Game, turn: Turn, number: int = 1) -> Contest:
    player = table(game, number)
    return contests.open_contest(
        turn=turn, entry=player, by=Actor.of_entry(player), subject=ContestSubject.SLIP, words=[INVENTED]
    )


def arbiter_plays(game: Game, number: int = 1) -> None:
    """Who sits at this table is the arbiter."""
    Office.objects.filter(event=game.event, kind=OfficeKind.ARBITER, ended_at=None).update(entry=table(game, number))


def agrees(game: Game) -> bool:
    return publication.recompute(Game.objects.get(pk=game.pk)).problems == ()


# The clock


def test_who_wrote_during_a_pause_is_in_time_although_the_turn_closed_while_paused() -> None:
    game = running_game()
    director = officials_of(game.event).as_director
    turn = turns.pause(turn=open_turn(game, RACK), by=director)
    # The pause outlasts the deadline that was running when it began.
    long_ago = timezone.now() - timedelta(minutes=10)
    Turn.objects.filter(pk=turn.pk).update(paused_at=long_ago, deadline_at=long_ago + timedelta(seconds=30))
    written_at = timezone.now() - timedelta(minutes=5)
    turn = turns.close(turn=turn, by=director)
    slip = hand_in(turn, table(game, 1), "8D CORNO", received_at=written_at)
    assert slip.late_by_ms == 0


@pytest.mark.parametrize("act", [turns.pause, turns.extend])
def test_no_pause_and_no_more_time_once_the_time_is_over(act: object) -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    Turn.objects.filter(pk=turn.pk).update(deadline_at=timezone.now() - timedelta(seconds=10))
    extra = {"seconds": 30} if act is turns.extend else {}
    assert refusal(act, turn=turn, by=officials_of(game.event).as_director, **extra) == "time_over"


def test_time_given_after_the_close_takes_late_slips_in() -> None:
    game = running_game()
    director = officials_of(game.event).as_director
    turn = close(open_turn(game, RACK))
    late = hand_in(turn, table(game, 1), "8D CORNO")
    assert late.is_late
    turn = turns.reopen(turn=turn, by=director, seconds=60, reason="allarme in sala")
    assert game.event.log.last().payload["late_taken_in"] == 1
    assert points(reveal(close(turn)))[1] == 22


def test_no_extension_after_the_close() -> None:
    game = running_game()
    turn = close(open_turn(game, RACK))
    assert refusal(turns.extend, turn=turn, by=officials_of(game.event).as_director, seconds=30) == "wrong_state"


def test_a_table_that_keeps_sending_late_slips_cannot_hold_up_the_reveal() -> None:
    game = running_game()
    turn = close(open_turn(game, RACK))
    for _ in range(5):
        hand_in(turn, table(game, 1), "8D CORNO")
    assert is_scored(fresh(turn))
    assert reveal(turn).scores.get(entry=table(game, 1)).code == adjudication.LATE


# An arbiter or a panel that plays


def test_a_turn_is_not_reopened_once_an_arbiter_who_plays_has_seen_the_top() -> None:
    game = running_game()
    arbiter_plays(game)
    turn = close(open_turn(game, RACK))
    director = officials_of(game.event).as_director
    assert refusal(turns.reopen, turn=turn, by=director, seconds=30, reason="ancora tempo") == "top_seen"


def test_a_turn_is_not_reopened_once_the_panel_has_seen_words() -> None:
    game = running_game()
    officials_ = officials_of(game.event)
    turn = close(open_turn(game, RACK))
    panel.ask(turn=turn, by=officials_.as_arbiter, words=["CORNO"])
    assert refusal(turns.reopen, turn=turn, by=officials_.as_director, seconds=30, reason="tempo") == "words_seen"


def test_an_arbiter_who_plays_neither_corrects_nor_types_their_own_slip() -> None:
    game = running_game()
    arbiter_plays(game)
    people = officials_of(game.event)
    turn = open_turn(game, RACK)
    slip = hand_in(turn, table(game, 1), "8D CARO")
    turn = close(turn)
    better = {"word": "CORNO", "reference": "8D", "reason": "si legge così"}
    assert refusal(slips.correct, slip=slip, by=people.as_arbiter, **better) == "own_slip"
    assert refusal(paper.type_slip, turn=turn, by=people.as_arbiter, table_number=1, **better) == "own_slip"
    assert slips.correct(slip=slip, by=people.as_director, **better).corrects_id == slip.pk


def test_the_directors_hand_is_for_the_arbiters_slip_alone() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    slip = hand_in(turn, table(game, 1), "8D CARO")
    close(turn)
    director = officials_of(game.event).as_director
    assert refusal(slips.correct, slip=slip, by=director, word="CORNO", reference="8D", reason="x") == "not_arbiter"


def test_an_arbiter_who_plays_does_not_pardon_themselves() -> None:
    game = running_game()
    turn = play(game, RACK, {})
    arbiter_plays(game)
    people = officials_of(game.event)
    sanction = sanctions.give(
        entry=table(game, 1), by=people.as_arbiter, kind=SanctionKind.PENALTY, points=5, reason="x", turn=turn
    )
    assert refusal(sanctions.revoke, sanction=sanction, by=people.as_arbiter, reason="grazia") == "own"
    assert sanctions.revoke(sanction=sanction, by=people.as_director, reason="errore").revoked_at is not None


# Voiding and undoing


def test_a_voided_turn_takes_its_contests_along_and_the_game_goes_on() -> None:
    game = running_game()
    turn = play(game, RACK, {1: f"8D {INVENTED}"})
    opened = contest(game, turn)
    director = officials_of(game.event).as_director
    turns.void(turn=turn, by=director, reason="tessera a terra")
    opened.refresh_from_db()
    assert (opened.state, game.event.log.last().payload["contests"]) == (ContestState.WITHDRAWN, [opened.pk])
    again = play(game, RACK, {1: "8D CORNO"})
    assert (again.number, points(again)[1]) == (1, 22)
    assert agrees(game)


def test_no_turn_of_a_finished_game_is_voided() -> None:
    game = running_game()
    turn = play(game, RACK, {1: "8D CORNO"})
    director = officials_of(game.event).as_director
    games.end(game=game, by=director, end_reason="director")
    assert refusal(turns.void, turn=turn, by=director, reason="ripensamento") == "game_over"
    assert agrees(game)


def test_every_undo_one_after_the_other_leaves_a_game_that_adds_up() -> None:
    game = running_game()
    people = officials_of(game.event)
    turn = open_turn(game, RACK)
    hand_in(turn, table(game, 1), "8D CORNO")
    turn = turns.undo_opening(turn=turn, by=people.as_director, reason="aperta per sbaglio")
    turn = turns.open_turn(turn=turn, by=people.as_director)
    hand_in(turn, table(game, 2), "8H CORNO")
    turn = close(turn)
    turn = turns.reopen(turn=turn, by=people.as_director, seconds=30, reason="rumore")
    hand_in(turn, table(game, 3), "8D CORNO")
    turn = close(turn)
    turn = turns.adjudicate(turn=turn, by=people.as_arbiter)
    turn = turns.undo_adjudication(turn=turn, by=people.as_arbiter, reason="manca un foglio")
    turn = reveal(turn)
    # The first opening's slip is void for good, those of the second count.
    assert (points(turn)[1], points(turn)[2], points(turn)[3]) == (0, 20, 22)
    assert agrees(game)


# The end


def test_a_contest_on_the_last_turn_outlives_the_end_but_not_the_publication() -> None:
    game = running_game()
    turn = play(game, RACK, {1: f"8D {INVENTED}"})
    director = officials_of(game.event).as_director
    games.end(game=game, by=director, end_reason="director")
    opened = contest(game, turn)
    event = events.move(game.event, EventState.FINISHED, director)
    assert refusal(publication.publish, event=event, by=director) == "contests_open"
    admit(game, fresh(turn))
    opened.refresh_from_db()
    assert (opened.state, points(fresh(turn))[1]) == (ContestState.UPHELD, 76)
    assert publication.publish(event=event, by=director).state == EventState.PUBLISHED
    assert refusal(contest, game=game, turn=fresh(turn), number=2) == "published"


def test_a_game_from_a_real_bag_is_taken_up_again_with_a_reason() -> None:
    game = running_game()
    play(game, RACK, {1: "8D CORNO"})
    director = officials_of(game.event).as_director
    games.end(game=game, by=director, end_reason="director")
    assert refusal(games.take_up_again, game=game, by=director, reason=" ") == "reason_needed"
    game = games.take_up_again(game=game, by=director, reason="conclusa per sbaglio")
    play(game, next_rack(game), {})
    game = games.end(game=game, by=director, end_reason="director")
    assert agrees(game)
    assert verify_record(publication.public_record(game)).ok


def test_a_seeded_game_is_not_taken_up_again_because_its_letters_are_public() -> None:
    game = running_game(rack_source=RackSource.SEEDED)
    reveal(close(open_turn(game)))
    director = officials_of(game.event).as_director
    games.end(game=game, by=director, end_reason="director")
    assert refusal(games.take_up_again, game=game, by=director, reason="sbaglio") == "seed_public"


def test_rows_cut_off_the_end_of_the_log_are_missed() -> None:
    game = running_game()
    play(game, RACK, {1: "8D CORNO"})
    director = officials_of(game.event).as_director
    games.end(game=game, by=director, end_reason="director")
    assert agrees(game)
    LogRow.objects.filter(event=game.event).last().delete()
    assert not agrees(game)


@pytest.mark.parametrize("tamper", ["swap", "master"])
def test_points_moved_between_turns_or_another_move_on_the_board_are_found(tamper: str) -> None:
    game = running_game()
    first = play(game, RACK, {1: "8D CORNO"})
    second = play(game, next_rack(game), {})
    if tamper == "swap":
        TurnScore.objects.filter(turn=first, entry=table(game, 1)).update(points=12)
        TurnScore.objects.filter(turn=second, entry=table(game, 1)).update(points=10)
    else:
        second.top.master = {**second.top.master, "word": "ALTRO"}
        second.top.save()
    assert not agrees(game)


# Rulings when play has gone on


def test_an_override_gives_the_open_turn_its_top_by_the_new_words() -> None:
    game = running_game()
    turn = play(game, RACK, {1: f"8D {INVENTED}"})
    following = turns.open_turn(turn=draw(game, next_rack(game)), by=officials_of(game.event).as_director)
    admit(game, turn, together_with=officials_of(game.event).director)
    assert fresh(following).search_state == SearchState.PENDING
    tops.search(turn_id=following.pk)
    assert fresh(following).top.overlay_size == 1
    assert fresh(following).state == TurnState.OPEN


def test_one_person_with_both_offices_is_not_two_but_the_federation_may_be_the_second() -> None:
    game = running_game()
    people = officials_of(game.event)
    officials.appoint_arbiter(game.event, user=people.director, by=people.as_director, reason="tiene l'ufficio")
    turn = play(game, RACK, {1: f"8D {INVENTED}"})
    turns.open_turn(turn=draw(game, next_rack(game)), by=people.as_director)
    with pytest.raises(rulings.RulingError) as alone:
        admit(game, turn, together_with=people.director)
    assert alone.value.code == "not_together"
    admit(game, turn, together_with=make_federation_user())
    assert points(fresh(turn))[1] == 76


# Two games


def test_two_games_are_cumulated_and_a_ruling_reaches_the_first_turn_of_the_second() -> None:
    game = running_game(games_planned=2)
    people = officials_of(game.event)
    first = play(game, RACK, {1: "8D CORNO", 2: f"8D {INVENTED}"})
    games.end(game=game, by=people.as_director, end_reason="director")
    second_game = games.set_up(
        game=games.plan(game.event)[1], by=people.as_director, rack_source=RackSource.MANUAL
    )
    second_game = games.start(game=second_game, by=people.as_director)
    drawn = draw(second_game, RACK)
    admit(game, fresh(first))  # nothing has been opened since: F32 does not stand against it
    assert fresh(drawn).search_state == SearchState.PENDING
    tops.search(turn_id=drawn.pk)
    turn = turns.open_turn(turn=fresh(drawn), by=people.as_director)
    hand_in(turn, table(game, 1), f"8D {INVENTED}")
    turn = reveal(close(turn))
    event = Event.objects.get(pk=game.event.pk)
    totals = {standing.entry: standing.total for standing in event_standings(event)}
    assert (totals[table(game, 1).pk], totals[table(game, 2).pk]) == (22 + 76, 76)
    of_second = {standing.entry: standing.total for standing in event_standings(event, game=second_game)}
    assert of_second[table(game, 2).pk] == 0
    assert agrees(game)
    assert agrees(second_game)


# The end of the bag, and no move at all


def test_where_nobody_can_move_and_the_profile_says_so_the_game_ends() -> None:
    game = running_game(lexicon=make_lexicon(["ZUPPA"]), profile_overrides={"no_legal_move": "end"})
    turn = play(game, RACK, {})
    assert turn.top.master is None
    assert draws.draw_by_hand(game=game, by=officials_of(game.event).as_director, letters=RACK) is None
    ended = Game.objects.get(pk=game.pk)
    assert (ended.state, ended.end_reason) == (GameState.FINISHED, "no_legal_move")
    assert agrees(ended)


def test_where_nobody_can_move_everybody_has_zero_and_all_seven_are_drawn_anew() -> None:
    game = running_game(lexicon=make_lexicon(["ZUPPA"]))
    turn = play(game, RACK, {1: "8D CORNO"})
    assert (turn.top.master, set(points(turn).values())) == (None, {0})
    following = draw(game, RACK)
    assert (following.number, following.board_before) == (2, turn.board_before)
    assert agrees(game)


def test_the_last_letters_without_a_move_end_the_game_instead_of_coming_for_ever() -> None:
    game = running_game(rack_source=RackSource.SEEDED)
    turn = reveal(close(open_turn(game)))
    # Only five letters are left, and nothing can be laid with them.
    Turn.objects.filter(pk=turn.pk).update(rack="AEQBB", bag="")
    turn.top.master = None
    turn.top.save()
    draws.request(game=game, by=officials_of(game.event).as_director)
    assert draws.draw_requested(game_id=game.pk) is None
    assert Game.objects.get(pk=game.pk).end_reason == "no_legal_move"


def test_a_whole_seeded_game_runs_to_the_end_of_its_letters_and_verifies() -> None:
    game = running_game(rack_source=RackSource.SEEDED, profile_overrides={"no_legal_move": "end"})
    director = officials_of(game.event).as_director
    for _ in range(120):
        draws.request(game=game, by=director)
        turn = draws.draw_requested(game_id=game.pk)
        if turn is None:
            break
        tops.search(turn_id=turn.pk)
        reveal(close(turns.open_turn(turn=turn, by=director)))
    game = Game.objects.get(pk=game.pk)
    assert game.state == GameState.FINISHED
    assert game.end_reason in {"letters_used_up", "vowels_missing", "consonants_missing", "no_legal_move"}
    assert agrees(game)
    verification = verify_record(publication.public_record(game))
    assert (verification.first_difference, verification.derived) == (None, game.turns.count())


def test_the_arbiter_who_is_asked_lets_the_game_go_on_with_one_and_one() -> None:
    game = running_game(rack_source=RackSource.SEEDED, profile_overrides={"too_few_letters": "ask"})
    people = officials_of(game.event)
    assert refusal(draws.let_go_on, game=game, by=people.as_arbiter, reason="si continua") == "not_asked"
    turn = reveal(close(open_turn(game)))
    # Vowels are gone but for one: two and two cannot be drawn any more.
    Turn.objects.filter(pk=turn.pk).update(rack="BCDFGHA", bag="CCRRSSTT")
    turn.top.master = None
    turn.top.save()
    draws.request(game=game, by=people.as_director)
    assert draws.draw_requested(game_id=game.pk) is None
    assert game.event.log.last().act == "draw.arbiter_asked"
    assert refusal(draws.let_go_on, game=game, by=people.as_director, reason="si continua") == "not_arbiter"
    draws.let_go_on(game=game, by=people.as_arbiter, reason="si continua con una e una")
    draws.request(game=game, by=people.as_director)
    following = draws.draw_requested(game_id=game.pk)
    assert following is not None
    assert (following.draw["minimum"], following.draw["relaxed"], "A" in following.rack) == (1, True, True)


def test_a_prepared_game_that_does_not_fit_stops_nobody() -> None:
    game = running_game()
    people = officials_of(game.event)
    Game.objects.filter(pk=game.pk).update(
        rack_source=RackSource.PREPARED, prepared={"racks": ["CORNOAE", "QQQQQQQ"], "salt": "00" * 16}
    )
    game = Game.objects.get(pk=game.pk)
    # Whatever is wrong with it, the worker says so once and the director types the letters.
    draws.request(game=game, by=people.as_director)
    turn = draws.draw_requested(game_id=game.pk)
    if turn is not None:
        tops.search(turn_id=turn.pk)
        reveal(close(turns.open_turn(turn=turn, by=people.as_director)))
        draws.request(game=game, by=people.as_director)
        assert draws.draw_requested(game_id=game.pk) is None
    assert game.event.log.last().act == "draw.failed"
    assert Game.objects.get(pk=game.pk).draw_requested_at is None
    typed = draw(game, next_rack(game))
    assert typed.draw["source"] == "manual"
    assert agrees(game)


# People who come and go


def test_who_leaves_in_mid_game_keeps_what_they_had_and_hands_in_no_more() -> None:
    game = running_game()
    director = officials_of(game.event).as_director
    turn = open_turn(game, RACK)
    hand_in(turn, table(game, 1), "8D CORNO")
    entries.withdraw(table(game, 1), by=director, reason="treno")
    turn = reveal(close(turn))
    assert points(turn)[1] == 22  # written before they left
    following = open_turn(game, next_rack(game))
    assert refusal(hand_in, turn=following, entry=table(game, 1), text="8D X") == "not_playing"
    reveal(close(following))
    assert table(game, 1).pk not in dict(following.scores.values_list("entry_id", "points"))
    assert agrees(game)


def test_a_panel_of_two_starts_no_game() -> None:
    game = running_game(games_planned=2)
    people = officials_of(game.event)
    games.end(game=game, by=people.as_director, end_reason="director")
    office = game.event.offices.filter(kind=OfficeKind.PANEL, ended_at=None).first()
    officials.end(office, by=people.as_arbiter, reason="si è dimesso")
    assert [lack.code for lack in officials.missing(game.event)] == ["panel_incomplete"]
    assert refusal(games.start, game=games.plan(game.event)[1], by=people.as_director) == "officials_missing"


def test_two_disqualifications_are_one() -> None:
    game = running_game()
    arbiter = officials_of(game.event).as_arbiter
    one, other = table(game, 1), table(game, 1)
    sanctions.give(entry=one, by=arbiter, kind=SanctionKind.DISQUALIFICATION, reason="copia")
    again = {"entry": other, "by": arbiter, "kind": SanctionKind.DISQUALIFICATION, "reason": "copia"}
    assert refusal(sanctions.give, **again) == "disqualified"


def test_the_arbiters_fourth_warning_of_a_game_costs_five_as_a_slips_does() -> None:
    game = running_game(profile_slug="fisf-like")
    arbiter = officials_of(game.event).as_arbiter
    turn = play(game, RACK, {1: "8D CORNO"})  # without its sum: a first warning
    costs = [
        sanctions.give(
            entry=table(game, 1), by=arbiter, kind=SanctionKind.WARNING, reason="parla", turn=turn
        ).points
        for _ in range(4)
    ]
    assert costs == [0, 0, 5, 5]
    event = Event.objects.get(pk=game.event.pk)
    assert {s.entry: s.total for s in event_standings(event)}[table(game, 1).pk] == 22 - 10
    assert agrees(game)


def test_slips_are_never_changed_but_for_the_lateness_that_a_reopening_forgives() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    hand_in(turn, table(game, 1), "8D CARO")
    hand_in(turn, table(game, 1), "8D CORNO", revision=2)
    written = list(Slip.objects.order_by("pk").values("word", "reference", "revision", "received_at", "client_key"))
    turn = close(turn)
    turns.reopen(turn=turn, by=officials_of(game.event).as_director, seconds=30, reason="rumore")
    assert list(Slip.objects.order_by("pk").values(*written[0])) == written


def test_a_panel_members_tablet_counts_the_questions_that_wait_for_it() -> None:
    game = running_game()
    people = officials_of(game.event)
    director = people.as_director
    turn = close(open_turn(game, RACK))
    member = people.panel[0]
    code = devices.issue_code(member, director)
    _device, token = devices.enrol(code)
    tablet = Client(headers={"Authorization": f"Device {token}"})
    address = f"/api/v1/events/{game.event.slug}/now/"
    assert tablet.get(address).json()["seat"]["open_questions"] == 0
    question = panel.ask(turn=turn, by=people.as_arbiter, words=["CORNO"])
    assert tablet.get(address).json()["seat"]["open_questions"] == 1
    panel.answer(question=question, by=Actor.of_entry(member), decision=Decision.ADMIT, reason="c'è")
    assert tablet.get(address).json()["seat"]["open_questions"] == 0


# More that was tried


def test_a_late_slip_does_not_count_because_its_reading_was_corrected() -> None:
    game = running_game()
    turn = close(open_turn(game, RACK))
    late = hand_in(turn, table(game, 1), "8D CORNA")
    arbiter = officials_of(game.event).as_arbiter
    slips.correct(slip=late, by=arbiter, word="CORNO", reference="8D", reason="si legge CORNO")
    adjudication.score_slips(turn_id=turn.pk)
    assert points(reveal(fresh(turn)))[1] == 0


def test_a_slip_of_an_undone_opening_is_not_brought_back_by_a_correction() -> None:
    game = running_game()
    people = officials_of(game.event)
    turn = open_turn(game, RACK)
    old = hand_in(turn, table(game, 1), "8D CORNO")
    turn = turns.undo_opening(turn=turn, by=people.as_director, reason="per sbaglio")
    turn = close(turns.open_turn(turn=turn, by=people.as_director))
    again = {"word": "CORNO", "reference": "8D", "reason": "x"}
    assert refusal(slips.correct, slip=old, by=people.as_arbiter, **again) == "old_opening"


def test_no_paper_for_a_table_where_nobody_sat() -> None:
    game = running_game()
    director = officials_of(game.event).as_director
    entries.withdraw(table(game, 4), by=director)
    turn = open_turn(game, RACK)
    typed = {"turn": turn, "by": director, "word": "CORNO", "reference": "8D"}
    assert refusal(paper.type_slip, table_number=4, **typed) == "absent"


def test_the_address_stays_once_a_game_is_committed_to_it() -> None:
    game = running_game(rack_source=RackSource.SEEDED)
    director = officials_of(game.event).as_director
    assert refusal(events.change, event=game.event, by=director, slug="altro-nome") == "slug_sealed"


def test_who_left_the_panel_has_no_vote_any_more() -> None:
    game = running_game(players=6)
    people = officials_of(game.event)
    turn = close(open_turn(game, RACK))
    question = panel.ask(turn=turn, by=people.as_arbiter, words=["CORNO"])
    for member in people.panel[:2]:
        panel.answer(question=question, by=Actor.of_entry(member), decision=Decision.ADMIT, reason="c'è")
    assert panel.majority(question) == Decision.ADMIT
    newcomer = game.event.entries.exclude(pk__in=[member.pk for member in people.panel]).first()
    officials.appoint_panel(
        game.event, entries=[newcomer, *people.panel[1:]], by=people.as_arbiter, reason="si è sentito male"
    )
    assert panel.majority(question) is None


def test_an_arbiter_who_played_and_was_replaced_after_the_close_still_keeps_the_turn_shut() -> None:
    game = running_game()
    arbiter_plays(game)
    people = officials_of(game.event)
    turn = close(open_turn(game, RACK))
    officials.appoint_arbiter(game.event, user=people.director, by=people.as_director, reason="cambio")
    reopened = {"turn": turn, "by": people.as_director, "seconds": 30, "reason": "tempo"}
    assert refusal(turns.reopen, **reopened) == "top_seen"


def test_a_game_from_a_real_bag_is_taken_up_again_through_the_api() -> None:
    game = running_game()
    play(game, RACK, {1: "8D CORNO"})
    people = officials_of(game.event)
    games.end(game=game, by=people.as_director, end_reason="director")
    _token, text = tokens.issue(people.director, "prova")
    caller = Client(headers={"Authorization": f"Token {text}"})
    address = f"/api/v1/events/{game.event.slug}/games/1/"
    answer = caller.post(f"{address}take-up-again/", {"reason": "per sbaglio"}, content_type="application/json")
    assert (answer.status_code, answer.json()["state"]) == (200, "running")
    refused = caller.post(f"{address}let-go-on/", {"reason": "si continua"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_arbiter")
