"""States, each with its allowed successors as data, and the other closed lists."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class EventState(TextChoices):
    DRAFT = "draft", _("Bozza")
    REGISTRATION = "registration", _("Iscrizioni aperte")
    RUNNING = "running", _("In corso")
    FINISHED = "finished", _("Concluso")
    PUBLISHED = "published", _("Pubblicato")


EVENT_SUCCESSORS: Mapping[EventState, frozenset[EventState]] = {
    EventState.DRAFT: frozenset({EventState.REGISTRATION}),
    EventState.REGISTRATION: frozenset({EventState.DRAFT, EventState.RUNNING}),
    EventState.RUNNING: frozenset({EventState.FINISHED}),
    EventState.FINISHED: frozenset({EventState.RUNNING, EventState.PUBLISHED}),
    EventState.PUBLISHED: frozenset(),
}


class GameState(TextChoices):
    PLANNED = "planned", _("Da giocare")
    RUNNING = "running", _("In corso")
    FINISHED = "finished", _("Conclusa")


GAME_SUCCESSORS: Mapping[GameState, frozenset[GameState]] = {
    GameState.PLANNED: frozenset({GameState.RUNNING}),
    GameState.RUNNING: frozenset({GameState.FINISHED}),
    # Only with letters from a real bag: a seed is public once its game has ended.
    GameState.FINISHED: frozenset({GameState.RUNNING}),
}


class TurnState(TextChoices):
    DRAWN = "drawn", _("Estratta")
    OPEN = "open", _("Aperta")
    CLOSED = "closed", _("Chiusa")
    ADJUDICATED = "adjudicated", _("Arbitrata")
    REVEALED = "revealed", _("Svelata")
    VOIDED = "voided", _("Annullata")


TURN_SUCCESSORS: Mapping[TurnState, frozenset[TurnState]] = {
    TurnState.DRAWN: frozenset({TurnState.OPEN, TurnState.VOIDED}),
    # Back to DRAWN is the undo of an opening.
    TurnState.OPEN: frozenset({TurnState.CLOSED, TurnState.DRAWN, TurnState.VOIDED}),
    # Back to OPEN is `reopen`: more time for the room, logged with its reason.
    TurnState.CLOSED: frozenset({TurnState.ADJUDICATED, TurnState.OPEN, TurnState.VOIDED}),
    TurnState.ADJUDICATED: frozenset({TurnState.REVEALED, TurnState.CLOSED, TurnState.VOIDED}),
    TurnState.REVEALED: frozenset({TurnState.VOIDED}),
    TurnState.VOIDED: frozenset(),
}


class RackSource(TextChoices):
    SEEDED = "seeded", _("Sorteggio verificabile")
    MANUAL = "manual", _("Sacchetto vero, lettere a mano")
    PREPARED = "prepared", _("Partita preparata e sigillata")


class SearchState(TextChoices):
    """What the worker has done for a turn; all that anybody may know while it is open."""

    PENDING = "pending", _("In calcolo")
    READY = "ready", _("Calcolo pronto")
    FAILED = "failed", _("Calcolo non riuscito")


class SlipSource(TextChoices):
    DEVICE = "device", _("Tablet")
    PAPER = "paper", _("Carta")


class OfficeKind(TextChoices):
    DIRECTOR = "director", _("Direttore di gara")
    ARBITER = "arbiter", _("Arbitro")
    PANEL = "panel", _("Collegio di supporto")


class ContestSubject(TextChoices):
    SLIP = "slip", _("Il proprio bollettino")
    TOP = "top", _("Il top")


class ContestState(TextChoices):
    OPEN = "open", _("Aperta")
    UPHELD = "upheld", _("Accolta")
    REJECTED = "rejected", _("Respinta")
    WITHDRAWN = "withdrawn", _("Ritirata")


CONTEST_SUCCESSORS: Mapping[ContestState, frozenset[ContestState]] = {
    ContestState.OPEN: frozenset({ContestState.UPHELD, ContestState.REJECTED, ContestState.WITHDRAWN}),
    ContestState.UPHELD: frozenset(),
    ContestState.REJECTED: frozenset(),
    ContestState.WITHDRAWN: frozenset(),
}


class Decision(TextChoices):
    """What is done with words: the content of an opinion and of a ruling."""

    ADMIT = "admit", _("Ammettere")
    REFUSE = "refuse", _("Rifiutare")


class RulingState(TextChoices):
    PREVIEW = "preview", _("Anteprima")
    APPLIED = "applied", _("Applicata")
    DROPPED = "dropped", _("Lasciata")


RULING_SUCCESSORS: Mapping[RulingState, frozenset[RulingState]] = {
    RulingState.PREVIEW: frozenset({RulingState.APPLIED, RulingState.DROPPED}),
    RulingState.APPLIED: frozenset(),
    RulingState.DROPPED: frozenset(),
}


class DecidedBy(TextChoices):
    ARBITER = "arbiter", _("Arbitro")
    PANEL = "panel", _("Collegio di supporto")


class SanctionKind(TextChoices):
    WARNING = "warning", _("Ammonizione")
    PENALTY = "penalty", _("Penalità")
    DISQUALIFICATION = "disqualification", _("Squalifica")


class Category(TextChoices):
    JUNIOR = "junior", _("Juniores")
    OPEN = "open", _("Assoluti")
    SENIOR = "senior", _("Seniores")


class ActorKind(TextChoices):
    """Who did a logged act."""

    USER = "user", _("Utente")
    ENTRY = "entry", _("Giocatore")
    WORKER = "worker", _("Sistema")


class ProjectorMode(TextChoices):
    RACK = "rack", _("Leggio")
    BOARD = "board", _("Tavoliere")
    RANKING = "ranking", _("Classifica")
    BLACK = "black", _("Nero")
