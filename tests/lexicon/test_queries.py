"""Questions to a word list: what is found, what the overlay changes, what is refused."""

from __future__ import annotations

import pytest

from lexicon import queries
from lexicon.input_error import InputError
from lexicon.overlay import Overlay
from lexicon.queries import Found, Hooks
from lexicon.store import from_words

STORE = from_words(
    ["CASA", "RASA", "CASE", "SA", "AS", "NAZIONE", "AZIONE", "STAZIONE", "ORSA", "ROSA", "ROSE"]
)


def test_a_question_mark_is_one_letter() -> None:
    assert queries.match_pattern(STORE, "?ASA") == Found(("CASA", "RASA"))


def test_a_star_is_any_number_of_letters_none_included() -> None:
    assert queries.match_pattern(STORE, "*azione") == Found(("AZIONE", "NAZIONE", "STAZIONE"))


def test_stars_side_by_side_are_one() -> None:
    assert queries.match_pattern(STORE, "*****AZIONE") == queries.match_pattern(STORE, "*AZIONE")


def test_accents_are_folded_in_a_pattern() -> None:
    assert queries.match_pattern(STORE, "?àsà") == Found(("CASA", "RASA"))


def test_a_pattern_without_wildcards_is_a_word() -> None:
    assert queries.match_pattern(STORE, "CASA") == Found(("CASA",))
    assert queries.match_pattern(STORE, "CASI") == Found(())


def test_a_pattern_does_not_run_over_the_end_of_a_word() -> None:
    assert queries.match_pattern(STORE, "A*A") == Found(())


def test_the_overlay_comes_before_the_list() -> None:
    overlay = Overlay.of(admitted=["VASA"], refused=["CASA"])
    assert queries.match_pattern(STORE, "?ASA", overlay) == Found(("RASA", "VASA"))
    assert queries.find_anagrams(STORE, "AASV", overlay) == Found(("VASA",))
    assert queries.find_anagrams(STORE, "AASC", overlay) == Found(())
    assert queries.find_hooks(STORE, "ASA", overlay) == Hooks("ASA", front="RV", back="")
    assert queries.words_of_length(STORE, 4, overlay).words == (
        "CASE",
        "ORSA",
        "RASA",
        "ROSA",
        "ROSE",
        "VASA",
    )


def test_a_long_answer_is_cut_and_says_so() -> None:
    assert queries.match_pattern(STORE, "*", limit=3) == Found(("AS", "SA", "CASA"), is_cut=True)
    assert queries.words_of_length(STORE, 2, limit=2) == Found(("AS", "SA"), is_cut=False)


def test_an_admitted_word_is_not_lost_behind_the_cut() -> None:
    overlay = Overlay.of(admitted=["AA"])
    assert queries.match_pattern(STORE, "*", overlay, limit=2) == Found(("AA", "AS"), is_cut=True)


def test_anagrams_use_every_letter() -> None:
    assert queries.find_anagrams(STORE, "ASRO") == Found(("ORSA", "ROSA"))


def test_a_jolly_is_any_letter() -> None:
    assert queries.find_anagrams(STORE, "ROS?") == Found(("ORSA", "ROSA", "ROSE"))


def test_shorter_anagrams_come_after_the_longer() -> None:
    assert queries.find_anagrams(STORE, "ASRO", with_shorter=True) == Found(("ORSA", "ROSA", "AS", "SA"))


def test_a_jolly_serves_in_shorter_words_too() -> None:
    assert queries.find_anagrams(STORE, "ZZA?", with_shorter=True) == Found(("AS", "SA"))


def test_hooks_are_letters_before_and_after() -> None:
    assert queries.find_hooks(STORE, "AZIONE") == Hooks("AZIONE", front="N", back="")
    assert queries.find_hooks(STORE, "CAS") == Hooks("CAS", front="", back="AE")


@pytest.mark.parametrize(
    ("question", "code"),
    [
        (lambda: queries.match_pattern(STORE, "  "), "query_empty"),
        (lambda: queries.match_pattern(STORE, "CA-SA"), "query_characters"),
        (lambda: queries.match_pattern(STORE, "[A-Z]"), "query_characters"),
        (lambda: queries.match_pattern(STORE, "*A*B*C*"), "query_too_many_stars"),
        (lambda: queries.match_pattern(STORE, "?" * 16), "query_too_long"),
        (lambda: queries.find_anagrams(STORE, "A" * 16), "query_too_long"),
        (lambda: queries.find_anagrams(STORE, "A*"), "query_characters"),
        (lambda: queries.find_anagrams(STORE, "A????"), "query_too_many_blanks"),
        (lambda: queries.find_anagrams(STORE, "ABCDEFGHIL", with_shorter=True), "query_too_long"),
        (lambda: queries.find_hooks(STORE, "A?"), "query_characters"),
        (lambda: queries.words_of_length(STORE, 1), "query_length"),
        (lambda: queries.words_of_length(STORE, 16), "query_length"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(question, code) -> None:
    with pytest.raises(InputError) as refused:
        question()
    assert refused.value.code == code
