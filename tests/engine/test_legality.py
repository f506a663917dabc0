"""RULES §2: what makes a placement legal, one test a rule; every refusal with its article and sentence."""

from __future__ import annotations

import pytest

from lexicon.words import WordSet
from tests.engine.positions import board_with, codes, judged, words

MICIO = board_with("8F MICIO")


class TestFirstMove:
    def test_covers_the_centre(self) -> None:
        assert judged("8D CORNO", "CORNOAA").code == "ok"
        assert judged("H4 CORNO", "CORNOAA").code == "ok"

    @pytest.mark.parametrize("slip", ["1A CORNO", "8I CORNO", "7H CORNO", "8C CORNO", "G8 CORNO"])
    def test_elsewhere_is_refused(self, slip: str) -> None:
        verdict = judged(slip, "CORNOAA")
        assert (verdict.score, codes(verdict), verdict.article) == (0, ["off_centre"], "F3")
        assert verdict.message("it") == "0: la prima parola deve coprire la casella centrale H8 (F3)"
        assert verdict.message("en") == "0: the first word must cover the centre square H8 (F3)"

    def test_has_at_least_two_letters(self) -> None:
        verdict = judged("8H A", "CORNOAA")
        assert (codes(verdict), verdict.article) == (["one_letter"], "F3")
        assert verdict.message() == "0: una parola ha almeno due lettere (F3)"


class TestJoin:
    @pytest.mark.parametrize(
        "slip", ["I6 NOIA", "8F MICIONA", "9F AI", "7E AA", "J8 OCA"], ids=lambda slip: slip.split()[1]
    )
    def test_crossing_extending_lying_alongside(self, slip: str) -> None:
        assert judged(slip, "NOACAIA", MICIO).code == "ok"

    @pytest.mark.parametrize("slip", ["1A NOIA", "6F NOIA", "9K NOIA", "12F NOIA"])
    def test_touching_nothing_or_only_a_corner(self, slip: str) -> None:
        verdict = judged(slip, "NOIACAA", MICIO)
        assert (codes(verdict), verdict.article) == (["not_connected"], "F3")
        assert verdict.message() == "0: la parola non tocca nessuna tessera sul tavoliere (F3)"
        assert verdict.message("en") == "0: the word touches no tile on the board (F3)"

    def test_a_later_move_need_not_cover_the_centre(self) -> None:
        assert judged("F8 MAI", "AIXXXXX", MICIO).code == "ok"

    def test_one_letter_is_no_word_in_its_own_direction(self) -> None:
        assert codes(judged("9F A", "AXXXXXX", MICIO)) == ["one_letter"]


class TestSquares:
    @pytest.mark.parametrize("slip", ["8L CORNO", "H12 CORNO", "15O AA"])
    def test_running_off_the_board(self, slip: str) -> None:
        verdict = judged(slip, "CORNOAA")
        assert (verdict.code, verdict.article) == ("off_board", "M-duplicate")
        assert verdict.message().startswith("0: riferimento errato: ")

    def test_the_last_square_is_on_the_board(self) -> None:
        board = board_with("O10 AAAAA")
        assert judged("O10 AAAAAI", "IXXXXXX", board).code == "ok"
        assert judged("15N AI", "IAXXXXX", board_with("O10 AAAAA")).code == "ok"

    def test_another_letter_on_a_taken_square(self) -> None:
        verdict = judged("I6 NOTA", "NOTACAA", MICIO)
        assert (codes(verdict), verdict.article) == (["occupied"], "F6")
        assert verdict.message() == "0: sulla casella I8 c'è già la I, non la T (F6)"

    def test_the_square_is_named_in_the_events_style(self) -> None:
        verdict = judged("9F NOTA", "NOTACAA", MICIO, notation="R")
        assert verdict.message("en") == "0: square H9 already holds I, not T (F6)"

    def test_a_gap(self) -> None:
        verdict = judged("I6 N.IA", "NAIXXXX", MICIO)
        assert (codes(verdict), verdict.article) == (["gap"], "F5")
        assert verdict.message() == "0: la casella I7 resta vuota in mezzo alla parola (F5)"

    def test_a_point_for_the_tile_that_lies_there(self) -> None:
        verdict = judged("I6 NO.A", "NOAXXXX", MICIO)
        assert (verdict.code, words(verdict)[0][0]) == ("ok", "NOIA")
        assert verdict.move is not None
        assert verdict.move.word == "NOIA"

    @pytest.mark.parametrize("slip", ["8F .....NE", "8F M....NE", "8F MICIONE"])
    def test_points_for_the_tiles_that_the_word_goes_on_from(self, slip: str) -> None:
        assert words(judged(slip, "NEAAAAA", MICIO)) == [("MICIONE", 13)]

    def test_tiles_right_before_or_after_make_another_word(self) -> None:
        verdict = judged("8K NI", "NIXXXXX", MICIO)
        assert (codes(verdict), verdict.article) == (["not_bounded"], "F3")
        assert verdict.message() == "0: NI tocca altre tessere in linea: si forma MICIONI (F3)"
        assert codes(judged("8D CA", "CAXXXXX", MICIO)) == ["not_bounded"]
        assert codes(judged("8F MICI", "CAXXXXX", MICIO)) == ["not_bounded"]

    def test_a_word_that_lies_there_already(self) -> None:
        verdict = judged("8F MICIO", "MICIOAA", MICIO)
        assert (codes(verdict), verdict.article) == (["no_tile"], "F5")


