"""The service: the same entry points on a real PostgreSQL and a real Redis, several processes at once."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction
from django.utils import timezone

from duplicato.lease import LEASE
from tests.factories import officials_of
from tests.serving.processes import ROOT, Installation, Running
from tests.tournaments import play
from tournaments.enums import RackSource, SearchState, TurnState
from tournaments.models import Game, Slip, Turn
from tournaments.services import draws, queue, turns

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


def ready_worker(service: Installation, *options: str) -> Running:
    worker = service.start("worker", "--concurrency", "2", *options)
    worker.until(lambda: "The worker is ready" in worker.said, "it was ready")
    return worker


def test_web_and_workers_play_a_turn_and_survive_a_killed_worker(service: Installation, data_folder: Path) -> None:
    service.variables["DUPLICATO_DATA_DIR"] = str(data_folder)  # the words of the test's own lexicon
    game = play.running_game(players=3, rack_source=RackSource.SEEDED, slug="prova")
    director = officials_of(game.event).as_director
    first = ready_worker(service, "--name", "first")
    second = ready_worker(service, "--name", "second")
    web = service.serve("--workers", "2")
    web.until(lambda: web.get("/readyz").content["worker"] == "ok", "a worker's pulse came")
    assert web.get("/readyz?strict").content == {
        "status": "ok",
        "database": "ok",
        "broker": "ok",
        "worker": "ok",
        "lexicon": "ok",
    }
    assert web.get("/t/prova/").status == 200

    # One of the two sweeps, and when it is killed the other one takes over.
    sweeping = [worker for worker in (first, second) if "This worker sweeps" in worker.said]
    assert len(sweeping) == 1
    survivor = second if sweeping[0] is first else first
    sweeping[0].stop(signal.SIGKILL)
    draws.request(game=game, by=director)
    Game.objects.filter(pk=game.pk).update(draw_requested_at=timezone.now() - timedelta(seconds=5))
    survivor.until(lambda: "This worker sweeps" in survivor.said, "it took the lease over")
    survivor.until(lambda: game.turns.filter(search_state=SearchState.READY).exists(), "rack and top were found")

    # The close comes from the worker, at the deadline, and every slip is scored.
    turn = turns.open_turn(turn=Turn.objects.get(), by=director)
    for entry in game.event.entries.all():
        play.hand_in(turn, entry, "8H CASA")
    Turn.objects.filter(pk=turn.pk).update(deadline_at=timezone.now() - timedelta(seconds=30))
    survivor.until(lambda: Turn.objects.get().scored_slips == 3, "the turn was closed and scored")
    assert Turn.objects.get().state == TurnState.CLOSED
    told = web.get("/metrics").body.splitlines()
    assert 'duplicato_slips_total{outcome="accepted"} 3.0' in told
    assert "duplicato_search_seconds_count 1.0" in told
    assert "duplicato_verdict_seconds_count 1.0" in told

    assert _ping(service, survivor)
    assert (web.stop(), survivor.stop()) == (0, 0)
    for process in (web, survivor):
        for line in process.said.splitlines():
            if line.startswith("{"):
                assert set(json.loads(line)) >= {"at", "level", "logger", "message"}
        assert not [word for word in ("CASA", service.variables["DUPLICATO_SECRET_KEY"]) if word in process.said]


def test_web_processes_end_with_their_killed_parent(service: Installation) -> None:
    web = service.serve("--workers", "2")
    assert web.get("/healthz").status == 200
    web.stop(signal.SIGKILL)

    def is_refused() -> bool:
        try:
            web.get("/healthz")
        except OSError:
            return True
        return False

    give_up_at = time.monotonic() + 20
    while not is_refused():
        assert time.monotonic() < give_up_at, "the children live on"
        time.sleep(0.1)


def test_a_killed_workers_task_comes_back_from_redis(service: Installation, data_folder: Path) -> None:
    """Nobody sweeps here: the test itself has the lease. Late acknowledgement alone brings the message back."""
    service.variables["DUPLICATO_DATA_DIR"] = str(data_folder)
    game = play.running_game(players=3, rack_source=RackSource.SEEDED)
    with psycopg.connect(service.variables["DATABASE_URL"], autocommit=True) as lease:
        lease.execute("SELECT pg_advisory_lock(%s)", [LEASE])
        first = ready_worker(service)
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=game.pk)
            Game.objects.filter(pk=game.pk).update(draw_requested_at=timezone.now())
            queue.enqueue("draw_rack", game.pk)
            first.until(lambda: _somebody_waits(lease), "the task waited for the game")
            first.stop(signal.SIGKILL)
        assert game.turns.count() == 0
        second = ready_worker(service)
        second.until(lambda: game.turns.count() == 1, "the task came back")
        assert "This worker sweeps" not in first.said + second.said


def test_a_backup_is_restored_into_an_empty_database(service: Installation, tmp_path: Path, data_folder: Path) -> None:
    service.variables["DUPLICATO_DATA_DIR"] = str(data_folder)
    game = play.running_game(players=3, slug="prova")
    play.play(game, "CASATER", {1: "8H CASA", 2: "8H CASA"})
    file = str(tmp_path / "service.backup")
    made = service.run("backup", file)
    assert made.returncode == 0, made.stderr
    assert made.stdout.splitlines()[1] == (
        "The secret key is not in it: keep DUPLICATO_SECRET_KEY with your other secrets."
    )
    assert service.run("restore", file).stderr.startswith("CommandError: There is a database here already.")

    name = f"{connection.settings_dict['NAME']}_restored"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}"')
    try:
        address = service.variables["DATABASE_URL"].rpartition("/")[0] + f"/{name}"
        elsewhere = Installation(tmp_path / "elsewhere", {**service.variables, "DATABASE_URL": address})
        elsewhere.variables["DUPLICATO_DATA_DIR"] = str(tmp_path / "elsewhere")
        restored = elsewhere.run("restore", file)
        assert restored.returncode == 0, restored.stderr
        assert restored.stdout.splitlines()[1:] == ["prova, game 1: 1 turns rebuilt", "Everything holds."]
        assert elsewhere.run("replay_game", "prova").stdout == "game 1: OK, 1 turns\n"
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
    assert Slip.objects.count() == 2


def test_deployment_checks_find_nothing(service: Installation) -> None:
    checked = service.run(
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        DUPLICATO_PUBLIC_URL="https://gara.example",
        DUPLICATO_SECRET_KEY="4f9b3c0a7e1d58264f9b3c0a7e1d5826-a-key-that-is-long-and-varied-enough",
    )
    assert (checked.stderr, checked.returncode) == ("", 0)
    assert checked.stdout == "System check identified no issues (0 silenced).\n"


def _somebody_waits(session: psycopg.Connection[Any]) -> bool:
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    row = session.execute(waiting).fetchone()
    return row is not None and row[0] > 0


def _ping(service: Installation, worker: Running) -> bool:
    """The worker's health check, as docker/compose.yaml asks it."""
    name = "first" if "--name', 'first'" in str(worker.process.args) else "second"
    command = [sys.executable, "manage.py", "worker", "--ping", "--name", name]
    return subprocess.run(command, cwd=ROOT, env=service.environment, check=False, timeout=60).returncode == 0
