"""A verdict as a value: its sentences, its stored form, and what every rule set must cite."""

from __future__ import annotations

import json
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.positions import board_with, codes, judged
from tournaments.engine import definition
from tournaments.engine.errors import DefinitionError
from tournaments.engine.messages import LANGUAGES, NOTES, PROBLEMS, problem_sentence
from tournaments.engine.move import Direction, Move
from tournaments.engine.notation import ParsedSlip, parse_slip
from tournaments.engine.problem import ARTICLE_CODES, REFUSAL_CODES
from tournaments.engine.profile import load_profile
from tournaments.engine.ruleset import load_ruleset, read_ruleset, ruleset_slugs
from tournaments.engine.tiles import Rack
from tournaments.engine.verdict import Verdict, judge

SLIPS = (
    "8D CORNO 22",
    "corno",
    "8D SASSO",
    "1A CORNO 3",
    "8K NI",
    "I6 NOTA",
    "??",
    "",
    "8F MICIONI 1",
    "I6 N.IA",
    "A",
)


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize("board", [board_with("8F MICIO"), None])
def test_a_verdict_survives_json(slip: str, board: object) -> None:
    verdict = judged(slip, "NIOCR?S", board)  # type: ignore[arg-type]
    assert Verdict.from_dict(json.loads(json.dumps(verdict.as_dict()))) == verdict


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_admitted_slip_says_its_points(language: str) -> None:
    expected = {"it": "22 punti: 8D CORNO", "en": "22 points: 8D CORNO"}
    assert judged("8D CORNO", "CORNOAA").message(language) == expected[language]


def test_one_point_is_singular() -> None:
    verdict = judged("D8 CI", "IXXXXXX", board_with("8D cORNO"))
    assert (verdict.message("it"), verdict.message("en")) == ("1 punto: D8 cI", "1 point: D8 cI")


def test_every_refusal_has_a_sentence_in_both_languages_with_the_same_details() -> None:
    for code in REFUSAL_CODES:
        fields = [_fields(PROBLEMS[language][code]) for language in LANGUAGES]
        assert fields[0] == fields[1]
    assert [set(PROBLEMS[language]) for language in LANGUAGES] == [set(REFUSAL_CODES)] * 2
    assert set(NOTES["it"]) == set(NOTES["en"])


def _fields(sentence: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field}


def test_a_device_may_send_squares_instead_of_text() -> None:
    rules, profile = load_ruleset(), load_profile()
    slip = ParsedSlip.from_move(Move(7, 3, Direction.ACROSS, "CORNO"), 22)
    verdict = judge(rules, profile, board_with("A1 AA"), Rack("CORNOAA"), slip, None)
    assert verdict.code == "not_connected"
    outside = slip._replace(row=-1)
    assert judge(rules, profile, board_with("A1 AA"), Rack("CORNOAA"), outside, None).code == "off_board"


def test_a_declared_score_may_come_apart_from_the_text() -> None:
    verdict = judge(
        load_ruleset(),
        load_profile(),
        board_with("8F MICIO"),
        Rack("NIXXXXX"),
        "8F MICIONI",
        None,
        declared_score=13,
    )
    assert (verdict.declared, verdict.notes) == (13, ())


@pytest.mark.parametrize("slip", ["8D COR NO", "8D", "8D CORN0", "8D 8E CORNO", "Z9 CORNO"])
@pytest.mark.parametrize("profile", ["multiplo", "fisf-like"])
def test_what_is_unclear_in_the_text_is_the_verdict(slip: str, profile: str) -> None:
    expected = [problem.code for problem in parse_slip(slip).problems]
    for board in (None, board_with("8F MICIO")):
        assert codes(judged(slip, "CORNOAA", board, profile=profile)) == expected


@pytest.mark.parametrize("slug", ruleset_slugs())
def test_every_rule_set_cites_an_article_for_every_code(slug: str) -> None:
    assert set(load_ruleset(slug).articles) == ARTICLE_CODES


def test_a_rule_set_without_an_article_is_refused() -> None:
    table = definition.read_file("rulesets", "it-figs")
    table._values["articles"].pop("gap")
    with pytest.raises(DefinitionError, match=r"it-figs.toml: articles.gap: is missing"):
        read_ruleset(table)


def test_a_rule_set_with_an_unknown_code_is_refused() -> None:
    table = definition.read_file("rulesets", "it-figs")
    table._values["articles"]["gapp"] = "F5"
    with pytest.raises(DefinitionError, match=r"it-figs.toml: articles.gapp: is not a known key"):
        read_ruleset(table)


@given(
    st.one_of(st.text(max_size=40), st.text("ABHno18 .()?→-=F5vertpunizMCIO", max_size=24)),
    st.sampled_from(["multiplo", "fisf-like"]),
    st.sampled_from("MFR"),
    st.booleans(),
)
def test_any_text_is_judged(text: str, profile: str, notation: str, first: bool) -> None:
    board = None if first else board_with("8F MICIO", "I6 NOIA")
    verdict = judged(text, "NIO?AST", board, profile=profile, notation=notation)
    assert (verdict.code == "ok") == (not verdict.problems)
    for language in LANGUAGES:
        assert verdict.message(language)
        assert [problem_sentence(problem, language) for problem in verdict.problems].count("") == 0
