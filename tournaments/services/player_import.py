"""Importing players: every row is checked and shown first; nothing is written before the confirmation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lexicon.alphabet import strip_marks
from tournaments.enums import Category, OfficeKind
from tournaments.models import Club, Event, Player
from tournaments.services import entries, officials
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.player_files import PlayerTable

OLDEST_BIRTH_YEAR = 1900
CATEGORY_SPELLINGS: dict[str, Category] = {
    "junior": Category.JUNIOR,
    "juniores": Category.JUNIOR,
    "giovani": Category.JUNIOR,
    "j": Category.JUNIOR,
    "open": Category.OPEN,
    "assoluti": Category.OPEN,
    "assoluto": Category.OPEN,
    "a": Category.OPEN,
    "senior": Category.SENIOR,
    "seniores": Category.SENIOR,
    "s": Category.SENIOR,
}
Outcome = Literal["new", "changed", "known", "wrong"]


class PlayerImportError(ActError):
    messages = {
        "not_federation": _("I giocatori li importa la federazione, o il direttore nel proprio torneo."),
        "has_errors": _(
            "%(count)s righe hanno errori, nulla è stato importato: correggi il file o importa solo le buone."
        ),
        "nothing_to_import": _("Nessuna riga si può importare."),
    }


@dataclass(slots=True)
class ImportRow:
    line: int
    first_name: str
    last_name: str
    licence_number: str | None
    club_name: str
    category: str
    birth_year: int | None = None
    player: Player | None = None
    errors: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    outcome: Outcome = "new"


@dataclass(frozen=True, slots=True)
class Preview:
    rows: tuple[ImportRow, ...]
    ignored_columns: tuple[str, ...]

    @property
    def good(self) -> list[ImportRow]:
        return [row for row in self.rows if row.outcome != "wrong"]

    @property
    def wrong(self) -> list[ImportRow]:
        return [row for row in self.rows if row.outcome == "wrong"]

    def count(self, outcome: Outcome) -> int:
        return sum(row.outcome == outcome for row in self.rows)


@dataclass(frozen=True, slots=True)
class Imported:
    created: int
    changed: int
    entered: int
    skipped: int


def preview(table: PlayerTable, event: Event | None = None) -> Preview:
    """What an import would do, row by row. A player is known by licence number, or by name and club."""
    players = list(Player.objects.select_related("club"))
    by_licence = {_key(p.licence_number): p for p in players if p.licence_number}
    by_name: dict[tuple[str, str], list[Player]] = {}
    for player in players:
        by_name.setdefault((_key(player.last_name), _key(player.first_name)), []).append(player)
    clubs = {_key(name) for name in Club.objects.values_list("name", flat=True)}
    entered = set(event.entries.values_list("player_id", flat=True)) if event else set()
    seen: dict[tuple[str, ...], int] = {}
    rows = []
    for line, cells in table.rows:
        row = _read_row(line, cells)
        _match(row, by_licence, by_name)
        _check_repeated(row, seen)
        _note(row, clubs, entered)
        rows.append(row)
    return Preview(tuple(rows), table.ignored_columns)


def carry_out(
    table: PlayerTable, *, by: Actor, event: Event | None = None, only_good: bool = False
) -> Imported:
    """Write the rows, checked again; all of them, or none unless `only_good` leaves the wrong ones out.

    With an event, every player of the list that is not in it yet is entered at the next free table.
    """
    with transaction.atomic():
        if event is not None:
            officials.require(event, by, OfficeKind.DIRECTOR)
        elif not officials.is_federation_staff(by.user):
            raise PlayerImportError("not_federation")
        plan = preview(table, event)
        if plan.wrong and not only_good:
            raise PlayerImportError("has_errors", count=len(plan.wrong))
        if not plan.good:
            raise PlayerImportError("nothing_to_import")
        clubs = {_key(club.name): club for club in Club.objects.all()}
        entered = set(event.entries.values_list("player_id", flat=True)) if event else set()
        newcomers = 0
        for row in plan.good:
            player = _write(row, clubs)
            if event is not None and player.pk not in entered:
                entries.add(event, player=player, by=by)
                newcomers += 1
        return Imported(plan.count("new"), plan.count("changed"), newcomers, len(plan.wrong))


def _read_row(line: int, cells: dict[str, str]) -> ImportRow:
    row = ImportRow(
        line=line,
        first_name=cells["first_name"],
        last_name=cells["last_name"],
        licence_number=cells.get("licence_number") or None,
        club_name=cells.get("club", ""),
        category="",
    )
    if not row.first_name:
        row.errors.append(gettext("Manca il nome."))
    if not row.last_name:
        row.errors.append(gettext("Manca il cognome."))
    for model_field, value in (
        (Player._meta.get_field("first_name"), row.first_name),
        (Player._meta.get_field("last_name"), row.last_name),
        (Player._meta.get_field("licence_number"), row.licence_number or ""),
        (Club._meta.get_field("name"), row.club_name),
    ):
        assert model_field.max_length is not None
        if len(value) > model_field.max_length:
            row.errors.append(
                gettext("«%(text)s…» è troppo lungo: al più %(most)s caratteri.")
                % {"text": value[:20], "most": model_field.max_length}
            )
    _read_category(row, cells.get("category", ""))
    _read_birth_year(row, cells.get("birth_year", ""))
    return row


def _read_category(row: ImportRow, text: str) -> None:
    if not text:
        return
    category = CATEGORY_SPELLINGS.get(_key(text))
    if category is None:
        known = ", ".join(str(label) for label in Category.labels)
        row.errors.append(
            gettext("La categoria «%(text)s» non esiste: %(known)s.") % {"text": text, "known": known}
        )
        return
    row.category = category


def _read_birth_year(row: ImportRow, text: str) -> None:
    if not text:
        return
    newest = timezone.localdate().year
    if not (text.isascii() and text.isdigit()) or not OLDEST_BIRTH_YEAR <= int(text[:6]) <= newest:
        row.errors.append(
            gettext("L'anno di nascita «%(text)s» non va: quattro cifre, da %(oldest)s a %(newest)s.")
            % {"text": text, "oldest": OLDEST_BIRTH_YEAR, "newest": newest}
        )
        return
    row.birth_year = int(text)


def _match(
    row: ImportRow, by_licence: dict[str, Player], by_name: dict[tuple[str, str], list[Player]]
) -> None:
    """Whether the player exists. A licence that belongs to another name is an error, never an overwrite."""
    namesakes = by_name.get((_key(row.last_name), _key(row.first_name)), [])
    if row.licence_number and (owner := by_licence.get(_key(row.licence_number))) is not None:
        if owner not in namesakes:
            row.errors.append(
                gettext("La tessera %(licence)s è di %(owner)s.")
                % {"licence": row.licence_number, "owner": owner.name}
            )
            return
        row.player = owner
        return
    for player in namesakes:
        is_same_club = _key(player.club.name if player.club else "") == _key(row.club_name)
        if is_same_club and not (row.licence_number and player.licence_number):
            row.player = player
            return
    if namesakes:
        row.notes.append(gettext("C'è già un omonimo: sarà un'altra persona."))


def _check_repeated(row: ImportRow, seen: dict[tuple[str, ...], int]) -> None:
    if row.licence_number:
        identity: tuple[str, ...] = (_key(row.licence_number),)
    else:
        identity = (_key(row.last_name), _key(row.first_name), _key(row.club_name))
    first_line = seen.setdefault(identity, row.line)
    # Two lines may also name one known player in two ways, with and without the licence.
    if row.player is not None and first_line == row.line:
        first_line = seen.setdefault(("known", str(row.player.pk)), row.line)
    if first_line != row.line:
        row.errors.append(gettext("È già alla riga %(line)s.") % {"line": first_line})


def _note(row: ImportRow, clubs: set[str], entered: set[int]) -> None:
    if row.errors:
        row.outcome = "wrong"
        return
    if row.player is not None:
        row.outcome = "changed" if _differences(row, row.player) else "known"
        if row.player.pk in entered:
            row.notes.append(gettext("È già iscritto al torneo."))
    if row.club_name and _key(row.club_name) not in clubs:
        row.notes.append(gettext("Il circolo è nuovo e sarà creato."))


def _differences(row: ImportRow, player: Player) -> list[str]:
    """What the row says that the player does not have; what the row leaves out stays as it is."""
    club = player.club.name if player.club else ""
    pairs = {
        "licence_number": bool(row.licence_number)
        and _key(row.licence_number) != _key(player.licence_number),
        "club": bool(row.club_name) and _key(row.club_name) != _key(club),
        "category": bool(row.category) and row.category != player.category,
        "birth_year": row.birth_year is not None and row.birth_year != player.birth_year,
    }
    return [name for name, differs in pairs.items() if differs]


def _write(row: ImportRow, clubs: dict[str, Club]) -> Player:
    club = None
    if row.club_name:
        club = clubs.get(_key(row.club_name))
        if club is None:
            club = clubs[_key(row.club_name)] = Club.objects.create(name=row.club_name)
    if row.player is None:
        return Player.objects.create(
            first_name=row.first_name,
            last_name=row.last_name,
            licence_number=row.licence_number,
            club=club,
            category=row.category or Category.OPEN,
            birth_year=row.birth_year,
        )
    changed = _differences(row, row.player)
    values = {
        "licence_number": row.licence_number,
        "club": club,
        "category": row.category,
        "birth_year": row.birth_year,
    }
    for name in changed:
        setattr(row.player, name, values[name])
    if changed:
        row.player.save(update_fields=changed)
    return row.player


def _key(text: str | None) -> str:
    """Names compare without case, accents and apostrophes' shape."""
    return strip_marks(text or "").casefold().replace("’", "'")
