"""Events: creating them, changing them, moving them on, and fixing their rules at the first draw."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lexicon.models import LexiconEdition
from lexicon.services import lock_edition
from tournaments.engine.errors import DefinitionError
from tournaments.engine.profile import CHOICES, RANGES, load_profile, profile_slugs
from tournaments.engine.ruleset import load_ruleset, ruleset_slugs
from tournaments.enums import EVENT_SUCCESSORS, ActorKind, EventState, GameState, OfficeKind
from tournaments.models import Event
from tournaments.services import log, officials
from tournaments.services.actor import WORKER, Actor
from tournaments.services.errors import ActError
from tournaments.services.locks import lock_event

# What the first draw fixes.
RULE_FIELDS = (
    "ruleset_slug",
    "profile_slug",
    "profile_overrides",
    "lexicon",
    "notation",
)
CHANGEABLE_FIELDS = (
    "name",
    "slug",
    "venue",
    "starts_on",
    "ends_on",
    *RULE_FIELDS,
    "games_planned",
    "is_double_entry",
    "is_public",
    "frozen_turns",
)
MAX_GAMES = 5


class EventError(ActError):
    messages = {
        "not_federation": _("Un torneo nuovo lo crea la federazione, che ne nomina il direttore (F42)."),
        "no_name": _("Scrivi il nome del torneo."),
        "slug_taken": _("L'indirizzo «%(slug)s» è già di un altro torneo: scegline un altro."),
        "ends_before_start": _("L'ultimo giorno viene prima del primo."),
        "unknown_ruleset": _("Il regolamento «%(slug)s» non esiste. Ci sono: %(known)s."),
        "unknown_profile": _("Il profilo «%(slug)s» non esiste. Ci sono: %(known)s."),
        "wrong_setting": _("La scelta «%(key)s» non va: %(problem)s."),
        "wrong_lexicon_language": _(
            "Il lessico «%(lexicon)s» è in lingua «%(language)s», il regolamento in «%(expected)s»."
        ),
        "wrong_games": _("Un torneo ha da 1 a %(most)s partite."),
        "games_started": _("Sono già cominciate %(count)s partite: il torneo non può averne meno."),
        "rules_locked": _(
            "Regole e lessico sono fermi dal primo sorteggio (%(at)s): «%(field)s» non cambia più."
        ),
        "published": _("Il torneo è pubblicato e non cambia più."),
        "slug_sealed": _("L'indirizzo fa parte dell'impegno del sorteggio già pubblicato: non cambia più."),
        "wrong_state": _("Un torneo «%(now)s» non può diventare «%(wanted)s»."),
        "officials_missing": _("Il torneo non può cominciare. %(missing)s"),
        "lexicon_not_ready": _("Il lessico «%(lexicon)s» non ha ancora parole: aspetta l'importazione."),
        "no_players": _("Il torneo non può cominciare: nessun giocatore è presente. Registra gli arrivi."),
        "game_running": _("La partita %(number)s è in corso: concludila prima."),
        "not_verified": _("I risultati si pubblicano dopo la verifica indipendente del registro."),
        "reason_needed": _("Scrivi il motivo: un torneo concluso si riapre solo con un motivo."),
    }


def create(
    *,
    by: Actor,
    name: str,
    starts_on: date,
    lexicon: LexiconEdition,
    ends_on: date | None = None,
    slug: str = "",
    director: User | None = None,
    **fields: Any,
) -> Event:
    """A new event, in draft; its director, where named, is appointed in the same act (F42)."""
    _known_fields(fields)
    with transaction.atomic():
        if by.kind != ActorKind.WORKER and not officials.is_federation_staff(by.user):
            raise EventError("not_federation")
        event = Event(
            name=name.strip(),
            slug=slug or _free_slug(name, starts_on),
            starts_on=starts_on,
            ends_on=ends_on or starts_on,
            lexicon=lexicon,
            **fields,
        )
        if "notation" not in fields:
            event.notation = _ruleset_notation(event.ruleset_slug)
        check(event)
        event.save()
        log.append(event, "event.created", by, payload=_as_data(event, CHANGEABLE_FIELDS))
        if director is not None:
            officials.appoint_director(event, user=director, by=by)
            event.refresh_from_db()
        return event


def change(event: Event, *, by: Actor, **changes: Any) -> Event:
    """Change any of CHANGEABLE_FIELDS; rules and lexicon only until the first draw."""
    _known_fields(changes)
    with transaction.atomic():
        event = lock_event(event.pk)
        officials.require(event, by, OfficeKind.DIRECTOR)
        if event.state == EventState.PUBLISHED:
            raise EventError("published")
        changed = [name for name, value in changes.items() if getattr(event, name) != value]
        if not changed:
            return event
        if event.rules_locked_at is not None:
            for name in changed:
                if name in RULE_FIELDS:
                    label = str(Event._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
                    at = timezone.localtime(event.rules_locked_at).strftime("%d/%m/%Y %H:%M")
                    raise EventError("rules_locked", field=label, at=at)
        if "slug" in changed and event.games.exclude(commitment="").exists():
            # Racks follow from it: a game committed to one address would not verify under another.
            raise EventError("slug_sealed")
        before = _as_data(event, changed)
        for name in changed:
            setattr(event, name, changes[name])
        check(event)
        started = event.games.exclude(state=GameState.PLANNED).count()
        if event.games_planned < started:
            raise EventError("games_started", count=started)
        event.save(update_fields=changed)
        log.append(event, "event.changed", by, payload={"before": before, "after": _as_data(event, changed)})
        return event


def move(event: Event, to: EventState, by: Actor, *, reason: str = "", is_verified: bool = False) -> Event:
    """To a successor state. `is_verified` is publication's word that the recomputation agreed."""
    with transaction.atomic():
        event = lock_event(event.pk)
        officials.require(event, by, OfficeKind.DIRECTOR)
        now = EventState(event.state)
        if now == to:
            return event
        if to not in EVENT_SUCCESSORS[now]:
            raise EventError("wrong_state", now=now.label, wanted=to.label)
        if now == EventState.REGISTRATION and to == EventState.RUNNING:
            _check_can_start(event)
        if to == EventState.FINISHED:
            running = event.games.filter(state=GameState.RUNNING).first()
            if running is not None:
                raise EventError("game_running", number=running.number)
        if now == EventState.FINISHED and to == EventState.RUNNING and not reason.strip():
            raise EventError("reason_needed")
        if to == EventState.PUBLISHED:
            if not is_verified:
                raise EventError("not_verified")
            event.published_at = timezone.now()
        event.state = to
        event.save(update_fields=["state", "published_at"])
        log.append(event, "event.state", by, reason=reason, payload={"before": now.value, "after": to.value})
        return event


