"""What a big event asks of the tournament, beside its aim: `python benchmarks/tournament.py`.

On a SQLite file of its own, or with DATABASE_URL and REDIS_URL on a database that it may fill and empties again.
2,000 players × 25 turns of standings; 5,000 slips of one turn to score, as varied as a hall writes them; a ruling on
them; the game rebuilt from its log.
"""

# ruff: noqa: E402 - the settings are read when Django is set up

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
FOLDER = tempfile.TemporaryDirectory(prefix="duplicato-benchmark-")
os.environ["DUPLICATO_DATA_DIR"] = FOLDER.name
os.environ["DJANGO_SETTINGS_MODULE"] = "duplicato.settings"

import django

django.setup()

from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from tests.factories import italian_words, make_event, make_lexicon, make_officials
from tests.tournaments.play import draw, start_game
from tournaments.bots.mind import Mind
from tournaments.engine.search import ranked_moves
from tournaments.engine.tiles import Rack
from tournaments.enums import Decision, EventState, SlipSource, TurnState
from tournaments.models import Device, Entry, Event, Game, Player, Slip, Top, Turn, TurnScore
from tournaments.selectors.standings import read_standings
from tournaments.services import adjudication, publication, rulings, turns, words
from tournaments.services.actor import Actor

PLAYERS, TURNS, SLIPS = 2_000, 25, 5_000
RACK = "CORNOAE"


def people(event: Event, count: int) -> list[Entry]:
    players = Player.objects.bulk_create(
        [Player(first_name="Bot", last_name=f"{n:05}") for n in range(count)], batch_size=500
    )
    now = timezone.now()
    return Entry.objects.bulk_create(
        [Entry(event=event, player=p, table_number=n, checked_in_at=now) for n, p in enumerate(players, 1)],
        batch_size=500,
    )


def running_event(count: int) -> tuple[Event, Game, list[Entry], Actor, Actor]:
    event = make_event(state=EventState.RUNNING, lexicon=make_lexicon(italian_words()))
    entries = people(event, count)
    held = make_officials(event)
    return event, start_game(event), entries, held.as_director, held.as_arbiter


def played(rng: random.Random) -> Event:
    """25 revealed turns of 2,000 players, written straight into the tables."""
    event, game, entries, _director, _arbiter = running_event(PLAYERS)
    now = timezone.now()
    for ordinal in range(1, TURNS + 1):
        turn = Turn.objects.create(
            game=game, ordinal=ordinal, number=ordinal, state=TurnState.REVEALED, board="\n".join(["." * 15] * 15),
            rack=RACK, bag="", drawn_at=now, opened_at=now,
        )  # fmt: skip
        top = rng.randint(20, 110)
        Top.objects.create(turn=turn, score=top, found_at=now)
        points = [rng.choice([top, rng.randint(0, top)]) for _ in entries]
        TurnScore.objects.bulk_create(
            [TurnScore(turn=turn, entry=e, points=p, is_top=p == top) for e, p in zip(entries, points, strict=True)],
            batch_size=1000,
        )
    return event


def handed_in(rng: random.Random) -> tuple[Event, Turn, Actor, Actor]:
    """An open turn with 5,000 slips of bots of every strength, mistakes included."""
    event, game, entries, director, arbiter = running_event(SLIPS)
    turn = turns.open_turn(turn=draw(game, RACK), by=director)
    moves = ranked_moves(event.ruleset, turn.board_before, Rack(RACK), words.store(event), 120)
    devices = Device.objects.bulk_create([Device(entry=e, token_hash=f"{e.pk:064}") for e in entries], batch_size=500)
    slips = []
    for place, (entry, device) in enumerate(zip(entries, devices, strict=True)):
        plan = Mind(place / SLIPS, rng).plan(moves, RACK, event.notation)
        slips += [
            Slip(
                turn=turn, entry=entry, opening=turn.opening, source=SlipSource.DEVICE, word=written.word,
                reference=written.reference, declared_score=written.declared_score, received_at=timezone.now(),
                device=device,
            )
            for written in plan.versions[-1:]
        ]  # fmt: skip
    Slip.objects.bulk_create(slips, batch_size=500)
    return event, turn, director, arbiter


def timed(act: Callable[[], object], rounds: int = 1) -> float:
    best = float("inf")
    for _ in range(rounds):
        started = time.perf_counter()
        act()
        best = min(best, time.perf_counter() - started)
    return best


def main() -> None:
    call_command("migrate", verbosity=0)
    rng = random.Random(20260101)
    rows: list[tuple[str, float, float]] = []
    event = played(rng)
    rows.append((f"standings, {PLAYERS:,} players × {TURNS} turns", timed(lambda: read_standings(event), 3), 1.0))
    rows.append(("  the same after turn 12", timed(lambda: read_standings(event, turns=12), 3), 1.0))

    event, turn, director, arbiter = handed_in(rng)
    rows.append((f"close a turn with {SLIPS:,} slips", timed(lambda: turns.close(turn=turn, by=director)), 0.5))
    rows.append((f"score {turn.slips.count():,} slips", timed(lambda: adjudication.score_slips(turn_id=turn.pk)), 5.0))
    distinct = turn.groups.count()
    turns.adjudicate(turn=turn, by=director)
    rows.append(("reveal", timed(lambda: turns.reveal(turn=turn, by=director)), 1.0))

    def rule() -> None:
        ruling = rulings.preview(
            turn=turn, by=arbiter, words=["CONAREO"], decision=Decision.ADMIT, article="F14", reason="lemma"
        )
        rulings.apply(ruling=ruling, by=arbiter)

    rows.append(("preview and apply a ruling on them", timed(rule), 10.0))
    game = Game.objects.get(event=event)
    rows.append(("rebuild the game from its log", timed(lambda: publication.recompute(game)), 5.0))

    print(f"{connection.vendor}, {SLIPS:,} slips in {distinct} groups")
    print(f"{'':<44} {'seconds':>9} {'aim':>7} {'ratio':>7}")
    for name, seconds, aim in rows:
        print(f"{name:<44} {seconds:>9.3f} {aim:>7.1f} {seconds / aim:>7.2f}")


if __name__ == "__main__":
    main()
    if connection.vendor == "postgresql":
        call_command("flush", interactive=False, verbosity=0)
