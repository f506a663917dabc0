"""docs/turn-lifecycle.md is true: every act in every state, and by everybody who might try it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.factories import Officials, make_federation_user, officials_of
from tests.tournaments.play import close, draw, fresh, hand_in, running_game
from tournaments.enums import TURN_SUCCESSORS, ContestSubject, Decision, TurnState
from tournaments.models import Contest, Entry, Game, Slip, Turn
from tournaments.services import contests, panel, paper, rulings, slips, turns
from tournaments.services.actor import WORKER, Actor
from tournaments.services.errors import ActError

pytestmark = pytest.mark.django_db
PAGE = Path(__file__).parents[2] / "docs" / "turn-lifecycle.md"
RACK = "CORNOAE"
REASON = "prova"


class Room:
    """A game with a turn in some state; its first player on a device, the second on paper, who also was wrong."""

    def __init__(self, state: TurnState) -> None:
        self.game: Game = running_game()
        self.people: Officials = officials_of(self.game.event)
        self.player: Entry = self.game.event.entries.get(table_number=1)
        self.slip: Slip | None = None
        self.turn = self._reach(state)

    def _reach(self, state: TurnState) -> Turn:
        director, arbiter = self.people.as_director, self.people.as_arbiter
        turn = draw(self.game, RACK)
        if state == TurnState.VOIDED:
            return turns.void(turn=turn, by=director, reason=REASON)
        if state == TurnState.DRAWN:
            return turn
        turn = turns.open_turn(turn=turn, by=director)
        self.slip = hand_in(turn, self.player, "8D CORNX")
        if state == TurnState.OPEN:
            return turn
        turn = close(turn)
        if state == TurnState.CLOSED:
            return turn
        turn = turns.adjudicate(turn=turn, by=arbiter)
        return turn if state == TurnState.ADJUDICATED else turns.reveal(turn=turn, by=director)

    def any_slip(self) -> Slip:
        if self.slip is None:
            self.slip = Slip.objects.create(
                turn=self.turn, entry=self.player, source="device", received_at=self.turn.drawn_at
            )
        return self.slip


class NoDeviceError(ActError):
    """An account has no way to hand a slip in."""

    messages = {"no_device": "no device"}


def _hand_in(room: Room, by: Actor) -> object:
    if by.entry is None:
        raise NoDeviceError("no_device")
    return hand_in(room.turn, by.entry, "8D CORNO")


def _contest(room: Room, by: Actor) -> Contest:
    entry = by.entry or room.player
    return contests.open_contest(
        turn=room.turn, entry=entry, by=by, subject=ContestSubject.TOP, words=["CORNO"]
    )


def _rule(room: Room, by: Actor) -> object:
    ruling = rulings.preview(
        turn=room.turn, by=by, words=["CORNX"], decision=Decision.REFUSE, article="F14", reason=REASON
    )
    return rulings.apply(ruling=ruling, by=by)


ACTS: Mapping[str, Callable[[Room, Actor], object]] = {
    "open": lambda room, by: turns.open_turn(turn=room.turn, by=by),
    "pause": lambda room, by: turns.pause(turn=room.turn, by=by),
    "resume": lambda room, by: turns.resume(turn=room.turn, by=by),
    "extend": lambda room, by: turns.extend(turn=room.turn, by=by, seconds=10),
    "close": lambda room, by: turns.close(turn=room.turn, by=by),
    "undo opening": lambda room, by: turns.undo_opening(turn=room.turn, by=by, reason=REASON),
    "reopen": lambda room, by: turns.reopen(turn=room.turn, by=by, seconds=10, reason=REASON),
    "adjudicate": lambda room, by: turns.adjudicate(turn=room.turn, by=by),
    "undo adjudication": lambda room, by: turns.undo_adjudication(turn=room.turn, by=by, reason=REASON),
    "reveal": lambda room, by: turns.reveal(turn=room.turn, by=by),
    "void": lambda room, by: turns.void(turn=room.turn, by=by, reason=REASON),
    "hand in a slip": _hand_in,
    "type a paper slip": lambda room, by: paper.type_slip(
        turn=room.turn, by=by, table_number=2, word="CORNO", reference="8D"
    ),
    "correct a reading": lambda room, by: slips.correct(
        slip=room.any_slip(), by=by, word="CORNO", reference="8D", reason=REASON
    ),
    "contest": _contest,
    "ask the panel": lambda room, by: panel.ask(turn=room.turn, by=by, words=["CORNX"]),
    "rule on a word": _rule,
}


def table(heading: str) -> dict[str, dict[str, str]]:
    """A table of the page, by act and column."""
    text = PAGE.read_text(encoding="utf-8").split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")
    ]
    columns, _rule_line, *body = rows
    return {row[0]: dict(zip(columns[1:], row[1:], strict=True)) for row in body}


STATES, PEOPLE = table("Which act fits which state"), table("Who may do what")


def who_acts(act: str, room: Room) -> Actor:
    if act in {"hand in a slip", "contest"}:
        return Actor.of_entry(room.player)
    director_acts = PEOPLE[act]["director"] == "yes"
    return room.people.as_director if director_acts else room.people.as_arbiter


@pytest.mark.parametrize("state", list(TurnState))
@pytest.mark.parametrize("act", list(ACTS))
def test_every_act_in_every_state(act: str, state: TurnState) -> None:
    expected = STATES[act][state.value]
    room = Room(state)
    if act == "correct a reading":
        room.any_slip()
    rows, written = room.game.event.log.count(), Slip.objects.count()
    try:
        ACTS[act](room, who_acts(act, room))
        refused = False
    except ActError as refusal:
        refused = bool(refusal.message)
    after = fresh(room.turn).state
    did_something = (room.game.event.log.count(), Slip.objects.count()) != (rows, written)
    if expected == "–":
        assert (refused, after, did_something) == (True, state, False)
    elif expected == "=":
        assert (refused, after, did_something) == (False, state, False)
    elif expected == "same":
        assert (refused, after, did_something) == (False, state, True)
    else:
        assert (refused, after, did_something) == (False, expected, True)
        assert TurnState(expected) in TURN_SUCCESSORS[state]


def test_every_arrow_of_the_states_is_on_the_page_and_no_other() -> None:
    drawn = {
        (TurnState(before.strip()), TurnState(rest.split(":")[0].strip()))
        for line in PAGE.read_text(encoding="utf-8").split("```mermaid", 1)[1].split("```", 1)[0].splitlines()
        if "-->" in line and "[*]" not in line
        for before, rest in [line.split("-->")]
    }
    assert drawn == {(before, after) for before, followers in TURN_SUCCESSORS.items() for after in followers}


FITTING = {
    "open": TurnState.DRAWN,
    "pause": TurnState.OPEN,
    "resume": TurnState.OPEN,
    "extend": TurnState.OPEN,
    "close": TurnState.OPEN,
    "undo opening": TurnState.OPEN,
    "reopen": TurnState.CLOSED,
    "adjudicate": TurnState.CLOSED,
    "undo adjudication": TurnState.ADJUDICATED,
    "reveal": TurnState.ADJUDICATED,
    "void": TurnState.OPEN,
    "hand in a slip": TurnState.OPEN,
    "type a paper slip": TurnState.OPEN,
    "correct a reading": TurnState.CLOSED,
    "contest": TurnState.REVEALED,
    "ask the panel": TurnState.CLOSED,
    "rule on a word": TurnState.CLOSED,
}


@pytest.mark.parametrize("act", list(ACTS))
def test_who_may_do_it(act: str) -> None:
    """Each person of the table, and a stranger, and another event's director, in the state that the act fits."""
    allowed = PEOPLE[act]
    other = officials_of(running_game().event)
    for who, may in {
        "director": allowed["director"] == "yes",
        "arbiter": allowed["arbiter"] in {"yes", "for a player on paper"},
        "a table": allowed["a table"] in {"yes", "for itself"},
        "federation": allowed["director"] == "yes",
        "director elsewhere": False,
        "arbiter elsewhere": False,
    }.items():
        room = Room(FITTING[act])
        people: dict[str, Any] = {
            "director": room.people.as_director,
            "arbiter": room.people.as_arbiter,
            "a table": Actor.of_entry(room.player),
            "federation": Actor.of_user(make_federation_user()),
            "director elsewhere": other.as_director,
            "arbiter elsewhere": other.as_arbiter,
        }
        try:
            ACTS[act](room, people[who])
            done = True
        except ActError:
            done = False
        assert (who, done) == (who, may)


def test_the_worker_closes_at_the_deadline_only() -> None:
    room = Room(TurnState.OPEN)
    assert not turns.close_if_over(turn_id=room.turn.pk, by=WORKER)
    assert fresh(room.turn).state == TurnState.OPEN
