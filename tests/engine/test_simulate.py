"""`manage.py simulate`: whole games from a seed, the figures people choose by, and sealed prepared games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from lexicon.builder import build_store
from lexicon.store import from_words
from tests.engine.natural_positions import italian_like_words
from tournaments.engine.draw import END_REASONS, draw_rack, missing_side, turn_minimum
from tournaments.engine.game import new_game
from tournaments.engine.prepared import parse_prepared_game
from tournaments.engine.profile import load_profile
from tournaments.engine.replay import apply, draw_act, master_act
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.search import best_moves
from tournaments.engine.simulation import SimulatedGame, game_source, play_game
from tournaments.engine.tiles import BLANK

RULES, PROFILE = load_ruleset(), load_profile()


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("simulate") / "like.words"
    build_store(italian_like_words(), path, language="it", name="like")
    return path


def run(capsys: pytest.CaptureFixture[str], words: Path, *arguments: str) -> str:
    call_command("simulate", *arguments, "--lexicon", str(words), "--seed", "prova")
    return capsys.readouterr().out


def as_json(capsys: pytest.CaptureFixture[str], words: Path, *arguments: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(run(capsys, words, *arguments, "--json"))
    return answer


def test_a_game_is_drawn_topped_and_placed_to_its_end() -> None:
    """Replayed act by act: every rack is admissible, every move is a top, every tile is accounted for."""
    store = from_words(italian_like_words())
    source = game_source("prova", 1)
    game = play_game(RULES, PROFILE, store, source)
    state = new_game(RULES, PROFILE)
    for number, turn in enumerate(game.turns, start=1):
        draw = draw_rack(RULES, PROFILE, state.bag, state.rack, number, source)
        assert (draw.rack.letters, len(draw.rejected)) == (turn.rack, turn.rejected)
        if not draw.relaxed:
            assert missing_side(RULES, PROFILE, turn.rack, turn_minimum(RULES, number)) is None
        tops = best_moves(RULES, state.board, draw.rack, store)
        assert len(tops) == turn.best_moves
        assert turn.move in [top.move for top in tops]
        assert {top.score for top in tops} == {turn.score}
        for act in (
            draw_act(number, draw, "seeded"),
            {"act": "open", "turn": number},
            {"act": "close", "turn": number},
            master_act(number, turn.move, turn.score),
            {"act": "reveal", "turn": number},
        ):
            state = apply(state, act)
    assert game.ended in END_REASONS
    after = draw_rack(RULES, PROFILE, state.bag, state.rack, state.turn + 1, source)
    assert (after.outcome, after.end_reason) == ("ended", game.ended)


def test_the_same_seed_gives_the_same_games() -> None:
    store = from_words(italian_like_words())

    def play(seed: str, number: int) -> SimulatedGame:
        return play_game(RULES, PROFILE, store, game_source(seed, number), number)

    assert play("prova", 2) == play("prova", 2)
    assert play("prova", 2).turns != play("prova", 3).turns
    assert play("prova", 2).turns != play("altra", 2).turns


def test_without_any_word_the_game_stops(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Nobody ever has a move: the letters go back turn after turn, and the simulation does not run for ever."""
    path = tmp_path / "one.words"
    build_store(["QQ"], path, language="it", name="one")
    assert as_json(capsys, path, "2")["summary"]["ended"] == {"no_legal_move": 2}


def test_the_summary_adds_the_games_up(capsys: pytest.CaptureFixture[str], words: Path) -> None:
    answer = as_json(capsys, words, "12")
    summary, games = answer["summary"], answer["games"]
    assert [game["game"] for game in games] == list(range(1, 13))
    for key in ("turns", "total", "bonus_moves", "jolly_turns", "rejected"):
        values = [game[key] for game in games]
        expected = {"mean": round(sum(values) / 12, 2), "least": min(values), "most": max(values)}
        assert (key, summary[key]) == (key, expected)
    for game in games:
        moves = game["moves"]
        assert game["turns"] == len(moves)
        assert game["total"] == sum(turn["score"] for turn in moves)
        assert game["bonus_moves"] == sum(turn["is_bonus"] for turn in moves)
        assert all(BLANK in turn["rack"] for turn in moves if turn["has_jolly"])
    assert sum(summary["ended"].values()) == 12
    assert summary["highest"][0][1] == max(game["total"] for game in games)


def test_two_workers_play_the_same_games_in_the_same_order(
    capsys: pytest.CaptureFixture[str], words: Path
) -> None:
    alone, together = as_json(capsys, words, "24"), as_json(capsys, words, "24", "--workers", "2")
    assert together["games"] == alone["games"]


