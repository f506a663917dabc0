"""Where the sources are silent: what each setting of the profile does to a slip."""

from __future__ import annotations

from lexicon.words import WordSet
from tests.engine.positions import board_with, codes, judged
from tournaments.engine.messages import note_sentence
from tournaments.engine.verdict import Verdict


def notes(verdict: Verdict) -> list[str]:
    return [note.code for note in verdict.notes]


def reading(verdict: Verdict) -> str | None:
    return verdict.move and verdict.move.word


class TestDeclaredScore:
    def test_right(self) -> None:
        verdict = judged("8D CORNO 22", "CORNOAA")
        assert (verdict.score, notes(verdict), verdict.warning) == (22, [], False)

    def test_wrong_is_corrected_and_noted(self) -> None:
        verdict = judged("8D CORNO 20", "CORNOAA")
        assert (verdict.score, verdict.declared, notes(verdict), verdict.warning) == (
            22, 20, ["score_corrected"], False,
        )  # fmt: skip
        assert note_sentence(verdict.notes[0], "it") == "Dichiarati 20, corretti in 22."

    def test_missing_is_noted(self) -> None:
        verdict = judged("8D CORNO", "CORNOAA")
        assert (verdict.score, notes(verdict), verdict.warning) == (22, ["score_missing"], False)

    def test_warning(self) -> None:
        assert judged("8D CORNO 20", "CORNOAA", declared_score="warn").warning is True
        assert judged("8D CORNO", "CORNOAA", declared_score="warn").warning is True
        assert judged("8D CORNO 22", "CORNOAA", declared_score="warn").warning is False

    def test_a_refused_slip_gets_no_warning_for_its_score(self) -> None:
        verdict = judged("1A CORNO 20", "CORNOAA", declared_score="warn")
        assert (verdict.score, verdict.warning, notes(verdict)) == (0, False, [])


class TestUnmarkedJolly:
    """Rack with one O: one of CORNO's two is the jolly, worth a point less on a plain square."""

    def test_a_forced_reading_is_no_ambiguity(self) -> None:
        verdict = judged("8D CORNO 18", "CO?NOAA", unmarked_blank="zero")
        assert (reading(verdict), verdict.score, notes(verdict)) == ("COrNO", 18, [])

    def test_the_lowest_reading_counts(self) -> None:
        """SASSO from D8: D8 doubles its letter, so the first S as the jolly is worth least."""
        verdict = judged("8D SASSO", "SS?AOXX")
        assert (reading(verdict), verdict.score) == ("sASSO", (0 + 1 + 2 + 2 + 1) * 2)
        assert notes(verdict) == ["blank_lowest", "score_missing"]
        assert verdict.warning is False
        assert note_sentence(verdict.notes[0], "it") == (
            "Jolly non segnato, 3 letture: contata la più bassa, sASSO."
        )

    def test_lowest_with_a_warning(self) -> None:
        verdict = judged("8D SASSO 12", "SS?AOXX", unmarked_blank="warn")
        assert (verdict.score, verdict.warning) == (12, True)

    def test_zero(self) -> None:
        verdict = judged("8D SASSO", "SS?AOXX", unmarked_blank="zero")
        assert (verdict.score, codes(verdict), verdict.article) == (0, ["blank_ambiguous"], "F8")
        assert verdict.message() == "0: il jolly non è segnato e SASSO si legge in 3 modi (F8)"

    def test_a_mark_settles_it(self) -> None:
        verdict = judged("8D SASsO 16", "SS?AOXX", unmarked_blank="zero")
        assert (reading(verdict), verdict.score) == ("SASsO", (2 * 2 + 1 + 2 + 0 + 1) * 2)

    def test_of_two_jollies_one_marked(self) -> None:
        """One S marked; the other jolly is among the two S left unmarked."""
        verdict = judged("8D SASsO", "S??AOXX")
        assert (reading(verdict), notes(verdict)[0]) == ("sASsO", "blank_lowest")

    def test_natural_tiles_are_used_before_the_jolly(self) -> None:
        verdict = judged("8D CORNO 22", "CORNO?A")
        assert (reading(verdict), notes(verdict)) == ("CORNO", [])


