"""Who sees what when, as a table."""

from __future__ import annotations

import pytest

from tournaments.enums import TurnState
from tournaments.selectors.visibility import (
    ACT_FIELDS,
    PHASES,
    ROLES,
    TABLE,
    Role,
    may_see,
    may_see_act,
    visible_fields,
)

SECRETS = ("top", "slips", "groups", "scores")
# One letter a phase (drawn, open, closed, adjudicated, revealed) in which the role sees the field.
EXPECTED = {
    "rack": {"public": "-OCAR", "player": "-OCAR", "panel": "-OCAR", "arbiter": "DOCAR", "playing_arbiter": "-OCAR",
             "director": "DOCAR"},
    "slip_count": {"public": "----R", "player": "----R", "panel": "----R", "arbiter": "-OCAR",
                   "playing_arbiter": "--CAR", "director": "-OCAR"},
    "missing_tables": {"public": "-----", "player": "-----", "panel": "-----", "arbiter": "-OCAR",
                       "playing_arbiter": "--CAR", "director": "-OCAR"},
    "silent_tables": {"public": "-----", "player": "-----", "panel": "-----", "arbiter": "DOCAR",
                      "playing_arbiter": "--CAR", "director": "DOCAR"},
    "own_verdict": {"public": "-----", "player": "----R", "panel": "----R", "arbiter": "-----",
                    "playing_arbiter": "-----", "director": "-----"},
    "standings": dict.fromkeys(ROLES, "----R"),
} | {
    field: {"public": "----R", "player": "----R", "panel": "----R", "arbiter": "--CAR", "playing_arbiter": "--CAR",
            "director": "--CAR"}
    for field in SECRETS
}  # fmt: skip


def seen(role: Role, field: str) -> str:
    return "".join(p.value[0].upper() if may_see(role, p, field) else "-" for p in PHASES)


@pytest.mark.parametrize("field", EXPECTED)
def test_each_role_sees_the_field_in_these_phases(field: str) -> None:
    assert {role: seen(role, field) for role in ROLES} == EXPECTED[field]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("state", [TurnState.DRAWN, TurnState.OPEN, TurnState.VOIDED])
def test_nobody_sees_a_secret_before_the_close(role: Role, state: TurnState) -> None:
    assert visible_fields(role, state).isdisjoint(SECRETS)


@pytest.mark.parametrize("role", ROLES)
def test_no_log_row_of_an_open_turn_tells_a_secret(role: Role) -> None:
    telling = {act for act, field in ACT_FIELDS.items() if field in SECRETS}
    assert {act for act in telling if may_see_act(role, TurnState.OPEN, act)} == set()


def test_an_act_nobody_listed_is_for_officials_after_the_reveal() -> None:
    sees = {(role, p) for role in ROLES for p in TurnState if may_see_act(role, p, "turn.something_new")}
    officials = (Role.ARBITER, Role.PLAYING_ARBITER, Role.DIRECTOR)
    assert sees == {(role, TurnState.REVEALED) for role in officials}


def test_an_unknown_field_is_an_error() -> None:
    with pytest.raises(KeyError):
        may_see(Role.DIRECTOR, TurnState.REVEALED, "bag")


def test_every_row_of_the_table_has_every_role() -> None:
    assert {len(row) for row in TABLE.values()} == {len(ROLES)}
