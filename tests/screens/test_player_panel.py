"""A member of the support panel at their own table: what they are asked, when, and what is refused."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.factories import officials_of
from tests.tournaments.play import close, draw, hand_in, open_turn, play, running_game
from tournaments.api.device_cookie import COOKIE
from tournaments.models import Entry, Game, Opinion, Question, Turn
from tournaments.services import devices, panel, turns

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"
INVENTED = "CONAREO"


def tablet_of(entry: Entry) -> Client:
    code = devices.issue_code(entry, officials_of(entry.event).as_director)
    _device, token = devices.enrol(code)
    client = Client(headers={"accept-language": "it"})
    client.cookies[COOKIE] = token
    return client


def asked(game: Game, turn: Turn) -> Question:
    return panel.ask(turn=turn, by=officials_of(game.event).as_arbiter, words=[INVENTED])


def closed_turn(game: Game) -> Turn:
    turn = open_turn(game, RACK)
    hand_in(turn, game.event.entries.get(table_number=1), f"8D {INVENTED}")
    return close(turn)


def revealed_turn(game: Game) -> Turn:
    return play(game, RACK, {1: f"8D {INVENTED}", 2: "8D CORNO"})


def next_turn(game: Game, turn: Turn) -> Turn:
    kept = "".join(letter for letter in RACK if letter not in turn.top.master["word"])
    return draw(game, (kept + "TIESRAV")[:7])


def test_a_member_is_told_at_the_table_and_sees_the_words_but_nobodys_slip() -> None:
    game = running_game()
    turn = closed_turn(game)
    asked(game, turn)
    client = tablet_of(officials_of(game.event).panel[0])
    assert "L’arbitro chiede il parere del collegio." in client.get("/gioca/").content.decode()
    page = re.sub(r"[A-Za-z0-9]{64}", "", client.get("/gioca/collegio/").content.decode())  # tokens spell anything
    assert f"{INVENTED}: è una parola ammessa?" in page
    assert "non presente nella lista" in page
    writer = game.event.entries.get(table_number=1)
    for secret in (writer.player.last_name, "8D", turn.top.master["word"], "tavolo 1"):
        assert secret not in page.replace(RACK, "")


def test_an_opinion_needs_a_choice_and_a_reason_and_may_change_until_the_decision() -> None:
    game = running_game()
    question = asked(game, closed_turn(game))
    member = officials_of(game.event).panel[0]
    client = tablet_of(member)
    for data in ({"decision": "admit", "reason": " "}, {"reason": "F15b"}, {"decision": "boh", "reason": "F15b"}):
        answer = client.post("/gioca/collegio/", {"question": question.pk, **data})
        assert answer.status_code == 400
    assert "F15b" in answer.content.decode()
    assert not Opinion.objects.exists()
    client.post("/gioca/collegio/", {"question": question.pk, "decision": "admit", "reason": "F15b"})
    assert "Hai dato il tuo parere" in client.get("/gioca/").content.decode()
    client.post("/gioca/collegio/", {"question": question.pk, "decision": "refuse", "reason": "riletto"})
    opinion = Opinion.objects.get()
    assert (opinion.member, opinion.decision, opinion.reason) == (member, "refuse", "riletto")


def test_others_are_neither_asked_nor_heard() -> None:
    game = running_game()
    question = asked(game, closed_turn(game))
    client = tablet_of(game.event.entries.get(table_number=1))
    assert "collegio" not in client.get("/gioca/").content.decode()
    data = {"question": question.pk, "decision": "admit", "reason": "x"}
    assert client.post("/gioca/collegio/", data).status_code == 302
    assert Client().post("/gioca/collegio/", data).status_code == 302
    assert not Opinion.objects.exists()


def test_a_question_on_a_contest_stays_while_the_next_rack_waits_and_rests_once_it_opens() -> None:
    game = running_game()
    turn = revealed_turn(game)
    following = next_turn(game, turn)
    question = asked(game, turn)
    client = tablet_of(officials_of(game.event).panel[0])
    assert "chiede il parere" in client.get("/gioca/").content.decode()
    turns.open_turn(turn=following, by=officials_of(game.event).as_director)
    page = client.get("/gioca/").content.decode()
    assert "collegio" not in page
    assert client.get("/gioca/collegio/").status_code == 302
    client.post("/gioca/collegio/", {"question": question.pk, "decision": "admit", "reason": "x"})
    assert not Opinion.objects.exists()


def test_a_closed_question_is_gone() -> None:
    game = running_game()
    turn = closed_turn(game)
    question = asked(game, turn)
    client = tablet_of(officials_of(game.event).panel[0])
    Question.objects.filter(pk=question.pk).update(closed_at=turn.closed_at)
    assert "Nessuna domanda" in client.get("/gioca/collegio/").content.decode()
    client.post("/gioca/collegio/", {"question": question.pk, "decision": "admit", "reason": "x"})
    assert not Opinion.objects.exists()
