"""The officials of an event (F42–F45): who may act, who is appointed by whom, what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.enums import ActorKind, EventState, OfficeKind
from tournaments.models import Entry, Event, Office
from tournaments.services import log
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.locks import lock_event

PANEL_SIZE = 3


class OfficialError(ActError):
    messages = {
        "not_federation": _("Il direttore di gara è nominato dalla federazione (F42)."),
        "not_director": _("Questo spetta al direttore di gara."),
        "not_arbiter": _("Questo spetta all'arbitro."),
        "not_panel": _("Questo spetta al collegio di supporto."),
        "not_official": _("Questo spetta al direttore di gara o all'arbitro."),
        "inactive_account": _("L'utenza %(user)s è disattivata: riattivala o scegli un'altra persona."),
        "other_event": _("L'iscrizione %(entry)s è di un altro torneo."),
        "entry_gone": _("%(entry)s non è più in gara: scegli un altro giocatore."),
        "panel_of_three": _(
            "Il collegio di supporto è di tre giocatori iscritti e diversi (F45): ne hai indicati %(count)s."
        ),
        "arbiter_on_panel": _(
            "%(entry)s è il posto dell'arbitro: il collegio decide sulle giocate dell'arbitro e non può "
            "comprenderlo (F45)."
        ),
        "account_needed": _("Questo atto si fa con l'utenza di un ufficiale, non da un tavolo."),
        "reason_needed": _("Il torneo è cominciato: per cambiare un ufficiale scrivi il motivo."),
        "event_published": _("Il torneo è pubblicato: gli ufficiali non cambiano più."),
    }


@dataclass(frozen=True, slots=True)
class Missing:
    """Something without which no game starts; `who` can mend it."""

    code: str
    message: str
    who: str


def is_federation_staff(user: User | AnonymousUser | None) -> bool:
    """Superusers, and whoever may appoint directors."""
    return user is not None and user.is_active and user.has_perm("tournaments.appoint_director")


def holder(event: Event, kind: OfficeKind) -> Office | None:
    """Who is director or arbiter now."""
    return (
        Office.objects.filter(event=event, kind=kind, ended_at=None)
        .select_related("user", "entry__player")
        .first()
    )


def panel(event: Event) -> list[Entry]:
    return list(
        Entry.objects.filter(offices__event=event, offices__kind=OfficeKind.PANEL, offices__ended_at=None)
        .select_related("player")
        .order_by("table_number")
    )


def offices_of(user: User, event: Event) -> set[OfficeKind]:
    """The offices an account holds now; the panel's members have none, they act from their tables."""
    kinds = Office.objects.filter(event=event, user=user, ended_at=None).values_list("kind", flat=True)
    return {OfficeKind(kind) for kind in kinds}


def is_playing_arbiter(event: Event, user: User) -> bool:
    """An arbiter with an entry: the desk stays shut for them while a turn is open."""
    return Office.objects.filter(
        event=event, kind=OfficeKind.ARBITER, user=user, entry__isnull=False, ended_at=None
    ).exists()


def is_arbiters_own(event: Event, entry_id: int) -> bool:
    """Whether it is the place of an arbiter who plays."""
    return Office.objects.filter(
        event=event, kind=OfficeKind.ARBITER, entry=entry_id, ended_at=None
    ).exists()


def is_other_than_arbiter(event: Event, by: Actor) -> bool:
    """Whether `by` may act as director and is not the arbiter: who answers for what touches the arbiter's score."""
    return _holds(event, by, OfficeKind.DIRECTOR) and not _holds(event, by, OfficeKind.ARBITER)


def require(event: Event, by: Actor, *kinds: OfficeKind) -> None:
    """Refuse unless `by` holds one of these offices.

    Federation staff may do what a director does, never what an arbiter does. The worker only carries out
    what an official or the clock decided, and passes. A device speaks for the panel, for no other office.
    """
    if by.kind == ActorKind.WORKER or any(_holds(event, by, kind) for kind in kinds):
        return
    code = f"not_{kinds[0]}" if len(kinds) == 1 else "not_official"
    raise OfficialError(code)


