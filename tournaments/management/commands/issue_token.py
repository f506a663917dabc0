"""Issue a token with which a program uses the API as an account."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from tournaments.services import tokens


class Command(BaseCommand):
    help = "Issue an API token for an account. It is shown only now."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--name", default="", help="what it is for")

    def handle(self, *args: Any, username: str, name: str, **options: Any) -> None:
        user = User.objects.filter(username=username, is_active=True).first()
        if user is None:
            raise CommandError(f"There is no active account “{username}”.")
        _token, text = tokens.issue(user, name or "manage.py issue_token")
        self.stdout.write(text)
