"""A player's own score sheet: every revealed turn of the event, game by game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.move import Move
from tournaments.engine.verdict import Verdict
from tournaments.enums import TurnState
from tournaments.models import Entry, Game, TurnScore
from tournaments.selectors.player import move_of
from tournaments.services.positions import read_move


@dataclass(frozen=True, slots=True)
class SheetLine:
    number: int
    move: Move | None
    text: str  # what the slip says where it cannot be read as a move
    score: TurnScore
    article: str
    top: Move | None
    top_score: int
    total: int  # of the game, up to this turn

    @property
    def behind_top(self) -> int:
        return self.score.points - self.top_score


@dataclass(frozen=True, slots=True)
class GameSheet:
    game: Game
    lines: Sequence[SheetLine]

    @property
    def total(self) -> int:
        return self.lines[-1].total if self.lines else 0

    @property
    def top_total(self) -> int:
        return sum(line.top_score for line in self.lines)


def score_sheet(entry: Entry) -> list[GameSheet]:
    """The games in which the entry has revealed turns, in order."""
    scores = (
        entry.scores.filter(turn__state=TurnState.REVEALED)
        .select_related("turn__game", "turn__top", "slip", "group")
        .order_by("turn__game__number", "turn__ordinal")
    )
    sheets: dict[int, list[SheetLine]] = {}
    games: dict[int, Game] = {}
    for score in scores:
        game = games.setdefault(score.turn.game_id, score.turn.game)
        lines = sheets.setdefault(game.pk, [])
        before = lines[-1].total if lines else 0
        lines.append(_line(score, before, entry.event.notation))
    return [GameSheet(games[pk], lines) for pk, lines in sheets.items()]


def _line(score: TurnScore, before: int, notation: str) -> SheetLine:
    verdict = Verdict.from_dict(score.group.verdict) if score.group is not None else None
    move = verdict.move if verdict is not None else None
    if move is None and score.slip is not None:
        move = move_of(score.slip, notation)
    top = score.turn.top
    return SheetLine(
        number=score.turn.number,
        move=move,
        text=f"{score.slip.word} {score.slip.reference}".strip() if score.slip is not None else "",
        score=score,
        article=verdict.article if verdict is not None else "",
        top=read_move(top.master),
        top_score=top.score,
        total=before + score.points,
    )
