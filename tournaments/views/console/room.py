"""What the templates of the console are given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.enums import EventState, GameState, OfficeKind, ProjectorMode, RackSource, SearchState, TurnState
from tournaments.models import Device, Event, Turn
from tournaments.selectors import console
from tournaments.selectors.console import Situation
from tournaments.selectors.public import ceremony_shown, freeze
from tournaments.selectors.roles import role_of
from tournaments.selectors.silence import SilentTable, silent_tables
from tournaments.selectors.visibility import Role, may_see
from tournaments.services import hall_screens, officials
from tournaments.services.officials import PANEL_SIZE
from tournaments.templatetags.states import clock_time
from tournaments.views.console import presence
from tournaments.views.console.acts import EXTENSION_SECONDS, needs_password, undo_of
from tournaments.views.console.log_words import log_lines
from tournaments.views.console.next_act import next_act, rule_words

CHIPS = 28
SILENT_NAMED = 3
PROJECTOR_KEYS = {
    ProjectorMode.RACK: "1",
    ProjectorMode.BOARD: "2",
    ProjectorMode.RANKING: "3",
    ProjectorMode.BLACK: "0",
}


@dataclass(frozen=True, slots=True)
class Ready:
    """One line of what must be there before the first turn."""

    is_done: bool
    words: str
    url: str


def room(event: Event, user: User) -> dict[str, Any]:
    """The whole room for one reader."""
    now = console.situation(event)
    role = role_of(event, user=user)
    return {
        **acts(now, role, user),
        **_board(now, role),
        "official_director": officials.holder(event, OfficeKind.DIRECTOR),
        "official_arbiter": officials.holder(event, OfficeKind.ARBITER),
        "official_panel": officials.panel(event),
        "log": log_lines(event, role),
        "modes": [(mode, mode.label, key) for mode, key in PROJECTOR_KEYS.items()],
        "projector_url": address("projector", event.slug),
        "is_ceremony": not event.is_ceremony_done and ceremony_shown(event) is not None,
        "readiness": [] if now.is_playing else readiness(event),
    }


def acts(now: Situation, role: Role, user: User) -> dict[str, Any]:
    """The middle column, which is asked for every two seconds while a turn is open."""
    turn, event = now.turn, now.event
    count = console.slip_count(turn, role) if turn is not None and now.is_playing else None
    is_open = turn is not None and turn.state == TurnState.OPEN
    following = next_act(now, count)
    silent = _silent(now, role)
    return {
        "event": event,
        "now": now,
        "game": now.game,
        "turn": turn,
        "stamp": now.stamp,
        "url": reverse("admin:console", args=[event.pk]),
        "next": following,
        "undo": undo_of(now),
        "is_open": is_open,
        # Slips write no log row, and what an act waits for may come from the worker.
        "is_waiting": is_open or (now.is_playing and bool(following.blocked)),
        "may_void": now.is_playing and turn is not None,
        "may_end": now.is_playing and (turn is None or turn.state == TurnState.REVEALED),
        "void_asks_password": needs_password("void", now),
        "end_asks_password": needs_password("end_game", now),
        "extension_seconds": EXTENSION_SECONDS,
        "clock_state": _clock_state(turn) if turn is not None and now.is_playing else "",
        "closes": _closes(turn) if is_open else "",
        "profile": event.profile,
        "count": count,
        "missing": count.missing[:CHIPS] if count else (),
        "missing_more": max(0, len(count.missing) - CHIPS) if count else 0,
        "silent": silent,
        "silent_first": silent[:SILENT_NAMED],
        "silent_more": max(0, len(silent) - SILENT_NAMED),
        "silent_entries": {each.entry_id for each in silent},
        "screens": hall_screens.count(event.pk),
        "worker": _worker(turn, role) if turn is not None and now.is_playing else None,
        "top": console.top_summary(turn, role) if turn is not None else None,
        "others": presence.others(event, user),
        "desk_url": address("desk", event.slug),
        "ceremony_words": _ceremony_words(event),
    }


def _silent(now: Situation, role: Role) -> list[SilentTable]:
    """The tables offline, longest first, while it matters: before a turn is opened and until it is closed."""
    turn = now.turn
    if turn is None or not now.is_playing or turn.state not in {TurnState.DRAWN, TurnState.OPEN}:
        return []
    if not may_see(role, turn.state, "silent_tables"):
        return []
    return sorted(silent_tables(turn, timezone.now()), key=lambda each: each.since)


def _ceremony_words(event: Event) -> str:
    """The way to the frozen ranking and its ceremony, as long as there is something to do there."""
    if event.is_ceremony_done or event.state not in {EventState.RUNNING, EventState.FINISHED}:
        return ""
    return _("Premiazione") if freeze(event) is not None else _("Ferma la classifica")


def address(name: str, *args: object) -> str:
    """A page of another audience, or nothing where this installation does not have it."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


def _closes(turn: Turn | None) -> str:
    """The turn closes by itself; paused, the clock's own words are right."""
    if turn is None or turn.deadline_at is None or turn.paused_at is not None:
        return ""
    return _("chiude da sola alle {time}").format(time=clock_time(turn.deadline_at))


def _clock_state(turn: Turn) -> str:
    if turn.state == TurnState.DRAWN:
        return "waiting"
    if turn.state == TurnState.OPEN:
        return "paused" if turn.paused_at else "plain"
    return "closed"


