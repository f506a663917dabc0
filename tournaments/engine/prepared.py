"""A prepared game: a sealed list of racks, so that several venues play the same one.

The racks follow from the master moves that were expected when the game was made: each must be completed
from the letters that the move before it left. The seal is published before the event; whoever opens
the file can check that it is the one that was sealed. File format: docs/game-record.md.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tournaments.engine.draw import Draw, DrawError, manual_rack
from tournaments.engine.errors import EngineError, TilesError
from tournaments.engine.fairness import FairnessError, checked_game_id
from tournaments.engine.profile import Profile
from tournaments.engine.ruleset import RuleSet
from tournaments.engine.tiles import Bag, Rack

SEAL_LABEL = "duplicato-prepared-1"
FORMAT = "duplicato-prepared-game"
SALT_BYTES = 32


class PreparedGameError(EngineError):
    """A file that is not a prepared game, or not the sealed one."""


@dataclass(frozen=True, slots=True, repr=False)
class PreparedGame:
    """Racks by turn. No text form: it must not show up in a log before it is played."""

    game: str
    ruleset: str
    salt: str
    racks: tuple[str, ...]

    def seal(self) -> str:
        """What is published beforehand: the salt keeps short lists of racks from being guessed."""
        text = "\n".join((SEAL_LABEL, self.game, self.ruleset, self.salt, *self.racks))
        return hashlib.sha256(text.encode()).hexdigest()

    def rack(self, rules: RuleSet, profile: Profile, bag: Bag, kept: Rack, turn: int) -> Draw:
        """This turn's rack, checked as if it had been typed; DrawError where the game went another way."""
        if rules.slug != self.ruleset:
            raise DrawError("prepared_ruleset", f"The prepared game is for {self.ruleset}, not {rules.slug}.")
        if turn > len(self.racks):
            raise DrawError("prepared_over", f"The prepared game has only {len(self.racks)} racks.")
        return manual_rack(rules, profile, bag, kept, turn, self.racks[turn - 1])

    def as_dict(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": 1,
            "game": self.game,
            "ruleset": self.ruleset,
            "salt": self.salt,
            "racks": list(self.racks),
        }


def new_prepared_game(
    game: str, ruleset: str, racks: tuple[str, ...], random_bytes: Callable[[int], bytes]
) -> PreparedGame:
    return read_prepared_game(
        PreparedGame(game, ruleset, random_bytes(SALT_BYTES).hex(), racks).as_dict(),
    )


def parse_prepared_game(text: str, seal: str | None = None) -> PreparedGame:
    """The game in a file; with `seal`, only if it is the one that was sealed."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise PreparedGameError("prepared_json", f"The file is not JSON: {error}") from error
    prepared = read_prepared_game(data)
    if seal is not None and prepared.seal() != seal.strip().lower():
        raise PreparedGameError("prepared_seal", "The file is not the game that was sealed.")
    return prepared


def read_prepared_game(data: object) -> PreparedGame:
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != 1:
        raise PreparedGameError("prepared_format", "The file is not a prepared game, version 1.")
    unknown = set(data) - {"format", "version", "game", "ruleset", "salt", "racks"}
    if unknown:
        raise PreparedGameError("prepared_format", f"The prepared game has an unknown key: {min(unknown)}.")
    game, ruleset, salt, racks = (data.get(key) for key in ("game", "ruleset", "salt", "racks"))
    if not isinstance(ruleset, str) or not re.fullmatch(r"[a-z0-9-]+", ruleset):
        raise PreparedGameError("prepared_ruleset", "The prepared game names no rule set.")
    if not isinstance(salt, str) or not re.fullmatch(r"[0-9a-f]{64}", salt):
        raise PreparedGameError("prepared_salt", "The prepared game's salt must be 64 hexadecimal digits.")
    if not isinstance(racks, list) or not racks or not all(isinstance(rack, str) for rack in racks):
        raise PreparedGameError("prepared_racks", "The prepared game holds no list of racks.")
    try:
        for rack in racks:
            Rack(rack)
        return PreparedGame(checked_game_id(str(game)), ruleset, salt, tuple(racks))
    except (TilesError, FairnessError) as error:
        raise PreparedGameError(error.code, str(error)) from error
