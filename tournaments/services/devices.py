"""Devices: a one-time code on the table's QR becomes a token that plays for one entry.

Codes and tokens leave this module once, in clear, to the person they are for; only hashes are kept.
"""

from __future__ import annotations

import hashlib
import io
import secrets
from collections.abc import Iterable
from datetime import timedelta

import segno
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from tournaments.enums import EventState, OfficeKind
from tournaments.models import Device, EnrolmentCode, Entry, Event
from tournaments.services import log, officials
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.locks import lock_event
from tournaments.services.statements import Part, Reading

# For a QR shown on a screen; a card printed before the event lives longer, by the caller's word.
CODE_LIFETIME = timedelta(minutes=15)
PRINTED_CODE_LIFETIME = timedelta(hours=12)
TOKEN_BYTES = 32
# Twelve signs of thirty-two: 60 bits, without the pairs that people mix up (0 O, 1 I).
CODE_LENGTH = 12
CODE_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

_LIVE_DEVICE = (
    "tournaments_device"
    " JOIN tournaments_entry ON tournaments_entry.id = tournaments_device.entry_id"
    " JOIN tournaments_event ON tournaments_event.id = tournaments_entry.event_id"
    " WHERE tournaments_device.token_hash = %s AND tournaments_device.revoked_at IS NULL"
)
_DEVICE = Reading(Part(Device), Part(Entry), Part(Event), source=_LIVE_DEVICE)
_SENDER = Reading(
    Part(Device, ("id", "entry_id")),
    Part(Entry, ("id", "event_id", "checked_in_at", "withdrawn_at", "disqualified_at")),
    Part(Event, ("id", "slug", "profile_slug", "profile_overrides", "locked_rules")),
    source=_LIVE_DEVICE,
)


class DeviceError(ActError):
    messages = {
        "unknown_code": _("Questo codice non esiste. Chiedi all'arbitro un codice nuovo."),
        "too_many_codes": _("Da questa rete sono arrivati troppi codici sbagliati: aspetta un minuto e riprova."),
        "used_code": _("Questo codice è già stato usato. Chiedi all'arbitro un codice nuovo."),
        "expired_code": _("Questo codice è scaduto. Chiedi all'arbitro un codice nuovo."),
        "entry_gone": _("%(player)s non è più in gara: il suo posto non si collega."),
        "event_over": _("Il torneo è concluso: non si collegano altri dispositivi."),
        "other_event": _("Un'iscrizione è di un altro torneo."),
    }


def issue_code(entry: Entry, by: Actor, *, lifetime: timedelta = CODE_LIFETIME) -> str:
    """A new code for one entry; codes given before stop working."""
    return issue_codes(entry.event, [entry], by, lifetime=lifetime)[entry.pk]


def issue_codes(
    event: Event, entries: Iterable[Entry], by: Actor, *, lifetime: timedelta = CODE_LIFETIME
) -> dict[int, str]:
    """New codes for many entries in one act, by entry id: the room's table cards."""
    with transaction.atomic():
        event = lock_event(event.pk)
        officials.require(event, by, OfficeKind.DIRECTOR, OfficeKind.ARBITER)
        if event.state not in {EventState.DRAFT, EventState.REGISTRATION, EventState.RUNNING}:
            raise DeviceError("event_over")
        now = timezone.now()
        codes: dict[int, str] = {}
        for entry in entries:
            if entry.event_id != event.pk:
                raise DeviceError("other_event")
            _check_entry(entry)
            codes[entry.pk] = "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))
        _void_codes(list(codes))
        EnrolmentCode.objects.bulk_create(
            EnrolmentCode(entry_id=pk, code_hash=_code_hash(code), expires_at=now + lifetime)
            for pk, code in codes.items()
        )
        payload = {"entries": sorted(codes), "seconds": int(lifetime.total_seconds())}
        log.append(event, "device.code_issued", by, payload=payload)
        return codes


def enrol(code: str, user_agent: str = "") -> tuple[Device, str]:
    """Use a code up: its entry's device from now on, and the token that proves it.

    The device that the entry had before is revoked: one lives at a time.
    """
    # Before the transaction: whoever guesses must not keep the database's one writer from the hall.
    found = EnrolmentCode.objects.filter(code_hash=_code_hash(code)).select_related("entry").first()
    if found is None:
        raise DeviceError("unknown_code")
    with transaction.atomic():
        event = lock_event(found.entry.event_id)
        # Read again under the lock: two scans of one QR must not both win.
        found = EnrolmentCode.objects.select_related("entry__player", "entry__event").get(pk=found.pk)
        _check_usable(found, event)
        found.used_at = timezone.now()
        found.save(update_fields=["used_at"])
        replaced = _revoke_live(found.entry)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        device = Device.objects.create(
            entry=found.entry, token_hash=_token_hash(token), user_agent=user_agent[:200]
        )
        payload = {"entry": found.entry_id, "device": device.pk, "replaced": replaced}
        log.append(event, "device.enrolled", Actor.of_device(device), payload=payload)
        return device, token