def test_the_summary_for_people(capsys: pytest.CaptureFixture[str], words: Path) -> None:
    lines = run(capsys, words, "3").splitlines()
    assert lines[0].startswith("3 games in ")
    assert [line.split("  ")[0] for line in lines[2:7]] == [
        "turns", "total of tops", "bonus moves", "jolly turns", "rejected racks",
    ]  # fmt: skip
    assert lines[7].startswith("ended: ")
    assert lines[8] == "seed: prova"
    assert lines[9].startswith("highest totals: game ")


def test_without_a_seed_a_random_one_is_chosen_and_named(capsys: pytest.CaptureFixture[str], words: Path) -> None:
    """A default seed would let every player compute the games that were chosen from it."""
    seeds = []
    for _ in range(2):
        call_command("simulate", "1", "--lexicon", str(words), "--json")
        seeds.append(json.loads(capsys.readouterr().out)["summary"]["seed"])
    assert len(set(seeds)) == 2
    assert [len(seed) for seed in seeds] == [32, 32]


def test_any_game_can_be_written_as_a_sealed_prepared_game(
    capsys: pytest.CaptureFixture[str], words: Path, tmp_path: Path
) -> None:
    file = tmp_path / "finale.json"
    seal = run(capsys, words, "--write", "7", str(file)).splitlines()[-1]
    prepared = parse_prepared_game(file.read_text(encoding="utf-8"), seal)
    [game] = [game for game in as_json(capsys, words, "7")["games"] if game["game"] == 7]
    assert list(prepared.racks) == [turn["rack"] for turn in game["moves"]]
    assert file.stat().st_mode & 0o077 == 0


def test_a_written_game_can_be_played(capsys: pytest.CaptureFixture[str], words: Path, tmp_path: Path) -> None:
    """Rack after rack, with the master moves that it was made for."""
    file = tmp_path / "finale.json"
    run(capsys, words, "--write", "1", str(file))
    prepared = parse_prepared_game(file.read_text(encoding="utf-8"))
    game = play_game(RULES, PROFILE, from_words(italian_like_words()), game_source("prova", 1))
    bag, kept = RULES.full_bag(), prepared.rack(RULES, PROFILE, RULES.full_bag(), new_game(RULES, PROFILE).rack, 1).rack
    board = new_game(RULES, PROFILE).board
    bag = bag.without(kept)
    for number, turn in enumerate(game.turns, start=1):
        assert turn.move is not None
        assert kept.letters == turn.rack
        kept = kept.without(board.tiles_needed(turn.move))
        board = board.with_move(turn.move)
        if number < len(game.turns):
            draw = prepared.rack(RULES, PROFILE, bag, kept, number + 1)
            bag, kept = draw.bag, draw.rack


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["0"], "Games and workers must be at least 1."),
        (["5", "--workers", "0"], "Games and workers must be at least 1."),
        (["--ruleset", "xx"], "xx.toml: slug: there is no such file among rulesets"),
        (["--profile", "xx"], "xx.toml: slug: there is no such file among profiles"),
        (["--write", "1", "x.json"], "--write needs the --seed that the game was found with."),
        (["--seed", "prova", "--write", "zero", "x.json"], "zero is not the number of a game: 1, 2, 3 …"),
    ],
)
def test_a_wrong_option_is_a_sentence(words: Path, arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError) as refusal:
        call_command("simulate", *arguments, "--lexicon", str(words))
    assert str(refusal.value).startswith(message)


def test_a_missing_list_is_a_sentence() -> None:
    with pytest.raises(CommandError, match=r"^There is no word list at "):
        call_command("simulate", "1", "--lexicon", "nothing")


def test_a_sealed_game_is_never_written_over(words: Path, tmp_path: Path) -> None:
    write = ("simulate", "--lexicon", str(words), "--seed", "prova", "--write", "1")
    with pytest.raises(CommandError, match=r"cannot be written: No such file or directory\.$"):
        call_command(*write, str(tmp_path / "none" / "x.json"))
    call_command(*write, str(tmp_path / "x.json"))
    sealed = (tmp_path / "x.json").read_text(encoding="utf-8")
    with pytest.raises(CommandError, match=r"cannot be written: File exists\.$"):
        call_command(*write, str(tmp_path / "x.json"))
    assert (tmp_path / "x.json").read_text(encoding="utf-8") == sealed
