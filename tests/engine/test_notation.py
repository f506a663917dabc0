"""RULES §7: the three styles, and slips as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine import notation as notation_module
from tournaments.engine.errors import EngineError
from tournaments.engine.move import Direction, Move
from tournaments.engine.notation import (
    NOTATIONS,
    ParsedSlip,
    format_move,
    format_reference,
    format_word,
    parse_slip,
    square_name,
)

A, D = Direction.ACROSS, Direction.DOWN


def at(text: str, notation: str = "M") -> tuple[str, int | None, int | None, Direction | None]:
    slip = parse_slip(text, notation=notation)
    assert slip.problems == ()
    return slip.word, slip.row, slip.col, slip.direction


def problems(text: str, notation: str = "M") -> list[str]:
    return [problem.code for problem in parse_slip(text, notation=notation).problems]


class TestStyles:
    def test_m_names_the_row_first_across_and_the_column_first_down(self) -> None:
        assert at("8F CORNO", "M") == ("CORNO", 7, 5, A)
        assert at("F8 CORNO", "M") == ("CORNO", 7, 5, D)

    def test_f_names_the_square_and_the_direction(self) -> None:
        assert at("F8 orizz. CORNO", "F") == ("CORNO", 7, 5, A)
        assert at("I3 vert. ARMONIA", "F") == ("ARMONIA", 2, 8, D)

    def test_r_has_letters_for_rows(self) -> None:
        assert at("H7 CASA", "R") == ("CASA", 7, 6, A)
        assert at("6E COMANDA", "R") == ("COMANDA", 4, 5, D)

    def test_a_move_is_written_in_each_style(self) -> None:
        across, down = Move(7, 5, A, "CORNO"), Move(2, 8, D, "ARMoNIA")
        assert [format_move(across, style) for style in "MFR"] == ["8F CORNO", "F8 orizz. CORNO", "H6 CORNO"]
        assert [format_move(down, style) for style in "MFR"] == [
            "I3 ARMoNIA",
            "I3 vert. ARMoNIA",
            "9C ARMoNIA",
        ]
        assert [format_reference(down, style) for style in "MFR"] == ["I3", "I3 vert.", "9C"]

    def test_a_square_is_named_as_the_board_labels_it(self) -> None:
        assert [square_name(11, 2, style) for style in "MFR"] == ["C12", "C12", "L3"]

    def test_an_m_event_reads_f_where_the_direction_is_written(self) -> None:
        assert at("F8 orizz. corno", "M") == ("CORNO", 7, 5, A)
        assert at("F8 vert. corno", "M") == ("CORNO", 7, 5, D)

    def test_an_f_event_reads_m_only_where_nothing_else_is_written_so(self) -> None:
        assert at("8F CORNO", "F") == ("CORNO", 7, 5, A)
        assert problems("F8 CORNO", "F") == ["missing_direction"]

    def test_a_direction_that_agrees_with_the_order_is_welcome(self) -> None:
        assert at("1E orizzontale DISPIEGA", "M") == ("DISPIEGA", 0, 4, A)
        assert at("L7 verticale SPIGATE", "M") == ("SPIGATE", 6, 11, D)
        assert at("H7 orizontal CASA", "R") == ("CASA", 7, 6, A)

    @pytest.mark.parametrize(
        ("text", "notation"), [("8F vert. CORNO", "M"), ("8F vert. CORNO", "F"), ("H7 vert. CASA", "R")]
    )
    def test_a_direction_against_the_order_is_ambiguous(self, text: str, notation: str) -> None:
        assert problems(text, notation) == ["reference_ambiguous"]

    def test_an_unknown_style_is_refused(self) -> None:
        with pytest.raises(EngineError, match="not 'X'"):
            parse_slip("8H CORNO", notation="X")


class TestAsPeopleWrite:
    @pytest.mark.parametrize(
        "text",
        [
            "8h corno", "8H Corno", "corno 8H", "CORNO, 8H", "  8H   CORNO ", "8H: corno", "8H - CORNO",
            "8 H CORNO", "CORNO 8 H", "(8H) CORNO", "8H CORNO.", "H8 orizz. corno", "H8 orizzontale corno",
            "corno H8 orizz", "H8 → CORNO", "H8→ CORNO", "8H CÒRNO", "8H còrno", "8H COR'NO", "8H cor’no",
            "8/H CORNO", "8H 8H CORNO", "8H CORNO!", "8H. CORNO", "8H. CORNO...",
        ],
    )  # fmt: skip
    def test_word_and_reference_in_many_forms(self, text: str) -> None:
        assert at(text) == ("CORNO", 7, 7, A)

    @pytest.mark.parametrize(
        "text", ["I3 vert. però", "I3 PERÒ", "i3 pero'", "I3 ↓ pero", "I3 down PERO", "i 3 pero"]
    )
    def test_down_with_accents_and_apostrophes(self, text: str) -> None:
        assert at(text) == ("PERO", 2, 8, D)

    @pytest.mark.parametrize(
        "text",
        [
            "8H CORNO 22", "8H CORNO = 22 punti", "8H CORNO 22p", "8H CORNO 22 pt.", "CORNO 8H 22",
            "22 CORNO 8H", "8H CORNO (22)", "8H CORNO punti 22", "8h corno, 22 punti",
        ],
    )  # fmt: skip
    def test_a_declared_score(self, text: str) -> None:
        assert parse_slip(text) == ParsedSlip("CORNO", 7, 7, A, 22)

    def test_of_two_numbers_neither_is_the_score(self) -> None:
        assert parse_slip("8H CORNO 22 24") == ParsedSlip("CORNO", 7, 7, A, None)

    def test_words_of_the_form_are_words_where_there_is_no_other(self) -> None:
        assert at("8A VERTICALE") == ("VERTICALE", 7, 0, A)
        assert at("8A PUNTI") == ("PUNTI", 7, 0, A)
        assert at("A8 orizz. VERTICALE") == ("VERTICALE", 7, 0, A)
        assert at("VERTICALE A8 orizz.") == ("VERTICALE", 7, 0, A)
        assert parse_slip("8A PUNTI 22 punti") == ParsedSlip("PUNTI", 7, 0, A, 22)
        assert parse_slip("A8 vert. PUNTI 22") == ParsedSlip("PUNTI", 7, 0, D, 22)

    def test_a_point_inside_the_word_is_the_tile_that_lies_there(self) -> None:
        assert at("8H C.RNO") == ("C.RNO", 7, 7, A)
        assert at("8H ..RNO") == ("..RNO", 7, 7, A)


class TestJolly:
    @pytest.mark.parametrize(
        "text", ["8H COrNO", "8H CO(R)NO", "8H CO[r]NO", "8H CO?RNO", "8h co(r)no", "8H Co(r)no", "8h co?rno"]
    )
    def test_marked(self, text: str) -> None:
        assert at(text)[0] == "COrNO"

    @pytest.mark.parametrize("text", ["8H CORNO", "8h corno", "8H Corno"])
    def test_one_case_or_a_capital_first_marks_nothing(self, text: str) -> None:
        assert at(text)[0] == "CORNO"

    def test_the_first_letter(self) -> None:
        assert at("6E cOMANDA", "R")[0] == "cOMANDA"

    def test_in_two_letters_the_small_one_is_a_jolly(self) -> None:
        assert at("8H No")[0] == "No"
        assert at("8H nO")[0] == "nO"
        assert at("8H no")[0] == "NO"

    def test_mark_and_mixed_case_together(self) -> None:
        assert at("8H (C)ORnO")[0] == "cORnO"

    def test_a_mark_with_no_letter_after_it_is_unreadable(self) -> None:
        assert problems("8H CORNO?") == ["unreadable"]

    def test_printed_in_brackets_where_lower_case_would_not_tell(self) -> None:
        assert format_word("COrNO") == "COrNO"
        assert format_word("no") == "(N)(O)"
        assert format_word("Nel") == "N(E)(L)"


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "codes"),
        [
            ("", ["empty"]),
            (" , . ", ["empty"]),
            ("8H", ["no_word"]),
            ("22", ["no_word", "missing_reference"]),
            ("CORNO", ["missing_reference"]),
            ("CORNO 22", ["missing_reference"]),
            ("8H CORNO CORNA", ["two_words"]),
            ("8H COR NO", ["two_words"]),
            ("8H PORTA-ABITI", ["two_words"]),
            ("8H CORN0", ["unreadable"]),
            ("8H корно", ["unreadable"]),
            ("8H CORN*O", ["unreadable"]),
            ("P8 CORNO", ["bad_reference"]),
            ("16A CORNO", ["bad_reference"]),
            ("H0 CORNO", ["bad_reference"]),
            ("8H H8 CORNO", ["reference_ambiguous"]),
            ("H8 orizz. vert. CORNO", ["reference_ambiguous"]),
            ("A 8 H", ["reference_ambiguous"]),
            ("CORNO 12 H 8", ["reference_ambiguous"]),
            ("8H CORNO" + " " * 200, ["unreadable"]),
        ],
    )
    def test_says_what_is_unclear(self, text: str, codes: list[str]) -> None:
        assert problems(text) == codes

    def test_a_refused_slip_keeps_what_could_be_read(self) -> None:
        slip = parse_slip("corno 22")
        assert (slip.word, slip.declared_score) == ("CORNO", 22)


letters = st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
game_words = st.one_of(
    st.text(letters, min_size=1, max_size=15),
    st.sampled_from(["VERT", "PUNTI", "VERTICALE", "ORIZZ", "DOWN", "P", "PT", "vERT", "Punti", "across"]),
)
moves = st.builds(Move, st.integers(0, 14), st.integers(0, 14), st.sampled_from(Direction), game_words)


class TestRoundTrip:
    @given(moves, st.sampled_from(NOTATIONS))
    def test_what_is_printed_is_read_back(self, move: Move, notation: str) -> None:
        assert at(format_move(move, notation), notation) == (move.word, move.row, move.col, move.direction)

    @given(moves, st.sampled_from(NOTATIONS), st.integers(0, 999))
    def test_also_with_a_declared_score(self, move: Move, notation: str, score: int) -> None:
        slip = parse_slip(f"{format_move(move, notation)} {score}", notation=notation)
        if move.word.upper() not in notation_module.SCORE_WORDS:
            assert slip == ParsedSlip(move.word, move.row, move.col, move.direction, score)

    @given(moves, st.sampled_from(NOTATIONS), st.sampled_from([str.lower, str.upper, str]))
    def test_the_usual_form_and_the_long_way_agree(self, move: Move, notation: str, case: type[str]) -> None:
        text = case(format_move(move, notation))
        assert parse_slip(text, notation=notation) == parse_slip(f", {text}", notation=notation)

    @given(st.text(max_size=150), st.sampled_from(NOTATIONS))
    def test_any_text_gives_a_place_or_a_problem(self, text: str, notation: str) -> None:
        slip = parse_slip(text, notation=notation)
        assert bool(slip.problems) == (slip.row is None or not slip.word)

    @given(st.text("ABHno18 .()?→-=8F5vertpunioz", max_size=24), st.sampled_from(NOTATIONS))
    def test_any_near_slip_gives_a_place_or_a_problem(self, text: str, notation: str) -> None:
        slip = parse_slip(text, notation=notation)
        assert bool(slip.problems) == (slip.row is None or not slip.word)
