"""The directors' admin, one file a noun; every act goes through the services."""

from tournaments.admin import clubs, entries, events, games, log, offices, players, tokens

__all__ = ["clubs", "entries", "events", "games", "log", "offices", "players", "tokens"]
