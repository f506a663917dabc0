"""A start with `--set-up`: everything that is missing is made, a login and a sample event included. Each is made once.

What is said here is for the person at the terminal, before any page could ask for a language: Italian.
"""

from __future__ import annotations

import io
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.utils import timezone

from duplicato import backups
from lexicon import catalog
from tournaments.models import Event

USERNAME = "direttore"
# Without letters and digits that are taken for each other.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS, GROUP_LENGTH = 4, 4
SAMPLE = "esempio"


def bring_up_to_date(plan: list[Any]) -> Iterator[str]:
    """Translations, tables and the word list, where they are missing or old. `plan`: the migrations to be made."""
    call_command("compile_catalogues")
    if plan:
        if connection.introspection.table_names():
            file = Path(settings.DATA_DIR) / "backups" / f"before-upgrade-{timezone.now():%Y%m%d-%H%M%S}.backup"
            file.parent.mkdir(parents=True, exist_ok=True)
            backups.write(file)
            yield f"Nuova versione: i dati di prima sono in {file}."
        call_command("migrate", verbosity=0)
    if not catalog.store_path(settings.DEFAULT_LEXICON).exists():
        # In a process of its own: the build takes more memory than the whole evening.
        manage: str = str(settings.BASE_DIR / "manage.py")
        build = [sys.executable, manage, "build_lexicon", settings.DEFAULT_LEXICON]
        if subprocess.run(build, check=False).returncode:  # noqa: S603 - nothing of anybody's in it
            yield "La lista di parole non c'è ancora: rifate «make setup» con la rete, o importatene una da /admin/."


def somebody_can_enter() -> bool:
    return User.objects.filter(is_superuser=True, is_active=True).exists()


def first_login() -> tuple[str, str] | None:
    """Name and password of a new superuser; None where there is one already. The password is kept nowhere."""
    if somebody_can_enter():
        return None
    names = set(User.objects.filter(username__startswith=USERNAME).values_list("username", flat=True))
    username = next(name for name in _names() if name not in names)
    password = "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS))
    User.objects.create_superuser(username, password=password)
    return username, password


def first_start() -> Iterator[str]:
    """A first start's login and sample event, made as they are told; nothing on later ones."""
    login = first_login()
    if login is None:
        return
    yield "Prima utenza, mostrata solo ora: annotatela."
    yield f"  {login[0]}  {login[1]}"
    yield f"  Persa? .venv/bin/python manage.py changepassword {login[0]}"
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
    yield f"  .venv/bin/python manage.py simulate_event --url {address}  giocatori finti, due minuti"


def _names() -> Iterator[str]:
    yield USERNAME
    number = 2
    while True:
        yield f"{USERNAME}-{number}"
        number += 1
