"""Talking to the API as one caller: an integrator's token, a table's device, or nobody."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.test import Client

from tournaments.models import Entry, Event
from tournaments.services import devices, tokens
from tournaments.services.actor import Actor


class Caller:
    """JSON in, JSON out; `status`, `code` and `headers` of the last answer are kept."""

    def __init__(self, authorization: str = "", language: str = "it") -> None:
        self._client = Client(enforce_csrf_checks=True, headers={"Accept-Language": language})
        self._headers = {"Authorization": authorization} if authorization else {}
        self.status, self.code, self.message = 0, "", ""
        self.headers: Any = {}

    def get(self, path: str, **headers: str) -> Any:
        return self._read(self._client.get(f"/api/v1/{path}", headers=self._headers | headers))

    def post(self, path: str, **body: Any) -> Any:
        return self.send("POST", path, body)

    def patch(self, path: str, **body: Any) -> Any:
        return self.send("PATCH", path, body)

    def send(self, method: str, path: str, body: Any) -> Any:
        answer = self._client.generic(
            method, f"/api/v1/{path}", json.dumps(body), content_type="application/json", headers=self._headers
        )
        return self._read(answer)

    def _read(self, answer: Any) -> Any:
        self.status, self.headers, self.code, self.message = answer.status_code, answer.headers, "", ""
        is_json = answer.content and answer.headers.get("Content-Type", "").startswith("application/json")
        data = answer.json() if is_json else answer.content
        if self.status >= 400 and isinstance(data, dict):
            assert set(data) == {"code", "message", "extra"}, data
            self.code, self.message = data["code"], data["message"]
        return data


def as_user(user: User, **options: str) -> Caller:
    return Caller(f"Token {tokens.issue(user, 'prova')[1]}", **options)


def as_table(entry: Entry) -> Caller:
    """A bot at this table, enrolled through the API."""
    code = devices.issue_code(entry, Actor.of_user(_any_director(entry.event)))
    return enrolled(code)


def enrolled(code: str) -> Caller:
    answer = Caller().post("enrol/", code=code)
    return Caller(f"Device {answer['token']}")


def slip(
    word: str, reference: str = "", declared: int | None = None, revision: int = 1, key: str = ""
) -> dict[str, Any]:
    return {
        "client_key": key or str(uuid4()),
        "revision": revision,
        "word": word,
        "reference": reference,
        "declared_score": declared,
    }


def _any_director(event: Event) -> User:
    return event.offices.get(kind="director", ended_at=None).user
