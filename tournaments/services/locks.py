"""The locks of the acts. Order, always: game, then turn, then event (the log's head).

A log row about a game or a turn touches their rows too (its foreign keys), so an act that writes one holds the
game's lock.
On SQLite every transaction is immediate, so the database itself is the lock and these read plainly.
"""

from __future__ import annotations

from django.db import connection

from tournaments.models import Event, Game, Turn


def lock_game(game_id: int) -> Game:
    """Exclusive: no other act on this game, nor a slip for it, until the transaction ends."""
    return Game.objects.select_for_update().get(pk=game_id)


def lock_event(event_id: int) -> Event:
    return Event.objects.select_for_update().get(pk=event_id)


def share_turn(turn_id: int) -> Turn:
    """Shared: many slips at once, but none while the turn is being closed. `event_id` comes along.

    Without it, slips acknowledged during a close miss the count (FACTS, "SQLite and PostgreSQL").
    """
    statement = (
        "SELECT turn.*, game.event_id FROM tournaments_turn turn JOIN tournaments_game game ON game.id = turn.game_id"
        " WHERE turn.id = %s"
    )
    if connection.vendor == "postgresql":
        statement += " FOR SHARE OF turn"
    turn = next(iter(Turn.objects.raw(statement, [turn_id])), None)
    if turn is None:
        raise Turn.DoesNotExist
    return turn


def lock_turn(turn_id: int) -> Turn:
    """Exclusive: waits for the slips being written, keeps new ones out."""
    return Turn.objects.select_for_update(of=("self",)).select_related("game__event").get(pk=turn_id)
