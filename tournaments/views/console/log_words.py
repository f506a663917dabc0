"""The log as a person reads it: one sentence an act, and of play only what this role may know by now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop, ngettext

from tournaments.engine.notation import format_reference
from tournaments.enums import ContestState, EventState, GameState, ProjectorMode, TurnState
from tournaments.models import Event, LogRow
from tournaments.selectors.visibility import Role, may_see_act
from tournaments.services.positions import read_move
from tournaments.services.silence import BACK, OFFLINE
from tournaments.templatetags.game_text import game_word

ROWS = 7
TABLES_NAMED = 3
# The first part is shown strong. Places: number (of the turn), game, table, who.
WORDS: Mapping[str, tuple[str, str]] = {
    "contest.decided": ("", gettext_noop("Contestazione chiusa, mano {number}")),
    "contest.opened": (gettext_noop("Contestazione"), gettext_noop("sulla mano {number}")),
    "device.back": ("", gettext_noop("Tavoli di nuovo in linea")),
    "device.code_issued": ("", gettext_noop("Codici per i tablet dati da {who}")),
    "device.enrolled": ("", gettext_noop("Tavolo {table} collegato")),
    "device.offline": ("", gettext_noop("Tavoli fuori linea")),
    "device.revoked": ("", gettext_noop("Tablet scollegati da {who}")),
    "draw.arbiter_asked": (gettext_noop("Estrazione ferma"), gettext_noop("decide l’arbitro")),
    "draw.failed": (gettext_noop("Estrazione non riuscita"), gettext_noop("scrivi le lettere a mano")),
    "draw.relaxed": (gettext_noop("Si continua"), gettext_noop("basta una vocale e una consonante")),
    "entry.added": ("", gettext_noop("Iscrizione aggiunta da {who}")),
    "entry.changed": ("", gettext_noop("Iscrizione cambiata da {who}")),
    "entry.check_in_undone": ("", gettext_noop("Arrivo annullato da {who}")),
    "entry.checked_in": ("", gettext_noop("Arrivo registrato da {who}")),
    "entry.moved": ("", gettext_noop("Tavoli cambiati da {who}")),
    "entry.removed": ("", gettext_noop("Iscrizione cancellata da {who}")),
    "entry.withdrawal_undone": ("", gettext_noop("Ritiro annullato da {who}")),
    "entry.withdrawn": ("", gettext_noop("Ritiro registrato da {who}")),
    "event.changed": ("", gettext_noop("Torneo cambiato da {who}")),
    "event.created": ("", gettext_noop("Torneo creato")),
    "event.ceremony": ("", gettext_noop("Premiazione: posti detti da {who}")),
    "event.frozen": (gettext_noop("Classifica pubblica ferma"), gettext_noop("da {who}")),
    "event.message": ("", gettext_noop("Messaggio agli schermi da {who}")),
    "event.rules_locked": ("", gettext_noop("Regole e lessico fermi")),
    "event.unfrozen": (gettext_noop("Classifica pubblica aperta"), gettext_noop("da {who}")),
    "game.committed": (gettext_noop("Partita {game}"), gettext_noop("impegno del seme pubblicato")),
    "game.ended": (gettext_noop("Partita {game} conclusa"), ""),
    "game.set_up": (gettext_noop("Partita {game}"), gettext_noop("impostata da {who}")),
    "game.started": (gettext_noop("Partita {game} cominciata"), gettext_noop("da {who}")),
    "game.taken_up": (gettext_noop("Partita {game} ripresa"), gettext_noop("da {who}")),
    "office.appointed": ("", gettext_noop("Nomina fatta da {who}")),
    "office.ended": ("", gettext_noop("Ufficio concluso da {who}")),
    "panel.answered": ("", gettext_noop("Parere del collegio, mano {number}")),
    "panel.asked": ("", gettext_noop("Domanda al collegio, mano {number}")),
    "paper.typed": ("", gettext_noop("Carta del tavolo {table} scritta da {who}")),
    "ruling.applied": (gettext_noop("Decisione applicata"), gettext_noop("mano {number}")),
    "ruling.dropped": ("", gettext_noop("Decisione lasciata, mano {number}")),
    "sanction.given": ("", gettext_noop("Provvedimento dell’arbitro")),
    "sanction.revoked": ("", gettext_noop("Provvedimento revocato")),
    "slip.corrected": ("", gettext_noop("Lettura di un bollettino corretta, mano {number}")),
    "turn.adjudicated": (gettext_noop("Mano {number} arbitrata"), gettext_noop("da {who}")),
    "turn.adjudication_undone": (gettext_noop("Arbitraggio annullato"), gettext_noop("mano {number}, da {who}")),
    "turn.closed": (gettext_noop("Mano {number} chiusa"), gettext_noop("da {who}")),
    "turn.drawn": (gettext_noop("Mano {number} estratta"), ""),
    "turn.extended": ("", gettext_noop("Più tempo per la mano {number}, da {who}")),
    "turn.master_chosen": ("", gettext_noop("Giocata per il tavoliere scelta, mano {number}")),
    "turn.opened": (gettext_noop("Mano {number} aperta"), gettext_noop("da {who}")),
    "turn.opening_undone": (gettext_noop("Apertura annullata"), gettext_noop("mano {number}, da {who}")),
    "turn.paused": ("", gettext_noop("Pausa, mano {number}, da {who}")),
    "turn.reopened": (gettext_noop("Mano {number} riaperta"), gettext_noop("da {who}")),
    "turn.resumed": ("", gettext_noop("Ripresa, mano {number}, da {who}")),
    "turn.revealed": (gettext_noop("Mano {number} svelata"), ""),
    "turn.voided": (gettext_noop("Mano {number} annullata"), gettext_noop("da {who}")),
}


# Acts whose sentence in the console says more, or that it leaves out.
SHORT: Mapping[str, tuple[str, str]] = {
    "event.projector": ("", gettext_noop("Proiettore cambiato da {who}")),
    "event.state": ("", gettext_noop("Stato del torneo cambiato da {who}")),
    "turn.scored": ("", gettext_noop("Mano {number}: bollettini giudicati")),
    "turn.search_ready": ("", gettext_noop("Mano {number}: calcolo pronto")),
}

# The worker's own rows: the console says what it does in another place.
UNTOLD = ("turn.scored", "turn.search_ready")


@dataclass(frozen=True, slots=True)
class LogLine:
    at: datetime
    words: SafeString
    reason: str


def log_lines(event: Event, role: Role, count: int = ROWS) -> list[LogLine]:
    """The last rows that this role may see, newest first."""
    rows = event.log.select_related("user", "entry__player", "game", "turn__top").order_by("-sequence")
    lines = []
    for row in rows.exclude(act__in=UNTOLD)[: count * 3]:
        if row.turn is not None and not may_see_act(role, row.turn.state, row.act):
            continue
        lines.append(LogLine(row.at, sentence(row, event), row.reason))
        if len(lines) == count:
            break
    return lines


def sentence(row: LogRow, event: Event) -> SafeString:
    if row.act == "event.projector":
        mode = ProjectorMode(row.payload["after"]).label
        return format_html("{}: {}", gettext("Proiettore"), mode)
    if row.act == "event.state":
        return format_html("{} <strong>{}</strong>", gettext("Torneo:"), EventState(row.payload["after"]).label)
    strong, rest = (gettext(text) if text else "" for text in WORDS.get(row.act, ("", row.act)))
    places = _places(row)
    strong, rest = strong.format(**places), rest.format(**places)
    if row.act in {OFFLINE, BACK}:
        rest = _tables(row)
    if row.act == "contest.decided" and row.turn is not None:
        state = ContestState(row.payload["state"]).label.lower()
        rest = gettext("Contestazione {state}: {words}").format(state=state, words=", ".join(row.payload["words"]))
    if row.act == "turn.closed" and row.user is None:
        rest = gettext("allo scadere del tempo")
    words = format_html("<strong>{}</strong>", strong) if strong else ""
    return format_html("{}{}{}{}", words, " " if strong and rest else "", rest, _detail(row, event))


def short_sentence(row: LogRow) -> str:
    """The act without what it carried: for lists that do not read the content."""
    strong, rest = (gettext(text) if text else "" for text in WORDS.get(row.act) or SHORT.get(row.act, ("", row.act)))
    places = {
        "number": row.turn.number if row.turn else "",
        "game": row.game.number if row.game else "",
        "table": row.entry.table_number if row.entry else "",
        "who": who(row),
    }
    return " ".join(f"{strong} {rest}".format(**places).split())


def who(row: LogRow) -> str:
    if row.user is not None:
        name = row.user.get_full_name()
        first, _space, last = name.partition(" ")
        return f"{first[0]}. {last}" if last else name or row.user.get_username()
    if row.entry is not None:
        return gettext("tavolo {table}").format(table=row.entry.table_number)
    return gettext("sistema")


def _places(row: LogRow) -> dict[str, Any]:
    table = row.payload.get("table") or (row.entry.table_number if row.entry else "")
    return {
        "number": row.turn.number if row.turn else "",
        "game": row.game.number if row.game else "",
        "table": table,
        "who": who(row),
    }


def _tables(row: LogRow) -> str:
    """Which tables went or came back: the first few by number."""
    tables = row.payload["tables"]
    named, more = ", ".join(map(str, tables[:TABLES_NAMED])), len(tables) - TABLES_NAMED
    if more > 0:
        others = ngettext("{tables} e un altro", "{tables} e altri {count}", more)
        named = others.format(tables=named, count=more)
    if row.act == OFFLINE:
        words = ngettext("Tavolo {tables} fuori linea", "Tavoli {tables} fuori linea", len(tables))
    else:
        words = ngettext("Tavolo {tables} di nuovo in linea", "Tavoli {tables} di nuovo in linea", len(tables))
    return words.format(tables=named)


def _detail(row: LogRow, event: Event) -> SafeString | str:
    turn = row.turn
    if turn is None:
        return ""
    if row.act == "turn.drawn" and row.payload.get("attempts", 1) > 1:
        return ", " + gettext("{count} tentativi").format(count=row.payload["attempts"])
    is_shown = turn.state == TurnState.REVEALED or (row.game is not None and row.game.state == GameState.FINISHED)
    if row.act == "turn.revealed" and is_shown and hasattr(turn, "top"):
        move = read_move(turn.top.master)
        if move is not None:
            reference = format_reference(move, event.notation)
            return format_html(": {} {}, {}", game_word(move), reference, turn.top.score)
    return ""
