"""Talking to the API: JSON over connections that stay open, one a thread; what could not be sent is sent again."""

from __future__ import annotations

import json
import threading
import time
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

API = "/api/v1/"
# A server that is restarting comes back within this; every call may be repeated, slips by their key.
PATIENCE_SECONDS = 30.0
TIMEOUT_SECONDS = 30.0


class RefusedError(Exception):
    """What the server said no to, with its stable code."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status, self.code, self.message = status, code, message


class Line:
    """The way to one server. Safe to use from many threads; how long each call took is kept by name."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError(f"{url!r} is not an address like http://127.0.0.1:8000")
        self._kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._host, self._port = parts.hostname, parts.port
        self._own = threading.local()
        self._counting = threading.Lock()
        self.seconds: dict[str, list[float]] = {}
        self.repeats = 0

    def call(self, method: str, path: str, authorization: str, body: Any, kind: str) -> Any:
        started = time.monotonic()
        while True:
            try:
                status, data = self._once(method, path, authorization, body)
            except (OSError, HTTPException) as error:
                status, data = 503, {"code": "away", "message": f"{type(error).__name__}: {error}"}
                self._own.connection = None
            if status != 503 or time.monotonic() - started > PATIENCE_SECONDS:
                break
            self.repeats += 1
            time.sleep(0.2)
        with self._counting:
            self.seconds.setdefault(kind, []).append(time.monotonic() - started)
        if status >= 400:
            known = data if isinstance(data, dict) else {}
            raise RefusedError(status, str(known.get("code", "")), str(known.get("message", "")))
        return data

    def _once(self, method: str, path: str, authorization: str, body: Any) -> tuple[int, Any]:
        headers = {"Accept": "application/json", "Accept-Language": "en"}
        if authorization:
            headers["Authorization"] = authorization
        content = None
        if body is not None:
            content = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        connection = self._connection()
        connection.request(method, API + path, content, headers)
        answer = connection.getresponse()
        text = answer.read()
        is_json = answer.headers.get("Content-Type", "").startswith("application/json")
        return answer.status, json.loads(text) if is_json and text else None

    def beat(self, path: str, cookie: str) -> None:
        """Ask and forget the answer: the next beat comes soon enough."""
        try:
            connection = self._connection()
            connection.request("GET", path, headers={"Cookie": cookie})
            connection.getresponse().read()
        except (OSError, HTTPException):
            self._own.connection = None

    def _connection(self) -> HTTPConnection:
        """This thread's own."""
        connection: HTTPConnection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = self._kind(self._host, self._port, timeout=TIMEOUT_SECONDS)
        return connection


class Caller:
    """One who calls: an official by token, a table by its device, or nobody yet."""

    def __init__(self, line: Line, authorization: str = "") -> None:
        self._line, self._authorization = line, authorization

    def get(self, path: str, kind: str = "read") -> Any:
        return self._line.call("GET", path, self._authorization, None, kind)

    def post(self, path: str, kind: str = "act", **body: Any) -> Any:
        return self._line.call("POST", path, self._authorization, body, kind)