def lock_rules(event: Event, by: Actor = WORKER) -> Event:
    """Fix rules and lexicon as they are: called by the draw of the first turn, inside its transaction."""
    with transaction.atomic():
        head = lock_event(event.pk)
        if head.locked_rules is None:
            profile = head.profile
            head.locked_rules = {
                "ruleset": head.ruleset_slug,
                "profile": profile.slug,
                "version": profile.version,
                "settings": profile.settings(),
                "notation": head.notation,
                "lexicon": {"slug": head.lexicon.slug, "sha256": head.lexicon.sha256},
            }
            head.rules_locked_at = timezone.now()
            head.save(update_fields=["locked_rules", "rules_locked_at"])
            lock_edition(head.lexicon)
            log.append(head, "event.rules_locked", by, payload=head.locked_rules)
        for name in ("locked_rules", "rules_locked_at", "sequence", "log_hash"):
            setattr(event, name, getattr(head, name))
        return event


def check(event: Event) -> None:
    """Refuse an event whose own data cannot be; the admin's form asks the same question."""
    if not event.name:
        raise EventError("no_name")
    if event.ends_on < event.starts_on:
        raise EventError("ends_before_start")
    if Event.objects.filter(slug=event.slug).exclude(pk=event.pk).exists():
        raise EventError("slug_taken", slug=event.slug)
    if not 1 <= event.games_planned <= MAX_GAMES:
        raise EventError("wrong_games", most=MAX_GAMES)
    check_rules(event.ruleset_slug, event.profile_slug, event.profile_overrides, event.lexicon)


def check_rules(
    ruleset_slug: str, profile_slug: str, overrides: Mapping[str, Any], lexicon: LexiconEdition
) -> None:
    if ruleset_slug not in ruleset_slugs():
        raise EventError("unknown_ruleset", slug=ruleset_slug, known=", ".join(ruleset_slugs()))
    if profile_slug not in profile_slugs():
        raise EventError("unknown_profile", slug=profile_slug, known=", ".join(profile_slugs()))
    check_overrides(profile_slug, overrides)
    language = load_ruleset(ruleset_slug).language
    if lexicon.language != language:
        raise EventError(
            "wrong_lexicon_language", lexicon=lexicon.name, language=lexicon.language, expected=language
        )


def check_overrides(profile_slug: str, overrides: Mapping[str, Any]) -> None:
    """The event's own choices against the engine's profile; the sentence names the key."""
    if not isinstance(overrides, dict):
        raise EventError("wrong_setting", key="{}", problem=gettext("scrivi un elenco di chiavi e valori"))
    try:
        load_profile(profile_slug).with_overrides(overrides)
    except DefinitionError as error:
        raise EventError("wrong_setting", key=error.key, problem=_setting_problem(error.key)) from error


def _setting_problem(key: str) -> str:
    if key in CHOICES:
        return gettext("i valori possibili sono %(values)s") % {"values": ", ".join(CHOICES[key])}
    if key == "signal_seconds":
        return gettext("il segnale viene prima della fine: meno di turn_seconds, al più %(high)s") % {
            "high": RANGES[key][1]
        }
    if key in RANGES:
        low, high = RANGES[key]
        return gettext("serve un numero intero da %(low)s a %(high)s") % {"low": low, "high": high}
    return gettext("non è una scelta conosciuta")


def _check_can_start(event: Event) -> None:
    missing = officials.missing_sentences(event)
    if missing:
        raise EventError("officials_missing", missing=missing)
    if not event.entries.filter(
        checked_in_at__isnull=False, withdrawn_at=None, disqualified_at=None
    ).exists():
        raise EventError("no_players")
    if not event.lexicon.is_ready:
        raise EventError("lexicon_not_ready", lexicon=event.lexicon)


def _known_fields(fields: Mapping[str, Any]) -> None:
    unknown = fields.keys() - set(CHANGEABLE_FIELDS)
    assert not unknown, f"not fields of an event: {sorted(unknown)}"


def _as_data(event: Event, names: Any) -> dict[str, Any]:
    values = {name: getattr(event, name) for name in names}
    return {
        name: value.isoformat() if isinstance(value, date) else _plain(value)
        for name, value in values.items()
    }


def _plain(value: Any) -> Any:
    return value.slug if isinstance(value, LexiconEdition) else value


def _free_slug(name: str, starts_on: date) -> str:
    stem = slugify(name)[:60] or "torneo"
    slug, count = f"{stem}-{starts_on.year}" if str(starts_on.year) not in stem else stem, 2
    base = slug
    while Event.objects.filter(slug=slug).exists():
        slug, count = f"{base}-{count}", count + 1
    return slug


def _ruleset_notation(slug: str) -> str:
    return load_ruleset(slug).notation if slug in ruleset_slugs() else "M"
