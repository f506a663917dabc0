"""Importing players: files as programs write them, rows that are wrong, all or nothing."""

from __future__ import annotations

import io
import zipfile

import openpyxl
import pytest

from tests.factories import (
    make_club,
    make_event,
    make_federation_user,
    make_officials,
    make_player,
    make_user,
)
from tournaments.enums import EventState
from tournaments.models import Club, Player
from tournaments.services import player_files, player_import
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.player_files import MAX_BYTES, MAX_ROWS, PlayerTable

ITALIAN = "Cognome;Nome;N. tessera;Circolo;Categoria;Anno di nascita;Note\n"
ITALIAN += "Brontë;Niccolò;T1;Lucca;Juniores;2010;x\n"
BRONTE = {
    "last_name": "Brontë",
    "first_name": "Niccolò",
    "licence_number": "T1",
    "club": "Lucca",
    "category": "Juniores",
    "birth_year": "2010",
}


def _refusal(act, *args, **kwargs) -> str:
    with pytest.raises(ActError) as refusal:
        act(*args, **kwargs)
    assert refusal.value.message
    return refusal.value.code


def _table(*lines: str, heading: str = "Nome;Cognome;Tessera;Circolo;Categoria;Anno") -> PlayerTable:
    return player_files.read("\n".join([heading, *lines]).encode())


def _xlsx(*rows: tuple) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        ITALIAN.encode(),
        ITALIAN.encode("utf-8-sig"),
        ITALIAN.encode("latin-1"),
        ITALIAN.encode("cp1252"),
        ITALIAN.encode("utf-16"),
        ITALIAN.replace(";", ",").encode(),
        ITALIAN.replace(";", "\t").encode(),
        ITALIAN.replace("\n", "\r\n").encode(),
        _xlsx(
            ("Cognome", "Nome", "N. tessera", "Circolo", "Categoria", "Anno di nascita", "Note"),
            ("Brontë", "Niccolò", "T1", "Lucca", "Juniores", 2010, "x"),
        ),
    ],
)
def test_a_list_is_read_whatever_program_wrote_it(data: bytes) -> None:
    table = player_files.read(data)
    assert table.rows == ((2, BRONTE),)
    assert table.ignored_columns == ("Note",)


def test_english_headings_and_quoted_cells() -> None:
    table = player_files.read(b'First name,SURNAME,Licence number\n" Mary  Ann ","O\'Hara, jr",7\n')
    assert table.rows == ((2, {"first_name": "Mary Ann", "last_name": "O'Hara, jr", "licence_number": "7"}),)


def test_numbers_and_dates_of_a_spreadsheet_are_read_as_people_mean_them() -> None:
    table = player_files.read(
        _xlsx(("Nome", "Cognome", "Tessera", "Anno"), ("Anna", "Neri", 123.0, 1980.0), (None,) * 4)
    )
    assert [cells for _, cells in table.rows] == [
        {"first_name": "Anna", "last_name": "Neri", "licence_number": "123", "birth_year": "1980"}
    ]


def _damaged_xlsx() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("hello.txt", "not a workbook")
    return file.getvalue()


def _bomb() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/sharedStrings.xml", b"0" * 60_000_000)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b" \n\n ", "empty"),
        (b";;\n;;\n", "empty"),
        (b"a" * (MAX_BYTES + 1), "too_big"),
        (b"Nome;Cognome\n" + b"a;b\n" * (MAX_ROWS + 1), "too_many_rows"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "unreadable"),
        (b"\xff\xfe\x00", "unreadable"),
        (b"PK\x03\x04 broken", "unreadable"),
        (_damaged_xlsx(), "unreadable"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old_excel"),
        (b'Nome;Cognome\n"' + b"a" * 140_000 + b'";b\n', "unreadable"),
        (b"Nome;Circolo\nAnna;Lucca\n", "no_column"),
        (b"Nome;Cognome;Tessera;Licence\nAnna;Neri;1;1\n", "column_twice"),
        (b"Nome;Cognome\n", "no_rows"),
    ],
)
def test_strange_files_are_refused_with_a_sentence(data: bytes, code: str) -> None:
    assert _refusal(player_files.read, data) == code


def test_a_file_that_unpacks_to_too_much_is_not_unpacked() -> None:
    assert _refusal(player_files.read, _bomb()) == "unreadable"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("line", "errors"),
    [
        (";Neri;;;;", ["Manca il nome."]),
        ("Anna;;;;;", ["Manca il cognome."]),
        (
            "Anna;Neri;;;Cintura nera;",
            ["La categoria «Cintura nera» non esiste: Juniores, Assoluti, Seniores."],
        ),
        ("Anna;Neri;;;;85", ["L'anno di nascita «85» non va: quattro cifre, da 1900 a 2026."]),
        ("Anna;Neri;;;;²²²²", ["L'anno di nascita «²²²²» non va: quattro cifre, da 1900 a 2026."]),
        (f"{'A' * 81};Neri;;;;", ["«AAAAAAAAAAAAAAAAAAAA…» è troppo lungo: al più 80 caratteri."]),
        ("Anna;Neri;T9;;;", ["La tessera T9 è di Ugo Foscolo."]),
        (";;X;;;", ["Manca il nome.", "Manca il cognome."]),
    ],
)
def test_a_wrong_row_says_all_that_is_wrong(time_machine, line: str, errors: list[str]) -> None:
    time_machine.move_to("2026-05-02")
    make_player(first_name="Ugo", last_name="Foscolo", licence_number="T9")
    (row,) = player_import.preview(_table(line)).rows
    assert (row.outcome, row.errors) == ("wrong", errors)