def entry_of(code: str) -> Entry:
    """Whose code it is, while it can be used; nothing is used up. What the QR's page asks to confirm."""
    found = (
        EnrolmentCode.objects.filter(code_hash=_code_hash(code))
        .select_related("entry__player", "entry__event")
        .first()
    )
    if found is None:
        raise DeviceError("unknown_code")
    _check_usable(found, found.entry.event)
    return found.entry


def was_enrolled_by(device: Device, code: str) -> bool:
    """Whether this device became its entry's by this very code: the same QR opened twice."""
    used = EnrolmentCode.objects.filter(
        code_hash=_code_hash(code), entry=device.entry_id, used_at__isnull=False
    ).first()
    return used is not None and used.used_at is not None and used.used_at <= device.enrolled_at


def authenticate(token: str) -> Device | None:
    """The live device of this token with its entry and event."""
    return _device_by(_DEVICE, token)


def sender(token: str) -> Device | None:
    """The same for a slip, in a burst of a thousand: with the columns that a slip asks for, the others deferred."""
    return _device_by(_SENDER, token)


def revoke(entry: Entry, by: Actor, *, reason: str = "") -> bool:
    """Disconnect an entry's device and void its codes; says whether there was anything to revoke."""
    return revoke_all(entry.event, by, reason=reason, entries=[entry]) > 0


def revoke_all(event: Event, by: Actor, *, reason: str = "", entries: Iterable[Entry] | None = None) -> int:
    """Disconnect every device of the event (or of these entries) and void the codes still open."""
    with transaction.atomic():
        event = lock_event(event.pk)
        officials.require(event, by, OfficeKind.DIRECTOR, OfficeKind.ARBITER)
        touched = event.entries.all()
        if entries is not None:
            touched = touched.filter(pk__in=[entry.pk for entry in entries])
        entry_ids = list(touched.values_list("pk", flat=True))
        live = Device.objects.filter(entry__in=entry_ids, revoked_at=None)
        revoked = sorted(live.values_list("pk", flat=True))
        voided = _void_codes(entry_ids)
        if not revoked and not voided:
            return 0
        live.update(revoked_at=timezone.now())
        payload = {"devices": revoked, "codes": voided}
        log.append(event, "device.revoked", by, reason=reason, payload=payload)
        return len(revoked) + voided


def enrolment_path(code: str) -> str:
    """Where the QR leads, below the site's own address. Opening it only asks; a POST uses the code up."""
    return f"/gioca/{code}/"


def link_as_svg(link: str) -> str:
    """A QR of the link, drawn with attributes only, so that it needs no inline style."""
    drawing = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        drawing, kind="svg", scale=6, border=2, xmldecl=False, svgns=True, nl=False, omitsize=False
    )
    return drawing.getvalue().decode()


def _check_usable(code: EnrolmentCode, event: Event) -> None:
    if code.used_at is not None:
        raise DeviceError("used_code")
    if code.expires_at <= timezone.now():
        raise DeviceError("expired_code")
    if event.state in {EventState.FINISHED, EventState.PUBLISHED}:
        raise DeviceError("event_over")
    _check_entry(code.entry)


def _check_entry(entry: Entry) -> None:
    if entry.withdrawn_at is not None or entry.disqualified_at is not None:
        raise DeviceError("entry_gone", player=entry.player)


def _revoke_live(entry: Entry) -> list[int]:
    live = Device.objects.filter(entry=entry, revoked_at=None)
    revoked = sorted(live.values_list("pk", flat=True))
    live.update(revoked_at=timezone.now())
    return revoked


def _void_codes(entry_ids: list[int]) -> int:
    now = timezone.now()
    pending = EnrolmentCode.objects.filter(entry__in=entry_ids, used_at=None, expires_at__gt=now)
    return pending.update(expires_at=now)


def _code_hash(code: str) -> str:
    # A short code needs a key: without it the hash of sixty bits could be searched.
    return salted_hmac("duplicato.enrolment", _read_code(code), algorithm="sha256").hexdigest()


def _read_code(code: str) -> str:
    """As people copy it: any case, with or without separators."""
    return "".join(sign for sign in code.upper() if sign in CODE_SIGNS)


def _token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _device_by(reading: Reading, token: str) -> Device | None:
    found = reading.one([_token_hash(token)])
    if found is None:
        return None
    device: Device
    device, device.entry, device.entry.event = found
    return device
