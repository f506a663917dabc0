"""Rebuild a game from its log alone and compare it with what is stored."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Game
from tournaments.services import publication


class Command(BaseCommand):
    help = "Rebuild games from the log alone and compare boards, racks and totals with what is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the event's address (slug)")
        parser.add_argument("--game", type=int, help="number of the game; all of them without it")

    def handle(self, *args: Any, **options: Any) -> None:
        games = Game.objects.filter(event__slug=options["event"]).select_related("event").order_by("number")
        if options["game"] is not None:
            games = games.filter(number=options["game"])
        if not games:
            raise CommandError(f"No game of the event {options['event']!r} was found.")
        is_fine = True
        for game in games:
            result = publication.recompute(game)
            turns = len(result.state.history) if result.state else 0
            self.stdout.write(f"game {game.number}: {'OK' if result.agrees else 'DIFFERS'}, {turns} turns")
            for problem in result.problems:
                self.stdout.write(f"  {problem}")
            is_fine = is_fine and result.agrees
        if not is_fine:
            raise CommandError("The log and the stored results do not agree.")