class TestRack:
    def test_every_tile_comes_from_the_rack(self) -> None:
        verdict = judged("8D CORNO", "CORNAAA")
        assert (codes(verdict), verdict.article) == (["not_in_rack"], "M-duplicate")
        assert verdict.message() == "0: lettere non disponibili sul leggio: O (M-duplicate)"

    def test_tiles_on_the_board_are_not_taken_from_it(self) -> None:
        assert judged("8F MICIONI", "NIXXXXX", MICIO).code == "ok"

    def test_a_jolly_stands_for_what_is_missing(self) -> None:
        verdict = judged("8D CORNO", "CRNO?AA", unmarked_blank="lowest")
        assert verdict.code == "ok"

    @pytest.mark.parametrize("letter", "JKWXY")
    def test_letters_that_the_set_does_not_hold_are_jollies(self, letter: str) -> None:
        """F8: a jolly is any of the 26 letters."""
        verdict = judged(f"8G O{letter}O", "OO?AAAA")
        assert verdict.move is not None
        assert (verdict.code, verdict.move.word) == ("ok", f"O{letter.lower()}O")
        assert judged(f"8G O{letter}O", "OOIAAAA").code == "not_in_rack"

    def test_more_jollies_than_the_rack_holds(self) -> None:
        assert judged("8D (C)OR(N)O", "CORNO?A").message() == (
            "0: lettere non disponibili sul leggio: jolly (M-duplicate)"
        )

    def test_a_marked_jolly_is_a_declaration(self) -> None:
        """F8: the declared letter stands, also where its tile was on the rack."""
        verdict = judged("8D COrNO", "CORNO?A")
        assert verdict.move is not None
        assert (verdict.move.word, verdict.score) == ("COrNO", (2 * 2 + 1 + 0 + 3 + 1) * 2)
        assert codes(judged("8D COrNE", "CORNO?A")) == ["not_in_rack"]

    def test_a_mark_where_the_rack_has_no_jolly_is_handwriting(self) -> None:
        verdict = judged("8D COrNO 22", "CORNOAA")
        assert (verdict.score, [note.code for note in verdict.notes]) == (22, ["blank_mark_ignored"])

    def test_case_does_not_matter_for_tiles_on_the_board(self) -> None:
        for slip in ("D8 CEA", "D8 cEA"):
            verdict = judged(slip, "EAXXXXX", board_with("8D cORNO"))
            assert verdict.move is not None
            assert (verdict.code, verdict.move.word) == ("ok", "cEA")


class TestEightTiles:
    def test_seven_of_eight(self) -> None:
        verdict = judged("8A ARANCIAA", "ARANCIAA", variant="seven_of_eight")
        assert (codes(verdict), verdict.article) == (["too_many_tiles"], "M-duplicate")
        assert verdict.message() == "0: ARANCIAA usa 8 tessere: se ne giocano al più 7 (M-duplicate)"
        assert judged("8B ARANCIA", "ARANCIAA", variant="seven_of_eight").bonus == 50

    def test_seven_and_eight(self) -> None:
        verdict = judged("8A ARANCIAA", "ARANCIAA", variant="seven_and_eight")
        assert (verdict.code, verdict.bonus) == ("ok", 50)


class TestWords:
    def test_all_words_formed_must_be_admissible(self) -> None:
        lexicon = WordSet(["ARANCIA", "AI", "RE", "AL"])
        verdict = judged("7G ARANCIA", "ARANCIA", board_with("8F MIELE"), lexicon=lexicon)
        assert (verdict.score, codes(verdict), verdict.article) == (0, ["word"], "F4")
        assert verdict.message() == "0: NE non è ammessa (F4)"
        assert verdict.message("en") == "0: NE is not admissible (F4)"

    def test_a_refused_verdict_still_tells_what_the_words_are_worth(self) -> None:
        verdict = judged("8D CORNO 22", "CORNOAA", lexicon=WordSet([]))
        assert (verdict.score, verdict.raw_score, words(verdict)) == (0, 22, [("CORNO", 22)])
        assert verdict.declared == 22

    def test_one_problem_for_each_word(self) -> None:
        verdict = judged("7G ARANCIA", "ARANCIA", board_with("8F MIELE"), lexicon=WordSet(["AI", "RE", "AL"]))
        assert [problem.data["word"] for problem in verdict.problems] == ["ARANCIA", "NE"]

    def test_jollies_are_looked_up_as_their_letters(self) -> None:
        assert judged("8D cORNO", "?ORNOAA", lexicon=WordSet(["CORNO"])).code == "ok"

    def test_without_a_lexicon_words_are_not_checked(self) -> None:
        assert judged("8G ZZ", "ZZAAAAA").code == "ok"

    def test_another_edition_is_cited_as_such(self) -> None:
        verdict = judged("8G ZZ", "ZZAAAAA", lexicon=WordSet([]), ruleset="it-figs-2008")
        assert (verdict.article, verdict.edition) == ("F08", "F08")


class TestOrder:
    def test_all_problems_are_listed_and_the_first_decides(self) -> None:
        verdict = judged("1A CORNX", "CORNOAA", lexicon=WordSet([]))
        assert codes(verdict) == ["not_in_rack", "off_centre", "word"]
        assert (verdict.code, verdict.article) == ("not_in_rack", "M-duplicate")

    def test_off_the_board_comes_before_a_clash(self) -> None:
        assert codes(judged("I6 NOTAAAAAAAAAAA", "NOTACAA", MICIO)) == [
            "off_board",
            "occupied",
            "not_in_rack",
        ]

    def test_gap_comes_before_a_clash(self) -> None:
        assert codes(judged("I6 N.TA", "NOTACAA", MICIO)) == ["gap", "occupied"]

    def test_not_joined_and_not_a_word(self) -> None:
        assert codes(judged("1A NOIA", "NOIACAA", MICIO, lexicon=WordSet([]))) == ["not_connected", "word"]
