"""What an act refuses with a code instead of failing: too early, too long, by the wrong hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.factories import make_event, officials_of
from tests.tournaments.play import close, hand_in, open_turn, play, running_game
from tournaments.enums import ContestSubject, Decision, EventState, OfficeKind, SanctionKind, SearchState
from tournaments.models import Contest, Entry, Event, Game, Office, Top, Turn
from tournaments.services import (
    contests,
    entries,
    officials,
    panel,
    paper,
    rulings,
    sanctions,
    slips,
    tops,
    turns,
)
from tournaments.services.actor import WORKER, Actor
from tournaments.services.errors import ActError

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"
INVENTED = "CONAREO"


def code_of(act: Callable[[], Any]) -> str:
    with pytest.raises(ActError) as refusal:
        act()
    assert str(refusal.value.message)
    return refusal.value.code


def revealed() -> tuple[Game, Turn]:
    game = running_game()
    return game, play(game, RACK, {1: f"8D {INVENTED}", 2: "8D CORNO"})


def table(game: Game, number: int) -> Entry:
    return game.event.entries.get(table_number=number)


def rule(turn: Turn, **changes: Any) -> Any:
    given = {
        "turn": turn,
        "by": officials_of(turn.game.event).as_arbiter,
        "words": [INVENTED],
        "decision": Decision.ADMIT,
        "article": "F14",
        "reason": "a lemma sul volume",
    }
    return rulings.preview(**given | changes)


def contest(turn: Turn, entry: Entry, by: Actor, **changes: Any) -> Contest:
    given = {"turn": turn, "entry": entry, "by": by, "subject": ContestSubject.SLIP, "words": [INVENTED]}
    return contests.open_contest(**given | changes)


def test_nothing_is_ruled_nor_chosen_before_the_top_is_known() -> None:
    game = running_game()
    turn = close(open_turn(game, RACK))
    Top.objects.filter(turn=turn).delete()
    Turn.objects.filter(pk=turn.pk).update(search_state=SearchState.PENDING)
    arbiter = officials_of(game.event).as_arbiter
    assert code_of(lambda: rule(turn)) == "search_pending"
    assert code_of(lambda: tops.choose_master(turn=turn, by=arbiter, index=0, reason="a sorte")) == "search_pending"


def test_a_table_contests_for_itself_only() -> None:
    game, turn = revealed()
    assert code_of(lambda: contest(turn, table(game, 1), Actor.of_entry(table(game, 2)))) == "own_table"
    stranger = running_game().event.entries.first()
    assert stranger is not None
    assert code_of(lambda: contest(turn, stranger, Actor.of_entry(stranger))) == "other_event"


def test_the_arbiter_writes_a_contest_down_for_a_player_on_paper() -> None:
    game, turn = revealed()
    as_director, as_arbiter = officials_of(game.event).as_director, officials_of(game.event).as_arbiter
    assert code_of(lambda: contest(turn, table(game, 1), as_director)) == "not_arbiter"
    assert contest(turn, table(game, 1), as_arbiter).entry == table(game, 1)


def test_an_act_that_a_person_answers_for_needs_an_account() -> None:
    game, turn = revealed()
    assert code_of(lambda: panel.ask(turn=turn, by=WORKER, words=[INVENTED])) == "account_needed"
    assert (
        code_of(
            lambda: sanctions.give(
                entry=table(game, 1), by=WORKER, kind=SanctionKind.WARNING, reason="parla", turn=turn
            )
        )
        == "account_needed"
    )
    question = panel.ask(turn=turn, by=officials_of(game.event).as_arbiter, words=[INVENTED])
    answer = {"question": question, "decision": Decision.ADMIT, "reason": ""}
    assert code_of(lambda: panel.answer(by=WORKER, **answer)) == "not_panel"
    assert code_of(lambda: panel.answer(by=Actor.of_entry(table(game, 1)), **answer)) == "not_panel"
    trio = list(game.event.entries.all()[:3])
    assert code_of(lambda: officials.appoint_panel(game.event, entries=trio, by=WORKER, reason="x")) == "account_needed"


LONG = "x" * 401


@pytest.mark.parametrize(
    ("code", "act"),
    [
        ("reason_too_long", lambda game, turn: rule(turn, reason=LONG)),
        ("article_too_long", lambda game, turn: rule(turn, article="F" * 41)),
        ("article", lambda game, turn: rule(turn, article=" ")),
        ("reason_needed", lambda game, turn: rule(turn, reason=" ")),
        ("reason_too_long", lambda game, turn: contest(turn, table(game, 1), as_arbiter(game), text=LONG)),
        ("reason_too_long", lambda game, turn: turns.void(turn=turn, by=as_director(game), reason=LONG)),
        ("reason_too_long", lambda game, turn: entries.withdraw(table(game, 1), by=as_director(game), reason=LONG)),
        (
            "reason_too_long",
            lambda game, turn: sanctions.give(
                entry=table(game, 1), by=as_arbiter(game), kind=SanctionKind.WARNING, reason=LONG
            ),
        ),
    ],
)  # fmt: skip
def test_a_text_that_its_column_cannot_hold_is_refused(code: str, act: Callable[[Game, Turn], Any]) -> None:
    game, turn = revealed()
    assert code_of(lambda: act(game, turn)) == code


def as_director(game: Game) -> Actor:
    return officials_of(game.event).as_director


def as_arbiter(game: Game) -> Actor:
    return officials_of(game.event).as_arbiter


def test_the_reasons_of_slips_are_shorter() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    slip = hand_in(turn, table(game, 1), "8D CORNO")
    turn = close(turn)
    typed = {"turn": turn, "by": as_arbiter(game), "table_number": 2, "word": "CORNO", "reference": "8D"}
    assert code_of(lambda: paper.type_slip(reason="x" * 241, **typed)) == "reason_too_long"
    assert code_of(lambda: paper.type_slip(declared_score=-1, **typed)) == "declared"
    correction = {"slip": slip, "by": as_arbiter(game), "word": "CORO", "reference": "8D"}
    assert code_of(lambda: slips.correct(reason="x" * 241, **correction)) == "reason_too_long"


def test_the_close_counts_the_tables_of_this_opening_once_each() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    hand_in(turn, table(game, 3), "8D CORNO")
    turns.undo_opening(turn=turn, by=as_director(game), reason="leggio letto male")
    turn = turns.open_turn(turn=turn, by=as_director(game))
    hand_in(turn, table(game, 1), "8D CORO")
    hand_in(turn, table(game, 1), "8D CORNO", revision=2)
    hand_in(turn, table(game, 2), "8D CORNO")
    close(turn)
    assert [row.payload["slips"] for row in game.event.log.filter(act="turn.opening_undone")] == [1]
    assert [row.payload["slips"] for row in game.event.log.filter(act="turn.closed")] == [2]


def test_a_published_event_is_neither_contested_nor_ruled_on() -> None:
    game, turn = revealed()
    Event.objects.filter(pk=game.event_id).update(state=EventState.PUBLISHED)
    assert code_of(lambda: contest(turn, table(game, 1), Actor.of_entry(table(game, 1)))) == "published"
    assert code_of(lambda: rule(turn)) == "published"


def test_a_ruling_answers_a_contest_of_its_own_turn() -> None:
    game, turn = revealed()
    other_game, other_turn = revealed()
    opened = contest(other_turn, table(other_game, 1), Actor.of_entry(table(other_game, 1)))
    assert code_of(lambda: rule(turn, contest=opened)) == "other_turn"
    assert game.pk != other_game.pk


def test_the_arbiter_does_not_reject_a_contest_about_their_own_play() -> None:
    game, turn = revealed()
    own = table(game, 1)
    Office.objects.filter(event=game.event, kind=OfficeKind.ARBITER).update(entry=own)
    opened = contest(turn, own, Actor.of_entry(own))
    assert code_of(lambda: contests.reject(contest=opened, by=as_arbiter(game), reason="no")) == "panel_decides"
    # Nor does a ruling that leaves everything as it is: the panel has to say so.
    ruling = rule(turn, decision=Decision.REFUSE)
    assert ruling.decided_by == "panel"
    assert code_of(lambda: rulings.apply(ruling=ruling, by=as_arbiter(game))) == "panel_decides"


def test_an_event_needs_its_own_officials() -> None:
    game, turn = revealed()
    stranger = officials_of(make_event(players=3, state="running"))
    assert code_of(lambda: turns.void(turn=turn, by=stranger.as_director, reason="x")) == "not_director"
    assert code_of(lambda: rule(turn, by=stranger.as_arbiter)) == "not_arbiter"
    assert code_of(lambda: rule(turn, by=as_director(game))) == "not_arbiter"
