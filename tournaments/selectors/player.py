"""What a player's device shows now: which screen, of which turn, with which slip of their own.

Nothing here reads the top, another's slip or a count; what the verdict tells is in own_verdict.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from tournaments.engine.move import Move
from tournaments.engine.notation import parse_slip
from tournaments.enums import EventState, GameState, TurnState
from tournaments.models import Device, Entry, Event, Game, Question, Sanction, Slip, Turn
from tournaments.selectors.counted import choose
from tournaments.selectors.roles import role_of
from tournaments.selectors.visibility import Role, may_see


class Screen(StrEnum):
    BEFORE = "before"  # the event has not begun
    ABSENT = "absent"  # not checked in
    WAITING = "waiting"  # a game runs, or will; nothing to play and nothing to show yet
    OPEN = "open"
    CLOSED = "closed"  # closed or adjudicated: waiting for the reveal
    VERDICT = "verdict"  # a revealed turn, whatever comes next
    GONE = "gone"  # withdrawn or disqualified
    OVER = "over"  # the event is over


@dataclass(frozen=True)
class Seat:
    """A table's page: the turn in play, and the one whose verdict is shown."""

    event: Event
    entry: Entry
    role: Role
    screen: Screen
    game: Game | None
    turn: Turn | None  # the last one drawn
    shown: Turn | None  # the one that the page is about

    @property
    def is_game_over(self) -> bool:
        return self.game is not None and self.game.state == GameState.FINISHED

    @property
    def is_next_drawn(self) -> bool:
        """A new turn waits for its clock while the page still shows the one before."""
        return self.turn is not None and self.turn.state == TurnState.DRAWN

    @property
    def is_voided(self) -> bool:
        return self.turn is not None and self.turn.state == TurnState.VOIDED

    @property
    def slip_key(self) -> str:
        """Names the slip being written: while it stays the same the page must not touch what is laid."""
        if self.screen != Screen.OPEN or self.turn is None:
            return ""
        return f"{self.entry.pk}.{self.turn.pk}.{self.turn.opening}"

    @cached_property
    def slip(self) -> OwnSlip:
        if self.turn is None or not may_see(self.role, self.turn.state, "own_slip"):
            return OwnSlip(None, None)
        return own_slip(self.turn, self.entry)

    @cached_property
    def questions(self) -> list[Question]:
        """What the arbiter asks this panel member, oldest first: about the turn that was closed or shown last.

        A member who plays sees none while a turn is open: they look for their own move then.
        """
        if self.role != Role.PANEL or self.screen == Screen.OPEN:
            return []
        seen = {
            turn.pk
            for turn in (self.turn, self.shown)
            if turn is not None and may_see(self.role, turn.state, "questions")
        }
        asked = Question.objects.filter(turn__in=seen, closed_at=None).select_related("turn", "contest")
        return list(asked.order_by("asked_at", "pk"))

    @cached_property
    def unanswered(self) -> int:
        given = {opinion.question_id for opinion in self.entry.opinions.filter(question__in=self.questions)}
        return sum(question.pk not in given for question in self.questions)

    @cached_property
    def sanctions(self) -> list[Sanction]:
        """What the arbiter gave this player, the newest first; pardoned ones are gone."""
        given = self.entry.sanctions.filter(revoked_at=None).select_related("turn__game")
        return list(given.order_by("-given_at", "-pk"))


@dataclass(frozen=True, slots=True)
class OwnSlip:
    """What the server has of this entry: the slip that counts, and the last one that came late."""

    counted: Slip | None
    late: Slip | None
    revision: int = 0
    move: Move | None = None  # the counted slip on the board, where it can be read

    @property
    def late_seconds(self) -> int:
        return 0 if self.late is None else max(1, round(self.late.late_by_ms / 1000))


def seat_of(device: Device) -> Seat:
    entry = device.entry
    event = entry.event
    game = current_game(event)
    turn = game.turns.order_by("-ordinal").first() if game is not None else None
    if turn is not None and game is not None:
        turn.game = game
    screen, shown = _screen(entry, event, game, turn)
    return Seat(event, entry, role_of(event, device=device), screen, game, turn, shown)


def current_game(event: Event) -> Game | None:
    """The game being played, or else the last one that was."""
    started = list(event.games.exclude(state=GameState.PLANNED).order_by("number"))
    running = [game for game in started if game.state == GameState.RUNNING]
    game = (running or started)[-1] if started else None
    if game is not None:
        game.event = event
    return game


def own_slip(turn: Turn, entry: Entry) -> OwnSlip:
    """This entry's slips of the opening in force."""
    versions = list(turn.slips.filter(entry=entry, opening=turn.opening).order_by("received_at", "pk"))
    counted = choose(versions, is_double_entry=turn.game.event.is_double_entry)
    late = [slip for slip in versions if slip.is_late]
    revision = max((slip.revision for slip in versions), default=0)
    move = move_of(counted, turn.game.event.notation) if counted is not None else None
    return OwnSlip(counted, late[-1] if late else None, revision, move)


def move_of(slip: Slip, notation: str) -> Move | None:
    """The slip as a move where its text can be read; a word with gaps or without a place is none."""
    read = parse_slip(f"{slip.reference} {slip.word}", notation=notation)
    if read.problems or read.row is None or read.col is None or read.direction is None or "." in read.word:
        return None
    return Move(read.row, read.col, read.direction, read.word)


def _screen(
    entry: Entry, event: Event, game: Game | None, turn: Turn | None
) -> tuple[Screen, Turn | None]:
    revealed = _last_revealed(game, turn)
    if event.state in {EventState.FINISHED, EventState.PUBLISHED}:
        return Screen.OVER, revealed
    if entry.disqualified_at is not None or entry.withdrawn_at is not None:
        return Screen.GONE, None
    if entry.checked_in_at is None:
        return Screen.ABSENT, None
    if event.state != EventState.RUNNING:
        return Screen.BEFORE, None
    if turn is not None and turn.state == TurnState.OPEN:
        return Screen.OPEN, turn
    if turn is not None and turn.state in {TurnState.CLOSED, TurnState.ADJUDICATED}:
        return Screen.CLOSED, turn
    return (Screen.VERDICT, revealed) if revealed is not None else (Screen.WAITING, None)


def _last_revealed(game: Game | None, turn: Turn | None) -> Turn | None:
    if game is None or turn is None:
        return None
    if turn.state == TurnState.REVEALED:
        return turn
    before = game.turns.revealed().filter(ordinal__lt=turn.ordinal).order_by("-ordinal").first()
    if before is not None:
        before.game = game
    return before
