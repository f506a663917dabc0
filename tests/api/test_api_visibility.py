"""Who sees what when, through the API: role × phase × field, and what leaks nowhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.calling import Caller, as_table, as_user
from tests.factories import make_entries, make_event, make_officials
from tests.tournaments.play import close, draw, fresh, hand_in, start_game
from tournaments.enums import EventState
from tournaments.models import Turn
from tournaments.selectors.visibility import PHASES, ROLES, TABLE, Role
from tournaments.services import rulings, turns
from tournaments.services.actor import Actor

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"
# Where each field of the table stands in the answer of `turns/{id}/`.
IN_TURN = {
    "board": "board", "rack": "rack", "clock": "clock", "search_ready": "is_search_ready", "slip_count": "slip_count",
    "missing_tables": "missing_tables", "top": "top", "groups": "groups", "scores": "scores",
}  # fmt: skip
# Those that have an address of their own.
ADDRESSES = {"slips": "slips/", "own_slip": "slips/own/", "own_verdict": "verdict/own/"}


def expected(role: Role, field: str) -> str:
    since = TABLE[field][ROLES.index(role)]
    return "".join(
        phase.value[0].upper() if since is not None and PHASES.index(phase) >= PHASES.index(since) else "-"
        for phase in PHASES
    )


def callers(turn: Turn, arbiter_plays: bool) -> dict[Role, Caller]:
    event = turn.game.event
    held = {office.kind: office for office in event.offices.filter(ended_at=None)}
    arbiter = Role.PLAYING_ARBITER if arbiter_plays else Role.ARBITER
    return {
        Role.PUBLIC: Caller(),
        Role.PLAYER: as_table(event.entries.get(table_number=1)),
        Role.PANEL: as_table(event.entries.get(table_number=5)),
        arbiter: as_user(held["arbiter"].user),
        Role.DIRECTOR: as_user(held["director"].user),
    }


def drawn_turn(arbiter_plays: bool) -> Turn:
    event = make_event(state=EventState.RUNNING)
    entries = make_entries(event, 5)
    make_officials(event, arbiter_entry=entries[1] if arbiter_plays else None)
    return draw(start_game(event), RACK)


def seen_fields(caller: Caller, path: str) -> set[str]:
    answer = caller.get(path)
    assert caller.status == 200
    found = {field for field, name in IN_TURN.items() if answer[name] is not None}
    for field, address in ADDRESSES.items():
        caller.get(path + address)
        assert caller.status in {200, 401, 404}
        found |= {field} if caller.status == 200 else set()
    return found


@pytest.mark.parametrize("arbiter_plays", [False, True])
def test_each_role_sees_each_field_in_its_phases(arbiter_plays: bool) -> None:
    turn = drawn_turn(arbiter_plays)
    director = Actor.of_user(turn.game.event.offices.get(kind="director").user)
    path = f"events/{turn.game.event.slug}/turns/{turn.pk}/"
    asked = callers(turn, arbiter_plays)
    seen: dict[tuple[Role, str], str] = dict.fromkeys(
        ((role, field) for role in asked for field in (*IN_TURN, *ADDRESSES)), ""
    )

    def look(letter: str) -> None:
        for role, caller in asked.items():
            found = seen_fields(caller, path)
            for field in (*IN_TURN, *ADDRESSES):
                seen[role, field] += letter if field in found else "-"

    look("D")
    turn = turns.open_turn(turn=turn, by=director)
    hand_in(turn, turn.game.event.entries.get(table_number=1), "8D CORNO")
    look("O")
    turn = close(turn)
    look("C")
    turns.adjudicate(turn=turn, by=director)
    look("A")
    turns.reveal(turn=fresh(turn), by=director)
    look("R")
    assert seen == {(role, field): expected(role, field) for role, field in seen}


def test_while_a_turn_is_open_no_address_says_the_top_or_the_slip() -> None:
    """A recognisable slip and top: neither the word nor the score is in any answer to anybody."""
    turn = drawn_turn(arbiter_plays=False)
    event = turn.game.event
    turn = turns.open_turn(turn=turn, by=Actor.of_user(event.offices.get(kind="director").user))
    hand_in(turn, event.entries.get(table_number=2), "8D CORXOZ")
    top = turn.top.master["word"]
    paths = [
        f"events/{event.slug}/{path}"
        for path in (
            "", "now/", "games/", "games/1/", "games/1/record/", "turns/", f"turns/{turn.pk}/", "standings/",
            f"turns/{turn.pk}/slips/", f"turns/{turn.pk}/slips/own/", f"turns/{turn.pk}/verdict/own/",
            f"turns/{turn.pk}/statistics/", f"turns/{turn.pk}/mismatches/", f"turns/{turn.pk}/rulings/",
            f"turns/{turn.pk}/questions/", f"turns/{turn.pk}/contests/", "log/", "words/", "rulings/", "questions/",
            "contests/", "results.json", "results.csv", "score-sheet/own/", "verification/", "ceremony/",
        )
    ]  # fmt: skip
    for role, caller in callers(turn, arbiter_plays=False).items():
        for path in paths:
            text = str(caller.get(path))
            assert "CORXOZ" not in text, (role, path)
            assert f"'{top}'" not in text, (role, path)


def test_a_ruling_before_the_reveal_is_the_desks_alone() -> None:
    turn = drawn_turn(arbiter_plays=False)
    event = turn.game.event
    held = {office.kind: office.user for office in event.offices.filter(ended_at=None, user__isnull=False)}
    turn = turns.open_turn(turn=turn, by=Actor.of_user(held["director"]))
    hand_in(turn, event.entries.get(table_number=1), "8D CORXO")
    turn = close(turn)
    arbiter = Actor.of_user(held["arbiter"])
    rulings.apply(
        ruling=rulings.preview(
            turn=turn, by=arbiter, words=["CORXO"], decision="refuse", article="F14", reason="non c'è"
        ),
        by=arbiter,
    )
    asked = callers(turn, arbiter_plays=False)

    def told(role: Role) -> tuple[list[Any], list[Any]]:
        words = asked[role].get(f"events/{event.slug}/words/")["results"]
        found = asked[role].get(f"events/{event.slug}/rulings/")["results"]
        return [word["word"] for word in words], [ruling["words"] for ruling in found]

    assert told(Role.ARBITER) == (["CORXO"], [["CORXO"]])
    assert told(Role.PUBLIC) == told(Role.PLAYER) == told(Role.PANEL) == ([], [])
    turns.adjudicate(turn=fresh(turn), by=arbiter)
    turns.reveal(turn=fresh(turn), by=Actor.of_user(held["director"]))
    assert told(Role.PUBLIC) == told(Role.PLAYER) == (["CORXO"], [["CORXO"]])
    [shown] = asked[Role.PUBLIC].get(f"events/{event.slug}/rulings/")["results"]
    assert shown["preview"] is None, "whose points change is for the officials"


def test_a_frozen_ranking_is_the_officials_alone() -> None:
    event = make_event(players=4, state=EventState.RUNNING, frozen_turns=20)
    director = as_user(event.offices.get(kind="director").user)
    game = start_game(event)
    turn = turns.open_turn(turn=draw(game, RACK), by=Actor.of_user(event.offices.get(kind="director").user))
    hand_in(turn, event.entries.get(table_number=1), "8D CORNO")
    by = Actor.of_user(event.offices.get(kind="director").user)
    turns.reveal(turn=turns.adjudicate(turn=close(turn), by=by), by=by)
    public, path = Caller(), f"events/{event.slug}/standings/"
    shown = public.get(path)
    assert (shown["is_frozen"], shown["turns"], {row["total"] for row in shown["results"]}) == (True, 0, {0})
    public.get(f"{path}?turn=1")
    assert (public.status, public.code) == (403, "frozen")
    public.get(f"{path}?turn=2")
    assert public.status == 404
    whole = director.get(path)
    assert (whole["turns"], whole["results"][0]["total"]) == (1, 22)
