"""The project-written Italian data and the test set keep their documented format."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "lexicon" / "italian" / "data"
FORMS = Path(__file__).parent / "forms.tsv"
ARTICLES = {"F14", "F15a", "F15b", "F15c", "F15d", "F15e", "F15f", "F16", "F17", "F18-F21", "F22", "F23"}
GROUPS_OF_RULES = (
    {"F14"},
    {"F15a"},
    {"F15b"},
    {"F15c"},
    {"F15d", "F15e", "F15f"},
    {"F16"},
    {"F17"},
    {"F18-F21"},
    {"F22"},
    {"F23"},
)


def read(path: Path) -> list[list[str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("verbs.tsv", 4),
        ("archaic_ere.tsv", 3),
        ("supplement.tsv", 5),
        ("deny.tsv", 3),
        ("short_words.tsv", 3),
        ("headwords.tsv", 2),
    ],
)
def test_every_line_has_its_fields_and_a_reason(name: str, fields: int) -> None:
    wrong = [row for row in read(DATA / name) if len(row) != fields or not all(field.strip() for field in row)]
    assert wrong == []


@pytest.mark.parametrize(
    "path",
    [
        *(DATA / name for name in ("verbs.tsv", "archaic_ere.tsv", "supplement.tsv", "deny.tsv", "short_words.tsv")),
        FORMS,
    ],
    ids=lambda path: path.name,
)
def test_nothing_is_listed_twice(path: Path) -> None:
    counted = Counter(row[0] for row in read(path))
    assert [word for word, times in counted.items() if times > 1] == []


def test_verbs_are_sorted_infinitives_with_known_classes_and_auxiliaries() -> None:
    verbs = read(DATA / "verbs.tsv")
    infinitives = [row[0] for row in verbs]
    assert infinitives == sorted(infinitives)
    assert [word for word in infinitives if not re.fullmatch(r"[a-z]+(re|rsi)", word)] == []
    assert {part for row in verbs for part in row[1].split("+")} == {"t", "a", "i", "p", "pd"}
    assert {row[2] for row in verbs} == {"avere", "essere", "both"}
    assert len(verbs) >= 2000


def test_a_verb_in_si_is_pronominal_only_and_not_listed_plain_too() -> None:
    classes = {row[0]: set(row[1].split("+")) for row in read(DATA / "verbs.tsv")}
    pronominal = [verb for verb in classes if verb.endswith("rsi")]
    assert [verb for verb in pronominal if not classes[verb] <= {"p", "pd"}] == []
    assert [verb for verb in pronominal if f"{verb[:-2]}e" in classes or f"{verb[:-2]}re" in classes] == []


def test_defective_verbs_say_what_is_allowed() -> None:
    allowed = re.compile(r"infinitive-only|no-participle|only: [a-zàèéìòù]+( [a-zàèéìòù]+)*")
    assert [row for row in read(DATA / "archaic_ere.tsv") if not allowed.fullmatch(row[1])] == []


@pytest.mark.parametrize(("name", "article"), [("supplement.tsv", 3), ("deny.tsv", 1), ("short_words.tsv", 1)])
def test_listed_words_are_capitals_with_a_known_article(name: str, article: int) -> None:
    rows = read(DATA / name)
    assert [row[0] for row in rows if not re.fullmatch("[A-Z]{2,}", row[0])] == []
    assert {row[article] for row in rows} - ARTICLES == set()


def test_short_words_are_sorted_by_length_and_alphabet() -> None:
    words = [row[0] for row in read(DATA / "short_words.tsv")]
    assert words == sorted(words, key=lambda word: (len(word), word))
    assert {len(word) for word in words} == {2, 3}


def test_no_word_is_both_admitted_and_refused() -> None:
    admitted = {row[0] for name in ("supplement.tsv", "short_words.tsv") for row in read(DATA / name)}
    assert admitted & {row[0] for row in read(DATA / "deny.tsv")} == set()


def test_supplement_leaves_the_short_words_to_their_list() -> None:
    assert [row[0] for row in read(DATA / "supplement.tsv") if len(row[0]) < 4] == []


def test_headwords_are_listed_once_in_lower_case() -> None:
    words = [word for row in read(DATA / "headwords.tsv") for word in row[1].split()]
    assert [word for word, times in Counter(words).items() if times > 1] == []
    assert [word for word in words if word != word.lower() or not word.removeprefix("'").isalpha()] == []


def test_forms_have_a_verdict_an_article_and_a_note() -> None:
    wrong = [
        row
        for row in read(FORMS)
        if len(row) not in (5, 6)
        or not re.fullmatch("[A-Z]{2,}", row[0])
        or row[1] not in ("yes", "no")
        or row[2] not in ARTICLES
        or not (row[3] and row[4])
        or row[5:] not in ([], ["2008:yes"], ["2008:no"])
    ]
    assert wrong == []


def test_forms_try_every_rule_ten_times_and_three_hundred_in_all() -> None:
    rows = read(FORMS)
    counts = [sum(row[2] in rules for row in rows) for rules in GROUPS_OF_RULES]
    assert [count for count in counts if count < 10] == []
    assert len(rows) >= 330


def test_forms_agree_with_the_lists() -> None:
    verdicts = {row[0]: row[1] for row in read(FORMS)}
    short = {row[0] for row in read(DATA / "short_words.tsv")}
    denied = {row[0] for row in read(DATA / "deny.tsv")}
    assert [w for w, verdict in verdicts.items() if len(w) < 4 and (verdict == "yes") != (w in short)] == []
    assert [w for w, verdict in verdicts.items() if w in denied and verdict == "yes"] == []
