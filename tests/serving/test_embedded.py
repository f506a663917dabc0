"""The embedded product: one process that does everything, and refuses company."""

from __future__ import annotations

import shutil
import signal
import socket
import urllib.request
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.serving.processes import Installation


def test_one_process_is_web_worker_and_sweeper(embedded: Installation) -> None:
    server = embedded.serve()
    server.until(lambda: server.get("/readyz").content["worker"] == "ok", "the worker's pulse came")
    answer = server.get("/readyz")
    assert answer.status == 200
    assert answer.content == {
        "status": "degraded",
        "database": "ok",
        "broker": "ok",
        "worker": "ok",
        "lexicon": "missing",
    }
    assert server.get("/readyz?strict").status == 503
    assert server.get("/healthz").content == {"status": "ok"}
    assert server.get("/").status == 200
    assert server.stop() == 0
    assert "Traceback" not in server.said


def test_metrics_are_for_this_machine_and_for_whoever_has_the_token(embedded: Installation) -> None:
    server = embedded.serve()
    server.until(lambda: server.get("/readyz").content["worker"] == "ok", "the worker's pulse came")
    told = server.get("/metrics").body
    assert [line.split()[2] for line in told.splitlines() if line.startswith("# HELP duplicato")] == [
        "duplicato_stream_clients",
        "duplicato_stream_reads_total",
        "duplicato_slips_total",
        "duplicato_search_seconds",
        "duplicato_verdict_seconds",
        "duplicato_database_up",
        "duplicato_worker_up",
        "duplicato_queue_lag_seconds",
    ]
    assert server.get("/metrics", X_Forwarded_For="192.0.2.7").status == 404
    server.stop()
    server = embedded.serve(DUPLICATO_METRICS_TOKEN="a-token-for-the-test")
    assert server.get("/metrics").status == 404
    assert server.get("/metrics", Authorization="Bearer another-token").status == 404
    assert server.get("/metrics", Authorization="Bearer a-token-for-the-test").status == 200


def test_a_second_process_on_the_same_file_is_refused(embedded: Installation) -> None:
    server = embedded.serve()
    second = embedded.run("serve", "--host", "127.0.0.1", "--port", "0")
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == (
        f"CommandError: Duplicato is already running on {embedded.data_dir / 'duplicato.sqlite3'} "
        f"(process {server.process.pid}). One process serves a SQLite file; stop the other one, "
        "or give this one another DUPLICATO_DATA_DIR.\n"
    )
    server.stop(signal.SIGKILL)
    # However the first one died, its place is free.
    assert embedded.serve().get("/healthz").status == 200


def test_what_needs_a_service_is_refused_with_a_sentence() -> None:
    with pytest.raises(CommandError) as several:
        call_command("serve", workers=2)
    assert str(several.value) == (
        "--workers 2: on SQLite one process does everything, and a second would not hear of the first's acts. "
        "Leave --workers out, or set DATABASE_URL=postgresql://… and REDIS_URL for several."
    )
    with pytest.raises(CommandError) as worker:
        call_command("worker")
    assert str(worker.value) == (
        "On SQLite the worker runs inside 'manage.py serve': start that alone. "
        "Workers of their own need DATABASE_URL=postgresql://… and REDIS_URL."
    )


def test_a_taken_port_and_missing_tables_are_named(embedded: Installation) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = embedded.run("serve", "--host", "127.0.0.1", "--port", str(port))
    assert refused.returncode == 1
    assert refused.stderr == (
        f"CommandError: Port {port} of 127.0.0.1 cannot be used (Address already in use): choose another --port.\n"
    )
    (embedded.data_dir / "duplicato.sqlite3").unlink()
    unset = embedded.run("serve", "--host", "127.0.0.1", "--port", "0")
    assert unset.returncode == 1
    assert unset.stderr == (
        "CommandError: The database is not set up for this version: run 'manage.py migrate' first.\n"
    )


def test_sigterm_ends_the_streams_and_finishes_what_is_under_way(played_place: Path, tmp_path: Path) -> None:
    place = Installation(Path(shutil.copytree(played_place, tmp_path / "played")))
    server = place.serve()
    try:
        with (
            urllib.request.urlopen(f"http://127.0.0.1:{server.port}/stream/prova/public/", timeout=30) as stream,
            socket.create_connection(("127.0.0.1", server.port), timeout=30) as tablet,
        ):
            assert stream.readline() == b"retry: 2000\n"
            tablet.sendall(b"POST /gioca/bollettino/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nword=")
            server.process.send_signal(signal.SIGTERM)
            assert stream.read() == b"\n"  # ended properly, at once
            tablet.sendall(b"CASA")
            # A stranger's slip is refused; what counts is that the answer still came.
            assert tablet.recv(12) == b"HTTP/1.1 403"
        assert server.process.wait(60) == 0
    finally:
        place.kill_all()
    assert "Traceback" not in server.said
