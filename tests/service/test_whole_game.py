"""The whole event of tests/api/whole_game.py again, told to real processes: PostgreSQL, Redis, web and worker."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.contrib.auth.models import User
from django.db import connection

from lexicon.catalog import open_lexicon
from tests.api.whole_game import PASSWORD, Hall, play_whole_game
from tests.factories import make_federation_user, make_lexicon, make_user
from tests.service.processes import service
from tournaments.services import tokens

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.django_db(transaction=True)]


class RemoteCaller:
    """The same voice as tests/api/calling.py, through a socket."""

    def __init__(self, closing: ExitStack, url: str, authorization: str = "") -> None:
        headers = {"Authorization": authorization} if authorization else {}
        self._client = closing.enter_context(httpx.Client(base_url=f"{url}/api/v1/", headers=headers, timeout=30))
        self.status, self.code = 0, ""

    def get(self, path: str, **headers: str) -> Any:
        return self._read(self._client.get(path, headers=headers))

    def post(self, path: str, **body: Any) -> Any:
        return self.send("POST", path, body)

    def patch(self, path: str, **body: Any) -> Any:
        return self.send("PATCH", path, body)

    def send(self, method: str, path: str, body: Any) -> Any:
        return self._read(self._client.request(method, path, json=body))

    def _read(self, answer: httpx.Response) -> Any:
        is_json = answer.headers.get("Content-Type", "").startswith("application/json")
        data = answer.json() if is_json else answer.content
        self.status = answer.status_code
        self.code = data["code"] if self.status >= 400 and isinstance(data, dict) else ""
        return data


def test_from_creation_to_a_verified_record(data_folder: Path) -> None:
    assert connection.vendor == "postgresql", "run through `make test-all`, which sets DATABASE_URL"
    director, arbiter = make_user("direttrice"), make_user("arbitro")
    director.set_password(PASSWORD)
    director.save()
    lexicon = make_lexicon()
    with service(data_folder, os.environ["REDIS_URL"]) as url, ExitStack() as closing:

        def as_user(user: User) -> RemoteCaller:
            return RemoteCaller(closing, url, f"Token {tokens.issue(user, 'prova')[1]}")

        hall = Hall(
            federation=as_user(make_federation_user()),
            director=as_user(director),
            arbiter=as_user(arbiter),
            public=RemoteCaller(closing, url),
            as_device=lambda token: RemoteCaller(closing, url, f"Device {token}"),
            director_name="direttrice",
            arbiter_name="arbitro",
            lexicon=lexicon.slug,
            store=open_lexicon(lexicon.store_slug),
            breathe=lambda: time.sleep(0.05),
        )
        play_whole_game(hall)
