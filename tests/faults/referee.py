"""The director's, arbiter's and reader's part in a process of its own: a JSON line in, a JSON line out.

It runs with the environment of the processes under test, so that its acts take the product's own way: services, locks,
database, broker. hall.py starts it, once Django is set up.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sys
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import Error as DatabaseError
from django.db import connection
from django.utils import timezone

from tests import factories
from tests.tournaments import play
from tournaments.enums import EventState, RackSource
from tournaments.models import Device, Entry, Game, Player, Slip, Turn, TurnScore
from tournaments.selectors import standings
from tournaments.services import draws, log, turns
from tournaments.services import slips as slips_service
from tournaments.services import tokens as tokens_service
from tournaments.services.errors import ActError

PATIENCE = 30.0


def prepare(players: int, seeded: bool, turn_seconds: int, grace_seconds: int) -> dict[str, Any]:
    """An event whose first game has started, every player in the room with a device."""
    overrides = {"turn_seconds": turn_seconds, "signal_seconds": 1, "grace_seconds": grace_seconds}
    slug = f"sala-{secrets.token_hex(4)}"
    event = factories.make_event(state=EventState.RUNNING, slug=slug, profile_overrides=overrides)
    people = Player.objects.bulk_create(
        Player(first_name="Nome", last_name=f"Cognome{number:05}") for number in range(players)
    )
    now = timezone.now()
    entries = Entry.objects.bulk_create(
        Entry(event=event, player=player, table_number=table, checked_in_at=now)
        for table, player in enumerate(people, start=1)
    )
    tokens = [secrets.token_urlsafe(32) for _ in entries]
    Device.objects.bulk_create(
        Device(entry=entry, token_hash=hashlib.sha256(token.encode()).hexdigest())
        for entry, token in zip(entries, tokens, strict=True)
    )
    officials = factories.make_officials(event)
    game = play.start_game(event, RackSource.SEEDED if seeded else RackSource.MANUAL)
    return {
        "event": event.pk,
        "slug": event.slug,
        "game": game.pk,
        "director": tokens_service.issue(officials.director, "prova")[1],
        "arbiter": tokens_service.issue(officials.arbiter, "prova")[1],
        "tables": [{"entry": e.pk, "token": t} for e, t in zip(entries, tokens, strict=True)],
    }


def draw_by_hand(game: int, letters: str) -> int | None:
    found = Game.objects.get(pk=game)
    turn = draws.draw_by_hand(game=found, by=factories.officials_of(found.event).as_director, letters=letters)
    return turn.pk if turn else None


def request_draw(game: int) -> None:
    found = Game.objects.get(pk=game)
    draws.request(game=found, by=factories.officials_of(found.event).as_director)


def game_state(game: int) -> dict[str, Any]:
    found = Game.objects.get(pk=game)
    last = found.turns.order_by("-ordinal").first()
    return {
        "state": found.state,
        "is_draw_requested": found.draw_requested_at is not None,
        "turns": found.turns.count(),
        "turn": last.pk if last else None,
    }


def act(name: str, turn: int, **arguments: Any) -> str:
    """One of the turn's acts by the person whose it is; the state after it."""
    found = play.fresh(Turn.objects.get(pk=turn))
    officials = factories.officials_of(found.game.event)
    by = officials.as_arbiter if name == "adjudicate" else officials.as_director
    done = getattr(turns, "open_turn" if name == "open" else name)(turn=found, by=by, **arguments)
    return str(done.state)


def set_deadline(turn: int, at: str) -> None:
    """Let a long turn's time be over at a chosen moment, without sitting through it."""
    Turn.objects.filter(pk=turn).update(deadline_at=datetime.fromisoformat(at))


def turn_state(turn: int) -> dict[str, Any]:
    found = Turn.objects.get(pk=turn)
    in_time = found.slips.filter(late_by_ms=0).count()
    return {
        "state": found.state,
        "search": found.search_state,
        "rack": found.rack,
        "number": found.number,
        "deadline_at": _text(found.deadline_at),
        "closed_at": _text(found.closed_at),
        "paused_at": _text(found.paused_at),
        "written": found.slips.count(),
        "is_scored": found.scored_slips == in_time,
    }


def slips(turn: int) -> list[dict[str, Any]]:
    fields = ("client_key", "entry_id", "revision", "word", "reference", "declared_score", "received_at", "late_by_ms")
    rows = Slip.objects.filter(turn=turn).order_by("pk").values(*fields)
    return [row | {"client_key": str(row["client_key"]), "received_at": _text(row["received_at"])} for row in rows]


def scores(turn: int) -> list[dict[str, Any]]:
    rows = TurnScore.objects.filter(turn=turn).values("entry_id", "points", "code", "slip__client_key")
    return [row | {"slip__client_key": row["slip__client_key"] and str(row["slip__client_key"])} for row in rows]


def totals(game: int) -> dict[str, int]:
    found = Game.objects.select_related("event").get(pk=game)
    return {str(row.entry): row.total for row in standings.read_standings(found.event, found)}


def acts(game: int) -> dict[str, Any]:
    """What the log says, in order, and the first row that does not follow from the one before."""
    rows = list(Game.objects.get(pk=game).event.log.order_by("sequence"))
    return {"acts": [row.act for row in rows], "broken": log.first_broken_row(rows)}


def log_times(game: int) -> list[Any]:
    rows = Game.objects.get(pk=game).event.log.order_by("sequence").values_list("sequence", "act", "at")
    return [[sequence, act, at.isoformat()] for sequence, act, at in rows]


def submit(
    turn: int, entry: int, key: str, word: str, reference: str, declared: int | None, received_at: str
) -> dict[str, Any]:
    """A slip received at a chosen moment; its receipt. No client can be that exact over a line."""
    slip = slips_service.submit(
        turn_id=turn,
        device=Device.objects.select_related("entry").get(entry=entry, revoked_at=None),
        client_key=UUID(key),
        revision=1,
        word=word,
        reference=reference,
        declared_score=declared,
        received_at=datetime.fromisoformat(received_at),
    )
    return {
        "client_key": key,
        "revision": slip.revision,
        "received_at": _text(slip.received_at),
        "late_by_ms": slip.late_by_ms,
    }


def enqueue(task: str, pk: int, times: int) -> None:
    """The same task several times over, as a broker that delivers twice does."""
    from duplicato.celery import app

    for _ in range(times):
        app.send_task(f"tournaments.{task}", args=[pk])


def now() -> str:
    return timezone.now().isoformat()


def _text(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


CALLS: dict[str, Callable[..., Any]] = {
    call.__name__: call
    for call in (
        *(prepare, draw_by_hand, request_draw, act, set_deadline, submit, enqueue),
        *(game_state, turn_state, slips, scores, totals, acts, log_times, now),
    )
}


def answer(line: str) -> dict[str, Any]:
    """Acts may be asked for twice, so a database that is away is asked again until it is back."""
    asked = json.loads(line)
    give_up_at = time.monotonic() + PATIENCE
    while True:
        try:
            return {"result": CALLS[asked["call"]](**asked["arguments"])}
        except ActError as refusal:
            return {"refusal": refusal.code}
        except DatabaseError as error:
            connection.close()
            if time.monotonic() > give_up_at:
                return {"error": repr(error)}
            time.sleep(0.1)
        except Exception as error:
            return {"error": repr(error)}


def main() -> None:
    _say({"result": "ready"})
    for line in sys.stdin:
        _say(answer(line))


def _say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()
