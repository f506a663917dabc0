"""The locks of the acts. Order, always: game, then turn, then event (the log's head).

A log row about a game or a turn touches their rows too (its foreign keys), so an act that writes one holds the
game's lock.
On SQLite every transaction is immediate, so the database itself is the lock and these read plainly.
"""

from __future__ import annotations

from django.db import connection

from tournaments.models import Event, Game, Turn
from tournaments.services.statements import Part, Reading

_SLIPS_TURN = Reading(
    Part(Turn, ("id", "number", "state", "opening", "deadline_at", "paused_at", "closed_at")),
    Part(Game, ("id", "event_id")),
    source="tournaments_turn JOIN tournaments_game ON tournaments_game.id = tournaments_turn.game_id"
    " WHERE tournaments_turn.id = %s",
)


def lock_game(game_id: int) -> Game:
    """Exclusive: no other act on this game, nor a slip for it, until the transaction ends."""
    return Game.objects.select_for_update().get(pk=game_id)


def lock_event(event_id: int) -> Event:
    return Event.objects.select_for_update().get(pk=event_id)


def share_turn(turn_id: int) -> tuple[Turn, Game]:
    """Shared: many slips at once, but none while the turn is being closed. What a slip needs to know is read, no more.

    Without it, slips acknowledged during a close miss the count (FACTS, "SQLite and PostgreSQL").
    """
    ending = "FOR SHARE OF tournaments_turn" if connection.vendor == "postgresql" else ""
    found = _SLIPS_TURN.one([turn_id], ending=ending)
    if found is None:
        raise Turn.DoesNotExist
    turn, game = found
    return turn, game


def lock_turn(turn_id: int) -> Turn:
    """Exclusive: waits for the slips being written, keeps new ones out."""
    return Turn.objects.select_for_update(of=("self",)).select_related("game__event").get(pk=turn_id)
