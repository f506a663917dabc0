"""The sentences that people read, in Italian and English, by code."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.engine.move import Direction, Move
from tournaments.engine.notation import format_move, square_name
from tournaments.engine.problem import Note, Problem
from tournaments.engine.scoring import WordScore

LANGUAGES = ("it", "en")

PROBLEMS: Mapping[str, Mapping[str, str]] = {
    "it": {
        "empty": "il bollettino è vuoto",
        "unreadable": "non si legge «{text}»",
        "no_word": "manca la parola",
        "two_words": "più parole sul bollettino: {words}",
        "reference_ambiguous": "la coordinata «{text}» si può leggere in più modi",
        "bad_reference": "la casella {text} non esiste",
        "missing_direction": "alla coordinata {text} manca orizzontale o verticale",
        "missing_reference": "manca la coordinata della prima lettera",
        "off_board": "riferimento errato: {word} esce dal tavoliere",
        "gap": "la casella {square} resta vuota in mezzo alla parola",
        "occupied": "sulla casella {square} c'è già la {tile}, non la {letter}",
        "not_bounded": "{word} tocca altre tessere in linea: si forma {formed}",
        "no_tile": "{word} è già sul tavoliere: nessuna tessera giocata",
        "not_in_rack": "lettere non disponibili sul leggio: {letters}",
        "too_many_tiles": "{word} usa {tiles} tessere: se ne giocano al più {most}",
        "off_centre": "la prima parola deve coprire la casella centrale {square}",
        "not_connected": "la parola non tocca nessuna tessera sul tavoliere",
        "one_letter": "una parola ha almeno due lettere",
        "blank_ambiguous": "il jolly non è segnato e {word} si legge in {readings} modi",
        "word": "{word} non è ammessa",
    },
    "en": {
        "empty": "the slip is empty",
        "unreadable": "“{text}” cannot be read",
        "no_word": "the word is missing",
        "two_words": "more than one word on the slip: {words}",
        "reference_ambiguous": "the reference “{text}” can be read in more than one way",
        "bad_reference": "there is no square {text}",
        "missing_direction": "the reference {text} does not say across or down",
        "missing_reference": "the reference of the first letter is missing",
        "off_board": "wrong reference: {word} runs off the board",
        "gap": "square {square} stays empty inside the word",
        "occupied": "square {square} already holds {tile}, not {letter}",
        "not_bounded": "{word} touches other tiles in its line: the word formed is {formed}",
        "no_tile": "{word} is already on the board: no tile is played",
        "not_in_rack": "letters not on the rack: {letters}",
        "too_many_tiles": "{word} takes {tiles} tiles: at most {most} may be played",
        "off_centre": "the first word must cover the centre square {square}",
        "not_connected": "the word touches no tile on the board",
        "one_letter": "a word has at least two letters",
        "blank_ambiguous": "the jolly is not marked and {word} can be read in {readings} ways",
        "word": "{word} is not admissible",
    },
}
NOTES: Mapping[str, Mapping[str, str]] = {
    "it": {
        "score_corrected": "Dichiarati {declared}, corretti in {counted}.",
        "score_missing": "Punteggio non dichiarato: contati {counted}.",
        "blank_lowest": "Jolly non segnato, {readings} letture: contata la più bassa, {word}.",
        "blank_mark_ignored": "{letter} è segnata come jolly, ma il leggio non ne ha: contata come tessera.",
        "first_move_best": "Prima mano senza coordinata: contata nella posizione migliore.",
        "reference_deducted": "Coordinata errata o mancante, ma il punteggio indica una sola posizione: "
        "−{deduction}.",
    },
    "en": {
        "score_corrected": "Declared {declared}, corrected to {counted}.",
        "score_missing": "No score declared: {counted} counted.",
        "blank_lowest": "Jolly not marked, {readings} readings: the lowest, {word}, is counted.",
        "blank_mark_ignored": "{letter} is marked as a jolly, but the rack holds none: counted as its tile.",
        "first_move_best": "First move without a reference: counted at its best placement.",
        "reference_deducted": "Wrong or missing reference, but the score fits one placement: −{deduction}.",
    },
}
ADMITTED = {"it": "{score} punti: {move}", "en": "{score} points: {move}"}
ONE_POINT = {"it": "1 punto: {move}", "en": "1 point: {move}"}
WORD_PREMIUMS = {
    "it": {2: "parola doppia in {square}", 3: "parola tripla in {square}"},
    "en": {2: "double word on {square}", 3: "triple word on {square}"},
}


def refused(problem: Problem, language: str) -> str:
    """`0: la parola non tocca nessuna tessera sul tavoliere (F3)`; a word's own reason comes after it."""
    sentence = f"0: {problem_sentence(problem, language)} ({problem.article})"
    reason = problem.data.get(f"reason_{language}", "")
    return f"{sentence}. {reason[0].upper()}{reason[1:]}." if reason else sentence


def admitted(score: int, move: Move | None, notation: str, language: str) -> str:
    assert move is not None
    sentence = ONE_POINT if score == 1 else ADMITTED
    return sentence[language].format(score=score, move=format_move(move, notation))


def problem_sentence(problem: Problem, language: str) -> str:
    return PROBLEMS[language][problem.code].format_map(problem.data)


def note_sentence(note: Note, language: str) -> str:
    return NOTES[language][note.code].format_map(note.data)


def arithmetic(word: WordScore) -> str:
    """`2 + 5×2 + 1 = 13`: the letters with their premiums, before the word premiums."""
    terms = [
        f"{letter.value}×{letter.letter_multiplier}" if letter.letter_multiplier > 1 else str(letter.value)
        for letter in word.letters
    ]
    return f"{' + '.join(terms)} = {word.subtotal}"


def word_premiums(word: WordScore, notation: str, language: str) -> str:
    """`parola doppia in L12: 23 × 2`, or nothing where no word premium counts."""
    if word.word_multiplier == 1:
        return ""
    row_step, col_step = (0, 1) if word.direction is Direction.ACROSS else (1, 0)
    squares = [
        WORD_PREMIUMS[language][letter.word_multiplier].format(
            square=square_name(word.row + i * row_step, word.col + i * col_step, notation)
        )
        for i, letter in enumerate(word.letters)
        if letter.word_multiplier > 1
    ]
    factors = "".join(f" × {letter.word_multiplier}" for letter in word.letters if letter.word_multiplier > 1)
    return f"{', '.join(squares)}: {word.subtotal}{factors}"
