"""The process's log carries no slip, no top, no code and no secret: neither in its sentences nor in its failures."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.test import Client, RequestFactory
from django.urls import resolve

from duplicato.logs import JsonFormatter, PlainFormatter

SECRET = "QUASAR8H"


def record(message: str = "It failed", *args: Any, name: str = "duplicato", **extra: Any) -> logging.LogRecord:
    made = logging.LogRecord(name, logging.ERROR, __file__, 1, message, args, extra.pop("exc_info", None))
    for key, value in extra.items():
        setattr(made, key, value)
    return made


def failed() -> Any:
    try:
        try:
            raise IntegrityError(f"DETAIL: Failing row contains ({SECRET})")
        except IntegrityError as error:
            raise ValueError(SECRET) from error
    except ValueError:
        return sys.exc_info()


@pytest.mark.parametrize("formatter", [PlainFormatter(), JsonFormatter()])
def test_an_exceptions_text_is_left_out_and_its_way_is_kept(formatter: logging.Formatter) -> None:
    exc_info = failed()
    text = formatter.format(record("It failed: %r", exc_info[1], exc_info=exc_info))
    assert SECRET not in text
    assert ("builtins.ValueError" in text, "IntegrityError" in text, "which came from" in text) == (True, True, True)
    assert "test_logs.py" in text


def test_a_request_is_named_by_its_pattern() -> None:
    request = RequestFactory().post(f"/gioca/{SECRET}/")
    request.resolver_match = resolve(request.path)
    line = json.loads(JsonFormatter().format(record("%s: %s", "Error", request.path, request=request, status_code=500)))
    assert line["message"] == "500 POST /gioca/<str:code>/"


def test_a_failed_task_is_named_without_its_arguments() -> None:
    data = {"name": "tournaments.search_top", "id": "7", "description": "raised unexpected", "exc": SECRET}
    line = json.loads(JsonFormatter().format(record(f"Task {SECRET}", name="celery.app.trace", data=data)))
    assert line["message"] == "Task tournaments.search_top[7] raised unexpected"


def test_a_line_of_the_service_is_one_json_object() -> None:
    text = JsonFormatter().format(record("Two\nlines of %s", "È", exc_info=failed()))
    assert "\n" not in text
    line = json.loads(text)
    assert (line["level"], line["logger"], line["message"]) == ("error", "duplicato", "Two\nlines of È")


@pytest.mark.django_db
def test_a_broken_page_logs_its_pattern_and_no_address(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.raise_request_exception = False
    with connection.execute_wrapper(_refuse):
        answer = client.get(f"/gioca/{SECRET}/")
    assert answer.status_code == 500
    written = [PlainFormatter().format(made) for made in caplog.records if made.name == "django.request"]
    assert len(written) == 1
    assert "500 GET /gioca/<str:code>/" in written[0]
    assert SECRET not in written[0]


def _refuse(*_: Any) -> None:
    raise ValueError(SECRET)
