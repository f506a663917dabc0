"""import_lexicon, diff_lexicons and register_lexicons in the terminal."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from lexicon import catalog
from lexicon.builder import build_store
from lexicon.models import LexiconEdition
from tests.factories import make_lexicon

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def run(*arguments: str) -> list[str]:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=StringIO())
    return out.getvalue().splitlines()


def test_import_reports_refused_lines(tmp_path: Path) -> None:
    path = tmp_path / "lista.txt"
    path.write_bytes("perché\ncittà\nabat-jour\n".encode("latin-1"))
    out = run("import_lexicon", str(path), "--language", "it", "--name", "Lega", "--edition", "2026", "--official")
    edition = LexiconEdition.objects.get()
    assert out[0] == "riga 3: abat-jour: contiene un trattino"
    assert out[1].startswith("Lega 2026 (it-lega-2026): 2 parole, 0 doppie, 1 righe rifiutate, Latin-1, ")
    assert out[2] == f"SHA-256 {edition.sha256}"
    assert edition.is_official


def test_an_import_that_cannot_be_done_is_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Il file non si può leggere"):
        run("import_lexicon", str(tmp_path / "manca"), "--language", "it", "--name", "Lega")


def test_difference_in_the_terminal_and_as_csv(tmp_path: Path) -> None:
    old, new = make_lexicon(["CASA", "ROSA"]), make_lexicon(["CASA", "ORSO"])
    out = run("diff_lexicons", old.slug, new.slug, "--csv", str(tmp_path / "d.csv"))
    assert out[0] == f"{old} → {new}"
    assert out[4].split() == ["4", "2", "2", "1", "1"]
    assert out[-2:] == ["aggiunte: 1 ORSO", "tolte: 1 ROSA"]
    assert (tmp_path / "d.csv").read_text(encoding="utf-8").splitlines()[2:] == ["ORSO,4,aggiunta", "ROSA,4,tolta"]


def test_difference_of_an_unknown_edition_is_said() -> None:
    with pytest.raises(CommandError, match="Nessuna edizione del lessico si chiama «manca»"):
        run("diff_lexicons", "manca", "manca")


def test_built_lists_are_registered() -> None:
    build_store(["CASA"], catalog.store_path("it-figs"), language="it", name="it-figs")
    assert run("register_lexicons") == run("register_lexicons")
    assert [edition.slug for edition in LexiconEdition.objects.all()] == ["it-figs"]
