"""Whole duplicate games without players: draw, top, place, to the end.

A game is a pure function of rules, profile, words and seed, so that any simulated game can be played for real later.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from lexicon.overlay import Overlay
from lexicon.store import WordStore
from tournaments.engine.board import Board
from tournaments.engine.draw import TileSource, draw_rack, rack_size
from tournaments.engine.fairness import SeededSource
from tournaments.engine.move import Move
from tournaments.engine.profile import Profile
from tournaments.engine.ruleset import RuleSet
from tournaments.engine.search import best_moves
from tournaments.engine.selection import most_tiles, select_master
from tournaments.engine.tiles import BLANK, Rack

# A turn without a legal move gives its letters back. So many in a row, and there is no move to wait for.
MOST_IDLE_TURNS = 20


class SimulatedTurn(NamedTuple):
    rack: str
    move: Move | None  # None: nobody could move
    score: int
    is_bonus: bool
    has_jolly: bool
    best_moves: int
    rejected: int


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    number: int
    turns: tuple[SimulatedTurn, ...]
    ended: str

    @property
    def total(self) -> int:
        return sum(turn.score for turn in self.turns)

    @property
    def bonus_moves(self) -> int:
        return sum(turn.is_bonus for turn in self.turns)

    @property
    def jolly_turns(self) -> int:
        return sum(turn.has_jolly for turn in self.turns)

    @property
    def rejected(self) -> int:
        return sum(turn.rejected for turn in self.turns)

    def positions(self) -> Iterator[tuple[Board, Rack]]:
        """Board and rack of every turn."""
        board = Board()
        for turn in self.turns:
            yield board, Rack(turn.rack)
            if turn.move is not None:
                board = board.with_move(turn.move)

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.number,
            "turns": len(self.turns),
            "total": self.total,
            "bonus_moves": self.bonus_moves,
            "jolly_turns": self.jolly_turns,
            "rejected": self.rejected,
            "ended": self.ended,
            "moves": [
                turn._asdict() | {"move": turn.move._asdict() if turn.move is not None else None}
                for turn in self.turns
            ],
        }


def game_id(number: int) -> str:
    return f"simulated/{number}"


def game_source(seed: str, number: int) -> SeededSource:
    """The tiles of one of the games that a seed, any text, stands for."""
    return SeededSource(hashlib.sha256(f"duplicato simulate {seed}".encode()).digest(), game_id(number))


def play_game(
    rules: RuleSet,
    profile: Profile,
    store: WordStore,
    source: TileSource,
    number: int = 1,
    overlay: Overlay | None = None,
) -> SimulatedGame:
    """Play every turn's master move until the draw, or the want of moves, ends the game."""
    board, bag, kept = Board(), rules.full_bag(), Rack()
    turns: list[SimulatedTurn] = []
    idle = 0
    while True:
        draw = draw_rack(rules, profile, bag, kept, len(turns) + 1, source)
        if draw.outcome != "drawn":
            return SimulatedGame(number, tuple(turns), draw.end_reason or draw.outcome)
        found = best_moves(rules, board, draw.rack, store, overlay, most_tiles=most_tiles(rules, profile))
        if not found:
            turns.append(SimulatedTurn(draw.rack.letters, None, 0, False, False, 0, len(draw.rejected)))
            idle += 1
            is_last_rack = len(draw.bag) + len(draw.rack) <= rack_size(rules, profile)
            if profile.no_legal_move == "end" or is_last_rack or idle == MOST_IDLE_TURNS:
                return SimulatedGame(number, tuple(turns), "no_legal_move")
            bag, kept = draw.bag.with_tiles(draw.rack, rules.tile_order), Rack()
            continue
        idle = 0
        choice = select_master(rules, profile, draw.rack, found, board)
        used = board.tiles_needed(choice.move)
        turns.append(
            SimulatedTurn(
                rack=draw.rack.letters,
                move=choice.move,
                score=choice.score,
                is_bonus=len(used) >= rules.rack_size,
                has_jolly=BLANK in used,
                best_moves=len(found),
                rejected=len(draw.rejected),
            )
        )
        board, bag, kept = board.with_move(choice.move), draw.bag, draw.rack.without(used)


def play_games(
    rules: RuleSet,
    profile: Profile,
    store: WordStore,
    seed: str,
    numbers: range,
    overlay: Overlay | None = None,
) -> Iterator[SimulatedGame]:
    for number in numbers:
        yield play_game(rules, profile, store, game_source(seed, number), number, overlay)
