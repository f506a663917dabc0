"""Verification of a finished game from its public record alone.

The record is followed turn by turn: every seeded draw is derived again from the revealed seed, every tile
must have been there to be drawn and laid, and the end, the final board and the totals must be
the ones that follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.engine.acts import Act, ReplayError, mappings, text, whole
from tournaments.engine.board import Board
from tournaments.engine.draw import END_REASONS, draw_rack, plan_draw
from tournaments.engine.errors import EngineError, TilesError
from tournaments.engine.fairness import SeededSource, commitment, parse_seed
from tournaments.engine.game import GameState, Penalty, new_game
from tournaments.engine.prepared import PreparedGame, read_prepared_game
from tournaments.engine.profile import load_profile
from tournaments.engine.replay import apply, draw_act
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.scoring import score_move
from tournaments.engine.tiles import Rack

_SENTENCES: Mapping[str, tuple[str, str]] = {
    "commitment": (
        "il seme svelato non corrisponde all'impegno pubblicato prima della partita",
        "the revealed seed does not match the commitment published before the game",
    ),
    "seal": (
        "la partita preparata non è quella sigillata",
        "the prepared game is not the sealed one",
    ),
    "rack": (
        "il leggio doveva essere {expected}, il verbale dice {found}",
        "the rack should be {expected}, the record says {found}",
    ),
    "rejected": (
        "i leggii scartati dovevano essere {expected}, il verbale dice {found}",
        "the rejected racks should be {expected}, the record says {found}",
    ),
    "minimum": (
        "vocali e consonanti richieste: dovevano essere {expected}, il verbale dice {found}",
        "vowels and consonants asked for: should be {expected}, the record says {found}",
    ),
    "game_over": (
        "la partita era già finita ({expected}), il verbale estrae {found}",
        "the game was over ({expected}), the record draws {found}",
    ),
    "act_tiles": (
        "nel leggio ci sono lettere che non erano più disponibili, o il loro numero è sbagliato",
        "the rack holds letters that were not left, or the wrong number of them",
    ),
    "act_move": (
        "la giocata messa sul tavoliere non si può fare con quel leggio e quel tavoliere",
        "the master move cannot be made with that rack on that board",
    ),
    "master_score": (
        "la giocata vale {expected} punti, il verbale dice {found}",
        "the master move scores {expected}, the record says {found}",
    ),
    "act_turn": ("le mani non sono in ordine", "the turns are out of order"),
    "board": ("il tavoliere finale è diverso", "the final board is different"),
    "totals": (
        "il totale di {entry} doveva essere {expected}, il verbale dice {found}",
        "the total of {entry} should be {expected}, the record says {found}",
    ),
    "end_reason": (
        "la partita non era finita per il motivo indicato ({found}): l'esito dell'estrazione era {expected}",
        "the game was not over for the reason given ({found}): the draw's outcome was {expected}",
    ),
}


class RecordError(EngineError):
    """A file that is not a record, or a game that cannot have one yet."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where the record departs from what follows from it; turn None: the game as a whole."""

    turn: int | None
    code: str
    expected: str = ""
    found: str = ""
    entry: str = ""

    def message(self, language: str = "it") -> str:
        italian, english = _SENTENCES[self.code]
        sentence = english if language == "en" else italian
        place = ("Turn" if language == "en" else "Mano") + f" {self.turn}: " if self.turn else ""
        return place + sentence.format(expected=self.expected, found=self.found, entry=self.entry)


@dataclass(frozen=True, slots=True)
class Verification:
    ok: bool
    first_difference: Difference | None
    turns: int = 0
    derived: int = 0  # draws that the seed accounts for, voided ones included
    prepared: int = 0  # draws that the sealed game accounts for
    typed: int = 0  # draws that nothing can account for: letters from a real bag


