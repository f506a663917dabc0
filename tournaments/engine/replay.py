"""Replay: a game is a fold over its log of acts.

An act is a plain mapping, as a log row stores it: `{"act": name, …}`. Keys besides those named here (who,
when, why) are carried by the log and ignored. `turn` counts from 1, `row` and `col` from 0.

| act | keys | allowed when the game is | then |
|---|---|---|---|
| draw | turn, rack, rejected: [{rack, reason}], source, minimum, relaxed | ready, revealed | drawn |
| open | turn | drawn | open |
| unopen | turn | open | drawn; the opening was undone |
| close | turn | open | closed |
| reopen | turn | closed, adjudicated | open; scores and master move forgotten |
| score | turn, scores: {entry: points} | closed, adjudicated | unchanged; the later score counts |
| master | turn, word, row, col, direction, score; or word: null | closed, adjudicated | adjudicated |
| bonus | turn, points: {entry: points} | closed, adjudicated, revealed | unchanged; replaces earlier ones |
| reveal | turn | adjudicated | revealed; the move lies on the board, or all letters go back |
| void | turn, reason | drawn to revealed; ready | ready; tiles back where they were, same turn next |
| ruling | word, admitted | always | unchanged |
| rescore | turn, scores, reason | always, for a revealed turn | unchanged |
| penalty | entry, points, reason | always | points off the entry's total, from this turn on |
| pardon | entry, points, reason | always | points of earlier penalties given back |
| end | reason | ready, revealed | ended |
| resume | reason | ended | as before the end |

`word: null` says that nobody had a legal move. `master` is also allowed on the turn just revealed: the
board is laid again from before the turn.
Once a turn was voided the revealed one before it can be voided too.
`source` is "seeded", "manual" or "prepared". There is no separate act for a second draw: void, then draw.
An act that does not fit raises ReplayError: `act_unknown`, `act_shape`, `act_phase`, `act_turn`,
`act_tiles` (letters that are not there), `act_move` (a master move that does not fit board or rack),
`act_points` (more given back than was taken).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from tournaments.engine.acts import Act, ReplayError, flag, mappings, points_by_entry, rack_of, text, whole
from tournaments.engine.board import EMPTY, SIZE
from tournaments.engine.draw import Draw, Rejected, rack_size
from tournaments.engine.errors import TilesError
from tournaments.engine.game import GameState, Master, Penalty, Phase, TurnState, new_game
from tournaments.engine.move import Direction, Move
from tournaments.engine.profile import Profile
from tournaments.engine.ruleset import RuleSet
from tournaments.engine.tiles import Rack

SOURCES = ("seeded", "manual", "prepared")
_JUDGED = (Phase.CLOSED, Phase.ADJUDICATED)
_BETWEEN = (Phase.READY, Phase.REVEALED)
_IN_TURN = (Phase.DRAWN, Phase.OPEN, Phase.CLOSED, Phase.ADJUDICATED, Phase.REVEALED)


def replay(rules: RuleSet, profile: Profile, acts: Iterable[Act]) -> GameState:
    state = new_game(rules, profile)
    for act in acts:
        state = apply(state, act)
    return state


def apply(state: GameState, act: Act) -> GameState:
    name = act.get("act")
    step = _STEPS.get(name) if isinstance(name, str) else None
    if step is None:
        raise ReplayError("act_unknown", f"There is no act {name!r}.")
    return step(state, act)


def draw_act(turn: int, draw: Draw, source: str) -> dict[str, Any]:
    """The act of a draw that gave a rack."""
    return {
        "act": "draw",
        "turn": turn,
        "rack": draw.rack.letters,
        "rejected": [{"rack": past.rack.letters, "reason": past.reason} for past in draw.rejected],
        "source": source,
        "minimum": draw.minimum,
        "relaxed": draw.relaxed,
    }


def master_act(turn: int, move: Move | None, score: int = 0) -> dict[str, Any]:
    if move is None:
        return {"act": "master", "turn": turn, "word": None}
    return {
        "act": "master",
        "turn": turn,
        "word": move.word,
        "row": move.row,
        "col": move.col,
        "direction": move.direction.value,
        "score": score,
    }


def _draw(state: GameState, act: Act) -> GameState:
    _require(state, act, _BETWEEN)
    number = whole(act, "turn", low=1)
    if number != state.turn + 1:
        raise ReplayError("act_turn", f"Turn {number} was drawn where turn {state.turn + 1} comes next.")
    everything = state.bag.with_tiles(state.rack, state.rules.tile_order)
    size = min(rack_size(state.rules, state.profile), len(everything))
    rejected = tuple(
        Rejected(rack_of(past, size), text(past, "reason")) for past in mappings(act, "rejected")
    )
    rack = rack_of(act, size)
    try:
        for drawn in (*(past.rack for past in rejected), rack):
            bag = everything.without(drawn)
    except TilesError as error:
        raise ReplayError("act_tiles", str(error)) from error
    source = text(act, "source")
    if source not in SOURCES:
        raise ReplayError("act_shape", f"A rack comes from one of {', '.join(SOURCES)}, not from {source!r}.")
    turn = TurnState(
        number=number,
        board_before=state.board,
        bag_before=state.bag,
        kept=state.rack,
        rack=rack,
        source=source,
        first_attempt=state.next_attempt,
        rejected=rejected,
        minimum=whole(act, "minimum", low=0),
        relaxed=flag(act, "relaxed"),
    )
    return replace(
        state, bag=bag, rack=rack, turn=number, phase=Phase.DRAWN, history=(*state.history, turn)
    )


def _open(state: GameState, act: Act) -> GameState:
    return _moved_on(state, _current(state, act, (Phase.DRAWN,)), Phase.OPEN)


def _unopen(state: GameState, act: Act) -> GameState:
    return _moved_on(state, _current(state, act, (Phase.OPEN,)), Phase.DRAWN)


def _close(state: GameState, act: Act) -> GameState:
    return _moved_on(state, _current(state, act, (Phase.OPEN,)), Phase.CLOSED)


def _reopen(state: GameState, act: Act) -> GameState:
    turn = _current(state, act, _JUDGED)
    return _moved_on(state, replace(turn, master=None, scores={}, bonuses={}), Phase.OPEN)


def _score(state: GameState, act: Act) -> GameState:
    turn = _current(state, act, _JUDGED)
    return _with_turn(state, replace(turn, scores={**turn.scores, **points_by_entry(act, "scores")}))


def _bonus(state: GameState, act: Act) -> GameState:
    turn = _current(state, act, (*_JUDGED, Phase.REVEALED))
    return _with_turn(state, replace(turn, bonuses=points_by_entry(act, "points")))


def _master(state: GameState, act: Act) -> GameState:
    if state.phase is Phase.READY and state.history:
        return _laid_again(state, act)
    turn = _current(state, act, (*_JUDGED, Phase.REVEALED))
    turn = replace(turn, master=_read_master(turn, act))
    if state.phase is Phase.REVEALED:
        return _laid(state, turn)
    return _moved_on(state, turn, Phase.ADJUDICATED)


def _reveal(state: GameState, act: Act) -> GameState:
    turn = _current(state, act, (Phase.ADJUDICATED,))
    return _laid(state, turn)


def _laid(state: GameState, turn: TurnState) -> GameState:
    """The turn's master move on the board as it was before the turn; without one the letters go back."""
    order = state.rules.tile_order
    bag = turn.bag_before.with_tiles(turn.kept, order).without(turn.rack)
    if turn.master is None:
        board, bag, rack = turn.board_before, bag.with_tiles(turn.rack, order), Rack()
    else:
        move = turn.master.move
        board = turn.board_before.with_move(move)
        rack = turn.rack.without(turn.board_before.tiles_needed(move))
    return _moved_on(replace(state, board=board, bag=bag, rack=rack), turn, Phase.REVEALED)