def _holds(event: Event, by: Actor, kind: OfficeKind) -> bool:
    if by.user is not None and kind == OfficeKind.DIRECTOR and is_federation_staff(by.user):
        return True
    held = Office.objects.filter(event=event, kind=kind, ended_at=None)
    if kind == OfficeKind.PANEL:
        return by.entry is not None and held.filter(entry=by.entry).exists()
    return by.user is not None and by.user.is_active and held.filter(user=by.user).exists()


def account(by: Actor) -> User:
    """The account behind an act that a person must answer for by name."""
    if by.user is None:
        raise OfficialError("account_needed")
    return by.user


def missing(event: Event) -> list[Missing]:
    """What stands between the event and its first turn, in the order in which it is mended."""
    director = holder(event, OfficeKind.DIRECTOR)
    arbiter = holder(event, OfficeKind.ARBITER)
    federation = gettext("la federazione")
    appointing_director = _name(director) if director else gettext("il direttore di gara")
    appointing_arbiter = _name(arbiter) if arbiter else gettext("l'arbitro")
    found = []
    if director is None:
        found.append(Missing("no_director", gettext("Manca il direttore di gara (F42)."), federation))
    if arbiter is None:
        message = gettext("Manca l'arbitro: il direttore lo nomina (F43) o tiene per sé l'ufficio (F44).")
        found.append(Missing("no_arbiter", message, appointing_director))
    members = panel(event)
    if not members:
        message = gettext("Manca il collegio di supporto: tre giocatori iscritti (F45).")
        found.append(Missing("no_panel", message, appointing_arbiter))
    elif len(members) != PANEL_SIZE:
        message = gettext("Il collegio di supporto è di tre giocatori (F45): adesso sono %(count)s.") % {
            "count": len(members)
        }
        found.append(Missing("panel_incomplete", message, appointing_arbiter))
    for member in members:
        if member.withdrawn_at is not None or member.disqualified_at is not None:
            message = gettext("%(member)s del collegio di supporto non è più in gara (F45).") % {
                "member": member.player.name
            }
            found.append(Missing("panel_member_gone", message, appointing_arbiter))
    return found


def missing_sentences(event: Event) -> str:
    """What is missing and who can mend it, as one text; empty where nothing is."""
    return " ".join(f"{lack.message} {gettext('Può provvedere')} {lack.who}." for lack in missing(event))


def _name(office: Office) -> str:
    assert office.user is not None, "director and arbiter are accounts"
    return office.user.get_full_name() or office.user.get_username()


def appoint_director(event: Event, *, user: User, by: Actor, reason: str = "") -> Office:
    """F42: the federation appoints the director. The account gets access to the admin site."""
    with transaction.atomic():
        event = lock_event(event.pk)
        if by.kind != ActorKind.WORKER and not is_federation_staff(by.user):
            raise OfficialError("not_federation")
        return _appoint_account(event, OfficeKind.DIRECTOR, user, None, by, reason)


def appoint_arbiter(
    event: Event, *, user: User, by: Actor, entry: Entry | None = None, reason: str = ""
) -> Office:
    """F43–F44: the director appoints the arbiter, or keeps the office by naming their own account.

    `entry` is the arbiter's own place where the arbiter plays too.
    """
    with transaction.atomic():
        event = lock_event(event.pk)
        require(event, by, OfficeKind.DIRECTOR)
        if entry is not None:
            _check_entry(event, entry)
            if entry in panel(event):
                raise OfficialError("arbiter_on_panel", entry=entry)
        return _appoint_account(event, OfficeKind.ARBITER, user, entry, by, reason)


