"""Where a game stands between two turns: what the next draw starts from."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.engine.board import Board
from tournaments.engine.draw import Draw, plan_draw
from tournaments.engine.move import Direction, Move
from tournaments.engine.profile import Profile
from tournaments.engine.ruleset import RuleSet
from tournaments.engine.tiles import Bag, Rack
from tournaments.enums import RackSource, TurnState
from tournaments.models import Game, Turn

NO_LEGAL_MOVE = "no_legal_move"


@dataclass(frozen=True, slots=True)
class Position:
    board: Board
    bag: Bag
    kept: Rack
    number: int  # of the turn to come
    first_attempt: int  # of its draw: past those of voided turns with the same number
    is_over: bool = False  # nobody could move, and the profile or the last letters say that this is the end


def next_position(game: Game) -> Position:
    """The position that follows the last valid turn, which must be revealed."""
    rules = game.event.ruleset
    turns = list(game.turns.select_related("top").order_by("ordinal"))
    valid = [turn for turn in turns if turn.state != TurnState.VOIDED]
    if not valid:
        return Position(Board(), rules.full_bag(), Rack(), 1, _next_attempt(turns, 1))
    last = valid[-1]
    assert last.state == TurnState.REVEALED, "a draw needs the turn before it revealed"
    number = last.number + 1
    board, bag, kept = after(last, rules)
    has_move = last.top.master is not None
    # The same last letters would only come again.
    is_over = not has_move and (game.event.profile.no_legal_move == "end" or len(bag) == len(last.rack))
    return Position(board, bag, kept, number, _next_attempt(turns, number), is_over)


def natural_end(game: Game) -> str | None:
    """Why the game is over by its own rules, or None where it could go on."""
    last = game.turns.valid().last()
    if last is not None and last.state != TurnState.REVEALED:
        return None
    position = next_position(game)
    if position.is_over:
        return NO_LEGAL_MOVE
    plan = _plan(game, position)
    if plan.outcome != "drawn":
        return plan.end_reason or "too_few_letters"
    prepared = (game.prepared or {}).get("racks", [])
    if game.rack_source == RackSource.PREPARED and position.number > len(prepared):
        return "prepared_over"
    return None


def is_arbiter_asked(game: Game) -> bool:
    """Whether the next draw waits for the arbiter: to go on with one vowel and one consonant, or to end."""
    if game.event.profile.too_few_letters != "ask":
        return False
    last = game.turns.valid().last()
    if last is not None and last.state != TurnState.REVEALED:
        return False
    position = next_position(game)
    return not position.is_over and _plan(game, position).outcome == "ask_arbiter"


def _plan(game: Game, position: Position) -> Draw:
    profile = drawing_profile(game, position.number)
    return plan_draw(game.event.ruleset, profile, position.bag, position.kept, position.number)


def drawing_profile(game: Game, number: int) -> Profile:
    """The event's profile, with what the arbiter who was asked allowed from some turn on."""
    profile = game.event.profile
    if game.relaxed_from is not None and number >= game.relaxed_from:
        return profile.with_overrides({"too_few_letters": "relax"})
    return profile


def after(turn: Turn, rules: RuleSet) -> tuple[Board, Bag, Rack]:
    """Board, bag and left-over letters once the turn's master move lies on the board."""
    board, rack, bag = turn.board_before, Rack(turn.rack), bag_of(turn, rules)
    master = read_move(turn.top.master)
    if master is None:
        # Nobody has a legal move: the letters go back and all seven are drawn anew.
        return board, bag.with_tiles(rack, rules.tile_order), Rack()
    return board.with_move(master), bag, rack.without(board.tiles_needed(master))


def bag_of(turn: Turn, rules: RuleSet) -> Bag:
    return Bag().with_tiles(turn.bag, rules.tile_order)


def read_move(data: dict[str, object] | None) -> Move | None:
    """A move from its stored form; None where there is none."""
    if data is None:
        return None
    return Move(
        int(str(data["row"])), int(str(data["col"])), Direction(str(data["direction"])), str(data["word"])
    )


def write_move(move: Move, score: int) -> dict[str, object]:
    return {
        "row": move.row,
        "col": move.col,
        "direction": move.direction.value,
        "word": move.word,
        "score": score,
    }


def _next_attempt(turns: list[Turn], number: int) -> int:
    made = [int(turn.draw.get("attempts", 1)) for turn in turns if turn.number == number]
    return max(made, default=0) + 1
