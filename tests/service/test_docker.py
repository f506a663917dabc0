"""The files of docker/ as far as they can be checked without an engine: nothing here proves that the image starts."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).parents[2]
COMPOSE = ROOT / "docker" / "compose.yaml"
SECRETS = {
    "POSTGRES_PASSWORD": "a-password",
    "REDIS_PASSWORD": "another-password",
    "DUPLICATO_SECRET_KEY": "a-key",
    "DUPLICATO_HOST": "gara.example",
}


def compose(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(ROOT), **variables}
    command = ["docker-compose", "-f", str(COMPOSE), "config", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    read = compose(**SECRETS)
    assert read.returncode == 0, read.stderr
    found: dict[str, Any] = yaml.safe_load(read.stdout)["services"]
    return found


def test_hadolint_has_nothing_to_say() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    run = subprocess.run([hadolint, ROOT / "docker" / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "")


def test_the_image_does_not_run_as_root() -> None:
    lines = (ROOT / "docker" / "Dockerfile").read_text().splitlines()
    last_stage = lines[max(number for number, line in enumerate(lines) if line.startswith("FROM ")) :]
    assert [line.split()[1] for line in last_stage if line.startswith("USER ")] == ["10001"]


def test_compose_is_valid_and_every_secret_must_be_given() -> None:
    assert compose("-q", **SECRETS).returncode == 0
    for missing in SECRETS:
        refused = compose("-q", **{name: value for name, value in SECRETS.items() if name != missing})
        assert (refused.returncode, "Missing mandatory value" in refused.stderr) == (1, True), missing


def test_it_is_postgres_redis_two_webs_two_workers_and_a_proxy(services: dict[str, Any]) -> None:
    lasting = {name for name, service in services.items() if service.get("restart") == "unless-stopped"}
    assert lasting == {"postgres", "redis", "web-1", "web-2", "worker-1", "worker-2", "proxy"}
    assert {name for name in lasting if "healthcheck" not in services[name]} == set()
    # Only the proxy is reached from outside.
    assert {name for name, service in services.items() if service.get("ports")} == {"proxy"}


def test_what_compose_starts_are_commands_that_exist(services: dict[str, Any]) -> None:
    started = {name: service["command"] for name, service in services.items() if name.startswith("worker")}
    for name in ("web-1", "web-2"):
        assert "command" not in services[name]  # the image's own
        started[name] = ["serve", "--host", "0.0.0.0", "--port", "8000"]
    for name, command in started.items():
        options = _parser(command[0]).parse_args(command[1:])
        assert options is not None, name
    assert _parser("worker").parse_args(services["worker-1"]["healthcheck"]["test"][4:]).ping is True
    for word in services["set-up"]["command"][0].split("manage.py ")[1:]:
        assert word.split()[0] in get_commands()


def test_the_proxy_keeps_no_event_back() -> None:
    assert "flush_interval -1" in (ROOT / "docker" / "Caddyfile").read_text()


def _parser(command: str) -> ArgumentParser:
    return load_command_class(get_commands()[command], command).create_parser("manage.py", command)
