"""A recognisable top and a recognisable slip: while the turn is open they are nowhere, from the close to the
reveal on desk and console only."""

from __future__ import annotations

from collections.abc import Mapping

from tests.security.room import SLIP, TOP
from tournaments.enums import TurnState

CANARIES = [canary.encode() for canary in (TOP, SLIP)]
SECRET = (TurnState.DRAWN, TurnState.OPEN)
SEALED = (*SECRET, TurnState.CLOSED, TurnState.ADJUDICATED)
# Where, and by whom, top and slips may be read between the close and the reveal.
DIRECTORS = frozenset({"director", "federation", "superuser"})
ARBITERS = DIRECTORS | {"arbiter", "playing arbiter"}
READERS: Mapping[str, frozenset[str]] = {
    "admin:console": DIRECTORS,
    **dict.fromkeys(("desk", "api-event-now", "api-slips", "api-turn-detail", "api-turn-list"), ARBITERS),
}


def is_told(answer: bytes) -> bool:
    upper = answer.upper()
    return any(canary in upper for canary in CANARIES)


def may_be_told(name: str, role: str, phase: TurnState) -> bool:
    if phase in SECRET:
        return False
    return phase == TurnState.REVEALED or role in READERS.get(name, frozenset())