def _board(now: Situation, role: Role) -> dict[str, Any]:
    turn = now.turn
    if turn is None:
        return {"rows": None}
    is_revealed = turn.state == TurnState.REVEALED
    summary = console.top_summary(turn, role) if is_revealed else None
    sees_rack = may_see(role, turn.state, "rack")
    return {
        "rows": turn.board_before,
        "rules": now.event.ruleset,
        "laid_top": summary.move if summary else None,
        "rack": turn.rack if sees_rack else "",
        # What the hall sees of it now.
        "hall_rack": turn.rack if may_see(Role.PUBLIC, turn.state, "rack") else "",
        "bag": console.bag_count(turn),
        "rule": rule_words(turn.game, turn.number),
        "draw": draw_words(turn) if sees_rack else "",
        "rejected": [(row["rack"], rejection_words(row["reason"])) for row in turn.rejected] if sees_rack else [],
        "is_manual": turn.game.rack_source == RackSource.MANUAL,
    }


def draw_words(turn: Turn) -> str:
    """How the rack came about."""
    count = len(turn.rejected)
    parts = []
    if turn.draw.get("relaxed"):
        parts.append(_("Le lettere rimaste non bastano alla regola piena: si è chiesto 1 e 1."))
    if count:
        text = ngettext("Accettato dopo {count} leggio rimesso.", "Accettato dopo {count} leggii rimessi.", count)
        parts.append(text.format(count=count))
    else:
        parts.append(_("Leggio accettato alla prima estrazione."))
    notes = {
        "below_minimum": _("Il leggio scritto è sotto la regola."),
        "kept_letters_replaced": _("Le lettere rimaste dalla mano prima non ci sono tutte."),
        "good_rack_rejected": _("È stato rimesso un leggio che andava bene."),
        "jolly_missing": _("Manca il jolly della partita joker."),
    }
    parts += [notes[note] for note in turn.draw.get("notes", []) if note in notes]
    return " ".join(parts)


def rejection_words(reason: str) -> str:
    return {
        "too_few_vowels": _("poche vocali"),
        "too_few_consonants": _("poche consonanti"),
        "too_few_letters": _("poche vocali e consonanti"),
        "good_rack_rejected": _("andava bene"),
    }.get(reason, reason)


def _worker(turn: Turn, role: Role) -> dict[str, Any] | None:
    """Ready or not ready: all that may be known of the search before the close."""
    if not may_see(role, turn.state, "search_ready"):
        return None
    if turn.search_state == SearchState.READY:
        if may_see(role, turn.state, "top"):
            rest = _("Bollettini giudicati.") if _is_scored(turn, role) else _("Sta giudicando i bollettini.")
        else:
            rest = _("Ricerca del top conclusa, risultato sigillato fino alla chiusura.")
        return {"is_ready": True, "strong": _("Calcolo pronto."), "rest": rest}
    if turn.search_state == SearchState.FAILED:
        return {"is_ready": False, "strong": _("Calcolo non riuscito."), "rest": _("Il sistema riprova da solo.")}
    rest = _("Si può giocare intanto; la mano non si arbitra finché non è pronto.")
    return {"is_ready": False, "strong": _("Calcolo non ancora pronto."), "rest": rest}


def _is_scored(turn: Turn, role: Role) -> bool:
    summary = console.top_summary(turn, role)
    return summary is not None and summary.is_scored


def readiness(event: Event) -> list[Ready]:
    """What must be there before the first turn, each with the page that provides it."""
    entries_url = f"{reverse('admin:tournaments_entry_changelist')}?event={event.pk}"
    officials_url = reverse("admin:tournaments_event_officials", args=[event.pk])
    entered = event.entries.count()
    present = len(console.playing_entries(event))
    panel = len(officials.panel(event))
    connected = Device.objects.filter(entry__event=event, revoked_at=None).count()
    director, arbiter = (officials.holder(event, kind) for kind in (OfficeKind.DIRECTOR, OfficeKind.ARBITER))
    is_fresh = not event.games.exclude(state=GameState.PLANNED).exists()
    if event.state not in {EventState.DRAFT, EventState.REGISTRATION} and not is_fresh:
        return []
    presence_words = ngettext("{n} presente su {all} iscritti", "{n} presenti su {all} iscritti", present)
    return [
        Ready(director is not None, _("Direttore di gara nominato (F42)"), officials_url),
        Ready(arbiter is not None, _("Arbitro nominato (F43)"), officials_url),
        Ready(panel == PANEL_SIZE, _("Collegio di supporto di tre giocatori (F45)"), officials_url),
        Ready(event.lexicon.is_ready, _("Lessico: {name}").format(name=event.lexicon.name), _change(event)),
        Ready(
            entered > 0,
            ngettext("{n} giocatore iscritto", "{n} giocatori iscritti", entered).format(n=entered),
            entries_url,
        ),
        Ready(present > 0, presence_words.format(n=present, all=entered), entries_url),
        Ready(
            connected > 0,
            ngettext("{n} tablet collegato", "{n} tablet collegati", connected).format(n=connected),
            reverse("admin:console-prints", args=[event.pk]),
        ),
    ]


def _change(event: Event) -> str:
    return reverse("admin:tournaments_event_change", args=[event.pk])
