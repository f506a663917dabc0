"""The public record of a finished game: how it is made and read (docs/game-record.md).

verification.py follows a record from its seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.engine.board import Board
from tournaments.engine.errors import EngineError
from tournaments.engine.fairness import canonical_phrase, commitment
from tournaments.engine.game import GameState, Phase, TurnState
from tournaments.engine.prepared import PreparedGame
from tournaments.engine.profile import SETTING_KEYS
from tournaments.engine.replay import master_act
from tournaments.engine.tiles import Rack
from tournaments.engine.verification import RecordError, Verification, Verifier

FORMAT = "duplicato-game"
VERSION = 1
KEYS = (
    "format",
    "version",
    "game",
    "ruleset",
    "profile",
    "commitment",
    "seed",
    "phrase",
    "prepared",
    "turns",
    "penalties",
    "end_reason",
    "board",
    "totals",
    "details",
)


def build_record(
    state: GameState,
    *,
    game: str,
    seed: bytes | None,
    phrase: str = "",
    prepared: PreparedGame | None = None,
    details: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The record of a finished game; it reveals the seed, so a game in play has none."""
    if state.phase is not Phase.ENDED:
        raise RecordError("record_early", "The game has not ended: its seed must stay secret.")
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        "ruleset": state.rules.slug,
        "profile": {
            "slug": state.profile.slug,
            "version": state.profile.version,
            "settings": state.profile.settings(),
        },
        "commitment": commitment(seed, phrase, game=game) if seed else None,
        "seed": seed.hex() if seed else None,
        "phrase": canonical_phrase(phrase),
        "prepared": {"seal": prepared.seal(), **prepared.as_dict()} if prepared else None,
        "turns": _turn_entries(state),
        "penalties": [
            {"turn": past.turn, "entry": past.entry, "points": past.points, "reason": past.reason}
            for past in state.penalties
        ],
        "end_reason": state.end_reason,
        "board": list(state.board.rows),
        "totals": state.totals,
        "details": dict(details or {}),
    }


def _turn_entries(state: GameState) -> list[dict[str, Any]]:
    """The draws in order. A voided one that was made on a board which did not stay is marked superseded."""
    entries = []
    number, board, kept = 1, Board(), Rack()
    for turn in state.history:
        entry = _turn_entry(turn)
        if turn.phase is not Phase.VOIDED:
            number += 1
            board, kept = _after(turn)
        elif (turn.number, turn.board_before, turn.kept) != (number, board, kept):
            entry["superseded"] = {"board": list(turn.board_before.rows), "kept": turn.kept.letters}
        entries.append(entry)
    return entries


def _after(turn: TurnState) -> tuple[Board, Rack]:
    if turn.master is None:
        return turn.board_before, Rack()
    move = turn.master.move
    return turn.board_before.with_move(move), turn.rack.without(turn.board_before.tiles_needed(move))


def _turn_entry(turn: TurnState) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "turn": turn.number,
        "source": turn.source,
        "rack": turn.rack.letters,
        "rejected": [{"rack": past.rack.letters, "reason": past.reason} for past in turn.rejected],
        "minimum": turn.minimum,
        "relaxed": turn.relaxed,
    }
    if turn.void_reason is not None:
        return entry | {"voided": turn.void_reason}
    master = None
    if turn.master is not None:
        master = master_act(turn.number, turn.master.move, turn.master.score)
        del master["act"], master["turn"]
    return entry | {"master": master, "scores": dict(turn.scores), "bonuses": dict(turn.bonuses)}


def verify_record(record: object) -> Verification:
    """Follow the record from its seed; RecordError where it is not a record at all."""
    try:
        return Verifier(_checked_shape(record)).verify()
    except RecordError:
        raise
    except EngineError as error:
        raise RecordError("record_shape", f"The record is malformed: {str(error).rstrip('.')}.") from error


def _checked_shape(record: object) -> Mapping[str, Any]:
    if not isinstance(record, Mapping) or record.get("format") != FORMAT:
        raise RecordError("record_format", f"The file is not a game record (format {FORMAT!r}).")
    if record.get("version") != VERSION:
        raise RecordError("record_version", f"Only version {VERSION} of the game record is known.")
    for key in KEYS:
        if key not in record:
            raise RecordError("record_shape", f"The record is malformed: {key} is missing.")
    for key in record:
        if key not in KEYS:
            raise RecordError("record_shape", f"The record is malformed: {key} is not a known key.")
    profile = record["profile"]
    settings = profile.get("settings") if isinstance(profile, Mapping) else None
    if not isinstance(settings, Mapping) or set(settings) != set(SETTING_KEYS):
        raise RecordError("record_shape", "The record is malformed: profile must hold all settings.")
    if not isinstance(record["phrase"], str) or not isinstance(record["totals"], Mapping):
        raise RecordError("record_shape", "The record is malformed: phrase must be a text, totals an object.")
    if record["prepared"] is not None and not isinstance(record["prepared"], Mapping):
        raise RecordError("record_shape", "The record is malformed: prepared must be an object or null.")
    Board.parse(record["board"])
    return record