class Verifier:
    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        self.rules = load_ruleset(text(record, "ruleset"))
        self.profile = load_profile().with_overrides(record["profile"]["settings"])
        self.source: SeededSource | None = None
        if record["seed"] is not None:
            self.source = SeededSource(
                parse_seed(text(record, "seed")), text(record, "game"), str(record["phrase"])
            )
        self.prepared: PreparedGame | None = None
        if record["prepared"] is not None:
            data = dict(record["prepared"])
            self.seal = data.pop("seal", None)
            self.prepared = read_prepared_game(data)
        self.counts = {"seeded": 0, "prepared": 0, "manual": 0}
        self.attempts: dict[int, int] = {}  # made so far for each turn's number

    def verify(self) -> Verification:
        difference = next(self._differences(), None)
        return Verification(
            ok=difference is None,
            first_difference=difference,
            turns=sum(1 for entry in self.record["turns"] if "voided" not in entry),
            derived=self.counts["seeded"],
            prepared=self.counts["prepared"],
            typed=self.counts["manual"],
        )

    def _differences(self) -> Iterator[Difference]:
        """Whatever differs, in the order of play; only the first is meaningful."""
        record = self.record
        if self.source is not None:
            expected = commitment(self.source.seed, self.source.phrase, game=self.source.game)
            if expected != record["commitment"]:
                yield Difference(None, "commitment")
        if self.prepared is not None and self.prepared.seal() != self.seal:
            yield Difference(None, "seal")
        state = new_game(self.rules, self.profile)
        for entry in mappings(record, "turns"):
            number = whole(entry, "turn", low=1)
            if "superseded" in entry:
                yield from self._superseded_differences(entry)
                continue
            if number != state.turn + 1:
                yield Difference(number, "act_turn")
            yield from self._draw_differences(state, entry)
            try:
                for act in _acts(entry):
                    state = apply(state, act)
            except ReplayError as error:
                if error.code not in _SENTENCES:
                    raise
                yield Difference(number, error.code)
            turn = state.history[-1]
            if turn.master is not None:
                score = score_move(self.rules, turn.board_before, turn.master.move).total
                if score != turn.master.score:
                    yield Difference(number, "master_score", str(score), str(turn.master.score))
            self._count(entry)
        yield from self._end_differences(state)

    def _superseded_differences(self, entry: Act) -> Iterator[Difference]:
        """A voided draw on a board that did not stay: it follows from the seed and the board it names."""
        number, named = entry["turn"], entry["superseded"]
        if "voided" not in entry or not isinstance(named, Mapping):
            raise RecordError("record_shape", f"Turn {number} of the record: only a voided turn is superseded.")
        board, kept = Board.parse(named.get("board")), Rack(str(named.get("kept", "")))
        try:
            bag = self.rules.full_bag().without(board.tiles()).without(kept)
            state = replace(
                new_game(self.rules, self.profile), board=board, bag=bag, rack=kept, turn=number - 1
            )
            yield from self._draw_differences(state, entry)
            apply(state, {**entry, "act": "draw"})
        except TilesError:
            yield Difference(number, "act_tiles")
        except ReplayError as error:
            if error.code not in _SENTENCES:
                raise
            yield Difference(number, error.code)
        self._count(entry)

    def _count(self, entry: Act) -> None:
        number = entry["turn"]
        self.counts[entry["source"]] += 1
        self.attempts[number] = self.attempts.get(number, 0) + 1 + len(mappings(entry, "rejected"))

    def _draw_differences(self, state: GameState, entry: Act) -> Iterator[Difference]:
        number, source, rack = entry["turn"], text(entry, "source"), text(entry, "rack")
        profile = self.profile
        if profile.too_few_letters == "ask" and entry.get("relaxed") is True:
            # The arbiter was asked and let the game go on.
            profile = profile.with_overrides({"too_few_letters": "relax"})
        plan = plan_draw(self.rules, profile, state.bag, state.rack, number)
        if plan.outcome != "drawn":
            yield Difference(number, "game_over", str(plan.end_reason), rack)
            return
        if plan.minimum != entry.get("minimum") or plan.relaxed is not entry.get("relaxed"):
            yield Difference(number, "minimum", str(plan.minimum), str(entry.get("minimum")))
        if source == "prepared":
            racks = self.prepared.racks if self.prepared else ()
            expected_rack = racks[number - 1] if number <= len(racks) else "–"
            if expected_rack != rack:
                yield Difference(number, "rack", expected_rack, rack)
        if source != "seeded":
            return
        if self.source is None:
            raise RecordError("record_seed", "The record has draws from a seed, but the seed is missing.")
        draw = draw_rack(
            self.rules,
            profile,
            state.bag,
            state.rack,
            number,
            self.source,
            first_attempt=self.attempts.get(number, 0) + 1,
        )
        expected_rejected = draw_act(number, draw, source)["rejected"]
        found_rejected = [dict(past) for past in mappings(entry, "rejected")]
        if expected_rejected != found_rejected:
            yield Difference(number, "rejected", _racks(expected_rejected), _racks(found_rejected))
        if draw.rack.letters != rack:
            yield Difference(number, "rack", draw.rack.letters, rack)

    def _end_differences(self, state: GameState) -> Iterator[Difference]:
        record = self.record
        reason = text(record, "end_reason")
        if reason in END_REASONS:
            plan = plan_draw(self.rules, self.profile, state.bag, state.rack, state.turn + 1)
            outcome = plan.end_reason or plan.outcome
            if outcome != reason:
                yield Difference(None, "end_reason", outcome, reason)
        if list(state.board.rows) != record["board"]:
            yield Difference(None, "board")
        totals = replace(state, penalties=_penalties(record)).totals
        for entry in sorted(totals.keys() | record["totals"].keys()):
            expected, found = totals.get(entry, 0), record["totals"].get(entry, 0)
            if expected != found:
                yield Difference(None, "totals", str(expected), str(found), entry=entry)


def _acts(entry: Act) -> Iterator[dict[str, Any]]:
    """The acts that a turn of the record stands for."""
    turn = entry["turn"]
    yield {**entry, "act": "draw"}
    if "voided" in entry:
        yield {"act": "void", "turn": turn, "reason": entry["voided"]}
        return
    yield {"act": "open", "turn": turn}
    yield {"act": "close", "turn": turn}
    yield {"act": "score", "turn": turn, "scores": entry.get("scores")}
    yield {"act": "bonus", "turn": turn, "points": entry.get("bonuses")}
    master = entry.get("master")
    if master is not None and not isinstance(master, Mapping):
        raise RecordError("record_shape", f"Turn {turn} of the record: master must be an object or null.")
    yield {"act": "master", "turn": turn, **(master if master is not None else {"word": None})}
    yield {"act": "reveal", "turn": turn}


def _penalties(record: Act) -> tuple[Penalty, ...]:
    penalties = []
    for past in mappings(record, "penalties"):
        points = past.get("points")
        if not isinstance(points, int):
            raise RecordError("record_shape", "The record is malformed: a penalty's points must be a number.")
        turn = whole(past, "turn", low=0)
        penalties.append(Penalty(turn, text(past, "entry"), points, text(past, "reason")))
    return tuple(penalties)


def _racks(rejected: list[Any]) -> str:
    return ", ".join(str(past.get("rack")) for past in rejected) or "–"
