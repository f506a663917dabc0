"""A sample event, ready to start: players, clubs, officials, everybody in the room."""

from __future__ import annotations

import argparse
import secrets
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from lexicon.models import LexiconEdition
from lexicon.services import register_built
from lexicon.store import StoreError
from tournaments.enums import Category, EventState
from tournaments.models import Club, Event, Player
from tournaments.services import entries, events, officials
from tournaments.services.actor import WORKER, Actor

SLUG = "esempio"
LEXICON = "it-figs"
# User name, first and last name.
DIRECTOR = ("direttore-esempio", "Bianca", "Marchetti")
ARBITER = ("arbitro-esempio", "Aldo", "Ferraris")

CLUBS = ("Circolo La Loggia, Lucca", "Scarabeo Club Torino", "Amici delle Parole, Bari", "Gioco e Lettere, Trieste")
# First name, last name, category; the clubs take turns.
PLAYERS = (
    ("Giulia", "Conti", Category.OPEN),
    ("Marco", "De Luca", Category.OPEN),
    ("Elena", "Grassi", Category.OPEN),
    ("Paolo", "Santoro", Category.SENIOR),
    ("Chiara", "Moretti", Category.JUNIOR),
    ("Andrea", "Ricci", Category.OPEN),
    ("Francesca", "Barbieri", Category.OPEN),
    ("Luca", "Fontana", Category.OPEN),
    ("Silvia", "Caruso", Category.SENIOR),
    ("Matteo", "Ferri", Category.JUNIOR),
    ("Anna", "Longo", Category.OPEN),
    ("Davide", "Martini", Category.OPEN),
    ("Laura", "Vitale", Category.OPEN),
    ("Stefano", "Leone", Category.SENIOR),
    ("Martina", "Serra", Category.JUNIOR),
    ("Roberto", "Coppola", Category.OPEN),
    ("Valentina", "D'Angelo", Category.OPEN),
    ("Simone", "Palumbo", Category.OPEN),
    ("Teresa", "Negri", Category.SENIOR),
    ("Giorgio", "Villa", Category.SENIOR),
    ("Beatrice", "Sanna", Category.OPEN),
    ("Nicolò", "Bellini", Category.JUNIOR),
    ("Irene", "Pagano", Category.OPEN),
    ("Claudio", "Mazza", Category.OPEN),
)
# Their places in the list above: Santoro, Caruso, Villa.
PANEL = (3, 8, 19)


class Command(BaseCommand):
    help = "Create the sample event with its players and officials. Repeating it changes nothing."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--new-passwords",
            action="store_true",
            help="give director and arbiter of the sample new passwords",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            passwords: dict[str, str] = {}
            event = Event.objects.filter(slug=SLUG).first()
            if event is None:
                event = create(SLUG, "Torneo di esempio", passwords)
                self.stdout.write(f"Created the event “{event}” with {len(PLAYERS)} players, ready to start.")
            else:
                self.stdout.write(f"The event “{event}” is already there; nothing was changed.")
            if options["new_passwords"]:
                for username, *_ in (DIRECTOR, ARBITER):
                    user = User.objects.filter(username=username).first()
                    if user is not None:
                        passwords[username] = _new_password(user)
        for username, password in passwords.items():
            self.stdout.write(f"  {username}  {password}")
        if passwords:
            self.stdout.write("These passwords are shown only now. Log in at /admin/.")


def create(slug: str, name: str, passwords: dict[str, str]) -> Event:
    """An event ready to start; the passwords of accounts that are new are added to `passwords`."""
    today = timezone.localdate()
    director, arbiter = _account(DIRECTOR, passwords), _account(ARBITER, passwords)
    event = events.create(
        by=WORKER,
        name=name,
        slug=slug,
        venue="Sala delle Lettere",
        starts_on=today,
        lexicon=_lexicon(),
        director=director,
    )
    as_director, as_arbiter = Actor.of_user(director), Actor.of_user(arbiter)
    events.move(event, EventState.REGISTRATION, as_director)
    entered = [entries.add(event, player=player, by=as_director) for player in _players()]
    officials.appoint_arbiter(event, user=arbiter, by=as_director)
    officials.appoint_panel(event, entries=[entered[place] for place in PANEL], by=as_arbiter)
    for entry in entered:
        entries.check_in(entry, by=as_director)
    event.refresh_from_db()
    return event


def _lexicon() -> LexiconEdition:
    """The built Italian list, or else any Italian edition that has its words."""
    try:
        return register_built(LEXICON)
    except StoreError:
        edition = LexiconEdition.objects.ready().filter(language="it").first()
    if edition is None:
        raise CommandError("There is no Italian word list yet. Build one first: manage.py build_lexicon it")
    return edition


def _account(names: tuple[str, str, str], passwords: dict[str, str]) -> User:
    username, first_name, last_name = names
    user, is_new = User.objects.get_or_create(
        username=username, defaults={"first_name": first_name, "last_name": last_name, "is_staff": True}
    )
    if is_new:
        passwords[username] = _new_password(user)
    return user


def _new_password(user: User) -> str:
    password = secrets.token_urlsafe(9)
    user.set_password(password)
    user.save(update_fields=["password"])
    return password


def _players() -> list[Player]:
    clubs = [Club.objects.get_or_create(name=name)[0] for name in CLUBS]
    made = []
    for place, (first_name, last_name, category) in enumerate(PLAYERS):
        defaults = {
            "first_name": first_name,
            "last_name": last_name,
            "category": category,
            "club": clubs[place % len(clubs)],
        }
        player, _ = Player.objects.get_or_create(licence_number=f"ESEMPIO-{place + 1:02}", defaults=defaults)
        made.append(player)
    return made
