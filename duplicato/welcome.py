"""The first start: a login for whoever installed it, and a sample event to try. Each is made once.

What is said here is for the person at the terminal, before any page could ask for a language: Italian.
"""

from __future__ import annotations

import io
import secrets
from collections.abc import Iterator

from django.contrib.auth.models import User
from django.core.management import call_command, get_commands
from django.core.management.base import CommandError

from tournaments.models import Event

USERNAME = "direttore"
# Without letters and digits that are taken for each other.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS, GROUP_LENGTH = 4, 4
SAMPLE = "esempio"


def first_login() -> tuple[str, str] | None:
    """Name and password of a new superuser; None where there is one already. The password is kept nowhere."""
    if User.objects.filter(is_superuser=True, is_active=True).exists():
        return None
    names = set(User.objects.filter(username__startswith=USERNAME).values_list("username", flat=True))
    username = next(name for name in _names() if name not in names)
    password = "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS))
    User.objects.create_superuser(username, password=password)
    return username, password


def lines() -> Iterator[str]:
    """What a first start has to say, made as it is said; nothing on later ones."""
    login = first_login()
    if login is None:
        return
    yield "Prima utenza, mostrata solo ora: annotatela."
    yield f"  {login[0]}  {login[1]}"
    yield f"  Persa? manage.py changepassword {login[0]}"
    if Event.objects.exists():
        return
    said = io.StringIO()
    try:
        call_command("sample_event", stdout=said)
    except CommandError as refusal:
        yield f"Il torneo di esempio non è stato creato: {refusal}"
        return
    yield "Torneo di esempio, con le sue utenze:"
    yield from (line for line in said.getvalue().splitlines() if line.startswith("  "))


def how_to_try(address: str) -> Iterator[str]:
    """Where the sample event is, while there is one."""
    if not Event.objects.filter(slug=SAMPLE).exists():
        return
    yield "Per provare il torneo di esempio:"
    yield f"  {address}/admin/  entrate come direttore-esempio: la console è nella prima pagina"
    yield f"  {address}/sala/{SAMPLE}/  il proiettore; {address}/t/{SAMPLE}/ la pagina per il pubblico"
    if "simulate_event" in get_commands():
        yield f"  manage.py simulate_event {SAMPLE}  ventiquattro giocatori finti, da guardare"


def _names() -> Iterator[str]:
    yield USERNAME
    number = 2
    while True:
        yield f"{USERNAME}-{number}"
        number += 1