def appoint_panel(event: Event, *, entries: Sequence[Entry], by: Actor, reason: str = "") -> list[Office]:
    """F45: the arbiter appoints exactly three entered players. Those already in the panel stay in it."""
    with transaction.atomic():
        event = lock_event(event.pk)
        require(event, by, OfficeKind.ARBITER)
        chosen = {entry.pk: entry for entry in entries}
        if len(chosen) != PANEL_SIZE or len(entries) != PANEL_SIZE:
            raise OfficialError("panel_of_three", count=len(chosen))
        arbiter = holder(event, OfficeKind.ARBITER)
        for entry in entries:
            _check_entry(event, entry)
            if arbiter is not None and arbiter.entry_id == entry.pk:
                raise OfficialError("arbiter_on_panel", entry=entry)
        offices = event.offices.filter(kind=OfficeKind.PANEL, ended_at=None)
        held = {office.entry_id: office for office in offices if office.entry_id is not None}
        if held.keys() == chosen.keys():
            return list(held.values())
        _check_change(event, reason)
        appointing = account(by)
        now = timezone.now()
        leaving = [office.pk for entry_id, office in held.items() if entry_id not in chosen]
        Office.objects.filter(pk__in=leaving).update(ended_at=now)
        joining = [entry for entry in entries if entry.pk not in held]
        for entry in joining:
            event.offices.create(kind=OfficeKind.PANEL, entry=entry, appointed_by=appointing, appointed_at=now)
        payload = {"kind": OfficeKind.PANEL.value, "before": sorted(held), "after": sorted(chosen)}
        log.append(event, "office.appointed", by, reason=reason, payload=payload)
        return list(event.offices.filter(kind=OfficeKind.PANEL, ended_at=None))


def end(office: Office, *, by: Actor, reason: str = "") -> Office:
    """Take an office back without naming a successor; whoever appoints to it may end it."""
    with transaction.atomic():
        event = lock_event(office.event_id)
        office = Office.objects.select_for_update(of=("self",)).get(pk=office.pk)
        if office.ended_at is not None:
            return office
        if office.kind == OfficeKind.DIRECTOR:
            if not is_federation_staff(by.user):
                raise OfficialError("not_federation")
        else:
            appointing = OfficeKind.DIRECTOR if office.kind == OfficeKind.ARBITER else OfficeKind.ARBITER
            require(event, by, appointing)
        _check_change(event, reason)
        office.ended_at = timezone.now()
        office.save(update_fields=["ended_at"])
        payload = {"kind": office.kind, "user": office.user_id, "entry": office.entry_id}
        log.append(event, "office.ended", by, reason=reason, payload=payload)
        return office


def _appoint_account(
    event: Event, kind: OfficeKind, user: User, entry: Entry | None, by: Actor, reason: str
) -> Office:
    if not user.is_active:
        raise OfficialError("inactive_account", user=user.get_username())
    before = holder(event, kind)
    if before is not None and (before.user, before.entry) == (user, entry):
        return before
    # The first appointment of an office left empty needs no reason; a change during the event does.
    if before is not None:
        _check_change(event, reason)
    _check_not_published(event)
    now = timezone.now()
    Office.objects.filter(event=event, kind=kind, ended_at=None).update(ended_at=now)
    office = Office.objects.create(
        event=event, kind=kind, user=user, entry=entry, appointed_by=by.user or user, appointed_at=now
    )
    if not user.is_staff:
        user.is_staff = True
        user.save(update_fields=["is_staff"])
    payload = {
        "kind": kind.value,
        "before": None if before is None else {"user": before.user_id, "entry": before.entry_id},
        "after": {"user": user.pk, "entry": entry.pk if entry else None},
    }
    log.append(event, "office.appointed", by, reason=reason, payload=payload)
    return office


def _check_entry(event: Event, entry: Entry) -> None:
    if entry.event_id != event.pk:
        raise OfficialError("other_event", entry=entry)
    if entry.withdrawn_at is not None or entry.disqualified_at is not None:
        raise OfficialError("entry_gone", entry=entry)


def _check_change(event: Event, reason: str) -> None:
    _check_not_published(event)
    if event.state in {EventState.RUNNING, EventState.FINISHED} and not reason.strip():
        raise OfficialError("reason_needed")


def _check_not_published(event: Event) -> None:
    if event.state == EventState.PUBLISHED:
        raise OfficialError("event_published")
