"""What the desk does: paper, corrections, discipline, questions, rulings, contests, undo; and what it refuses."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_user, officials_of
from tests.screens.test_desk import INVENTED, RACK, address, arbiter, closed_turn, desk_of, table
from tests.tournaments.play import close, draw, fresh, hand_in, open_turn, play, points, running_game
from tournaments.enums import ContestState, ContestSubject, SanctionKind, SlipSource, TurnState
from tournaments.models import Contest, Event, LogRow, Opinion, Question, Sanction, Slip, Turn
from tournaments.selectors.counted import counted_slips
from tournaments.services import adjudication, contests, turns
from tournaments.services.actor import Actor

pytestmark = pytest.mark.django_db


def post(client: Client, event: Event, act: str, query: str = "", **data: Any) -> Any:
    return client.post(address(event, query), {"act": act, **data}, headers={"hx-request": "true"})


def said(answer: Any) -> list[str]:
    assert answer.status_code == 200
    return [str(message) for message in answer.context["messages"]]


def paper(client: Client, turn: Turn, row: str, **more: Any) -> Any:
    """`row` as it is typed: table, word, reference, points."""
    seat, word, reference, declared = [*row.split(), "", "", ""][:4]
    data = {"turn_id": turn.pk, "table": seat, "paper_word": word, "reference": reference, "declared": declared}
    return post(client, turn.game.event, "paper", **data | more)


# Paper


def test_a_paper_slip_is_recorded_and_the_row_is_empty_again() -> None:
    game = running_game()
    turn = close(open_turn(game, RACK))
    answer = paper(arbiter(game.event), turn, "2 CORNO 8D 22")
    slip = turn.slips.get()
    assert (slip.entry, slip.word, slip.reference, slip.declared_score) == (table(game, 2), "CORNO", "8D", 22)
    assert slip.source == SlipSource.PAPER
    page = answer.content.decode()
    assert "Tavolo 2: registrato." in page
    assert 'value="CORNO"' not in page
    assert answer.templates[0].name == "arbiter/paper.html"


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("9 CORNO 8D", "Nessun giocatore al tavolo 9."),
        ("due CORNO 8D", "«due» non è un numero"),
        ("2 CORNO 8D x", "«x» non"),
    ],
)
def test_a_row_that_cannot_be_is_refused_in_words_and_kept(row: str, sentence: str) -> None:
    game = running_game()
    turn = close(open_turn(game, RACK))
    page = paper(arbiter(game.event), turn, row).content.decode()
    assert sentence in page
    assert 'value="CORNO"' in page
    assert not turn.slips.exists()


def test_a_table_that_sent_from_its_tablet_needs_a_reason() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    hand_in(turn, table(game, 2), "8D CORO")
    turn = close(turn)
    client = arbiter(game.event)
    page = paper(client, turn, "2 CORNO 8D").content.decode()
    assert "ha già inviato dal tablet" in page
    assert 'name="paper_reason"' in page
    paper(client, turn, "2 CORNO 8D", paper_reason="il tablet si è spento")
    assert counted_slips(fresh(turn))[table(game, 2).pk].word == "CORNO"


def test_the_second_reading_that_differs_is_asked_again_then_a_third_decides() -> None:
    game = running_game(is_double_entry=True)
    turn = close(open_turn(game, RACK))
    held = officials_of(game.event)
    held.director.first_name, held.director.last_name = "Luca", "Pini"
    held.director.save()
    first, second = desk_of(held.director), desk_of(held.arbiter)
    assert "prima lettura registrata" in paper(first, turn, "2 CORNO 8E 22").content.decode()
    asked = paper(second, turn, "2 CORNO 8D 22")
    page = asked.content.decode()
    assert "Prima lettura (L. Pini): 8E. Invio conferma 8D e chiede una terza lettura." in page
    assert asked.context["differing"].fields == ("reference",)
    assert turn.slips.count() == 1
    # Changed meanwhile: what was confirmed is not what is typed now, so it is asked again.
    other = paper(second, turn, "2 CORNO 8F 22", confirmed=asked.context["confirmed"])
    assert other.context["differing"] is not None
    assert turn.slips.count() == 1
    page = paper(second, turn, "2 CORNO 8D 22", confirmed=asked.context["confirmed"]).content.decode()
    assert "le due letture differiscono, serve la terza" in page
    waiting = first.get(address(game.event)).context
    assert waiting["third_tables"] == [2]
    assert "terza lettura registrata, vale questa" in paper(first, turn, "2 CORNO 8D 22").content.decode()
    assert counted_slips(fresh(turn))[table(game, 2).pk].reference == "8D"


def test_a_second_reading_that_agrees_settles_the_slip() -> None:
    game = running_game(is_double_entry=True)
    turn = close(open_turn(game, RACK))
    held = officials_of(game.event)
    paper(desk_of(held.director), turn, "2 CORNO 8D 22")
    page = paper(desk_of(held.arbiter), turn, "2 CORNO 8D 22").content.decode()
    assert "sono uguali" in page
    assert counted_slips(fresh(turn))[table(game, 2).pk].word == "CORNO"


def test_while_the_turn_is_open_a_difference_is_told_without_what_the_first_reading_says() -> None:
    game = running_game(is_double_entry=True)
    turn = open_turn(game, RACK)
    held = officials_of(game.event)
    paper(desk_of(held.director), turn, "2 CORNO 8E 22")
    page = paper(desk_of(held.arbiter), turn, "2 CORO 8D 22").content.decode()
    assert "è diversa. Invio conferma la tua" in page
    without_tokens = re.sub(r"[A-Za-z0-9]{64}", "", page)  # they are random and may spell anything
    assert "8E" not in without_tokens
    assert "CORNO" not in page


# Slips and behaviour


def test_a_corrected_reading_counts_and_the_slip_stays_as_it_came() -> None:
    game = running_game()
    turn = closed_turn(game)
    wrong = turn.slips.get(entry=table(game, 1))
    client = arbiter(game.event)
    data = {"slip": wrong.pk, "corrected_word": "CORO", "corrected_reference": "8D"}
    refused = client.post(address(game.event), {"act": "correct", "reason": "", **data})
    assert "data-open" in refused.content.decode()
    assert 'value="CORO"' in refused.content.decode()
    client.post(address(game.event), {"act": "correct", "reason": "la N è un trattino", **data})
    adjudication.score_slips(turn_id=turn.pk)
    assert counted_slips(fresh(turn))[table(game, 1).pk].word == "CORO"
    assert Slip.objects.get(pk=wrong.pk).word == INVENTED
    assert LogRow.objects.get(event=game.event, act="slip.corrected").reason == "la N è un trattino"


def test_the_arbiters_own_slip_is_read_again_by_the_director() -> None:
    game = running_game()
    turn = closed_turn(game)
    held = officials_of(game.event)
    director, own = desk_of(held.director), turn.slips.get(entry=table(game, 1))
    assert 'id="correct-dialog"' not in director.get(address(game.event)).content.decode()
    game.event.offices.filter(kind="arbiter").update(entry=own.entry)
    assert 'id="correct-dialog"' in director.get(address(game.event)).content.decode()
    data = {"act": "correct", "slip": own.pk, "corrected_word": "ERO", "corrected_reference": "8H", "reason": "riletto"}
    desk_of(held.arbiter).post(address(game.event), data)
    assert turn.slips.count() == 3
    director.post(address(game.event), data)
    assert counted_slips(fresh(turn))[own.entry_id].word == "ERO"


def test_a_late_slip_counts_only_when_the_arbiter_accepts_it_with_a_reason() -> None:
    game = running_game()
    turn = close(open_turn(game, RACK))
    late = hand_in(turn, table(game, 1), "8D CORNO", received_at=turn.deadline_at + timedelta(seconds=6))
    adjudication.score_slips(turn_id=turn.pk)
    client = arbiter(game.event)
    assert "Accetta" in client.get(address(game.event, f"?group=late-{late.pk}")).content.decode()
    refused = client.post(address(game.event), {"act": "accept", "slip": late.pk, "reason": " "})
    assert "Scrivi il motivo" in refused.content.decode()
    assert points(fresh(turn))[1] == 0
    client.post(address(game.event), {"act": "accept", "slip": late.pk, "reason": "rete della sala caduta"})
    adjudication.score_slips(turn_id=turn.pk)
    assert points(fresh(turn))[1] == 22


def test_a_slip_in_time_cannot_be_accepted_as_late() -> None:
    game = running_game()
    turn = closed_turn(game)
    slip = turn.slips.get(entry=table(game, 1))
    answer = post(arbiter(game.event), game.event, "accept", slip=slip.pk, reason="x")
    assert said(answer) == ["Non c’è più: la pagina era vecchia, e non è cambiato nulla."]


def test_a_warning_and_a_penalty_are_given_and_taken_back_with_a_reason() -> None:
    game = running_game()
    turn = closed_turn(game)
    client = arbiter(game.event)
    post(client, game.event, "sanction", turn_id=turn.pk, kind="warning", table="2", reason="parla")
    post(client, game.event, "sanction", turn_id=turn.pk, kind="penalty", table="2", points="5", reason="ancora")
    assert [s.kind for s in Sanction.objects.order_by("pk")] == [SanctionKind.WARNING, SanctionKind.PENALTY]
    last = client.get(address(game.event)).context["last_act"]
    assert last.kind == "sanction"
    client.post(
        address(game.event),
        {"act": "undo", "turn_id": turn.pk, "undone": f"sanction-{last.id}", "reason": "era un altro"},
    )
    assert list(Sanction.objects.filter(revoked_at=None).values_list("kind", flat=True)) == [SanctionKind.WARNING]


def test_a_penalty_without_points_or_reason_is_refused_with_what_was_typed() -> None:
    game = running_game()
    turn = closed_turn(game)
    data = {"act": "sanction", "dialog": "penalty", "turn_id": turn.pk, "kind": "penalty", "table": "2", "reason": "x"}
    page = arbiter(game.event).post(address(game.event), data).content.decode()
    assert "Una penalità va da 1 a 500 punti." in page
    assert not Sanction.objects.exists()


def test_adjudicating_can_be_taken_back() -> None:
    game = running_game()
    turn = closed_turn(game)
    client = arbiter(game.event)
    assert said(post(client, game.event, "adjudicate", turn_id=turn.pk)) == [
        "Mano arbitrata: il direttore può svelare."
    ]
    assert fresh(turn).state == TurnState.ADJUDICATED
    undo = {"act": "undo", "turn_id": turn.pk, "undone": f"adjudication-{turn.pk}"}
    assert "data-open" in client.post(address(game.event), undo | {"reason": ""}).content.decode()
    client.post(address(game.event), undo | {"reason": "un bollettino da rileggere"})
    assert fresh(turn).state == TurnState.CLOSED


def test_an_undo_of_something_else_than_the_last_act_changes_nothing() -> None:
    game = running_game()
    turn = closed_turn(game)
    answer = post(arbiter(game.event), game.event, "undo", turn_id=turn.pk, undone="ruling-1", reason="x")
    assert said(answer) == ["Intanto è stato fatto altro: guarda di nuovo l’ultimo atto. Nulla è cambiato."]


# Words


def ruling(turn: Turn, decision: str = "admit", **more: Any) -> dict[str, Any]:
    return {
        "turn_id": turn.pk,
        "words": INVENTED,
        "decision": decision,
        "article": "F14",
        "ruling_reason": "a lemma sul volume",
    } | more


def test_a_ruling_rescores_and_is_undone_by_the_contrary_one() -> None:
    game = running_game()
    turn = closed_turn(game)
    client = arbiter(game.event)
    assert said(post(client, game.event, "rule", **ruling(turn))) == [f"{INVENTED}: ammessa."]
    assert points(fresh(turn))[1] == 76
    last = client.get(address(game.event)).context["last_act"]
    data = {"act": "undo", "turn_id": turn.pk, "undone": f"ruling-{last.id}", "reason": "letto male il volume"}
    client.post(address(game.event), data)
    assert points(fresh(turn))[1] == 0
    assert LogRow.objects.filter(event=game.event, act="ruling.applied").count() == 2


def test_a_ruling_without_a_reason_keeps_what_was_typed() -> None:
    game = running_game()
    turn = closed_turn(game)
    answer = post(arbiter(game.event), game.event, "rule", **ruling(turn, article="F15b", ruling_reason=" "))
    assert len(said(answer)) == 1
    assert 'value="F15b"' in answer.content.decode()
    assert not game.event.overlay_words.exists()


@pytest.mark.parametrize(
    "act", ["rule", "ask", "reject", "correct", "sanction", "choose", "undo", "nothing", "", "opinion"]
)
def test_a_form_that_names_nothing_is_refused_in_words(act: str) -> None:
    game = running_game()
    closed_turn(game)
    answer = post(arbiter(game.event), game.event, act)
    assert len(said(answer)) == 1


def test_another_events_turn_does_not_exist_here() -> None:
    game, other = running_game(), running_game()
    turn = closed_turn(other)
    answer = post(arbiter(game.event), game.event, "adjudicate", turn_id=turn.pk)
    assert said(answer) == ["Non c’è più: la pagina era vecchia, e non è cambiato nulla."]
    assert fresh(turn).state == TurnState.CLOSED


def test_the_director_cannot_rule() -> None:
    game = running_game()
    turn = closed_turn(game)
    answer = post(desk_of(officials_of(game.event).director), game.event, "rule", **ruling(turn))
    assert len(said(answer)) == 1
    assert not game.event.overlay_words.exists()


def contested() -> tuple[Any, Turn, Contest]:
    game = running_game()
    turn = play(game, RACK, {1: f"8D {INVENTED}", 2: f"8D {INVENTED}", 3: "8D CORNO"})
    player = table(game, 1)
    opened = contests.open_contest(
        turn=turn,
        entry=player,
        by=Actor.of_entry(player),
        subject=ContestSubject.SLIP,
        words=[INVENTED],
        wants_panel=True,
    )
    return game, turn, opened


def test_the_panel_is_asked_about_a_contest_and_a_member_without_a_device_is_written_down() -> None:
    game, turn, opened = contested()
    client = arbiter(game.event)
    post(client, game.event, "ask", turn_id=turn.pk, words=INVENTED)
    question = Question.objects.get()
    assert (question.contest, question.words) == (opened, [INVENTED])
    member = officials_of(game.event).panel[0]
    post(client, game.event, "opinion", question=question.pk, member=member.pk, decision="refuse", reason="non c’è")
    opinion = Opinion.objects.get()
    assert (opinion.member, opinion.decision, opinion.reason) == (member, "refuse", "non c’è")
    row = LogRow.objects.get(event=game.event, act="panel.answered")
    assert (row.user, row.payload["member"]) == (officials_of(game.event).arbiter, member.pk)


def test_only_a_members_opinion_is_written_down_and_not_by_an_arbiter_who_plays() -> None:
    game, turn, _opened = contested()
    client = arbiter(game.event)
    post(client, game.event, "ask", turn_id=turn.pk, words=INVENTED)
    question = Question.objects.get()
    outsider = table(game, 1)
    answer = post(client, game.event, "opinion", question=question.pk, member=outsider.pk, decision="admit", reason="x")
    assert said(answer) == [f"{outsider.player.name} non è nel collegio di supporto."]
    game.event.offices.filter(kind="arbiter").update(entry=outsider)
    member = officials_of(game.event).panel[0]
    answer = post(client, game.event, "opinion", question=question.pk, member=member.pk, decision="admit", reason="x")
    assert "non scrive i pareri del collegio" in said(answer)[0]
    assert not Opinion.objects.exists()


def test_a_ruling_on_a_contest_settles_it() -> None:
    game, turn, opened = contested()
    post(arbiter(game.event), game.event, "rule", **ruling(turn))
    assert Contest.objects.get(pk=opened.pk).state == ContestState.UPHELD
    assert points(fresh(turn))[1] == points(fresh(turn))[2] == 76


def test_a_contest_is_rejected_with_a_reason_and_the_panel_is_not_waited_for_any_more() -> None:
    game, turn, opened = contested()
    client = arbiter(game.event)
    post(client, game.event, "ask", turn_id=turn.pk, words=INVENTED)
    refused = post(client, game.event, "reject", query=f"?word={INVENTED}", contest=opened.pk, reason="")
    assert len(said(refused)) == 1
    assert Contest.objects.get(pk=opened.pk).state == ContestState.OPEN
    post(client, game.event, "reject", contest=opened.pk, reason="non è sul volume")
    assert Contest.objects.get(pk=opened.pk).state == ContestState.REJECTED
    assert Question.objects.get().closed_at is not None


def test_the_arbiter_writes_a_contest_for_a_table_on_paper() -> None:
    game = running_game()
    turn = play(game, RACK, {1: f"8D {INVENTED}"})
    data = {"turn_id": turn.pk, "table": "1", "subject": "slip", "words": INVENTED, "reason": "lo dice il volume"}
    post(arbiter(game.event), game.event, "contest", **data)
    opened = Contest.objects.get()
    assert (opened.entry, opened.words, opened.text) == (table(game, 1), [INVENTED], "lo dice il volume")


def gone_on() -> tuple[Any, Turn]:
    """The turn after the refused word is open."""
    game = running_game()
    turn = play(game, RACK, {1: f"8D {INVENTED}", 2: "8D CORNO"})
    kept = "".join(letter for letter in RACK if letter not in turn.top.master["word"])
    turns.open_turn(turn=draw(game, (kept + "TIESRAV")[:7]), by=officials_of(game.event).as_director)
    return game, turn


def test_after_play_has_gone_on_the_other_official_signs() -> None:
    game, turn = gone_on()
    held = officials_of(game.event)
    held.director.set_password("segreta")
    held.director.save()
    client = arbiter(game.event)
    page = client.get(address(game.event, f"?turn=1&word={INVENTED}")).content.decode()
    assert "L’altro ufficiale firma qui." in page
    alone = post(client, game.event, "rule", **ruling(turn))
    assert "solo il direttore insieme all" in said(alone)[0]
    sign = {"together_name": held.director.get_username()}
    wrong = post(client, game.event, "rule", **ruling(turn, **sign, together_password="sbagliata"))
    assert said(wrong) == ["Nome o password dell’altro ufficiale non sono giusti: nulla è cambiato."]
    assert points(fresh(turn))[1] == 0
    stranger = make_user()
    stranger.set_password("segreta")
    stranger.save()
    by_stranger = ruling(turn, together_name=stranger.get_username(), together_password="segreta")
    assert "servono il direttore e l" in said(post(client, game.event, "rule", **by_stranger))[0]
    post(client, game.event, "rule", **ruling(turn, **sign, together_password="segreta"))
    assert points(fresh(turn))[1] == 76
    assert LogRow.objects.get(event=game.event, act="ruling.applied").payload["is_override"] is True


def test_the_arbiter_chooses_among_equal_tops_where_the_profile_asks_for_it() -> None:
    game = running_game(profile_overrides={"tie_break": "arbiter"})
    turn = closed_turn(game)
    client = arbiter(game.event)
    moves = client.get(address(game.event)).context["tops_to_choose"]
    if len(moves) < 2:
        pytest.fail("the rack has one best move: choose another one for this test")
    refused = post(client, game.event, "choose", turn_id=turn.pk, index="99", reason="più bella")
    assert said(refused) == ["Questa giocata non è tra le migliori della mano."]
    post(client, game.event, "choose", turn_id=turn.pk, index="1", reason="più bella")
    assert fresh(turn).top.master["word"] == moves[1].word
