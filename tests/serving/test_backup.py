"""Back-up while the hall plays, restored into an empty place and replayed."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from duplicato import backups
from duplicato.database_copies import CopyError
from tests.serving.processes import Installation

TABLES = ("tournaments_slip", "tournaments_logrow", "tournaments_turnscore", "tournaments_turn", "tournaments_entry")


@pytest.fixture
def played(played_place: Path, tmp_path: Path) -> Installation:
    """An installation with a game under way."""
    return Installation(Path(shutil.copytree(played_place, tmp_path / "played")))


@pytest.fixture(scope="session")
def whole_file(played_place: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("backup") / "evening.backup"
    made = Installation(played_place).run("backup", str(file))
    assert made.returncode == 0, made.stderr
    return file


def test_a_backup_of_the_running_product_is_restored_and_replayed(played: Installation, tmp_path: Path) -> None:
    file = tmp_path / "evening.backup"
    elsewhere = Installation(tmp_path / "elsewhere")
    server = played.serve()
    try:
        made = played.run("backup", str(file))
        assert made.returncode == 0, made.stderr
        assert made.stdout.splitlines()[1] == (
            "It holds the secret key and every result: keep it as you keep the computer itself."
        )
        assert file.stat().st_mode & 0o777 == 0o600
        under_it = played.run("restore", str(file), "--replace")
        assert (under_it.returncode, under_it.stderr) == (
            1,
            "CommandError: Duplicato is running on this database. Stop it first, or restore beside it: "
            "set DUPLICATO_DATA_DIR to an empty folder.\n",
        )
        assert server.get("/readyz").status == 200
    finally:
        played.kill_all()

    restored = elsewhere.run("restore", str(file))
    assert restored.returncode == 0, restored.stderr
    assert restored.stdout.splitlines()[1:] == ["prova, game 1: 3 turns rebuilt", "Everything holds."]
    replayed = elsewhere.run("replay_game", "prova")
    assert (replayed.returncode, replayed.stdout) == (0, "game 1: OK, 3 turns\n")
    for table in TABLES:
        assert _rows(elsewhere, table) == _rows(played, table)
    for name in ("secret-key", "lexicons/parole.words"):
        assert (elsewhere.data_dir / name).read_bytes() == (played.data_dir / name).read_bytes()
    assert (elsewhere.data_dir / "secret-key").stat().st_mode & 0o777 == 0o600


def test_nothing_is_written_over(played: Installation, whole_file: Path) -> None:
    before = whole_file.read_bytes()
    again = played.run("backup", str(whole_file))
    assert (again.returncode, again.stderr) == (
        1,
        f"CommandError: {whole_file} is already there: choose another name, or move that one away.\n",
    )
    assert whole_file.read_bytes() == before

    refused = played.run("restore", str(whole_file))
    assert (refused.returncode, refused.stderr) == (
        1,
        "CommandError: There is a database here already. Restore into an empty place: an empty DUPLICATO_DATA_DIR, "
        "or an empty PostgreSQL database; on SQLite --replace moves the present one aside.\n",
    )
    database = played.data_dir / "duplicato.sqlite3"
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE tournaments_event SET name = 'after the back-up'")
    connection.close()
    replaced = played.run("restore", str(whole_file), "--replace")
    assert replaced.returncode == 0, replaced.stderr
    aside = next(played.data_dir.glob("duplicato.sqlite3.before-*"))
    assert (_event_name(aside), _event_name(database) == "after the back-up") == ("after the back-up", False)


@pytest.mark.parametrize("damage", ["cut", "changed", "other"])
def test_a_damaged_file_is_refused_whole(whole_file: Path, tmp_path: Path, damage: str) -> None:
    content = whole_file.read_bytes()
    middle = len(content) // 2
    file = tmp_path / "damaged.backup"
    file.write_bytes({
        "cut": content[:middle],
        "changed": content[:middle] + bytes([content[middle] ^ 0xFF]) + content[middle + 1 :],
        "other": b"not a back-up",
    }[damage])
    with pytest.raises(CopyError) as refusal, backups.opened(file):
        pass
    assert str(refusal.value) == f"{file} is not a readable back-up: it is cut off or damaged."


def test_a_backup_of_a_newer_version_is_not_restored(whole_file: Path) -> None:
    with backups.opened(whole_file) as (manifest, parts):
        assert backups.unknown_migrations(manifest) == []
        manifest.migrations.append("tournaments.9999_next_year")
        assert backups.unknown_migrations(manifest) == ["tournaments.9999_next_year"]
        assert set(parts) == {"database", "lexicons/parole.words", "secret-key"}


def _rows(place: Installation, table: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(place.data_dir / "duplicato.sqlite3")
    try:
        return connection.execute(f"SELECT * FROM {table} ORDER BY id").fetchall()
    finally:
        connection.close()


def _event_name(database: Path) -> str:
    connection = sqlite3.connect(database)
    try:
        name: str = connection.execute("SELECT name FROM tournaments_event").fetchone()[0]
    finally:
        connection.close()
    return name
