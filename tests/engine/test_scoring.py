"""RULES §3: the score, with the worked examples of the regulations."""

from __future__ import annotations

import pytest

from lexicon.words import WordSet
from tests.engine.positions import board_with, codes, judged, words
from tournaments.engine.board import Board
from tournaments.engine.messages import arithmetic, word_premiums


class TestRegulationExamples:
    """The placements that F3 illustrates."""

    def test_micio_crossed_by_armonia(self) -> None:
        verdict = judged("I3 vert. ARMONIA", "ARMONAX", board_with("8F MICIO"))
        assert (verdict.code, words(verdict)) == ("ok", [("ARMONIA", 1 * 2 + 2 + 3 + 1 + 3 * 2 + 1 + 1 * 2)])

    def test_micio_and_maestro_from_its_m(self) -> None:
        verdict = judged("F8 vert. MAESTRO", "AESTROX", board_with("8F MICIO"))
        assert (verdict.code, words(verdict)) == ("ok", [("MAESTRO", 16)])

    def test_asso_grows_to_assonanza(self) -> None:
        verdict = judged("8F ASSONANZA", "NANZAXX", board_with("8F ASSO"))
        assert (verdict.code, words(verdict)) == ("ok", [("ASSONANZA", 25)])

    def test_asso_grows_to_sassofono_on_both_sides(self) -> None:
        verdict = judged("8E SASSOFONO", "SFONOXX", board_with("8F ASSO"))
        assert (verdict.code, words(verdict)) == (
            "ok",
            [("SASSOFONO", 2 + 1 + 2 + 2 + 1 + 5 + 1 + 3 * 2 + 1)],
        )

    def test_fragola_makes_poster(self) -> None:
        verdict = judged("K7 FRAGOLA", "FRAGOLA", board_with("8F POSTE"))
        assert (verdict.code, words(verdict)) == ("ok", [("FRAGOLA", 21 * 2), ("POSTER", 13)])
        assert (verdict.score, verdict.bonus) == (42 + 13 + 50, 50)

    def test_arancia_lies_along_miele(self) -> None:
        verdict = judged("7G ARANCIA", "ARANCIA", board_with("8F MIELE"))
        assert [word for word, _ in words(verdict)] == ["ARANCIA", "AI", "RE", "AL", "NE"]
        assert verdict.code == "ok"


class TestBookletExamples:
    def test_a_corno_with_its_last_o_on_the_centre(self) -> None:
        assert judged("8D CORNO", "CORNOAA").score == 22

    def test_e_blu_makes_bricco_and_both_are_doubled(self) -> None:
        verdict = judged("E11 BLU", "BLUAAAA", board_with("11F RICCO"))
        assert words(verdict) == [("BLU", 22), ("BRICCO", 26)]
        assert verdict.score == 48

    def test_f_lenti_non_si(self) -> None:
        verdict = judged("5F LENTI", "LENTIAA", _above())
        assert words(verdict) == [("LENTI", 10), ("NON", 7), ("SI", 3)]
        assert verdict.score == 20


def _above() -> Board:
    rows = ["." * 15] * 15
    rows[2] = ".......N......."
    rows[3] = ".......O.S....."
    return Board.parse(rows)


class TestRomanianGame:
    """Five moves of the leaflet, one after the other; rows are letters."""

    MOVES = (
        ("H7 CASA", "CASAXXX", 8),
        ("I8 STIRE", "STIREXX", 13),
        ("6E cOMANDA", "?OMANDA", 71),
        ("H4 TRACASAI", "TRIXXXX", 11),
        ("K5 CAPRARUL", "CAPRRUL", 86),
    )

    def test_scores(self) -> None:
        board, scores = Board(), []
        for slip, rack, _ in self.MOVES:
            verdict = judged(slip, rack, board, ruleset="ro-frs")
            assert codes(verdict) == []
            scores.append((slip, verdict.score))
            assert verdict.move is not None
            board = board.with_move(verdict.move)
        assert scores == [(slip, score) for slip, _, score in self.MOVES]

    def test_words_formed(self) -> None:
        board, formed = Board(), []
        for slip, rack, _ in self.MOVES:
            verdict = judged(slip, rack, board, ruleset="ro-frs")
            formed.append([word for word, _ in words(verdict)])
            assert verdict.move is not None
            board = board.with_move(verdict.move)
        assert formed == [
            ["CASA"],
            ["STIRE", "AS", "ST", "AI"],
            ["cOMANDA", "ACASA"],
            ["TRACASAI", "IR"],
            ["CAPRARUL"],
        ]

    def test_caprarul_doubles_twice(self) -> None:
        board = board_with("H7 CASA", "I8 STIRE", "6E cOMANDA", "H4 TRACASAI", notation="R")
        verdict = judged("K5 CAPRARUL", "CAPRRUL", board, ruleset="ro-frs")
        assert (verdict.words[0].word_multiplier, verdict.words[0].total, verdict.bonus) == (4, 36, 50)


