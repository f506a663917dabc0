"""Play a whole tournament with bots through the HTTP API of a running server.

    manage.py simulate_event                          the sample event, or a copy of it, in about two minutes
    manage.py simulate_event --players 500 --seconds 0 --pause 0     as fast as the server can

The command reads the event and issues the officials' tokens in the database that the server uses; everything else
travels over HTTP, as from tablets. A seed plays the same bots again.
"""

from __future__ import annotations

import random
import secrets
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tournaments.bots.calling import Line, RefusedError
from tournaments.bots.room import Pace, Room, StuckError
from tournaments.engine.record import verify_record
from tournaments.enums import EventState, OfficeKind
from tournaments.management.commands import sample_event
from tournaments.models import ApiToken, Event, Office, Player
from tournaments.services import entries, events, games, officials, publication, tokens, words
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError


class Command(BaseCommand):
    help = "Play a tournament with bots through the HTTP API, mistakes and contests included."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", nargs="?", help="slug of an event ready to start; else the sample, or a copy")
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="the running server")
        parser.add_argument("--seconds", type=float, default=2.2, help="from the opening of a turn to its close")
        parser.add_argument("--pause", type=float, default=1.0, help="seconds on the verdicts before the next draw")
        parser.add_argument("--players", type=int, default=0, help="enter bots until there are so many")
        parser.add_argument("--turns", type=int, help="at most so many turns a game")
        parser.add_argument("--mistakes", type=float, default=1.0, help="more or less of what goes wrong; 0 for none")
        parser.add_argument("--seed", default="", help="any text: the same bots again")
        parser.add_argument("--no-publish", action="store_true", help="leave the event as the last game left it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            line = Line(options["url"])
        except ValueError as error:
            raise CommandError(str(error)) from error
        turns = 1 if options["turns"] is None else options["turns"]
        if min(options["seconds"], options["pause"], options["mistakes"]) < 0 or turns < 1:
            raise CommandError("Seconds, pauses and mistakes are 0 or more, turns 1 or more.")
        event = self._event(options["event"], options["players"])
        issued = [_token(event, kind) for kind in (OfficeKind.DIRECTOR, OfficeKind.ARBITER)]
        try:
            self._play(line, event, [text for _token, text in issued], options)
        except (RefusedError, StuckError) as error:
            raise CommandError(str(error)) from error
        finally:
            for token, _text in issued:
                tokens.revoke(token)

    def _event(self, slug: str | None, players: int) -> Event:
        with transaction.atomic():
            if slug is None:
                event = sample()
            else:
                found = Event.objects.filter(slug=slug).first()
                if found is None:
                    raise CommandError(f"There is no event {slug!r}.")
                event = found
            missing = officials.missing_sentences(event)
            if missing:
                raise CommandError(f"The event is not ready. {missing}")
            if event.state not in {EventState.REGISTRATION, EventState.RUNNING}:
                raise CommandError(f"The event is {event.get_state_display()!s}: choose one that has not been played.")
            _fill(event, players)
        return event

    def _play(self, line: Line, event: Event, issued: list[str], options: dict[str, Any]) -> None:
        seed = options["seed"] or secrets.token_hex(4)
        started = time.monotonic()
        room = Room(
            line,
            event.slug,
            director=issued[0],
            arbiter=issued[1],
            rules=event.ruleset,
            store=words.store(event),
            source=random.Random(seed),  # noqa: S311 - bots, not draws
            say=self._say,
        )
        try:
            bots = room.seat_bots(options["mistakes"])
            self._say(f"{event.name} ({event.slug}), seed {seed}: {bots} bots have enrolled.")
            pace = Pace(options["seconds"], options["pause"], options["turns"])
            for number in range(1, event.games_planned + 1):
                if number > 1:
                    room.assign_tables()
                room.play_game(number, pace)
                if options["turns"] is not None:
                    self._end(event, number)
                self._verify(room, number)
            self._sum_up(room, line, time.monotonic() - started)
        finally:
            room.close()
        if not options["no_publish"]:
            self._publish(event)

    def _end(self, event: Event, number: int) -> None:
        """Cut short by --turns: the director ends the game, which the API asks a password for."""
        games.end(game=event.games.get(number=number), by=_director(event), end_reason="director")

    def _verify(self, room: Room, number: int) -> None:
        result = verify_record(room.record(number))
        if result.first_difference is not None:
            raise CommandError(f"The record of game {number} is wrong: {result.first_difference.message('en')}")
        self._say(f"game {number}: the public record verifies, {result.derived} draws follow from the seed.")

    def _publish(self, event: Event) -> None:
        by = _director(event)
        event.refresh_from_db()
        try:
            events.move(event, EventState.FINISHED, by)
            publication.publish(event=event, by=by)
        except ActError as error:
            raise CommandError(error.message) from error
        self._say(f"Published: /t/{event.slug}/")

    def _sum_up(self, room: Room, line: Line, seconds: float) -> None:
        played = room.played
        for row in room.standings()[:5]:
            self._say(f"{row['rank']:>3}. {row['name']:<24} {row['total']:>5}  {row['percent']} %  {row['tops']} tops")
        slips = ", ".join(f"{count} {kind}" for kind, count in played.slips.most_common())
        self._say(f"{played.turns} turns in {seconds:.0f} s; {slips}.")
        self._say(f"{played.contests} contests, {played.admitted} words admitted; {line.repeats} calls repeated.")
        for kind, times in sorted(line.seconds.items()):
            times.sort()
            self._say(
                f"  {kind:<6} {len(times):>6} calls   p50 {_share(times, 0.5)}   p95 {_share(times, 0.95)}   "
                f"p99 {_share(times, 0.99)}   max {times[-1] * 1000:.0f} ms"
            )
        if played.unacknowledged:
            raise CommandError(f"{played.unacknowledged} slips were not taken as they were sent: in time, or late.")

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def sample() -> Event:
    """The sample event where it has not begun, else a new copy with the same people."""
    event = Event.objects.filter(slug=sample_event.SLUG).first()
    if event is not None and event.state == EventState.REGISTRATION:
        return event
    number = 1
    while event is not None:
        number += 1
        event = Event.objects.filter(slug=f"{sample_event.SLUG}-{number}").first()
    slug = sample_event.SLUG if number == 1 else f"{sample_event.SLUG}-{number}"
    return sample_event.create(slug, f"Torneo di esempio {number}" if number > 1 else "Torneo di esempio", {})


def _fill(event: Event, players: int) -> None:
    by = _director(event)
    for place in range(event.entries.count() + 1, players + 1):
        player, _ = Player.objects.get_or_create(
            licence_number=f"BOT-{place:05}", defaults={"first_name": "Bot", "last_name": f"{place:05}"}
        )
        entries.check_in(entries.add(event, player=player, by=by), by=by)


def _director(event: Event) -> Actor:
    office = officials.holder(event, OfficeKind.DIRECTOR)
    assert office is not None, "the event was checked for its officials"
    assert office.user is not None
    return Actor.of_user(office.user)


def _token(event: Event, kind: OfficeKind) -> tuple[ApiToken, str]:
    office = Office.objects.select_related("user").get(event=event, kind=kind, ended_at=None)
    assert office.user is not None
    return tokens.issue(office.user, "simulate_event")


def _share(times: list[float], share: float) -> str:
    return f"{times[min(len(times) - 1, int(share * len(times)))] * 1000:.0f} ms"
