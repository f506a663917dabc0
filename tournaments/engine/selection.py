"""The master move among several best ones (RULES §4): the profile's tie-breaks, with the reason in words.

In order: fewest jollies used, most balanced leave (vowels against consonants), fewest tiles, alphabetical,
square. Nothing here depends on time or on the order in which the search met the moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tournaments.engine.board import Board
from tournaments.engine.move import Direction, Move
from tournaments.engine.profile import Profile
from tournaments.engine.ruleset import RuleSet
from tournaments.engine.scored import ScoredMove
from tournaments.engine.tiles import BLANK, Rack


class Choice(NamedTuple):
    """`needs_arbiter` says that the profile leaves the choice to the arbiter; the move is then a proposal."""

    move: Move
    score: int
    reason_it: str
    reason_en: str
    candidates: tuple[ScoredMove, ...]
    needs_arbiter: bool = False


class _Candidate(NamedTuple):
    scored: ScoredMove
    used: str  # the tiles that it takes from the rack


def select_master(
    rules: RuleSet, profile: Profile, rack: Rack, candidates: Sequence[ScoredMove], board: Board
) -> Choice:
    """The move that goes on every board; `candidates` are all the best moves, at least one."""
    assert candidates, "a choice needs a move to choose"
    if len(candidates) == 1:
        only = candidates[0]
        return Choice(only.move, only.score, "unica giocata migliore", "the only best move", tuple(candidates))
    left = [_Candidate(scored, board.tiles_needed(scored.move)) for scored in candidates]
    decided: list[tuple[str, str]] = []
    for italian, english, key in CRITERIA:
        values = [key(rules, rack, candidate) for candidate in left]
        best = min(values)
        kept = [candidate for candidate, value in zip(left, values, strict=True) if value == best]
        if len(kept) < len(left):
            decided.append((italian, english))
            left = kept
        if len(left) == 1:
            break
    chosen = left[0].scored
    return Choice(
        chosen.move,
        chosen.score,
        "; poi ".join([italian for italian, _english in decided]),
        "; then ".join([english for _italian, english in decided]),
        tuple(candidates),
        needs_arbiter=profile.tie_break == "arbiter",
    )


def most_tiles(rules: RuleSet, profile: Profile) -> int:
    """How many tiles a move may use: seven of the eight where the variant says so."""
    return 8 if profile.variant == "seven_and_eight" else rules.rack_size


def _imbalance(rules: RuleSet, leave: Rack) -> int:
    """How far vowels and consonants are apart; a jolly or a letter that may be either evens it out."""
    vowels = sum(tile in rules.vowels and tile not in rules.consonants for tile in leave)
    consonants = sum(tile in rules.consonants and tile not in rules.vowels for tile in leave)
    either = len(leave) - vowels - consonants
    return max(0, abs(vowels - consonants) - either)


def _fewest_jollies(rules: RuleSet, rack: Rack, candidate: _Candidate) -> int:
    return candidate.used.count(BLANK)


def _most_balanced_leave(rules: RuleSet, rack: Rack, candidate: _Candidate) -> int:
    return _imbalance(rules, rack.without(candidate.used))


def _fewest_tiles(rules: RuleSet, rack: Rack, candidate: _Candidate) -> int:
    return len(candidate.used)


def _alphabetical_order(rules: RuleSet, rack: Rack, candidate: _Candidate) -> str:
    return candidate.scored.move.letters


def _square(rules: RuleSet, rack: Rack, candidate: _Candidate) -> tuple[int, int, bool, str]:
    move = candidate.scored.move
    return move.row, move.col, move.direction is Direction.DOWN, move.word


CRITERIA: tuple[tuple[str, str, Callable[[RuleSet, Rack, _Candidate], Any]], ...] = (
    ("meno jolly", "fewest jollies", _fewest_jollies),
    ("resto più equilibrato", "most balanced leave", _most_balanced_leave),
    ("meno tessere", "fewest tiles", _fewest_tiles),
    ("ordine alfabetico", "alphabetical order", _alphabetical_order),
    ("casella", "square", _square),
)
