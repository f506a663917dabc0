"""The projector: what it shows in each phase and mode, and what it never shows."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.factories import make_event, officials_of
from tests.tournaments.play import close, draw, hand_in, open_turn, play, reveal, running_game
from tournaments.enums import EventState
from tournaments.models import Event, Game
from tournaments.services import ceremony, games, screens, turns

pytestmark = pytest.mark.django_db

FIRST = {1: "8G CORNO", 2: "8H CANE", 3: "8H NO"}


def screen(client: Client, event: Event) -> str:
    answer = client.get(f"/sala/{event.slug}/?part=screen", headers={"accept-language": "it"})
    assert answer.status_code == 200
    return answer.content.decode()


def scene(client: Client, event: Event) -> str:
    return re.search(r'data-scene="(\w+)"', screen(client, event))[1]


def show(event: Event, mode: str) -> None:
    screens.set_projector(event, mode=mode, by=officials_of(event).as_director)


@pytest.fixture
def game() -> Game:
    return running_game()


def test_the_page_follows_the_stream_and_has_its_own_controls(client: Client, game: Game) -> None:
    page = client.get(f"/sala/{game.event.slug}/").content.decode()
    assert f'url="/stream/{game.event.slug}/public/"' in page
    assert "data-hall-sound" in page


def test_the_letters_wait_for_the_clock(client: Client, game: Game) -> None:
    assert scene(client, game.event) == "welcome"
    turn = draw(game, "CORNOAE")
    waiting = screen(client, game.event)
    assert "Le lettere arrivano con il via" in waiting
    assert "Leggio:" not in waiting
    turns.open_turn(turn=turn, by=officials_of(game.event).as_director)
    shown = screen(client, game.event)
    assert 'aria-label="Leggio: C O R N O A E"' in shown
    assert '<span class="hall-104">113</span>' in shown
    assert "Mano 1" in shown
    assert 'class="clock clock--hall" state="plain"' in shown


def test_no_top_before_the_reveal(client: Client, game: Game) -> None:
    turn = open_turn(game, "CORNOAE")
    hand_in(turn, game.event.entries.get(table_number=1), "8G CORNO")
    for act in (
        lambda: None,
        lambda: close(turn),
        lambda: turns.adjudicate(turn=turn, by=officials_of(game.event).as_arbiter),
    ):
        act()
        for mode in ("rack", "board", "ranking"):
            show(game.event, mode)
            assert "tile--top" not in screen(client, game.event)
            assert "punti" not in screen(client, game.event)
    show(game.event, "rack")
    turns.reveal(turn=turn, by=officials_of(game.event).as_director)
    shown = screen(client, game.event)
    assert scene(client, game.event) == "reveal"
    assert "tile--top" in shown
    assert re.search(r"Trovato da \d su 4", shown)


def test_the_director_chooses_what_the_hall_sees(client: Client, game: Game) -> None:
    open_turn(game, "CORNOAE")
    for mode in ("rack", "board", "ranking", "black"):
        show(game.event, mode)
        assert scene(client, game.event) == mode


def test_a_message_is_shown_in_every_mode(client: Client, game: Game) -> None:
    screens.show_message(game.event, text="Pausa di <dieci> minuti", by=officials_of(game.event).as_director)
    for mode in ("rack", "black", "ranking"):
        show(game.event, mode)
        assert '<p class="hall-message" role="status">Pausa di &lt;dieci&gt; minuti</p>' in screen(client, game.event)


def test_ten_places_a_page(client: Client) -> None:
    game = running_game(players=23)
    play(game, "CORNOAE", FIRST)
    show(game.event, "ranking")
    assert re.findall(r'<tbody data-range="([\d–]+)"', screen(client, game.event)) == ["1–10", "11–20", "21–23"]


def test_nothing_is_swapped_where_nothing_changed(client: Client, game: Game) -> None:
    turn = open_turn(game, "CORNOAE")
    digests = [re.search(r'data-screen="(\w+)"', screen(client, game.event))[1] for _ in range(2)]
    assert digests[0] == digests[1]
    turns.extend(turn=turn, by=officials_of(game.event).as_director, seconds=30)
    assert re.search(r'data-screen="(\w+)"', screen(client, game.event))[1] != digests[0]


def test_a_frozen_ranking_stays_where_it_was(client: Client) -> None:
    game = running_game()
    play(game, "CORNOAE", FIRST)
    ceremony.freeze_now(game.event, by=officials_of(game.event).as_director)
    play(game, "AAEISTR", {4: "H8 NASI"})
    shown = screen(client, game.event)
    assert "Classifica ferma alla mano 1" in shown
    name = game.event.entries.get(table_number=4).player.name
    row = re.search(rf"<tr>(?:(?!</tr>).)*{name}.*?</tr>", shown, re.DOTALL)[0]
    assert '<td class="number strong">0</td></tr>' in row


def test_the_ceremony_tells_places_from_the_bottom(client: Client) -> None:
    game = running_game(frozen_turns=1)
    play(game, "CORNOAE", FIRST)
    director = officials_of(game.event).as_director
    games.end(game=game, by=director, end_reason="director")
    names = {entry.table_number: entry.player.name for entry in game.event.entries.select_related("player")}
    ceremony.begin(game.event, by=director)
    assert scene(client, game.event) == "ceremony"
    assert not any(name in screen(client, game.event) for name in names.values())
    ceremony.tell_next(game.event, by=director, shown=0)
    told = screen(client, game.event)
    assert names[4] in told
    assert not any(names[table] in told for table in (1, 2, 3))


def test_the_remote_control_is_the_directors(client: Client) -> None:
    game = running_game(frozen_turns=1)
    play(game, "CORNOAE", FIRST)
    address = f"/sala/{game.event.slug}/cerimonia/"
    assert client.get(address).status_code == 302
    client.force_login(officials_of(game.event).arbiter)
    assert client.get(address).status_code == 403
    client.force_login(officials_of(game.event).director)
    refused = client.post(address, {"act": "begin"}, follow=True).content.decode()
    assert "La classifica non è ferma" in refused
    games.end(game=game, by=officials_of(game.event).as_director, end_reason="director")
    client.post(address, {"act": "begin"})
    for shown in range(4):
        assert 'name="shown"' in client.get(address).content.decode()
        client.post(address, {"act": "next", "shown": str(shown)})
    assert Event.objects.get(pk=game.event.pk).is_ceremony_done
    assert client.get(address).status_code == 200
    assert scene(client, game.event) == "reveal"


def test_a_draft_and_a_private_event_are_the_officials_own(client: Client) -> None:
    draft = make_event(state=EventState.DRAFT)
    private = make_event(state=EventState.RUNNING, players=4, is_public=False)
    assert client.get(f"/sala/{draft.slug}/").status_code == 404
    assert client.get(f"/sala/{private.slug}/").status_code == 404
    client.force_login(officials_of(private).director)
    assert client.get(f"/sala/{private.slug}/").status_code == 200


@pytest.mark.parametrize("players", [3, 13])
def test_the_queries_do_not_grow_with_the_room(
    client: Client, players: int, django_assert_max_num_queries: object
) -> None:
    game = running_game(players=players)
    play(game, "CORNOAE", FIRST)
    with django_assert_max_num_queries(16):  # type: ignore[operator]
        screen(client, game.event)
    with django_assert_max_num_queries(6):  # type: ignore[operator]
        screen(client, game.event)


def test_a_revealed_turn_without_a_move_says_so(client: Client, game: Game) -> None:
    turn = reveal(close(open_turn(game, "CORNOAE")))
    turn.top.master = None
    turn.top.score = 0
    turn.top.save()
    assert "Nessuna giocata possibile" in screen(client, game.event)
