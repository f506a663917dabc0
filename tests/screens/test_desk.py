"""The arbiter's desk: what it shows in every state, and to whom."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_entries, make_event, make_federation_user, make_officials, make_user, officials_of
from tests.tournaments.play import close, draw, fresh, hand_in, open_turn, play, reveal, running_game, start_game
from tests.tournaments.test_warnings import ONE_IS_FREE, two_turns
from tournaments.enums import ContestSubject, EventState
from tournaments.models import Entry, Event, Game, Turn
from tournaments.services import adjudication, contests, panel, turns
from tournaments.services.actor import Actor

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"
INVENTED = "CONAREO"


def desk_of(user: Any) -> Client:
    client = Client(headers={"accept-language": "it"})
    client.force_login(user)
    return client


def arbiter(event: Event) -> Client:
    return desk_of(officials_of(event).arbiter)


def address(event: Event, query: str = "") -> str:
    return reverse("desk", args=[event.slug]) + query


def text(client: Client, event: Event, query: str = "") -> str:
    """The page as it is read: tags and spaces gone, dialogs shut."""
    page = client.get(address(event, query))
    assert page.status_code == 200
    shown = re.sub(r"<(dialog|title|template).*?</\1>", "", page.content.decode(), flags=re.DOTALL)
    words = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", shown)).split())
    return re.sub(r" ([,.:)])", r"\1", words)


def table(game: Game, number: int) -> Entry:
    return game.event.entries.get(table_number=number)


def closed_turn(game: Game, **slips: str) -> Turn:
    turn = open_turn(game, RACK)
    for number, written in enumerate(slips.values() or [f"8D {INVENTED}", "8D CORNO", "8D CORNO"], start=1):
        hand_in(turn, table(game, number), written)
    return close(turn)


# Who reaches it


def test_the_desk_is_for_the_events_own_officials() -> None:
    event, other = make_event(players=3, state=EventState.RUNNING), make_event(players=3, state=EventState.RUNNING)
    held = officials_of(event)
    for user in (held.arbiter, held.director, make_federation_user()):
        assert desk_of(user).get(address(event)).status_code == 200
    for user in (officials_of(other).arbiter, make_user(), make_user(is_staff=True)):
        assert desk_of(user).get(address(event)).status_code == 404
        assert desk_of(user).post(address(event), {"act": "adjudicate"}).status_code == 404
    assert Client().get(address(event)).status_code == 302


def test_the_director_reads_the_desk_and_does_not_decide() -> None:
    game = running_game()
    closed_turn(game)
    page = text(desk_of(officials_of(game.event).director), game.event)
    assert "Decide l’arbitro (F46): qui puoi leggere, e scrivere la carta." in page
    assert "Motivazione" not in page
    assert "Bollettini di carta" in page


# What it shows


def test_an_event_without_a_turn_explains_itself() -> None:
    event = make_event(players=3, state=EventState.RUNNING)
    assert "Nessuna mano ancora." in text(arbiter(event), event)


def test_an_open_turn_counts_slips_and_tells_nothing_else() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    hand_in(turn, table(game, 1), f"8D {INVENTED}")
    page = text(arbiter(game.event), game.event)
    assert "1 arrivati, 3 mancano" in page
    assert "Tavoli senza bollettino: 2, 3, 4" in page
    assert INVENTED not in page
    assert str(fresh(turn).top.master["word"]) not in page.replace(RACK, "")


def test_a_closed_turn_is_not_shown_before_it_is_judged() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    hand_in(turn, table(game, 1), "8D CORNO")
    turns.close(turn=turn, by=officials_of(game.event).as_director)
    assert "Arbitraggio in corso." in text(arbiter(game.event), game.event)
    adjudication.score_slips(turn_id=turn.pk)
    assert "Ammessi, 1 bollettino in 1 gruppo" in text(arbiter(game.event), game.event)


def test_refused_groups_come_first_with_their_reason_then_the_others_by_points() -> None:
    game = running_game(players=5)
    turn = open_turn(game, RACK)
    for number, written in ((1, f"8D {INVENTED}"), (2, "8H ERO"), (3, "8D CORNO"), (4, "8D CORNO")):
        hand_in(turn, table(game, number), written)
    close(turn)
    page = arbiter(game.event).get(address(game.event))
    groups = page.context["groups"]
    assert [(row.word, row.count, row.article) for row in groups.refused] == [(INVENTED, 1, "F14")]
    assert [row.word for row in groups.admitted] == ["CORNO", "ERO"]
    assert groups.missing == (5,)
    shown = text(arbiter(game.event), game.event)
    assert "Respinti, 1 bollettino in 1 gruppo" in shown
    assert "nessun bollettino: tavolo 5" in shown
    assert page.context["chosen"].word == INVENTED


def test_a_late_slip_stands_among_the_refused_ones_with_its_seconds() -> None:
    game = running_game()
    turn = close(open_turn(game, RACK))
    hand_in(turn, table(game, 1), "8D CORNO", received_at=turn.deadline_at + timedelta(seconds=6))
    adjudication.score_slips(turn_id=turn.pk)
    row = arbiter(game.event).get(address(game.event)).context["groups"].refused[0]
    assert (row.word, row.score, row.article, row.is_late) == ("CORNO", 0, "M", True)
    assert re.fullmatch(r"in ritardo di [\d,]+ s, tavolo 1", row.why)


def test_many_small_groups_are_folded_until_somebody_asks() -> None:
    words = ["CA", "CE", "CO", "NE", "NO", "OR", "RA", "RE", "RO", "ACE", "ARO", "ECO", "ERA", "ORA"]
    game = running_game(players=14)
    turn = open_turn(game, RACK)
    for number, word in enumerate(words, start=1):
        hand_in(turn, table(game, number), f"8H {word}")
    close(turn)
    page = arbiter(game.event).get(address(game.event))
    groups = page.context["groups"]
    assert len(groups.admitted) == 14
    assert page.context["folded"] == groups.admitted[10:]
    assert "altri 4 gruppi" in page.content.decode()
    last = groups.admitted[-1]
    assert arbiter(game.event).get(address(game.event, f"?group={last.key}")).context["folded"] == ()


def test_one_and_three_slips_cost_the_same_number_of_queries(django_assert_max_num_queries: Any) -> None:
    counts = []
    for players in (4, 8):
        game = running_game(players=players)
        turn = open_turn(game, RACK)
        for entry in game.event.entries.all()[: players - 3]:
            hand_in(turn, entry, "8D CORNO")
        close(turn)
        client = desk_of(officials_of(game.event).director)
        with django_assert_max_num_queries(200) as queries:
            client.get(address(game.event))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_an_unknown_group_or_turn_is_no_error() -> None:
    game = running_game()
    closed_turn(game)
    queries = "?group=999999 ?turn=99 ?group=late-7 ?word=%C3%A8&do=nonsense ?q=*** ?q=AB ?word=A"
    for query in queries.split():
        assert arbiter(game.event).get(address(game.event, query)).status_code == 200


def test_the_look_up_explains_a_word_and_lists_a_pattern() -> None:
    game = running_game()
    closed_turn(game)
    assert "CORNO: nella lista" in text(arbiter(game.event), game.event, "?q=corno")
    assert "CORNO" in text(arbiter(game.event), game.event, "?word=&q=COR?O")


def test_a_refused_group_comes_with_its_preview() -> None:
    game = running_game()
    closed_turn(game)
    page = text(arbiter(game.event), game.event)
    assert f"Se ammetti {INVENTED}" in page
    assert "1 bollettino, 0 → 76" in page
    assert "Il top cambia:" in page
    assert "Decide l’arbitro, che non gioca (F45)." in page
    assert game.event.overlay_words.count() == 0


def test_the_preview_names_the_later_turns_in_which_a_warning_costs_more() -> None:
    game, _first, _second = two_turns(**ONE_IS_FREE)
    page = text(arbiter(game.event), game.event, "?turn=1")
    assert f"Se ammetti {INVENTED}" in page
    assert "Un avvertimento costa diversamente anche nella mano 2." in page


def test_until_the_next_turn_opens_the_desk_shows_the_revealed_one() -> None:
    game = running_game()
    turn = play(game, RACK, {1: f"8D {INVENTED}"})
    kept = "".join(letter for letter in RACK if letter not in turn.top.master["word"])
    draw(game, (kept + "TIESRAV")[:7])
    page = arbiter(game.event).get(address(game.event))
    assert page.context["turn"].number == 1
    assert "Si può contestare finché non si apre la mano 2 (F32)." in page.content.decode()


def test_contests_of_the_same_words_are_one_line_and_the_next_turn_waits() -> None:
    game = running_game()
    turn = play(game, RACK, {1: f"8D {INVENTED}", 2: f"8D {INVENTED}", 3: "8D CORNO"})
    for number in (1, 2):
        player = table(game, number)
        contests.open_contest(
            turn=turn,
            entry=player,
            by=Actor.of_entry(player),
            subject=ContestSubject.SLIP,
            words=[INVENTED],
            wants_panel=number == 2,
        )
    page = text(arbiter(game.event), game.event)
    assert "1 aperta" in page
    assert re.search(rf"{INVENTED}, tavolo 1 .* anche il tavolo 2, chiede il collegio", page)
    assert "La mano 2 aspetta." in page


def test_the_panels_opinions_stand_beside_the_word() -> None:
    game = running_game()
    turn = closed_turn(game)
    held = officials_of(game.event)
    question = panel.ask(turn=turn, by=held.as_arbiter, words=[INVENTED])
    panel.answer(question=question, by=Actor.of_entry(held.panel[0]), decision="admit", reason="È sul volume.")
    page = text(arbiter(game.event), game.event)
    assert f"Collegio su {INVENTED} 1 parere su 3" in page
    assert f"{held.panel[0].player.last_name} ammettere È sul volume." in page
    assert f"{held.panel[1].player.last_name} in attesa da" in page


# The playing arbiter


def playing_arbiter() -> tuple[Game, Client]:
    event = make_event(state=EventState.RUNNING)
    seat, *_others = make_entries(event, 4)
    held = make_officials(event, arbiter_entry=seat)
    return start_game(event), desk_of(held.arbiter)


def test_a_playing_arbiters_desk_is_shut_while_a_turn_is_open_whatever_it_is_asked_for() -> None:
    game, client = playing_arbiter()
    first = play(game, RACK, {2: f"8D {INVENTED}", 3: "8D CORNO"})
    kept = "".join(letter for letter in RACK if letter not in first.top.master["word"])
    turn = turns.open_turn(turn=draw(game, (kept + "TIESRAV")[:7]), by=officials_of(game.event).as_director)
    hand_in(turn, table(game, 2), "1A CASA")
    for query in ("", "?turn=1", "?q=CORNO", f"?turn=1&word={INVENTED}", "?part=desk", "?turn=1&q=COR*"):
        page = client.get(address(game.event, query)).content.decode()
        assert "Il tavolo è chiuso per chi gioca." in page
        for secret in (INVENTED, "arrivati", "CASA", "Motivazione", "In lista", "Registra", turn.rack):
            assert secret not in page
    refused = client.post(address(game.event), {"act": "paper", "turn_id": turn.pk, "table": "2"})
    assert "Il tavolo è chiuso per chi gioca finché la mano è aperta" in refused.content.decode()
    assert turn.slips.count() == 1


def test_it_opens_again_at_the_close_and_rules_on_others() -> None:
    game, client = playing_arbiter()
    turn = open_turn(game, RACK)
    hand_in(turn, table(game, 2), f"8D {INVENTED}")
    close(turn)
    page = text(client, game.event)
    assert f"Se ammetti {INVENTED}" in page
    assert "Decide l’arbitro: la sua giocata non cambia (F45)." in page


def test_where_the_arbiters_own_score_is_touched_the_desk_says_that_the_panel_decides() -> None:
    game, client = playing_arbiter()
    turn = open_turn(game, RACK)
    hand_in(turn, table(game, 1), f"8D {INVENTED}")
    turn = close(turn)
    page = text(client, game.event)
    assert "Decide il collegio, a maggioranza (F45)." in page
    assert "chiedi al collegio" in page
    data = {"act": "rule", "turn_id": turn.pk, "words": INVENTED, "decision": "admit", "article": "F14"}
    refused = client.post(address(game.event), data | {"ruling_reason": "a lemma"})
    assert "decide il collegio di supporto, a maggioranza (F45)" in refused.content.decode()
    held = officials_of(game.event)
    question = panel.ask(turn=turn, by=held.as_arbiter, words=[INVENTED])
    for member in held.panel[:2]:
        panel.answer(question=question, by=Actor.of_entry(member), decision="admit", reason="a lemma")
    applied = client.post(address(game.event), data | {"ruling_reason": "a lemma"})
    assert applied.status_code == 302
    assert game.event.overlay_words.get().is_admitted


def test_the_revealed_turn_stays_readable_for_everybody_at_the_desk() -> None:
    game, client = playing_arbiter()
    turn = open_turn(game, RACK)
    hand_in(turn, table(game, 2), "8D CORNO")
    reveal(close(turn))
    assert "Ammessi, 1 bollettino in 1 gruppo" in text(client, game.event)