def _laid_again(state: GameState, act: Act) -> GameState:
    """Another master move for the last revealed turn, once the turn drawn on it was voided."""
    played = _last_revealed(state, act)
    laid = _laid(replace(state, history=(played,)), replace(played, master=_read_master(played, act)))
    history = tuple(laid.history[0] if past is played else past for past in state.history)
    return replace(laid, history=history, phase=Phase.READY)


def _last_revealed(state: GameState, act: Act) -> TurnState:
    """The turn that play stands on after a void."""
    played = [turn for turn in state.history if turn.phase is not Phase.VOIDED]
    if not played or played[-1].number != whole(act, "turn", low=1):
        raise ReplayError("act_turn", f"Only the last revealed turn, {state.turn}, can still be changed.")
    return played[-1]


def _void(state: GameState, act: Act) -> GameState:
    if state.phase is Phase.READY and state.history:
        turn = _last_revealed(state, act)
    else:
        turn = _current(state, act, _IN_TURN)
    voided = replace(turn, phase=Phase.VOIDED, void_reason=text(act, "reason"))
    return replace(
        state,
        history=tuple(voided if past is turn else past for past in state.history),
        board=turn.board_before,
        bag=turn.bag_before,
        rack=turn.kept,
        turn=turn.number - 1,
        phase=Phase.READY,
    )


