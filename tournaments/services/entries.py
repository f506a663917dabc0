"""Entries: who plays in an event, at which table, and whether they are in the room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import EventState, GameState, OfficeKind, TurnState
from tournaments.models import Entry, Event, Game, LogRow, Player, Turn
from tournaments.models.entry import MAX_TABLE
from tournaments.services import log, officials
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.locks import lock_event

CHANGEABLE_FIELDS = ("club", "category", "is_on_paper")
OPEN_STATES = frozenset({EventState.DRAFT, EventState.REGISTRATION, EventState.RUNNING})


class EntryError(ActError):
    messages = {
        "event_over": _("Il torneo è concluso: le iscrizioni non cambiano più."),
        "registration_closed": _("Gli arrivi si registrano quando le iscrizioni sono aperte."),
        "already_entered": _("%(player)s è già iscritto, al tavolo %(table)s."),
        "table_taken": _("Il tavolo %(table)s è di %(player)s: scegli un altro numero."),
        "wrong_table": _("Il numero del tavolo va da 1 a %(most)s."),
        "no_table_left": _("Non ci sono più numeri di tavolo liberi."),
        "withdrawn": _("%(player)s si è ritirato: annulla prima il ritiro."),
        "disqualified": _("%(player)s è stato squalificato."),
        "has_slips": _("%(player)s ha già consegnato un bollettino: si può solo ritirare."),
        "has_office": _("%(player)s è tra gli ufficiali del torneo: nomina prima un altro."),
        "has_acts": _("%(player)s ha già collegato un dispositivo: si può solo ritirare."),
        "already_begun": _("Il torneo è cominciato: un giocatore si ritira, non si cancella."),
        "turn_in_play": _("C'è una mano in gioco: i tavoli cambiano dopo che è svelata."),
        "game_running": _(
            "La partita %(number)s è in corso: i tavoli si assegnano tra una partita e l'altra."
        ),
        "wrong_order": _(
            "L'ordine deve contenere una volta sola ognuno dei %(count)s giocatori ancora in gara."
        ),
    }


def add(
    event: Event,
    *,
    player: Player,
    by: Actor,
    table_number: int | None = None,
    category: str | None = None,
    is_on_paper: bool = False,
) -> Entry:
    """Enter a player at the table given, or at the next free one.

    After the first draw the entry is a late arrival: the turns played before count zero.
    """
    with transaction.atomic():
        event = _open_event(event.pk, by)
        twin = event.entries.filter(player=player).first()
        if twin is not None:
            raise EntryError("already_entered", player=player, table=twin.table_number)
        if table_number is None:
            table_number = _next_table(event)
        _check_table(event, table_number)
        entry = event.entries.create(
            player=player,
            table_number=table_number,
            club=player.club,
            category=category or player.category,
            is_on_paper=is_on_paper,
        )
        payload = {
            "entry": entry.pk,
            "player": player.pk,
            "table": table_number,
            "late": event.are_rules_locked,
        }
        log.append(event, "entry.added", by, payload=payload)
        return entry


def change(entry: Entry, *, by: Actor, **changes: Any) -> Entry:
    """Club, category, or paper instead of a device."""
    assert changes.keys() <= set(CHANGEABLE_FIELDS), f"not changeable: {sorted(changes)}"
    with transaction.atomic():
        event, entry = _lock(entry, by)
        changed = [name for name, value in changes.items() if getattr(entry, name) != value]
        if not changed:
            return entry
        before = _as_data(entry, changed)
        for name in changed:
            setattr(entry, name, changes[name])
        entry.save(update_fields=changed)
        payload = {"entry": entry.pk, "before": before, "after": _as_data(entry, changed)}
        log.append(event, "entry.changed", by, payload=payload)
        return entry


def check_in(entry: Entry, *, by: Actor) -> Entry:
    """The player is in the room. Late where the first rack is drawn: zeros before."""
    with transaction.atomic():
        event, entry = _lock(entry, by)
        if event.state == EventState.DRAFT:
            raise EntryError("registration_closed")
        _check_in_play(entry)
        if entry.checked_in_at is not None:
            return entry
        entry.checked_in_at = timezone.now()
        entry.save(update_fields=["checked_in_at"])
        log.append(event, "entry.checked_in", by, payload={"entry": entry.pk, "late": event.are_rules_locked})
        return entry


def undo_check_in(entry: Entry, *, by: Actor, reason: str = "") -> Entry:
    """Registered as present by mistake; not once a slip shows that they were there."""
    with transaction.atomic():
        event, entry = _lock(entry, by)
        if entry.checked_in_at is None:
            return entry
        if entry.slips.exists():
            raise EntryError("has_slips", player=entry.player)
        entry.checked_in_at = None
        entry.save(update_fields=["checked_in_at"])
        log.append(event, "entry.check_in_undone", by, reason=reason, payload={"entry": entry.pk})
        return entry


def withdraw(entry: Entry, *, by: Actor, reason: str = "") -> Entry:
    """The player leaves; what they scored stays."""
    with transaction.atomic():
        event, entry = _lock(entry, by)
        if entry.withdrawn_at is not None:
            return entry
        entry.withdrawn_at = timezone.now()
        entry.save(update_fields=["withdrawn_at"])
        log.append(event, "entry.withdrawn", by, reason=reason, payload={"entry": entry.pk})
        return entry


def undo_withdrawal(entry: Entry, *, by: Actor, reason: str = "") -> Entry:
    with transaction.atomic():
        event, entry = _lock(entry, by)
        if entry.withdrawn_at is None:
            return entry
        entry.withdrawn_at = None
        entry.save(update_fields=["withdrawn_at"])
        log.append(event, "entry.withdrawal_undone", by, reason=reason, payload={"entry": entry.pk})
        return entry


def remove(entry: Entry, *, by: Actor, reason: str = "") -> None:
    """Take back an entry made by mistake, before the event begins."""
    with transaction.atomic():
        event, entry = _lock(entry, by)
        if event.state == EventState.RUNNING:
            raise EntryError("already_begun")
        if entry.offices.exists():
            raise EntryError("has_office", player=entry.player)
        if LogRow.objects.filter(entry=entry).exists():
            raise EntryError("has_acts", player=entry.player)
        payload = {"entry": entry.pk, "player": entry.player_id, "table": entry.table_number}
        entry.delete()
        log.append(event, "entry.removed", by, reason=reason, payload=payload)


def move(entry: Entry, *, table_number: int, by: Actor, reason: str = "") -> Entry:
    """To a free table; never while slips of a turn are being collected by table number."""
    with transaction.atomic():
        event, entry = _lock(entry, by)
        if entry.table_number == table_number:
            return entry
        in_play = [TurnState.OPEN, TurnState.CLOSED, TurnState.ADJUDICATED]
        if Turn.objects.filter(game__event=event, state__in=in_play).exists():
            raise EntryError("turn_in_play")
        _check_table(event, table_number)
        tables = [[entry.pk, entry.table_number, table_number]]
        entry.table_number = table_number
        entry.save(update_fields=["table_number"])
        log.append(event, "entry.moved", by, reason=reason, payload={"tables": tables})
        return entry


def assign_tables(event: Event, *, order: Sequence[int], by: Actor, reason: str = "") -> list[Entry]:
    """Table 1 to the first entry of `order`, and so on: between games, by the ranking of the caller.

    Those who left the event get the numbers after the last table.
    """
    with transaction.atomic():
        event = _open_event(event.pk, by)
        running = Game.objects.filter(event=event, state=GameState.RUNNING).first()
        if running is not None:
            raise EntryError("game_running", number=running.number)
        entries = {entry.pk: entry for entry in event.entries.select_related("player")}
        staying = {pk for pk, e in entries.items() if e.withdrawn_at is None and e.disqualified_at is None}
        if len(order) != len(staying) or set(order) != staying:
            raise EntryError("wrong_order", count=len(staying))
        seated = [entries[pk] for pk in order] + [e for pk, e in entries.items() if pk not in staying]
        tables = [
            [entry.pk, entry.table_number, table]
            for table, entry in enumerate(seated, start=1)
            if entry.table_number != table
        ]
        if not tables:
            return seated
        for pk, _before, table in tables:
            entries[pk].table_number = table
        moved = [entries[pk] for pk, _before, _table in tables]
        # Two people cannot sit at one table even for a moment: first everybody stands up.
        event.entries.filter(pk__in=[entry.pk for entry in moved]).update(
            table_number=F("table_number") + MAX_TABLE
        )
        Entry.objects.bulk_update(moved, ["table_number"], batch_size=200)
        log.append(event, "entry.moved", by, reason=reason, payload={"tables": tables})
        return seated


def _open_event(event_id: int, by: Actor) -> Event:
    event = lock_event(event_id)
    officials.require(event, by, OfficeKind.DIRECTOR, OfficeKind.ARBITER)
    if event.state not in OPEN_STATES:
        raise EntryError("event_over")
    return event


def _lock(entry: Entry, by: Actor) -> tuple[Event, Entry]:
    """The event's row guards its entries; the entry is read again under it."""
    event = _open_event(entry.event_id, by)
    return event, Entry.objects.select_related("player", "club").get(pk=entry.pk)


def _check_in_play(entry: Entry) -> None:
    if entry.disqualified_at is not None:
        raise EntryError("disqualified", player=entry.player)
    if entry.withdrawn_at is not None:
        raise EntryError("withdrawn", player=entry.player)


def _check_table(event: Event, table_number: int) -> None:
    if not 1 <= table_number <= MAX_TABLE:
        raise EntryError("wrong_table", most=MAX_TABLE)
    sitting = event.entries.filter(table_number=table_number).select_related("player").first()
    if sitting is not None:
        raise EntryError("table_taken", table=table_number, player=sitting.player)


def _next_table(event: Event) -> int:
    """The lowest free number, so that a table left empty is used again."""
    taken = set(event.entries.values_list("table_number", flat=True))
    free = next((table for table in range(1, MAX_TABLE + 1) if table not in taken), None)
    if free is None:
        raise EntryError("no_table_left")
    return free


def _as_data(entry: Entry, names: Sequence[str]) -> dict[str, Any]:
    return {name: entry.club_id if name == "club" else getattr(entry, name) for name in names}