class TestPremiums:
    def test_letter_premiums_come_before_word_premiums(self) -> None:
        """F10: D1 doubles the letter, A1 triples the word."""
        verdict = judged("1A ZIAZ", "ZIAZXXX", board_with("B2 OOO"))
        assert words(verdict)[0] == ("ZIAZ", (8 + 1 + 1 + 8 * 2) * 3)

    def test_word_premiums_multiply_together(self) -> None:
        """Two triples give ×9."""
        board = board_with("1B OOOOO")
        verdict = judged("1A AOOOOOAA", "AAAXXXX", board)
        assert (verdict.words[0].word_multiplier, verdict.score) == (9, 8 * 9)

    def test_three_triples_give_27(self) -> None:
        board = board_with("1B OOOOOO", "1I OOOOOO")
        verdict = judged("1A AOOOOOOAOOOOOOA", "AAAXXXX", board)
        assert (verdict.words[0].word_multiplier, verdict.score) == (27, 15 * 27)

    def test_a_premium_works_only_for_the_move_that_covers_it(self) -> None:
        """F10: the centre doubles the first word, not its extension."""
        assert judged("8H SI", "SIXXXXX").score == 6
        assert judged("8H SIA", "AXXXXXX", board_with("8H SI")).score == 4

    def test_a_premium_counts_for_both_words_that_share_it(self) -> None:
        verdict = judged("E11 BLU", "BLUAAAA", board_with("11F RICCO"))
        assert [word.word_multiplier for word in verdict.words] == [2, 2]

    def test_a_shared_letter_premium_counts_twice(self) -> None:
        board = board_with("8H SI", "H8 SO")
        verdict = judged("9H OZ", "ZXXXXXX", board)
        assert words(verdict) == [("OZ", 1 + 8 * 2), ("IZ", 1 + 8 * 2)]

    def test_the_cross_word_of_a_jolly_on_a_word_square_is_doubled(self) -> None:
        """M15: the square under a jolly counts, the jolly does not (F12)."""
        verdict = judged("E11 bLU", "?LUAAAA", board_with("11F RICCO"))
        assert words(verdict) == [("bLU", 12), ("bRICCO", 16)]

    def test_a_jolly_is_worth_nothing_also_on_a_letter_square_and_later(self) -> None:
        assert judged("8D cORNO", "?ORNOAA").score == 14
        assert judged("D8 cE", "EXXXXXX", board_with("8D cORNO")).score == 1


class TestBonus:
    def test_seven_tiles_earn_fifty_after_the_premiums(self) -> None:
        """F13."""
        verdict = judged("8D ARANCIA", "ARANCIA")
        assert (verdict.bonus, verdict.score) == (50, (1 * 2 + 2 + 1 + 3 + 2 + 1 + 1) * 2 + 50)

    def test_six_tiles_and_tiles_on_the_board_do_not_count(self) -> None:
        assert judged("8F MICIONI", "NIXXXXX", board_with("8F MICIO")).bonus == 0
        assert judged("8D AMICI", "AMICI").bonus == 0


class TestArithmetic:
    def test_the_sum_is_shown_letter_by_letter(self) -> None:
        word = judged("8D CORNO", "CORNOAA").words[0]
        assert arithmetic(word) == "2×2 + 1 + 2 + 3 + 1 = 11"
        assert word_premiums(word, "M", "it") == "parola doppia in H8: 11 × 2"
        assert word_premiums(word, "M", "en") == "double word on H8: 11 × 2"

    def test_several_word_premiums_are_all_named(self) -> None:
        word = judged("1A AOOOOOAA", "AAAXXXX", board_with("1B OOOOO")).words[0]
        assert word_premiums(word, "M", "it") == "parola tripla in A1, parola tripla in H1: 8 × 3 × 3"

    def test_no_word_premium_is_no_line(self) -> None:
        assert word_premiums(judged("8H SIA", "AXXXXXX", board_with("8H SI")).words[0], "M", "it") == ""

    def test_squares_are_named_in_the_events_style(self) -> None:
        word = judged("H7 CASA", "CASAXXX", ruleset="ro-frs").words[0]
        assert word_premiums(word, "R", "it") == "parola doppia in H8: 4 × 2"


class TestArticlesOfAScore:
    @pytest.mark.parametrize(
        ("slip", "rack", "expected"),
        [
            ("8D CORNO", "CORNOAA", [("score", "F9"), ("premium", "F10")]),
            ("8D CORnO", "COR?OAA", [("score", "F9"), ("premium", "F10"), ("blank", "F12")]),
            (
                "8D CORNo",
                "CORN?AA",
                [("score", "F9"), ("premium", "F10"), ("blank", "F12"), ("blank_premium", "M15")],
            ),
            ("8D ARANCIA", "ARANCIA", [("score", "F9"), ("premium", "F10"), ("bonus", "F13")]),
        ],
    )
    def test_every_rule_that_was_applied_is_cited(
        self, slip: str, rack: str, expected: list[tuple[str, str]]
    ) -> None:
        assert list(judged(slip, rack).articles) == expected

    def test_a_plain_sum_cites_only_the_sum(self) -> None:
        verdict = judged("8F MICIONI", "NIXXXXX", board_with("8F MICIO"), lexicon=WordSet(["MICIONI"]))
        assert list(verdict.articles) == [("score", "F9"), ("premium", "F10")]
