"""Who sees what when: the one table, used by the API, the pages and the stream.

While a turn is open nobody, staff included, sees the top, another's slip or a count by word; from the close
to the reveal only the arbiter's desk and the director's console do; from the reveal everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from tournaments.enums import TurnState


class Role(StrEnum):
    PUBLIC = "public"
    PLAYER = "player"
    PANEL = "panel"
    ARBITER = "arbiter"
    PLAYING_ARBITER = "playing_arbiter"
    DIRECTOR = "director"


# The phases in the order in which a turn goes through them.
PHASES = (TurnState.DRAWN, TurnState.OPEN, TurnState.CLOSED, TurnState.ADJUDICATED, TurnState.REVEALED)
_D, _O, _C, _R = TurnState.DRAWN, TurnState.OPEN, TurnState.CLOSED, TurnState.REVEALED

ROLES = tuple(Role)
# Each field with the phase from which each role sees it, in the order of ROLES; None: never.
# A playing arbiter's own slip is seen from their table, which is a player; their desk is shut until the close.
TABLE: Mapping[str, tuple[TurnState | None, ...]] = {
    # field           public player panel  arbiter playing director
    "board":          (_D,   _D,    _D,    _D,     _D,     _D),
    "rack":           (_O,   _O,    _O,    _D,     _O,     _D),
    "clock":          (_O,   _O,    _O,    _O,     _O,     _O),
    "search_ready":   (_R,   _R,    _R,    _D,     _C,     _D),
    "slip_count":     (_R,   _R,    _R,    _O,     _C,     _O),
    "missing_tables": (None, None,  None,  _O,     _C,     _O),
    "silent_tables":  (None, None,  None,  _D,     _C,     _D),
    "own_slip":       (None, _O,    _O,    None,   None,   None),
    "own_verdict":    (None, _R,    _R,    None,   None,   None),
    "questions":      (None, None,  _C,    _C,     _C,     _C),
    "top":            (_R,   _R,    _R,    _C,     _C,     _C),
    "slips":          (_R,   _R,    _R,    _C,     _C,     _C),
    "groups":         (_R,   _R,    _R,    _C,     _C,     _C),
    "scores":         (_R,   _R,    _R,    _C,     _C,     _C),
    "standings":      (_R,   _R,    _R,    _R,     _R,     _R),
}  # fmt: skip

# The field that a log row about a turn tells of. Acts not listed are for officials, from the reveal on.
ACT_FIELDS: Mapping[str, str] = {
    "turn.drawn": "rack",
    "turn.opened": "clock",
    "turn.paused": "clock",
    "turn.resumed": "clock",
    "turn.extended": "clock",
    "turn.reopened": "clock",
    "turn.search_ready": "search_ready",
    "turn.closed": "slip_count",
    "turn.opening_undone": "slip_count",
    "turn.scored": "slip_count",
    "turn.adjudicated": "slip_count",
    "turn.adjudication_undone": "slip_count",
    "turn.voided": "board",
    "turn.master_chosen": "top",
    "turn.revealed": "scores",
    "paper.typed": "missing_tables",
    "device.offline": "silent_tables",
    "device.back": "silent_tables",
    "slip.corrected": "slips",
    "contest.opened": "groups",
    "contest.decided": "groups",
    "ruling.applied": "groups",
    "ruling.dropped": "questions",
    "panel.asked": "questions",
    "panel.answered": "questions",
}
OFFICIALS = frozenset({Role.ARBITER, Role.PLAYING_ARBITER, Role.DIRECTOR})


def may_see(role: Role, turn_state: str, field: str) -> bool:
    """Whether this role sees this field of a turn in this state. An unknown field is an error, not a yes."""
    since = TABLE[field][ROLES.index(role)]
    return since is not None and PHASES.index(_phase(turn_state)) >= PHASES.index(since)


def visible_fields(role: Role, turn_state: str) -> frozenset[str]:
    return frozenset(field for field in TABLE if may_see(role, turn_state, field))


def may_see_act(role: Role, turn_state: str, act: str) -> bool:
    """Whether this role sees a log row of this act, with its payload, about a turn in this state."""
    field = ACT_FIELDS.get(act)
    if field is None:
        return role in OFFICIALS and turn_state == TurnState.REVEALED
    return may_see(role, turn_state, field)


def _phase(turn_state: str) -> TurnState:
    # A voided turn's letters went back to the bag: it shows no more than one just drawn.
    return TurnState.DRAWN if turn_state == TurnState.VOIDED else TurnState(turn_state)
