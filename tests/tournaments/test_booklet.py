"""The booklet's own procedure (RULES §4, M-duplicate), turn by turn, as a referee would read it out.

Four tables, letters from a real bag, and the booklet's own master move: the best one that was handed in.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import make_event, officials_of
from tests.tournaments.play import close, fresh, hand_in, points, reveal, start_game
from tournaments.engine.record import verify_record
from tournaments.enums import EventState, GameState, RackSource
from tournaments.models import Event, Game, Turn
from tournaments.selectors.standings import event_standings
from tournaments.services import adjudication, draws, games, publication, tops, turns

pytestmark = pytest.mark.django_db
BOOKLET = {"master_move": "best_slip"}


class Hall:
    """The room, in the words of the booklet."""

    def __init__(self) -> None:
        event = make_event(players=4, state=EventState.RUNNING, profile_overrides=BOOKLET)
        self.game: Game = start_game(event, RackSource.MANUAL)
        self.people = officials_of(event)
        self.turn: Turn

    def draw(self, letters: str, *, put_back: str = "") -> None:
        """A drawer takes the letters and announces them; a rack against the rule went back whole before."""
        rejected = [put_back] if put_back else []
        turn = draws.draw_by_hand(
            game=self.game, by=self.people.as_director, letters=letters, rejected=rejected
        )
        assert turn is not None
        tops.search(turn_id=turn.pk)
        self.turn = turns.open_turn(turn=fresh(turn), by=self.people.as_director)

    def slip(self, table: int, text: str, declared: int | None = None, *, seconds: float = 60) -> None:
        """A table hands in so many seconds after the letters were announced."""
        entry = self.game.event.entries.get(table_number=table)
        assert self.turn.opened_at is not None
        received_at = self.turn.opened_at + timedelta(seconds=seconds)
        hand_in(self.turn, entry, text, declared=declared, received_at=received_at)

    def three_minutes_later(self) -> None:
        """The slips are collected: at the deadline nobody has to press anything."""
        opened_at = timezone.now() - timedelta(seconds=190)
        assert self.turn.opened_at is not None
        moved = opened_at - self.turn.opened_at
        for slip in self.turn.slips.all():
            self.turn.slips.filter(pk=slip.pk).update(received_at=slip.received_at + moved)
        Turn.objects.filter(pk=self.turn.pk).update(
            opened_at=opened_at, deadline_at=opened_at + timedelta(seconds=180)
        )
        assert turns.close_if_over(turn_id=self.turn.pk, by=self.people.as_director)
        adjudication.score_slips(turn_id=self.turn.pk)

    def read_out(self) -> str:
        """The best move is read out and put on everyone's board."""
        self.turn = reveal(fresh(self.turn))
        master = self.turn.top.master
        return f"{master['word']} {master['score']}" if master else "–"

    @property
    def totals(self) -> dict[int, int]:
        event = Event.objects.get(pk=self.game.event.pk)
        tables = dict(event.entries.values_list("pk", "table_number"))
        return {tables[standing.entry]: standing.total for standing in event_standings(event)}


