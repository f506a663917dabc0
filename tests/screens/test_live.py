"""The public pages: what each phase shows, what stays hidden, filters, favourites' plot, fair draws."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.factories import make_club, make_event, officials_of
from tests.tournaments.play import close, draw, hand_in, open_turn, play, reveal, running_game
from tournaments.engine.notation import format_reference
from tournaments.engine.record import verify_record
from tournaments.enums import Category, EventState, RackSource
from tournaments.models import Event, Game
from tournaments.services import ceremony, contests, games, screens, turns
from tournaments.services.actor import Actor
from tournaments.services.positions import read_move

pytestmark = pytest.mark.django_db

FIRST = {1: "8G CORNO", 2: "8H CANE", 3: "8H NO"}
PARTS = ("ranking", "turn", "turns", "plot", "now", "message", "summary")


def get(client: Client, address: str) -> str:
    answer = client.get(address, headers={"accept-language": "it"})
    assert answer.status_code == 200, address
    return answer.content.decode()


def pages(event: Event) -> list[str]:
    """Every public address of an event."""
    entry = event.entries.get(table_number=1)
    base = f"/t/{event.slug}/"
    numbers = event.games.filter(turns__isnull=False).values_list("number", "turns__number").distinct()
    return [
        base,
        *(f"{base}?part={part}" for part in PARTS),
        *(f"{base}{game}/{turn}/" for game, turn in numbers),
        f"{base}giocatori/",
        f"{base}giocatori/{entry.pk}/",
        f"{base}statistiche/",
        f"{base}sorteggio/",
        f"/sala/{event.slug}/",
        "/",
    ]


def everything(client: Client, event: Event) -> str:
    return "\n".join(get(client, address) for address in pages(event))


def row_of(html: str, name: str) -> str:
    return re.search(rf"<tr data-entry(?:(?!</tr>).)*{name}.*?</tr>", html, re.DOTALL)[0]


def ended(game: Game) -> Event:
    games.end(game=game, by=officials_of(game.event).as_director, end_reason="director")
    return Event.objects.get(pk=game.event.pk)


def test_every_page_before_the_first_turn(client: Client) -> None:
    event = make_event(state=EventState.REGISTRATION, players=4)
    text = everything(client, event)
    assert "Nessuna mano giocata" in text
    assert "Ancora nessuna mano svelata" in text


@pytest.mark.parametrize("fields", [{"state": EventState.DRAFT}, {"state": EventState.RUNNING, "is_public": False}])
def test_drafts_and_private_events_are_not_found(client: Client, fields: dict) -> None:
    event = make_event(players=4, **fields)
    for address in pages(event)[:-1]:
        assert client.get(address).status_code == 404


def test_a_drawn_rack_is_nobodys_yet(client: Client) -> None:
    game = running_game()
    draw(game, "CORNOAE")
    text = everything(client, game.event)
    assert "Leggio:" not in text
    assert "CORNOAE" not in text


def test_while_a_turn_is_open_or_closed_nothing_tells_the_top(client: Client) -> None:
    game = running_game()
    play(game, "CORNOAE", FIRST)
    turn = open_turn(game, "AAEISTR")
    hand_in(turn, game.event.entries.get(table_number=1), "H8 NASI")
    word = turn.top.master["word"]
    steps = [
        lambda: None,
        lambda: close(turn),
        lambda: turns.adjudicate(turn=turn, by=officials_of(game.event).as_arbiter),
    ]
    for step in steps:
        step()
        text = everything(client, game.event)
        assert word not in text
        assert "NASI" not in text
        assert "mano 2 di 2" in text
    turns.reveal(turn=turn, by=officials_of(game.event).as_director)
    assert word in get(client, f"/t/{game.event.slug}/?part=turn")


def test_the_ranking_says_place_movement_points_and_distance(client: Client) -> None:
    game = running_game()
    play(game, "CORNOAE", FIRST)
    turn = play(game, "AAEISTR", {4: "H8 NASI"})
    ranking = get(client, f"/t/{game.event.slug}/?part=ranking")
    assert "Mano 2" in ranking
    first = game.event.entries.get(table_number=1)
    row = row_of(ranking, first.player.name)
    assert "−" in row
    assert f"/t/{game.event.slug}/giocatori/{first.pk}/" in row
    assert f"Classifica dopo la mano {turn.number}" in ranking


def test_filters_by_category_club_and_name(client: Client) -> None:
    game = running_game()
    event = game.event
    play(game, "CORNOAE", FIRST)
    club = make_club("Circolo Prova")
    young, member = event.entries.get(table_number=1), event.entries.get(table_number=2)
    event.entries.filter(pk=young.pk).update(category=Category.JUNIOR)
    event.entries.filter(pk=member.pk).update(club=club)
    names = [entry.player.name for entry in event.entries.select_related("player")]

    def shown(query: str) -> list[str]:
        html = get(client, f"/t/{event.slug}/?part=ranking&{query}")
        return [name for name in names if name in html]

    assert shown("categoria=junior") == [young.player.name]
    assert shown(f"circolo={club.pk}") == [member.player.name]
    assert shown(f"cerca={young.player.last_name.lower()}") == [young.player.name]
    assert "Nessun giocatore con questi filtri" in get(client, f"/t/{event.slug}/?part=ranking&cerca=zzz")
    page = get(client, f"/t/{event.slug}/")
    assert "Tutti 4" in page
    assert 'data-category="junior"' in page


def test_wrong_addresses_are_not_found(client: Client) -> None:
    game = running_game()
    play(game, "CORNOAE", FIRST)
    base = f"/t/{game.event.slug}/"
    for wrong in ("?part=slips", "?partita=7", "?partita=x", "1/9/", "9/1/", "giocatori/999999/", "sorteggio/1.json"):
        assert client.get(base + wrong).status_code == 404


def test_the_plot_follows_the_favourites(client: Client) -> None:
    game = running_game()
    play(game, "CORNOAE", FIRST)
    leader, other = (game.event.entries.select_related("player").get(table_number=n) for n in (1, 4))
    plot = get(client, f"/t/{game.event.slug}/?part=plot&preferiti={other.pk},x,99")
    wide, narrow = re.findall(r'<svg class="plot plot--(?:wide|narrow)".*?</svg>', plot, re.DOTALL)
    for picture in (wide, narrow):
        names = re.findall(r'class="plot__name[^>]*>([^<]+)<', picture)
        assert [name.split(" ")[0] for name in names] == [leader.player.last_name, other.player.last_name]
    assert 'stroke-dasharray="7 4"' in plot


def test_the_statistics_of_a_turn(client: Client) -> None:
    game = running_game()
    turn = play(game, "CORNOAE", FIRST)
    found = turn.scores.filter(is_top=True).count()
    text = get(client, f"/t/{game.event.slug}/?part=turn")
    assert f"Trovato da <strong>{found} su 4</strong>" in text
    assert "1 zero" in text
    assert text.count('class="column') >= 3
    moves = get(client, f"/t/{game.event.slug}/1/1/")
    assert "Le giocate della sala" in moves
    assert "CORNO" in moves


def test_no_slip_by_name_while_a_contest_is_open(client: Client) -> None:
    game = running_game()
    turn = play(game, "CORNOAE", {1: "8G CORNO", 3: "8H CANE"})
    entry = game.event.entries.get(table_number=3)
    address = f"/t/{game.event.slug}/giocatori/{entry.pk}/"
    assert "CANE" in get(client, address)
    contest = contests.open_contest(turn=turn, entry=entry, subject="slip", words=["CANE"], by=Actor.of_entry(entry))
    for other in game.event.entries.all():
        text = get(client, f"/t/{game.event.slug}/giocatori/{other.pk}/")
        assert "contestazione aperta" in text
        assert "CANE" not in text
    contests.reject(contest=contest, by=officials_of(game.event).as_arbiter, reason="letta bene")
    assert "CANE" in get(client, address)


def test_a_frozen_ranking_leaks_nowhere(client: Client) -> None:
    game = running_game()
    play(game, "CORNOAE", FIRST)
    director = officials_of(game.event).as_director
    ceremony.freeze_now(game.event, by=director)
    turn = open_turn(game, "AAEISTR")
    top = read_move(turn.top.master)
    winner = game.event.entries.get(table_number=4)
    hand_in(turn, winner, f"{format_reference(top, 'M')} {top.word}")
    reveal(close(turn))
    assert turn.scores.get(entry=winner).points > 0
    ranking = get(client, f"/t/{game.event.slug}/?part=ranking")
    assert "Classifica ferma alla mano 1" in ranking
    assert '<td class="number strong">0<' in row_of(ranking, winner.player.name)
    sheet = get(client, f"/t/{game.event.slug}/giocatori/{winner.pk}/")
    assert top.word not in sheet
    assert f"/t/{game.event.slug}/1/2/" not in sheet
    assert "movement--up" not in everything(client, game.event)
    event = ended(game)
    assert client.get(f"/t/{event.slug}/sorteggio/1.json").status_code == 404
    assert "dopo la premiazione" in get(client, f"/t/{event.slug}/sorteggio/")


def test_the_ceremony_opens_the_ranking(client: Client) -> None:
    game = running_game(frozen_turns=1)
    play(game, "CORNOAE", FIRST)
    event = ended(game)
    director = officials_of(event).as_director
    ceremony.begin(event, by=director)
    event = ceremony.tell_next(event, by=director, shown=0)
    text = get(client, f"/t/{event.slug}/?part=ranking")
    assert "Premiazione" in text
    last = event.entries.get(table_number=4).player.name
    assert f"<strong>4</strong> {last}" in text
    for shown in (1, 2, 3):
        ceremony.tell_next(event, by=director, shown=shown)
    text = get(client, f"/t/{event.slug}/?part=ranking")
    assert "Classifica ferma" not in text
    assert "Classifica dopo la mano 1" in text


def test_the_seed_and_the_record_are_public_after_the_end(client: Client) -> None:
    game = running_game(rack_source=RackSource.SEEDED)
    turn = open_turn(game)
    turns.reveal(turn=_adjudicated(turn), by=officials_of(game.event).as_director)
    game.refresh_from_db()
    page = get(client, f"/t/{game.event.slug}/sorteggio/")
    assert game.commitment in page
    assert game.seed not in page
    event = ended(game)
    page = get(client, f"/t/{event.slug}/sorteggio/")
    assert game.seed in page
    record = client.get(f"/t/{event.slug}/sorteggio/1.json").json()
    assert verify_record(record).ok
    assert client.get(f"/regole/{record['ruleset']}.json").json()["rack_size"] == 7
    assert client.get("/regole/klingon.json").status_code == 404


def _adjudicated(turn):
    return turns.adjudicate(turn=close(turn), by=officials_of(turn.game.event).as_arbiter)


def test_several_games_have_a_ranking_each(client: Client) -> None:
    game = running_game(games_planned=2)
    play(game, "CORNOAE", FIRST)
    page = get(client, f"/t/{game.event.slug}/")
    assert "?partita=2" in page
    assert "La classifica comincia" in get(client, f"/t/{game.event.slug}/?part=ranking&partita=2")


def test_the_directors_message_is_on_the_page(client: Client) -> None:
    game = running_game()
    screens.show_message(game.event, text="Pausa", by=officials_of(game.event).as_director)
    assert "Pausa" in get(client, f"/t/{game.event.slug}/")


@pytest.mark.parametrize("players", [3, 23])
@pytest.mark.parametrize("address", ["", "giocatori/", "statistiche/", "1/1/"])
def test_the_queries_do_not_grow_with_the_room(
    client: Client, players: int, address: str, django_assert_max_num_queries: object
) -> None:
    game = running_game(players=players)
    play(game, "CORNOAE", FIRST)
    with django_assert_max_num_queries(36):  # type: ignore[operator]
        get(client, f"/t/{game.event.slug}/{address}")


def test_parts_are_kept_until_the_log_moves(client: Client, django_assert_max_num_queries: object) -> None:
    game = running_game()
    play(game, "CORNOAE", FIRST)
    get(client, f"/t/{game.event.slug}/?part=ranking")
    with django_assert_max_num_queries(2):  # type: ignore[operator]
        get(client, f"/t/{game.event.slug}/?part=ranking")
