"""Whole games for the tests: seeded draws, and moves that are legal placements of meaningless words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tournaments.engine.board import CENTRE, EMPTY, SIZE, Board
from tournaments.engine.draw import TileSource, draw_rack
from tournaments.engine.game import GameState, new_game
from tournaments.engine.move import Direction, Move
from tournaments.engine.profile import Profile
from tournaments.engine.replay import apply, draw_act, master_act
from tournaments.engine.ruleset import RuleSet
from tournaments.engine.scoring import score_move
from tournaments.engine.tiles import Rack


def placements(board: Board, rack: Rack, generator: random.Random) -> Iterator[Move]:
    """Some ways to lay tiles of the rack in one line that joins what is there; a jolly becomes an E."""
    for _ in range(200):
        direction = generator.choice(list(Direction))
        step_row, step_col = direction.step
        row, col = CENTRE if board.is_empty else (generator.randrange(SIZE), generator.randrange(SIZE))
        while board.at(row - step_row, col - step_col) != EMPTY:
            row, col = row - step_row, col - step_col
        letters = list(rack.letters)
        generator.shuffle(letters)
        count = generator.randint(2 if board.is_empty else 1, len(letters))
        word, touches, at_row, at_col = "", board.is_empty, row, col
        while at_row < SIZE and at_col < SIZE:
            tile = board.at(at_row, at_col)
            if tile != EMPTY:
                word, touches = word + tile, True
            elif count:
                before = board.at(at_row - step_col, at_col - step_row)
                after = board.at(at_row + step_col, at_col + step_row)
                touches = touches or before + after != EMPTY * 2
                letter = letters.pop()
                word, count = word + ("e" if letter == "?" else letter), count - 1
            else:
                break
            at_row, at_col = at_row + step_row, at_col + step_col
        if touches and not count and len(word) > 1:
            yield Move(row, col, direction, word)


def play_turn(state: GameState, source: TileSource, generator: random.Random) -> list[dict[str, Any]]:
    """The acts of the next turn, some turns voided and drawn again; the end where the game is over."""
    number = state.turn + 1
    draw = draw_rack(
        state.rules, state.profile, state.bag, state.rack, number, source, first_attempt=state.next_attempt
    )
    if draw.outcome != "drawn":
        return [{"act": "end", "reason": draw.end_reason}]
    acts = [draw_act(number, draw, "seeded"), {"act": "open", "turn": number}]
    if generator.random() < 0.1:
        return [*acts, {"act": "void", "turn": number, "reason": "campana"}]
    move = next(placements(state.board, draw.rack, generator), None)
    score = score_move(state.rules, state.board, move).total if move else 0
    scores = {entry: generator.choice([0, score // 2, score]) for entry in ("1", "2", "3")}
    return [
        *acts,
        {"act": "close", "turn": number},
        {"act": "score", "turn": number, "scores": scores},
        master_act(number, move, score),
        {"act": "reveal", "turn": number},
    ]


def play_game(
    rules: RuleSet, profile: Profile, source: TileSource, generator: random.Random
) -> tuple[GameState, list[GameState], list[dict[str, Any]]]:
    """A game to its end: the last state, the states after each act, and the acts."""
    state, states, acts = new_game(rules, profile), [], []
    while state.end_reason is None:
        turn_acts = play_turn(state, source, generator)
        if state.must_end:
            turn_acts = [{"act": "end", "reason": "no_legal_move"}]
        for act in turn_acts:
            state = apply(state, act)
            states.append(state)
            acts.append(act)
        if state.turn > 200:
            raise AssertionError("the game does not end")
    return state, states, acts
