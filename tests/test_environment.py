"""The environment: each variable that is wrong or missing stops the start with a sentence that names it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from duplicato.environment import Environment, read_environment

ROOT = Path(__file__).parents[1]
VARIABLES = (
    "DATABASE_URL",
    "REDIS_URL",
    "DUPLICATO_DATA_DIR",
    "DUPLICATO_DEBUG",
    "DUPLICATO_SECRET_KEY",
    "DUPLICATO_ALLOWED_HOSTS",
    "DUPLICATO_PUBLIC_URL",
    "DUPLICATO_TIME_ZONE",
    "DUPLICATO_TRUSTED_PROXIES",
    "DUPLICATO_METRICS_TOKEN",
)
POSTGRES = "postgresql://duplicato@db/duplicato"
REDIS = "redis://localhost:6379/0"
LONG_KEY = "k" * 50


def read(monkeypatch: pytest.MonkeyPatch, folder: Path, **values: str) -> Environment:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in {"DUPLICATO_DATA_DIR": str(folder), **values}.items():
        monkeypatch.setenv(name, value)
    return read_environment(folder)


def test_nothing_needs_to_be_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    environment = read(monkeypatch, tmp_path)
    assert environment.is_embedded is True
    assert environment.database_url == f"sqlite:///{tmp_path / 'duplicato.sqlite3'}"
    assert (environment.redis_url, environment.debug, environment.time_zone) == ("", False, "Europe/Rome")
    assert (environment.is_behind_tls, environment.allowed_hosts) == (False, ["*"])


def test_the_embedded_product_keeps_the_key_it_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = read(monkeypatch, tmp_path).secret_key
    assert len(first) >= 50
    assert read(monkeypatch, tmp_path).secret_key == first
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_the_service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    environment = read(
        monkeypatch,
        tmp_path,
        DATABASE_URL=POSTGRES,
        REDIS_URL=REDIS,
        DUPLICATO_SECRET_KEY=LONG_KEY,
        DUPLICATO_PUBLIC_URL="https://gara.example/",
    )
    assert (environment.is_embedded, environment.is_behind_tls) == (False, True)
    assert environment.public_url == "https://gara.example"
    assert environment.allowed_hosts == ["gara.example"]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (
            {"DATABASE_URL": "mysql://x/y"},
            "DATABASE_URL starts with 'mysql:'. Use sqlite:///FILE or postgresql://USER@HOST/NAME.",
        ),
        (
            {"DATABASE_URL": "nonsense"},
            "DATABASE_URL starts with 'nonsense'. Use sqlite:///FILE or postgresql://USER@HOST/NAME.",
        ),
        ({"REDIS_URL": "http://x"}, "REDIS_URL must start with redis://, rediss:// or unix://."),
        (
            {"REDIS_URL": REDIS},
            "REDIS_URL is set, but the database is SQLite, which one process serves without Redis. "
            "Unset REDIS_URL, or set DATABASE_URL=postgresql://USER@HOST/NAME to run several processes.",
        ),
        (
            {"DATABASE_URL": POSTGRES, "DUPLICATO_SECRET_KEY": LONG_KEY},
            "REDIS_URL is missing. With PostgreSQL in DATABASE_URL several processes share the work "
            "and need a Redis server to reach each other, for example REDIS_URL=redis://localhost:6379/0.",
        ),
        (
            {"DATABASE_URL": POSTGRES, "REDIS_URL": REDIS},
            "DUPLICATO_SECRET_KEY is missing. Set it to a long random text, the same for every process.",
        ),
        (
            {"DUPLICATO_SECRET_KEY": "short"},
            "DUPLICATO_SECRET_KEY is too short: use at least 32 characters.",
        ),
        (
            {"DUPLICATO_PUBLIC_URL": "gara.example"},
            "DUPLICATO_PUBLIC_URL must start with http:// or https://.",
        ),
        (
            {"DUPLICATO_TIME_ZONE": "Mars/Olympus"},
            "DUPLICATO_TIME_ZONE: 'Mars/Olympus' is not a time zone; write for example Europe/Rome.",
        ),
    ],
)
def test_a_wrong_or_missing_variable_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, values: dict[str, str], sentence: str
) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        read(monkeypatch, tmp_path, **values)
    assert str(refusal.value) == sentence


def test_a_switch_that_is_neither_on_nor_off_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(ImproperlyConfigured, match="DUPLICATO_DEBUG"):
        read(monkeypatch, tmp_path, DUPLICATO_DEBUG="maybe")


def test_a_data_folder_that_cannot_be_made_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ImproperlyConfigured) as refusal:
        read(monkeypatch, tmp_path, DUPLICATO_DATA_DIR=str(tmp_path / "file" / "data"))
    folder = tmp_path / "file" / "data"
    assert str(refusal.value) == (
        f"DUPLICATO_DATA_DIR: the folder {folder} cannot be written (Not a directory)."
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://x/y"),
        ("REDIS_URL", "http://x"),
        ("DUPLICATO_TIME_ZONE", "Mars/Olympus"),
        ("DUPLICATO_DATA_DIR", "/dev/null/data"),
    ],
)
def test_the_start_itself_stops_with_the_sentence_and_no_traceback(
    tmp_path: Path, name: str, value: str
) -> None:
    kept = {key: text for key, text in os.environ.items() if key not in VARIABLES}
    environment = {**kept, "DUPLICATO_DATA_DIR": str(tmp_path), name: value}
    command = [sys.executable, "manage.py", "check"]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert name in run.stderr
    assert "Traceback" not in run.stderr