def test_the_booklets_game_turn_by_turn() -> None:
    hall = Hall()

    # Turn 1. A E I O U A C has one consonant only: all seven go back, and seven new ones are drawn.
    hall.draw("CORNOAE", put_back="AEIOUAC")
    assert hall.turn.rejected == [{"rack": "AEIOUAC", "reason": "too_few_consonants"}]
    # Three minutes from the announcement.
    assert hall.turn.deadline_at == hall.turn.opened_at + timedelta(minutes=3)  # type: ignore[operator]
    hall.slip(1, "8D CORNO", 22)  # its last O on the centre: the booklet's example A
    hall.slip(2, " CORNO", 20)  # the first move needs no coordinate; the sum is wrong and is put right
    hall.slip(3, "8D CORNX", 40)  # no word: an inadmissible slip scores 0
    # Table 4 hands nothing in.
    hall.three_minutes_later()
    assert hall.read_out() == "CORNO 22"
    assert points(hall.turn) == {1: 22, 2: 22, 3: 0, 4: 0}

    # Turn 2. A and E are left; the rack is completed from the bag with S T T L I.
    hall.draw("AESTTLI")
    assert hall.turn.board_before.rows[7] == "...CORNO......."
    hall.slip(1, "E4 STATO", 16)  # down, on the pink square: 8 x 2
    hall.slip(2, "E5 LATO", 14)
    hall.slip(3, "9A SALE", 13)  # lies alongside and makes CE
    hall.slip(4, "F4 SALTO", 18)  # the right word on the wrong square
    hall.three_minutes_later()
    # LETTO and SALTO would have been worth 18, but nobody handed them in: the best slip goes on the board.
    assert (hall.read_out(), hall.turn.top.best_moves[0]["score"]) == ("STATO 16", 18)
    # Each keeps the score of their own slip.
    assert points(hall.turn) == {1: 16, 2: 14, 3: 13, 4: 0}

    # Turn 3. E I L are left. Table 4 hands in four minutes after the announcement: too late.
    hall.draw("EILPAPN")
    hall.slip(2, "9A PIPA", 20)
    hall.slip(3, "9A PIPA", 20, seconds=181.5)  # within the two seconds of grace
    hall.slip(4, "9A PIPA", 20, seconds=240)
    hall.three_minutes_later()
    assert hall.read_out() == "PIPA 20"
    assert points(hall.turn) == {1: 0, 2: 20, 3: 20, 4: 0}

    # The highest total wins: 38 of table 1, 56 of table 2, 33 of table 3.
    assert hall.totals == {2: 56, 1: 38, 3: 33, 4: 0}
    assert next(iter(hall.totals)) == 2
    hall.game = games.end(game=hall.game, by=hall.people.as_director, end_reason="director")
    assert publication.recompute(hall.game).agrees
    assert verify_record(publication.public_record(hall.game)).ok


def test_two_vowels_and_two_consonants_until_turn_15_one_and_one_from_turn_16() -> None:
    game = start_game(make_event(players=3, state=EventState.RUNNING), RackSource.SEEDED)
    director = officials_of(game.event).as_director
    asked = []
    for number in range(1, 18):
        draws.request(game=game, by=director)
        turn = draws.draw_requested(game_id=game.pk)
        assert turn is not None
        assert turn.number == number
        tops.search(turn_id=turn.pk)
        asked.append(turn.draw["minimum"])
        vowels = sum(letter in "AEIOU" for letter in turn.rack)
        jollies = turn.rack.count("?")
        short = max(0, asked[-1] - vowels) + max(0, asked[-1] - (len(turn.rack) - vowels - jollies))
        assert short <= jollies  # a jolly counts as either
        reveal(close(turns.open_turn(turn=fresh(turn), by=director)))
    assert asked == [2] * 15 + [1] * 2


@pytest.mark.parametrize(
    ("rack", "bag", "why"),
    [
        ("", "", "letters_used_up"),
        ("BCDFGHL", "MNPQ", "vowels_missing"),
        ("AAEEIIO", "OU", "consonants_missing"),
    ],
)
def test_the_game_ends_when_the_letters_are_used_up_or_one_kind_is_missing(rack: str, bag: str, why: str) -> None:
    hall = Hall()
    hall.draw("CORNOAE")
    hall.slip(1, "8D CORNO", 22)
    hall.three_minutes_later()
    hall.read_out()
    # After this turn these letters are all that is left of the 120.
    Turn.objects.filter(pk=hall.turn.pk).update(rack=f"CORNO{rack[:3]}", bag=bag + rack[3:])
    assert draws.draw_by_hand(game=hall.game, by=hall.people.as_director, letters="AEIRSTL") is None
    ended = Game.objects.get(pk=hall.game.pk)
    assert (ended.state, ended.end_reason) == (GameState.FINISHED, why)