class TestFirstMoveReference:
    def test_without_a_reference_the_best_placement_counts(self) -> None:
        verdict = judged("CORNO 22", "CORNOAA")
        assert (verdict.score, reading(verdict), notes(verdict)) == (22, "CORNO", ["first_move_best"])
        assert verdict.message() == "22 punti: 8D CORNO"

    def test_a_square_without_its_direction_is_no_reference(self) -> None:
        verdict = judged("F8 CORNO 22", "CORNOAA", notation="F")
        assert (verdict.score, notes(verdict)) == (22, ["first_move_best"])

    def test_a_reference_that_is_given_stands(self) -> None:
        assert judged("8H CORNO", "CORNOAA").score == 20
        assert codes(judged("1A CORNO", "CORNOAA")) == ["off_centre"]
        assert codes(judged("P8 CORNO", "CORNOAA")) == ["bad_reference"]

    def test_required(self) -> None:
        verdict = judged("CORNO 22", "CORNOAA", first_move_reference="required")
        assert (verdict.score, codes(verdict), verdict.article) == (0, ["missing_reference"], "M-duplicate")
        assert verdict.message() == "0: manca la coordinata della prima lettera (M-duplicate)"

    def test_the_best_placement_of_a_refused_word_is_still_refused(self) -> None:
        assert codes(judged("CORNO", "CORNOAA", lexicon=WordSet([]))) == ["word"]
        assert codes(judged("CORNO", "CORNXAA")) == ["not_in_rack"]

    def test_later_it_is_needed(self) -> None:
        assert codes(judged("NOIA", "NOACAIA", board_with("8F MICIO"))) == ["missing_reference"]

    def test_an_unmarked_jolly_is_read_at_its_lowest_in_every_placement(self) -> None:
        verdict = judged("SASSO", "SS?AOXX")
        assert verdict.score == max(judged(f"8{col} SASSO", "SS?AOXX").score for col in "DEFGH")


class TestWrongReference:
    MICIO = board_with("8F MICIO")
    LEXICON = WordSet(["MICIO", "MICIONI", "NOIA"])

    def judge(self, slip: str, rack: str = "NIOAXXX", **settings: object) -> Verdict:
        return judged(slip, rack, self.MICIO, profile="fisf-like", lexicon=self.LEXICON, **settings)

    def test_zero_by_default(self) -> None:
        for slip in ("1A MICIONI 13", "MICIONI 13"):
            assert judged(slip, "NIOAXXX", self.MICIO, lexicon=self.LEXICON).score == 0

    def test_deducted_where_the_declared_score_fits_one_placement(self) -> None:
        right = self.judge("8F MICIONI 13")
        for slip in ("F1 MICIONI 13", "MICIONI 13", "8G MICIONI 13", "Z9 MICIONI 13", "F8 MICIONI 13"):
            verdict = self.judge(slip)
            assert (verdict.move, verdict.raw_score, verdict.deduction, verdict.score) == (
                right.move, right.score, 5, right.score - 5,
            )  # fmt: skip
            assert notes(verdict) == ["reference_deducted"]
        assert right.score == 13

    def test_zero_where_the_declared_score_fits_none(self) -> None:
        assert codes(self.judge("MICIONI 12")) == ["missing_reference"]

    def test_zero_without_a_declared_score(self) -> None:
        assert codes(self.judge("MICIONI")) == ["missing_reference"]

    def test_zero_where_it_fits_several(self) -> None:
        """NOIA across the first or the second I of MICIO, both on plain columns."""
        scores = {self.judge(slip).raw_score for slip in ("G6 NOIA", "I6 NOIA")}
        assert len(scores) == 1
        assert codes(self.judge(f"NOIA {scores.pop()}")) == ["missing_reference"]

    def test_never_for_letters_that_are_not_on_the_rack(self) -> None:
        assert self.judge("1A MICIONI 13", rack="NOAXXXX").score == 0
        assert codes(self.judge("8F MICIONI 13", rack="NOAXXXX")) == ["not_in_rack"]

    def test_never_for_a_word_that_is_refused_where_it_was_meant(self) -> None:
        assert self.judge("8F MICIONA 13").code == "word"

    def test_never_below_zero(self) -> None:
        board = board_with("8D cORNO")
        lexicon = WordSet(["CI"])
        found = judged("D8 CI", "IXXXXXX", board, profile="fisf-like", lexicon=lexicon)
        assert found.score == 1
        verdict = judged("1A CI 1", "IXXXXXX", board, profile="fisf-like", lexicon=lexicon)
        assert (verdict.raw_score, verdict.deduction, verdict.score) == (1, 1, 0)
        assert note_sentence(verdict.notes[0], "it") == (
            "Coordinata errata o mancante, ma il punteggio indica una sola posizione: −1."
        )

    def test_a_right_reference_costs_nothing(self) -> None:
        assert self.judge("8F MICIONI 13").deduction == 0

    def test_on_the_first_move_across_and_down_are_one_placement(self) -> None:
        verdict = judged("1A CORNO 22", "CORNOAA", profile="fisf-like")
        assert (verdict.raw_score, verdict.score, notes(verdict)) == (22, 17, ["reference_deducted"])
        fits_two = judged("1A CORNO 18", "CORNOAA", profile="fisf-like")
        assert (fits_two.score, codes(fits_two)) == (0, ["off_centre"])
