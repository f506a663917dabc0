"""The public record: made of a finished game, followed from its seed, tampered with in every part."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.engine.random_game import play_game
from tournaments.engine.draw import DrawError, draw_rack, manual_rack
from tournaments.engine.fairness import SeededSource
from tournaments.engine.game import GameState, Phase, new_game
from tournaments.engine.move import Direction, Move
from tournaments.engine.prepared import (
    PreparedGame,
    PreparedGameError,
    new_prepared_game,
    parse_prepared_game,
)
from tournaments.engine.profile import load_profile
from tournaments.engine.record import build_record, verify_record
from tournaments.engine.replay import apply, draw_act, master_act
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.scoring import score_move
from tournaments.engine.tiles import Rack
from tournaments.engine.verification import RecordError

RULES = load_ruleset("it-figs")
PROFILE = load_profile("multiplo")
SEED = bytes(range(32))


def finished_game(number: int = 3, **overrides: Any) -> GameState:
    profile = PROFILE.with_overrides(overrides)
    state, _, _ = play_game(RULES, profile, SeededSource(SEED, "verona/1", "oggi"), random.Random(number))
    return state


def make_record(**overrides: Any) -> dict[str, Any]:
    record = build_record(finished_game(**overrides), game="verona/1", seed=SEED, phrase="oggi")
    copy: dict[str, Any] = json.loads(json.dumps(record))
    return copy


@pytest.mark.parametrize("variant", ["classic", "joker", "seven_of_eight"])
def test_a_true_record_is_verified(variant: str) -> None:
    record = make_record(variant=variant)
    verification = verify_record(record)
    assert (verification.ok, verification.first_difference) == (True, None)
    played = [entry for entry in record["turns"] if "voided" not in entry]
    assert verification.turns == len(played) > 10
    assert (verification.derived, verification.typed) == (len(record["turns"]), 0)


def test_the_tested_record_holds_rejected_racks_and_a_voided_turn() -> None:
    record = make_record()
    assert any(entry["rejected"] for entry in record["turns"])
    assert any("voided" in entry for entry in record["turns"])


def test_a_game_in_play_has_no_record() -> None:
    with pytest.raises(RecordError) as refusal:
        build_record(new_game(RULES, PROFILE), game="g", seed=SEED)
    assert refusal.value.code == "record_early"


def _swap_last_tiles(record: dict[str, Any]) -> None:
    rack = record["turns"][2]["rack"]
    record["turns"][2]["rack"] = rack[1] + rack[0] + rack[2:]


def _forget_rejected(record: dict[str, Any]) -> None:
    entry = next(entry for entry in record["turns"] if entry["rejected"])
    entry["rejected"] = []


def _raise_master(record: dict[str, Any]) -> None:
    entry = next(entry for entry in record["turns"] if entry.get("master"))
    entry["master"]["score"] += 1


def _drop_first_void(record: dict[str, Any]) -> None:
    record["turns"] = [entry for entry in record["turns"] if "voided" not in entry]


def _give_points(record: dict[str, Any]) -> None:
    record["totals"]["2"] += 1


def _invent_penalty(record: dict[str, Any]) -> None:
    record["penalties"].append({"turn": 1, "entry": "3", "points": 5, "reason": "?"})


def _use_tiles_twice(record: dict[str, Any]) -> None:
    record["turns"][0].update(source="manual", rack="QQAEIOB", rejected=[])


def _misplace_master(record: dict[str, Any]) -> None:
    record["turns"][0]["master"]["word"] = "ZZ"


@pytest.mark.parametrize(
    ("tamper", "code"),
    [
        (lambda record: record.update(seed="00" * 32), "commitment"),
        (lambda record: record.update(phrase="ieri"), "commitment"),
        (lambda record: record.update(game="verona/2"), "commitment"),
        (lambda record: record.update(commitment="00" * 32), "commitment"),
        (_swap_last_tiles, "rack"),
        (_forget_rejected, "rejected"),
        (_raise_master, "master_score"),
        (_drop_first_void, "rack"),
        (lambda record: record["turns"].pop(3), "act_turn"),
        (lambda record: record["turns"].pop(), "end_reason"),
        (lambda record: record["turns"][4].update(minimum=1), "minimum"),
        (_use_tiles_twice, "act_tiles"),
        (_misplace_master, "act_move"),
        (lambda record: record["board"].__setitem__(0, "A" * 15), "board"),
        (_give_points, "totals"),
        (_invent_penalty, "totals"),
        (lambda record: record.update(end_reason="vowels_missing"), "end_reason"),
    ],
)
def test_a_record_that_was_tampered_with_is_found_out(
    tamper: Callable[[dict[str, Any]], object], code: str
) -> None:
    record = make_record()
    tamper(record)
    verification = verify_record(record)
    assert verification.ok is False
    assert verification.first_difference is not None
    assert verification.first_difference.code == code


def test_the_first_turn_that_differs_is_named_in_both_languages() -> None:
    record = make_record()
    true_rack = record["turns"][2]["rack"]
    _swap_last_tiles(record)
    difference = verify_record(record).first_difference
    assert difference is not None
    number, found = record["turns"][2]["turn"], record["turns"][2]["rack"]
    italian = f"Mano {number}: il leggio doveva essere {true_rack}, il verbale dice {found}"
    english = f"Turn {number}: the rack should be {true_rack}, the record says {found}"
    assert (difference.message("it"), difference.message("en")) == (italian, english)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda record: record.pop("seed"),
        lambda record: record.update(extra=1),
        lambda record: record.update(format="x"),
        lambda record: record.update(version=2),
        lambda record: record.update(seed=None),
        lambda record: record.update(seed="zz"),
        lambda record: record.update(seed=5),
        lambda record: record.update(ruleset="klingon"),
        lambda record: record.update(profile=[]),
        lambda record: record["profile"]["settings"].pop("variant"),
        lambda record: record["profile"]["settings"].update(variant="chess"),
        lambda record: record.update(turns={}),
        lambda record: record["turns"][0].pop("rack"),
        lambda record: record["turns"][0].update(source="dice"),
        lambda record: record["turns"][0].update(master=5),
        lambda record: record["turns"][0].update(scores=None),
        lambda record: record["turns"].append(7),
        lambda record: record.update(board=["A"]),
        lambda record: record.update(totals=[]),
        lambda record: record.update(penalties=[{"turn": 1, "entry": "3", "points": "5", "reason": "?"}]),
        lambda record: record.update(prepared="sealed"),
        lambda record: record.update(prepared={"seal": "x"}),
    ],
)
def test_a_malformed_record_is_refused_with_a_sentence(spoil: Callable[[dict[str, Any]], object]) -> None:
    record = make_record()
    spoil(record)
    with pytest.raises(RecordError) as refusal:
        verify_record(record)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize("value", [None, [], 5, "text", {}])
def test_something_else_is_no_record(value: object) -> None:
    with pytest.raises(RecordError) as refusal:
        verify_record(value)
    assert refusal.value.code == "record_format"


def game_short_of_vowels() -> GameState:
    """Thirteen typed turns that use up the vowels and a jolly; the rest can only meet one and one."""
    vowels = "A" * 14 + "E" * 11 + "I" * 12 + "O" * 15 + "U" * 5
    laid = [vowels[start : start + 5] for start in range(0, 55, 5)] + [vowels[55:], "??"]
    state = new_game(RULES, PROFILE)
    for row, tiles in enumerate(laid):
        number, consonants = row + 1, "BCDFG"
        draw = manual_rack(RULES, PROFILE, state.bag, state.rack, number, (tiles + consonants)[:7])
        assert draw.outcome == "drawn"
        move = Move(row, 0, Direction.ACROSS, tiles.replace("??", "eB"))
        for act in (
            draw_act(number, draw, "manual"),
            {"act": "open", "turn": number},
            {"act": "close", "turn": number},
            master_act(number, move, score_move(RULES, state.board, move).total),
            {"act": "reveal", "turn": number},
        ):
            state = apply(state, act)
    return state


def test_an_arbiter_who_was_asked_and_went_on_is_verified() -> None:
    state, source = game_short_of_vowels(), SeededSource(SEED, "verona/1", "oggi")
    ask = PROFILE.with_overrides({"too_few_letters": "ask"})
    assert draw_rack(RULES, ask, state.bag, state.rack, 14, source).outcome == "ask_arbiter"
    draw = draw_rack(RULES, PROFILE, state.bag, state.rack, 14, source)
    assert (draw.relaxed, draw.minimum) == (True, 1)
    for act in (
        draw_act(14, draw, "seeded"),
        {"act": "open", "turn": 14},
        {"act": "close", "turn": 14},
        master_act(14, None),
        {"act": "reveal", "turn": 14},
        {"act": "end", "reason": "director"},
    ):
        state = apply(state, act)
    record = build_record(replace(state, profile=ask), game="verona/1", seed=SEED, phrase="oggi")
    verification = verify_record(record)
    assert verification.first_difference is None
    assert (verification.derived, verification.typed) == (1, 13)


PREPARED = PreparedGame("coppa/1", "it-figs", "ab" * 32, ("CORNOAE", "AEISTRB"))


def prepared_record(prepared: PreparedGame = PREPARED) -> dict[str, Any]:
    state = new_game(RULES, PROFILE)
    acts = [
        draw_act(1, PREPARED.rack(RULES, PROFILE, state.bag, state.rack, 1), "prepared"),
        {"act": "open", "turn": 1},
        {"act": "close", "turn": 1},
        {"act": "master", "turn": 1, "word": "CORNO", "row": 7, "col": 3, "direction": "across", "score": 22},
        {"act": "reveal", "turn": 1},
        {"act": "end", "reason": "director"},
    ]
    for act in acts:
        state = apply(state, act)
    assert state.phase is Phase.ENDED
    return build_record(state, game="coppa/1", seed=None, prepared=prepared)


def test_a_prepared_game_is_verified_against_its_seal() -> None:
    verification = verify_record(prepared_record())
    assert (verification.ok, verification.prepared, verification.derived) == (True, 1, 0)
    record = prepared_record()
    record["prepared"]["seal"] = "00" * 32
    difference = verify_record(record).first_difference
    assert difference is not None
    assert difference.code == "seal"
    other = new_prepared_game("coppa/1", "it-figs", ("CARNOAE",), lambda count: b"\x01" * count)
    difference = verify_record(prepared_record(other)).first_difference
    assert difference is not None
    assert (difference.turn, difference.code) == (1, "rack")


def test_typed_draws_are_counted_as_such() -> None:
    record = prepared_record()
    record["prepared"] = None
    record["turns"][0]["source"] = "manual"
    verification = verify_record(record)
    assert (verification.ok, verification.typed, verification.derived) == (True, 1, 0)


def test_a_prepared_game_gives_its_racks_and_survives_its_file() -> None:
    text = json.dumps(PREPARED.as_dict())
    assert parse_prepared_game(text, PREPARED.seal()) == PREPARED
    first = PREPARED.rack(RULES, PROFILE, RULES.full_bag(), Rack(), 1)
    assert (first.rack.letters, first.notes) == ("CORNOAE", ())
    second = PREPARED.rack(RULES, PROFILE, first.bag, Rack("AE"), 2)
    assert (second.rack.letters, second.notes) == ("AEISTRB", ())
    assert "CORNO" not in repr(PREPARED)


def test_a_prepared_game_that_went_another_way_says_so() -> None:
    with pytest.raises(DrawError) as refusal:
        PREPARED.rack(RULES, PROFILE, RULES.full_bag(), Rack(), 3)
    assert refusal.value.code == "prepared_over"
    with pytest.raises(DrawError) as refusal:
        PREPARED.rack(load_ruleset("fr"), PROFILE, RULES.full_bag(), Rack(), 1)
    assert refusal.value.code == "prepared_ruleset"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": "x"}, "prepared_format"),
        ({"extra": 1}, "prepared_format"),
        ({"ruleset": None}, "prepared_ruleset"),
        ({"salt": "short"}, "prepared_salt"),
        ({"racks": []}, "prepared_racks"),
        ({"racks": ["corno"]}, "rack_letter"),
        ({"game": "two\nlines"}, "game_id"),
        ({"racks": ["CORNOAI", "AEISTRB"]}, "prepared_seal"),
    ],
)
def test_a_file_that_is_not_the_sealed_game_is_refused(change: dict[str, Any], code: str) -> None:
    with pytest.raises(PreparedGameError) as refusal:
        parse_prepared_game(json.dumps(PREPARED.as_dict() | change), PREPARED.seal())
    assert refusal.value.code == code


def test_a_file_that_is_not_json_is_refused() -> None:
    with pytest.raises(PreparedGameError) as refusal:
        parse_prepared_game("{")
    assert refusal.value.code == "prepared_json"


def run_command(capsys: pytest.CaptureFixture[str], file: Path, *options: str) -> tuple[int, str, str]:
    code = 0
    try:
        call_command("verify_game", str(file), *options)
    except SystemExit as stop:
        code = int(str(stop.code))
    output = capsys.readouterr()
    return code, output.out, output.err


def test_the_command_says_ok(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    record = make_record()
    file.write_text(json.dumps(record))
    code, out, _ = run_command(capsys, file, "--language", "en")
    turns = sum("voided" not in entry for entry in record["turns"])
    assert code == 0
    assert out == (
        f"OK: {turns} turns; draws derived from the seed: {len(record['turns'])}, from the sealed game: 0, "
        "typed from a real bag (nothing can prove them): 0.\n"
    )
    assert run_command(capsys, file)[1].startswith(f"OK: {turns} mani; ")


def test_the_command_names_the_first_turn_that_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = make_record()
    _swap_last_tiles(record)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    code, out, _ = run_command(capsys, file)
    assert code == 1
    assert out.startswith(f"Mano {record['turns'][2]['turn']}: il leggio doveva essere ")


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[]", b"null", b"[" * 100_000])
def test_the_command_answers_a_malformed_file_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    code, out, err = run_command(capsys, file)
    assert (code, out) == (2, "")
    assert err.startswith("Il verbale non si può leggere: ")


def test_the_command_answers_a_missing_file_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run_command(capsys, tmp_path / "none.json", "--language", "en")
    assert (code, err) == (2, "The record cannot be read: No such file or directory\n")
