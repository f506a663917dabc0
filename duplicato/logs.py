"""The process's own log: lines for a person in the embedded product, one JSON object a line in the service.

A log is read by people who may not know a slip or a top. So the text of an exception is left out: it may quote one,
and a database's certainly does. Its type and the lines of code it came through stay. The same for addresses: a
request is named by its pattern, because an address can carry an enrolment code. With DUPLICATO_DEBUG all is shown.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Any

from django.conf import settings


class PlainFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).astimezone()
        line = f"{at:%H:%M:%S} {record.levelname.lower()} {record.name}: {sentence(record)}"
        trail = failure(record)
        return f"{line}\n{trail}" if trail else line


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        content: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": sentence(record),
            "process": record.process,
            "thread": record.threadName,
        }
        trail = failure(record)
        if trail:
            content["failure"] = trail
        return json.dumps(content, ensure_ascii=False)


def sentence(record: logging.LogRecord) -> str:
    if settings.DEBUG:
        return record.getMessage()
    request = getattr(record, "request", None)
    if request is not None:
        return _request_sentence(record, request)
    task = getattr(record, "data", None)
    if record.name == "celery.app.trace" and isinstance(task, dict):
        # Celery's own sentence carries arguments and the exception's text.
        return f"Task {task.get('name')}[{task.get('id')}] {task.get('description', 'failed')}"
    text = record.getMessage()
    error = record.exc_info[1] if record.exc_info else None
    if error is not None and str(error):
        text = text.replace(repr(error), type(error).__name__).replace(str(error), type(error).__name__)
    return text


def failure(record: logging.LogRecord) -> str:
    """The way of an exception through the code, and of those it came from; no text of any of them."""
    if not record.exc_info or record.exc_info[1] is None:
        return ""
    if settings.DEBUG:
        return "".join(traceback.format_exception(*record.exc_info)).rstrip()
    parts: list[str] = []
    error: BaseException | None = record.exc_info[1]
    while error is not None and len(parts) < 5:
        code = getattr(error, "sqlstate", None)
        name = f"{type(error).__module__}.{type(error).__qualname__}{f' ({code})' if code else ''}"
        frames = "".join(traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__)).format())
        parts.append(f"{frames}{name}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\nwhich came from\n".join(parts)


def _request_sentence(record: logging.LogRecord, request: Any) -> str:
    match = getattr(request, "resolver_match", None)
    pattern = f"/{match.route}" if match is not None else "(no such address)"
    status = getattr(record, "status_code", "")
    return f"{status} {getattr(request, 'method', '')} {pattern}".strip()
