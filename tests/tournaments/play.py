"""Playing turns through the services, as director, tables and worker do."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid4

from django.utils import timezone

from tests.factories import Officials, make_event, officials_of
from tournaments.enums import EventState, RackSource
from tournaments.models import Device, Entry, Event, Game, Slip, Turn
from tournaments.services import adjudication, draws, games, slips, tops, turns


def start_game(event: Event, rack_source: RackSource = RackSource.MANUAL) -> Game:
    game = games.plan(event)[0]
    director = officials_of(event).as_director
    if rack_source != game.rack_source:
        game = games.set_up(game=game, by=director, rack_source=rack_source)
    return games.start(game=game, by=director)


def running_game(
    players: int = 4, rack_source: RackSource = RackSource.MANUAL, **event_fields: object
) -> Game:
    return start_game(make_event(players=players, state=EventState.RUNNING, **event_fields), rack_source)


def draw(game: Game, letters: str = "") -> Turn:
    """The next turn with its top found: these letters, or the seed's."""
    director = officials_of(game.event).as_director
    if letters:
        turn = draws.draw_by_hand(game=game, by=director, letters=letters)
    else:
        draws.request(game=game, by=director)
        turn = draws.draw_requested(game_id=game.pk)
    assert turn is not None
    tops.search(turn_id=turn.pk)
    return fresh(turn)


def open_turn(game: Game, letters: str = "") -> Turn:
    turn = draw(game, letters)
    return turns.open_turn(turn=turn, by=officials_of(game.event).as_director)


def device_of(entry: Entry) -> Device:
    device = entry.devices.filter(revoked_at=None).first()
    return device or Device.objects.create(entry=entry, token_hash=uuid4().hex * 2)


def hand_in(
    turn: Turn,
    entry: Entry,
    text: str,
    *,
    declared: int | None = None,
    key: UUID | None = None,
    revision: int = 1,
    received_at: datetime | None = None,
) -> Slip:
    """`text` is "REFERENCE WORD" as the slip shows it."""
    reference, _space, word = text.partition(" ")
    return slips.submit(
        turn_id=turn.pk,
        device=device_of(entry),
        client_key=key or uuid4(),
        revision=revision,
        word=word,
        reference=reference,
        declared_score=declared,
        received_at=received_at or timezone.now(),
    )


def close(turn: Turn) -> Turn:
    turns.close(turn=turn, by=_officials(turn).as_director)
    adjudication.score_slips(turn_id=turn.pk)
    return fresh(turn)


def reveal(turn: Turn) -> Turn:
    """Adjudicate and reveal a closed turn."""
    officials = _officials(turn)
    turns.adjudicate(turn=turn, by=officials.as_arbiter)
    return turns.reveal(turn=turn, by=officials.as_director)


def play(game: Game, letters: str, slips_by_table: dict[int, str]) -> Turn:
    """A whole turn: these letters, these slips, closed and revealed."""
    turn = open_turn(game, letters)
    entries = {entry.table_number: entry for entry in game.event.entries.all()}
    for table, text in slips_by_table.items():
        hand_in(turn, entries[table], text)
    return reveal(close(turn))


def points(turn: Turn) -> dict[int, int]:
    """Points by table."""
    return dict(turn.scores.values_list("entry__table_number", "points"))


def fresh(turn: Turn) -> Turn:
    return Turn.objects.select_related("game__event").get(pk=turn.pk)


def _officials(turn: Turn) -> Officials:
    return officials_of(turn.game.event)
