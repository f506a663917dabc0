"""Bots that play a tournament through the HTTP API, as tablets and officials do: to watch, and to load a server."""
