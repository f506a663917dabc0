"""A hall that plays: players with names and strengths, realistic slips, through the services as in a real event.

Used by docs/make_images.py, in a data folder of its own. The same `random` state plays the same slips.
"""

from __future__ import annotations

import random
import uuid
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from lexicon.services import register_built
from tournaments.engine.notation import format_reference, format_word
from tournaments.engine.search import ScoredMove, ranked_moves
from tournaments.engine.tiles import Rack
from tournaments.enums import Category, EventState
from tournaments.models import Club, Device, Entry, Event, Game, Player, Turn
from tournaments.services import adjudication, draws, entries, events, games, officials, slips, tops, turns, words
from tournaments.services.actor import WORKER, Actor

FIRST_NAMES = (
    "Marta", "Paolo", "Lucia", "Tommaso", "Irene", "Dario", "Elisa", "Nicolò", "Franca", "Giulia", "Sandro", "Rita",
    "Ugo", "Bianca", "Andrea", "Chiara", "Pietro", "Laura", "Enrico", "Silvia", "Matteo", "Teresa", "Giorgio",
    "Anna", "Filippo", "Carla", "Stefano", "Nadia", "Luca", "Emma",
)
LAST_NAMES = (
    "Vianello", "Deiana", "Ferrando", "Greco", "Mazzanti", "Colonna", "Barbieri", "Serra", "Donati", "Ferraro",
    "Pavan", "Morandi", "Ferri", "Sori", "Bassi", "Riva", "Conti", "Neri", "Longo", "Sala", "Galli", "Pini",
    "Zanon", "Marino", "Berti", "Sforza", "Caputo", "Fadda", "Rinaldi", "Testa", "Villa", "Monti", "Fabbri",
    "Orsini", "Leone", "Basile", "Gallo", "Messina", "Piras", "Valli",
)
CLUBS = (
    "Modena", "Trieste", "Cagliari", "Genova", "Lecce", "Pisa", "Roma", "Torino", "Bologna", "Napoli", "Treviso",
)
MOST_MOVES = 120


def make_room(players: int, *, chance: random.Random, name: str = "Coppa Città di Modena 2026") -> Event:
    """An event ready to start, everybody in the room; director and arbiter log in as `regia` and `arbitro`."""
    director, arbiter = _account("regia", "Roberto", "Galli"), _account("arbitro", "Elena", "Sforza")
    event = events.create(
        by=WORKER,
        name=name,
        venue="Sala dei Tigli",
        starts_on=timezone.localdate(),
        lexicon=register_built("it-figs"),
        director=director,
    )
    by = Actor.of_user(director)
    events.move(event, EventState.REGISTRATION, by)
    clubs = [Club.objects.get_or_create(name=club)[0] for club in CLUBS]
    names = [(first, last) for first in FIRST_NAMES for last in LAST_NAMES]
    entered = []
    for first, last in chance.sample(names, players):
        category = chance.choices(list(Category), weights=[2, 6, 3])[0]
        player = Player.objects.create(
            first_name=first, last_name=last, club=chance.choice(clubs), category=category
        )
        entered.append(entries.add(event, player=player, by=by, is_on_paper=chance.random() < 0.06))
    officials.appoint_arbiter(event, user=arbiter, by=by)
    officials.appoint_panel(event, entries=chance.sample(entered, 3), by=Actor.of_user(arbiter))
    for entry in entered:
        entries.check_in(entry, by=by)
    return Event.objects.get(pk=event.pk)


def start(event: Event) -> Game:
    return games.start(game=games.plan(event)[0], by=_director(event))


def draw(game: Game) -> Turn:
    draws.request(game=game, by=_director(game.event))
    turn = draws.draw_requested(game_id=game.pk)
    assert turn is not None
    tops.search(turn_id=turn.pk)
    return turn


def open_turn(game: Game) -> Turn:
    return turns.open_turn(turn=draw(game), by=_director(game.event))


def hand_in_slips(turn: Turn, chance: random.Random, *, share: float = 1.0) -> None:
    """Slips of this share of the tables, each by its player's strength; some are wrong, as in any hall."""
    event = turn.game.event
    moves = ranked_moves(event.ruleset, turn.board_before, Rack(turn.rack), words.store(event), MOST_MOVES)
    present = list(event.entries.all().order_by("table_number"))
    for entry in chance.sample(present, round(share * len(present))):
        word, reference, declared = _slip(entry, event, moves, chance)
        device, _new = Device.objects.get_or_create(
            entry=entry, revoked_at=None, defaults={"token_hash": uuid.uuid4().hex * 2}
        )
        slips.submit(
            turn_id=turn.pk,
            device=device,
            client_key=uuid.uuid4(),
            revision=1,
            word=word,
            reference=reference,
            declared_score=declared,
            received_at=timezone.now() - timedelta(milliseconds=chance.randrange(5)),
        )


def close(turn: Turn) -> Turn:
    turns.close(turn=turn, by=_director(turn.game.event))
    adjudication.score_slips(turn_id=turn.pk)
    return Turn.objects.get(pk=turn.pk)


def reveal(turn: Turn) -> Turn:
    by = _director(turn.game.event)
    return turns.reveal(turn=turns.adjudicate(turn=turn, by=by), by=by)


def play_turn(game: Game, chance: random.Random) -> Turn:
    turn = open_turn(game)
    hand_in_slips(turn, chance)
    return reveal(close(turn))


def _slip(
    entry: Entry, event: Event, moves: list[ScoredMove], chance: random.Random
) -> tuple[str, str, int | None]:
    """The player's word, reference and declared score."""
    strength = 1.5 + 12 * ((entry.pk * 7919) % 100) / 100  # how far down the list this player looks, on average
    best = moves[min(int(chance.expovariate(1 / strength)), len(moves) - 1)]
    word, reference = format_word(best.move.word), format_reference(best.move, event.notation)
    declared: int | None = best.score if chance.random() < 0.9 else best.score + chance.choice([-2, 1, 3])
    mishap = chance.random()
    if mishap < 0.02:
        word = word[:-1] + chance.choice("AEIO")
    elif mishap < 0.035:
        reference = reference[::-1]
    elif mishap < 0.2:
        declared = None
    return word, reference, declared


def _director(event: Event) -> Actor:
    return Actor.of_user(User.objects.get(username="regia"))


def _account(username: str, first_name: str, last_name: str) -> User:
    user, _new = User.objects.get_or_create(
        username=username, defaults={"first_name": first_name, "last_name": last_name, "is_staff": True}
    )
    return user
