"""A word on a board (F3–F8): everything that is wrong with the placement, and its score where it can be laid.

The jolly: a letter marked on the slip is a declaration and stands (F8). Unmarked, it is whatever the rack
lacks; where that fits several letters of the word the profile's `unmarked_blank` decides. A mark on a letter
when the rack holds no jolly can only be handwriting: the letter counts as its tile, and the verdict says so.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import NamedTuple

from lexicon.words import Lexicon
from tournaments.engine.board import CENTRE, EMPTY, SIZE, Board
from tournaments.engine.move import Direction, Move
from tournaments.engine.notation import format_word, square_name
from tournaments.engine.problem import Note, Problem
from tournaments.engine.profile import Profile
from tournaments.engine.ruleset import RuleSet
from tournaments.engine.scoring import Score, score_move
from tournaments.engine.tiles import BLANK, Rack

EMPTY_ROWS = Board().rows


class Situation(NamedTuple):
    """What every slip of a turn is judged against."""

    rules: RuleSet
    profile: Profile
    board: Board
    rack: Rack
    lexicon: Lexicon | None
    notation: str


class Assessment(NamedTuple):
    """A placement's problems in the order in which they decide; `score` is None where it cannot be laid."""

    move: Move
    score: Score | None
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...] = ()

    @property
    def total(self) -> int:
        return 0 if self.score is None else self.score.total


def assess(situation: Situation, row: int, col: int, direction: Direction, word: str) -> Assessment:
    if not (0 <= row < SIZE and 0 <= col < SIZE):
        move = Move(row, col, direction, word)
        return Assessment(move, None, (Problem("off_board", {"word": word.upper()}),))
    board = situation.board
    if direction is Direction.ACROSS:
        line, start, centred = board.rows[row], col, row == CENTRE[0]
    else:
        line, start, centred = board.columns[col], row, col == CENTRE[1]
    end = start + len(word)
    problems: list[Problem] = []
    if end > SIZE:
        problems.append(Problem("off_board", {"word": word.upper()}))
    letters, free = _lay(situation, row, col, direction, word, line[start:end], problems)
    if not problems:
        formed = line[:start].rpartition(EMPTY)[2] + "".join(letters) + line[end:].partition(EMPTY)[0]
        if len(formed) > len(letters):
            problems.append(Problem("not_bounded", {"word": word.upper(), "formed": formed.upper()}))
        elif not free:
            problems.append(Problem("no_tile", {"word": word.upper()}))
    can_be_laid = not problems
    readings, notes = _take_tiles(situation.rack, letters, free, problems)
    most = situation.rules.rack_size
    if most < len(free) <= len(situation.rack) and situation.profile.variant != "seven_and_eight":
        data = {"word": word.upper(), "tiles": str(len(free)), "most": str(most)}
        problems.append(Problem("too_many_tiles", data))
    if not can_be_laid:
        return Assessment(Move(row, col, direction, word), None, tuple(problems), notes)
    if len(readings) == 1:
        move = Move(row, col, direction, _with_blanks(letters, readings[0]))
        score = score_move(situation.rules, board, move)
    else:
        moves = [Move(row, col, direction, _with_blanks(letters, reading)) for reading in readings]
        scored = [(score_move(situation.rules, board, move), move) for move in moves]
        score, move = min(scored, key=lambda pair: pair[0].total)
        notes = (*notes, _blank_note(situation.profile, move, len(readings)))
    if board.rows == EMPTY_ROWS:
        if not (centred and start <= CENTRE[0] < end):
            centre = square_name(*CENTRE, situation.notation)
            problems.append(Problem("off_centre", {"word": word.upper(), "square": centre}))
    elif len(free) == len(letters) and len(score.words) == 1:
        problems.append(Problem("not_connected", {"word": word.upper()}))
    if len(letters) == 1:
        problems.append(Problem("one_letter", {"word": word.upper()}))
    if len(readings) > 1 and situation.profile.unmarked_blank == "zero":
        problems.append(Problem("blank_ambiguous", {"word": word.upper(), "readings": str(len(readings))}))
    lexicon = situation.lexicon
    if lexicon is not None:
        for formed_word in score.words:
            text = formed_word.word.upper()
            if len(text) > 1 and not lexicon.contains(text):
                problems.append(Problem("word", {"word": text}))
    return Assessment(move, score, tuple(problems), notes)


def _lay(
    situation: Situation,
    row: int,
    col: int,
    direction: Direction,
    word: str,
    under: str,
    problems: list[Problem],
) -> tuple[list[str], list[int]]:
    """The word's letters once laid over `under`, and which of them need a tile."""
    letters = list(word)
    if under == EMPTY * len(word) and EMPTY not in word:
        return letters, list(range(len(word)))
    free: list[int] = []
    clashes: dict[str, Problem] = {}
    for i, tile in enumerate(under):
        letter = letters[i]
        if tile == EMPTY and letter != EMPTY:
            free.append(i)
        elif tile != EMPTY and (letter == EMPTY or letter.upper() == tile.upper()):
            letters[i] = tile
        else:
            code = "gap" if tile == EMPTY else "occupied"
            row_step, col_step = direction.step
            square = square_name(row + i * row_step, col + i * col_step, situation.notation)
            data = {"square": square, "tile": tile.upper(), "letter": letter.upper()}
            clashes.setdefault(code, Problem(code, data))
    problems.extend(clashes[code] for code in ("gap", "occupied") if code in clashes)
    return letters, free


def _take_tiles(
    rack: Rack, letters: list[str], free: list[int], problems: list[Problem]
) -> tuple[list[tuple[int, ...]], tuple[Note, ...]]:
    """Every way to take the tiles from the rack: the places in the word where a jolly lies."""
    remaining = dict(rack.counts)
    blanks = remaining.pop(BLANK, 0)
    notes: tuple[Note, ...] = ()
    marked: list[int] = []
    lacking: list[str] = []
    for i in free:
        letter = letters[i]
        if letter.islower():
            if blanks:
                marked.append(i)
                continue
            letters[i] = letter = letter.upper()
            notes = (Note("blank_mark_ignored", {"letter": letter}),)
        left = remaining.get(letter, 0)
        if left:
            remaining[letter] = left - 1
        else:
            lacking.append(letter)
    if len(marked) + len(lacking) > blanks:
        missing = lacking[max(0, blanks - len(marked)) :] + ["jolly"] * max(0, len(marked) - blanks)
        problems.append(Problem("not_in_rack", {"letters": ", ".join(missing), "rack": rack.letters}))
        return [tuple(marked)], notes
    if not lacking:
        return [tuple(marked)], notes
    choices = []
    for letter in sorted(set(lacking)):
        places = [i for i in free if letters[i] == letter]
        choices.append(list(combinations(places, lacking.count(letter))))
    return [(*marked, *(i for part in chosen for i in part)) for chosen in product(*choices)], notes


def _with_blanks(letters: list[str], blanks: tuple[int, ...]) -> str:
    if not blanks:
        return "".join(letters)
    return "".join([letter.lower() if i in blanks else letter for i, letter in enumerate(letters)])


def _blank_note(profile: Profile, move: Move, readings: int) -> Note:
    data = {"word": format_word(move.word), "readings": str(readings)}
    return Note("blank_lowest", data, profile.sources["unmarked_blank"])
