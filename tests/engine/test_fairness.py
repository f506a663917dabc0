"""Fair draws: the page's vectors, against the program and against a second one written from the page."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tournaments.engine.draw import draw_rack
from tournaments.engine.fairness import (
    FairnessError,
    SeededSource,
    canonical_phrase,
    commitment,
    new_seed,
    parse_seed,
)
from tournaments.engine.profile import load_profile
from tournaments.engine.ruleset import load_ruleset
from tournaments.engine.tiles import Rack

PAGE = (Path(__file__).parents[2] / "docs" / "fair-draws.md").read_text(encoding="utf-8")
SEED = bytes(range(32))


def vectors() -> dict[str, Any]:
    [block] = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    values: dict[str, Any] = json.loads(block)
    return values


class FromThePage:
    """The scheme as docs/fair-draws.md words it; shares no code with the engine."""

    def __init__(self, seed_hex: str, game: str, phrase: str) -> None:
        self.seed_hex, self.game, self.phrase = seed_hex, game, phrase

    def commitment(self) -> str:
        data = b"duplicato-commitment-1\n" + self.game.encode() + b"\n" + self.seed_hex.encode() + b"\n"
        return hashlib.sha256(data + self.phrase.encode("utf-8")).hexdigest()

    def choose(self, turn: int, attempt: int, pool: str, count: int) -> str:
        tiles, taken, counter = list(pool), "", 0
        while len(taken) < count:
            fields = ["duplicato-draw-1", self.game, str(turn), str(attempt), str(counter), self.phrase]
            key = bytes.fromhex(self.seed_hex)
            block = hmac.new(key, "\n".join(fields).encode(), hashlib.sha256).digest()
            value = 256 * block[0] + block[1]
            counter += 1
            if value < 65536 - 65536 % len(tiles):
                position = value % len(tiles)
                taken += tiles[position]
                tiles = tiles[:position] + tiles[position + 1 :]
        return taken


def test_the_page_and_the_program_agree() -> None:
    page = vectors()
    rules, profile = load_ruleset(page["ruleset"]), load_profile()
    second = FromThePage(page["seed"], page["game"], page["phrase"])
    source = SeededSource(parse_seed(page["seed"]), page["game"], page["phrase"])
    assert commitment(source.seed, page["phrase"], game=page["game"]) == page["commitment"]
    assert commitment(source.seed, game=page["game"]) == page["commitment_without_phrase"]
    assert second.commitment() == page["commitment"]
    full = rules.full_bag().letters
    for choice in page["choices"]:
        pool = full if choice["pool"] == "full" else choice["pool"]
        asked = (choice["turn"], choice["attempt"], pool, len(choice["tiles"]))
        assert source.choose(*asked) == choice["tiles"]
        assert second.choose(*asked) == choice["tiles"]
    for case in page["racks"]:
        bag = rules.full_bag().without(case["kept"])
        for tiles in (source, second):
            draw = draw_rack(rules, profile, bag, Rack(case["kept"]), case["turn"], tiles)
            assert draw.rack.letters == case["rack"]
            assert [past.rack.letters for past in draw.rejected] == case["rejected"]


def test_the_vectors_hold_rejected_racks_and_a_value_in_the_tail() -> None:
    page = vectors()
    assert [len(case["rejected"]) > 0 for case in page["racks"]].count(True) >= 2
    second = FromThePage(page["seed"], page["game"], page["phrase"])
    fields = f"duplicato-draw-1\n{page['game']}\n1\n8\n6\n{page['phrase']}"
    block = hmac.new(SEED, fields.encode(), hashlib.sha256).digest()
    assert int.from_bytes(block[:2], "big") == 65453 >= 65536 - 65536 % 114
    assert len(second.choose(1, 8, "A" * 120, 7)) == 7


def test_the_worked_example_on_the_page() -> None:
    row = r"^\| (\d) \| ([0-9a-f]{4}) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\w) \|$"
    rows = re.findall(row, PAGE, re.MULTILINE)
    rules = load_ruleset("it-figs")
    tiles = list(rules.full_bag().letters)
    for counter, begins, value, n, limit, position, tile in rows:
        message = f"duplicato-draw-1\nprova/1\n1\n1\n{counter}\nVerona, 3 maggio"
        assert hmac.new(SEED, message.encode(), hashlib.sha256).hexdigest()[:4] == begins
        assert int(begins, 16) == int(value)
        assert len(tiles) == int(n)
        assert 65536 - 65536 % len(tiles) == int(limit)
        assert int(value) % len(tiles) == int(position)
        assert tiles.pop(int(position)) == tile
    assert "".join(row[-1] for row in rows) == "HONOPAN"


@pytest.mark.parametrize(
    ("seed", "game", "phrase"),
    [(bytes(32), "g", "p"), (SEED, "h", "p"), (SEED, "g", "q"), (SEED, "g", "")],
)
def test_seed_game_and_phrase_each_change_commitment_and_draws(seed: bytes, game: str, phrase: str) -> None:
    pool = "ABCDEFGHILMNOPQRSTUVZ" * 5
    drawn = SeededSource(SEED, "g", "p").choose(1, 1, pool, 20)
    assert commitment(seed, phrase, game=game) != commitment(SEED, "p", game="g")
    assert SeededSource(seed, game, phrase).choose(1, 1, pool, 20) != drawn


def test_turns_and_attempts_are_independent() -> None:
    source = SeededSource(SEED, "g")
    pool = "ABCDEFGHILMNOPQRSTUVZ" * 5
    drawn = {source.choose(turn, attempt, pool, 20) for turn in (1, 11) for attempt in (1, 11, 111)}
    assert len(drawn) == 6


def test_the_phrase_is_hashed_in_its_composed_form() -> None:
    assert canonical_phrase("  perche\u0301  ") == "perché"
    assert SeededSource(SEED, "g", "perche\u0301") == SeededSource(SEED, "g", "perché")


def test_a_source_does_not_show_its_seed() -> None:
    assert SEED.hex() not in repr(SeededSource(SEED, "g"))
    assert repr(SEED) not in repr(SeededSource(SEED, "g"))


def test_a_new_seed_is_what_the_callers_randomness_gives() -> None:
    assert new_seed(lambda count: b"\x07" * count) == b"\x07" * 32


@pytest.mark.parametrize(
    ("code", "attempt"),
    [
        ("seed_length", lambda: new_seed(lambda count: b"short")),
        ("seed_length", lambda: commitment(b"", game="g")),
        ("seed_text", lambda: parse_seed("00")),
        ("seed_text", lambda: parse_seed("AB" * 32)),
        ("game_id", lambda: commitment(SEED, game="")),
        ("game_id", lambda: SeededSource(SEED, "two\nlines")),
        ("phrase_character", lambda: canonical_phrase("two\nlines")),
        ("phrase_length", lambda: canonical_phrase("x" * 501)),
    ],
)
def test_what_the_scheme_refuses(code: str, attempt: Any) -> None:
    with pytest.raises(FairnessError) as refusal:
        attempt()
    assert refusal.value.code == code