def _ruling(state: GameState, act: Act) -> GameState:
    return replace(state, rulings={**state.rulings, text(act, "word"): flag(act, "admitted")})


def _rescore(state: GameState, act: Act) -> GameState:
    number = whole(act, "turn", low=1)
    text(act, "reason")
    scores = points_by_entry(act, "scores")
    for index, turn in enumerate(state.history):
        if turn.number == number and turn.phase is Phase.REVEALED:
            rescored = replace(turn, scores={**turn.scores, **scores})
            return replace(state, history=(*state.history[:index], rescored, *state.history[index + 1 :]))
    raise ReplayError("act_turn", f"Turn {number} has not been revealed: there is nothing to score again.")


def _penalty(state: GameState, act: Act) -> GameState:
    penalty = Penalty(state.turn, text(act, "entry"), whole(act, "points", low=1), text(act, "reason"))
    return replace(state, penalties=(*state.penalties, penalty))


def _pardon(state: GameState, act: Act) -> GameState:
    entry, points = text(act, "entry"), whole(act, "points", low=1)
    held = sum(penalty.points for penalty in state.penalties if penalty.entry == entry)
    if points > held:
        raise ReplayError("act_points", f"{entry} has {held} points of penalties, fewer than {points}.")
    pardon = Penalty(state.turn, entry, -points, text(act, "reason"))
    return replace(state, penalties=(*state.penalties, pardon))


def _end(state: GameState, act: Act) -> GameState:
    _require(state, act, _BETWEEN)
    return replace(state, phase=Phase.ENDED, end_reason=text(act, "reason"))


def _resume(state: GameState, act: Act) -> GameState:
    _require(state, act, (Phase.ENDED,))
    text(act, "reason")
    return replace(state, phase=Phase.REVEALED if state.current else Phase.READY, end_reason=None)


_STEPS: Mapping[str, Callable[[GameState, Act], GameState]] = {
    "draw": _draw,
    "open": _open,
    "unopen": _unopen,
    "close": _close,
    "reopen": _reopen,
    "score": _score,
    "master": _master,
    "bonus": _bonus,
    "reveal": _reveal,
    "void": _void,
    "ruling": _ruling,
    "rescore": _rescore,
    "penalty": _penalty,
    "pardon": _pardon,
    "end": _end,
    "resume": _resume,
}


def _require(state: GameState, act: Act, phases: tuple[Phase, ...]) -> None:
    if state.phase not in phases:
        raise ReplayError("act_phase", f"The act {act['act']!r} does not fit a game that is {state.phase}.")


def _current(state: GameState, act: Act, phases: tuple[Phase, ...]) -> TurnState:
    _require(state, act, phases)
    number = whole(act, "turn", low=1)
    turn = state.current
    if turn is None or turn.number != number:
        message = f"The act {act['act']!r} is for turn {number}, but turn {state.turn} is played."
        raise ReplayError("act_turn", message)
    return turn


def _with_turn(state: GameState, turn: TurnState) -> GameState:
    return replace(state, history=(*state.history[:-1], turn))


def _moved_on(state: GameState, turn: TurnState, phase: Phase) -> GameState:
    return replace(_with_turn(state, replace(turn, phase=phase)), phase=phase)


def _read_master(turn: TurnState, act: Act) -> Master | None:
    if act.get("word", "") is None:
        return None
    word, direction = text(act, "word"), text(act, "direction")
    if direction not in tuple(Direction) or not (word.isascii() and word.isalpha()):
        raise ReplayError("act_shape", "A master move is a word of the letters A–Z, across or down.")
    move = Move(whole(act, "row", low=0), whole(act, "col", low=0), Direction(direction), word)
    last_row, last_col = move.squares()[-1]
    if last_row >= SIZE or last_col >= SIZE:
        raise ReplayError("act_move", f"The master move {word} leaves the board.")
    for (row, col), letter in zip(move.squares(), word, strict=True):
        if turn.board_before.at(row, col) not in (EMPTY, letter):
            raise ReplayError("act_move", f"The master move {word} does not fit the tiles on the board.")
    needed = turn.board_before.tiles_needed(move)
    if not needed or not turn.rack.holds(needed):
        raise ReplayError("act_move", f"The master move {word} cannot be laid with the rack {turn.rack}.")
    return Master(move, whole(act, "score", low=0))