@pytest.mark.django_db
def test_a_row_is_new_known_or_changed() -> None:
    club = make_club("Circolo di Forlì")
    make_player(first_name="Anna", last_name="Neri", licence_number="T1", club=club)
    make_player(first_name="Ugo", last_name="Foscolo", club=club)
    plan = player_import.preview(
        _table(
            "ANNA;Neri;t1;;;",
            "Ugo;Foscolo;T2;circolo di forli;;",
            "Ugo;Foscolo;;Zacinto;;",
            "Ida;Bruni;T3;Circolo di Forlì;Senior;1950",
        )
    )
    assert [(row.outcome, row.notes) for row in plan.rows] == [
        ("known", []),
        ("changed", []),
        ("new", ["C'è già un omonimo: sarà un'altra persona.", "Il circolo è nuovo e sarà creato."]),
        ("new", []),
    ]


@pytest.mark.django_db
def test_the_same_player_twice_in_a_file() -> None:
    make_player(first_name="Ugo", last_name="Foscolo", licence_number="T2")
    plan = player_import.preview(
        _table(
            "Anna;Neri;T1;;;",
            "Anna;Neri;t1;;;",
            "Ida;Bruni;;Lucca;;",
            "IDA;Bruni;;lucca;;",
            "Ugo;Foscolo;T2;;;",
        )
    )
    assert [row.errors for row in plan.rows] == [[], ["È già alla riga 2."], [], ["È già alla riga 4."], []]
    twice = player_import.preview(_table("Ugo;Foscolo;T2;;;", "Ugo;Foscolo;;;;"))
    assert [row.errors for row in twice.rows] == [[], ["È già alla riga 2."]]


@pytest.mark.django_db
def test_a_preview_writes_nothing() -> None:
    player_import.preview(_table("Anna;Neri;T1;Lucca;;"))
    assert (Player.objects.count(), Club.objects.count()) == (0, 0)


@pytest.mark.django_db
def test_an_import_creates_players_and_clubs_and_keeps_what_a_row_leaves_out() -> None:
    make_player(
        first_name="Ugo", last_name="Foscolo", licence_number="T9", birth_year=1978, category="senior"
    )
    done = player_import.carry_out(
        _table("Anna;Neri;T1;Lucca;Juniores;2011", "Ugo;Foscolo;T9;lucca;;"),
        by=Actor.of_user(make_federation_user()),
    )
    assert done == player_import.Imported(created=1, changed=1, entered=0, skipped=0)
    fields = ("first_name", "licence_number", "club__name", "category", "birth_year")
    assert list(Player.objects.order_by("pk").values_list(*fields)) == [
        ("Ugo", "T9", "Lucca", "senior", 1978),
        ("Anna", "T1", "Lucca", "junior", 2011),
    ]


@pytest.mark.django_db
def test_all_or_nothing_unless_only_the_good_rows_are_asked_for() -> None:
    by = Actor.of_user(make_federation_user())
    table = _table("Anna;Neri;T1;;;", ";Bruni;T2;;;")
    assert _refusal(player_import.carry_out, table, by=by) == "has_errors"
    assert Player.objects.count() == 0
    assert player_import.carry_out(table, by=by, only_good=True).skipped == 1
    assert Player.objects.get().last_name == "Neri"
    assert (
        _refusal(player_import.carry_out, _table(";Bruni;T2;;;"), by=by, only_good=True)
        == "nothing_to_import"
    )


@pytest.mark.django_db
def test_an_import_into_an_event_enters_who_is_not_in_it_yet() -> None:
    event = make_event(state=EventState.REGISTRATION, players=3)
    held = make_officials(event)
    known = event.entries.first().player
    table = _table(f"{known.first_name};{known.last_name};;;;", "Anna;Neri;T1;;;")

    assert player_import.preview(table, event).rows[0].notes == ["È già iscritto al torneo."]
    done = player_import.carry_out(table, by=held.as_director, event=event)

    assert (done.created, done.entered) == (1, 1)
    assert [entry.player.last_name for entry in event.entries.filter(table_number=4)] == ["Neri"]
    assert list(event.log.values_list("act", flat=True)) == ["entry.added"]


@pytest.mark.django_db
def test_who_may_import() -> None:
    event = make_event(state=EventState.REGISTRATION, players=3)
    held, table = make_officials(event), _table("Anna;Neri;T1;;;")
    stranger = Actor.of_user(make_user(is_staff=True))
    assert _refusal(player_import.carry_out, table, by=held.as_director) == "not_federation"
    assert _refusal(player_import.carry_out, table, by=held.as_arbiter, event=event) == "not_director"
    assert _refusal(player_import.carry_out, table, by=stranger, event=event) == "not_director"
    assert Player.objects.count() == 3


@pytest.mark.django_db
def test_a_closed_event_takes_nobody_and_no_player_is_left_behind() -> None:
    event = make_event(state=EventState.FINISHED, players=3)
    by = Actor.of_user(make_federation_user())
    code = _refusal(player_import.carry_out, _table("Anna;Neri;T1;;;"), by=by, event=event)
    assert (code, Player.objects.count()) == ("event_over", 3)


@pytest.mark.django_db
def test_a_preview_takes_the_same_queries_for_one_row_and_three(django_assert_num_queries) -> None:
    event = make_event(players=3)
    for count in (1, 3):
        table = _table(*[f"Anna;Neri{n};T{n};Lucca;;" for n in range(count)])
        with django_assert_num_queries(3):
            player_import.preview(table, event)
