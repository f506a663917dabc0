"""Log rows as server-sent events. What a role may not see only moves the number on, as kind `advance`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tournaments.enums import TurnState
from tournaments.selectors.visibility import OFFICIALS, Role, may_see_act

HEARTBEAT = b":\n\n"
GREETING = b"retry: 2000\n\n"
# What the replay folds over: scores of the whole room, too heavy for a stream and not public in frozen turns.
SEALED_KEYS = frozenset({"acts"})
# Rows that change nothing on the screens of players and public: they wait for the next heartbeat, because
# a hall that is enrolling would otherwise have every screen ask for its page a thousand times over.
QUIET_KINDS = frozenset({"device", "entry", "paper"})
QUIET_ACTS = frozenset({"turn.search_ready", "turn.scored"})
# Rows that only officials are told of while a turn is open: the others learn their numbers with the next row.
UNTOLD_ACTS = frozenset({"device.offline", "device.back"})


class Row(NamedTuple):
    """A log row with what a message needs of it."""

    sequence: int
    act: str
    turn_id: int | None
    payload: Mapping[str, Any]

    @property
    def kind(self) -> str:
        return self.act.partition(".")[0]


class Phases(NamedTuple):
    """The state of each turn as it is now, and of the one in play, if any: what the table is asked with."""

    by_turn: Mapping[int, str]
    in_play: str | None

    def of(self, row: Row) -> str:
        """The row's turn decides; a row about no turn is held back like the turn in play."""
        if row.turn_id is not None:
            return self.by_turn[row.turn_id]
        return self.in_play or TurnState.REVEALED


class Rendered(NamedTuple):
    """The bytes to send now, and the number that may wait for the next heartbeat."""

    chunk: bytes
    owed: int | None


def render(rows: Iterable[Row], phases: Phases, role: Role, *, is_live: bool = False) -> Rendered:
    """These rows for this role. Rows it may not see are told as one number, the last; quiet ones later if live."""
    parts: list[bytes] = []
    hidden: int | None = None
    is_quiet = True
    for row in rows:
        if may_see_act(role, phases.of(row), row.act):
            parts.append(_event(row))
            hidden, is_quiet = None, True
        elif not (is_live and row.act in UNTOLD_ACTS and role not in OFFICIALS):
            hidden = row.sequence
            is_quiet = is_quiet and _is_quiet(row, role)
    if hidden is not None and not (is_live and is_quiet):
        parts.append(advance(hidden))
        hidden = None
    return Rendered(b"".join(parts), hidden)


def advance(sequence: int) -> bytes:
    return b'id: %d\nevent: advance\ndata: {"sequence": %d}\n\n' % (sequence, sequence)


def _event(row: Row) -> bytes:
    payload = {key: value for key, value in row.payload.items() if key not in SEALED_KEYS}
    data = {"sequence": row.sequence, "act": row.act, "turn": row.turn_id, "payload": payload}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"id: {row.sequence}\nevent: {row.kind}\ndata: {text}\n\n".encode()


def _is_quiet(row: Row, role: Role) -> bool:
    return role not in OFFICIALS and (row.kind in QUIET_KINDS or row.act in QUIET_ACTS)
