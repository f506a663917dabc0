"""The word store, compiled and plain: the same questions, the same answers."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from hashlib import sha256
from pathlib import Path
from types import ModuleType

import pytest

from lexicon import builds, layout
from lexicon.builder import LONGEST_WITH_SHORT_FILTER, build_image, build_store
from lexicon.multiset import multiset_hash

PLAIN = builds.load_plain(builds.MODULES)
WORDS = ["AB", "CASA", "CASO", "ORSA", "RASO", "ROSA", "ZZZ", "PRECIPITEVOLISS"]


@pytest.fixture(params=["plain", "compiled"])
def store(request: pytest.FixtureRequest) -> ModuleType:
    """The store's module in one of its two builds."""
    if request.param == "plain":
        return PLAIN["lexicon.store"]
    if builds.uncompiled(["lexicon.store"]):
        pytest.skip("lexicon.store is not compiled here (python setup.py build_ext --inplace)")
    import lexicon.store

    return lexicon.store


def random_words(seed: int, count: int = 3000) -> list[str]:
    chance = random.Random(seed)
    return ["".join(chance.choices("ABCDEZ", k=chance.randint(2, 15))) for _ in range(count)]


def test_contains_exactly_its_words(store: ModuleType) -> None:
    words = random_words(1)
    held = store.from_words(words)
    assert all(held.contains(word) for word in words)
    others = set(random_words(2)) - set(words)
    assert [word for word in others if held.contains(word)] == []


@pytest.mark.parametrize("word", ["", "A", "casa", "CAS A", "CASÀ", "A" * 16, "CAS?", "CASA\0"])
def test_what_is_no_word_is_not_contained(store: ModuleType, word: str) -> None:
    assert store.from_words(WORDS).contains(word) is False


def test_lists_its_words_in_order(store: ModuleType) -> None:
    words = random_words(3)
    held = store.from_words(words)
    assert list(held.words()) == sorted(set(words))
    assert list(held.words(5)) == sorted({word for word in words if len(word) == 5})
    assert list(held.words(1)) == list(held.words(16)) == []
    assert len(held) == len(set(words))


def test_anagrams_use_every_letter(store: ModuleType) -> None:
    held = store.from_words(WORDS)
    assert held.anagrams("ROSA") == ["ORSA", "RASO", "ROSA"]
    assert held.anagrams("CAS", 1) == ["CASA", "CASO"]
    assert held.anagrams("", 2) == ["AB"]
    assert held.anagrams("", 4) == ["CASA", "CASO", "ORSA", "RASO", "ROSA"]
    assert held.anagrams("rosa") == held.anagrams("Z") == held.anagrams("Z" * 16) == []


def test_anagrams_agree_with_counting_letters(store: ModuleType) -> None:
    words = sorted(set(random_words(4)))
    held = store.from_words(words)
    for word in words[::50]:
        for blanks in (0, 1, 2):
            kept = word[blanks:]
            expected = [w for w in words if len(w) == len(word) and Counter(kept) <= Counter(w)]
            assert held.anagrams(kept, blanks) == expected


def test_find_writes_the_words_of_a_multiset(store: ModuleType) -> None:
    held = store.from_words(WORDS)
    out = array("B", bytes(16 * (held.largest_bucket + 1)))
    assert held.find(4, multiset_hash("ROSA"), out, 16) == 3
    found = {"".join(chr(65 + code) for code in out[at : at + 4]) for at in (16, 32, 48)}
    assert found == {"ORSA", "RASO", "ROSA"}


def test_letters_passing_the_filter_include_those_that_make_words(store: ModuleType) -> None:
    held = store.from_words(WORDS)
    passing = held.passing_letters(4, multiset_hash("CAS"), 0x3FFFFFF)
    assert passing & 1
    assert passing >> 14 & 1
    assert held.passing_letters(4, multiset_hash("CAS"), 1) == 1
    assert held.passing_letters(4, multiset_hash("CAS"), 0) == 0


def test_same_words_give_the_same_bytes(tmp_path: Path) -> None:
    words = random_words(5)
    first, second = tmp_path / "first", tmp_path / "second"
    header = build_store(words, first, language="it", name="Prova")
    build_store(iter(reversed([*words, *words])), second, language="it", name="Prova")
    assert first.read_bytes() == second.read_bytes()
    assert header.word_count == len(set(words))
    assert list(tmp_path.iterdir()) in ([first, second], [second, first])


def test_the_format_does_not_drift() -> None:
    """A changed layout must come with a new format version, or old files would be misread."""
    image, header = build_image(WORDS, language="it", name="Prova")
    assert header.checksum == "82273d19e0c363a51d52177d5dfeaf37c897b2e9972bfa3617545c09e3ac94c9"
    assert (header.format_version, sha256(image).hexdigest()) == (
        2,
        "41ee702c7175151993674855306ed0edc9e8f8e88684ddafd9db3f7a313de307",
    )


def test_reads_files_of_the_first_version(store: ModuleType) -> None:
    """A list that a federation imported stays usable after an upgrade; only its second filters are missing."""
    held = store.WordStore.open(Path(__file__).parent.parent / "data" / "version-1.words")
    assert (held.header.format_version, list(held.words())) == (1, sorted(WORDS))
    assert held.anagrams("ORSA") == ["ORSA", "RASO", "ROSA"]
    assert [held.contains("PRECIPITEVOLISS"), held.contains("ROSO")] == [True, False]
    assert [held.knows(4), held.knows(4 + layout.ONE_SHORT)] == [True, False]


def test_multisets_one_letter_short_of_a_word_pass_the_second_filter(store: ModuleType) -> None:
    words = random_words(7, count=300)
    held = store.from_words(words)
    for word in words:
        table = len(word) + layout.ONE_SHORT
        assert held.knows(table) is (len(word) <= LONGEST_WITH_SHORT_FILTER)
        if held.knows(table):
            for missing in range(len(word)):
                assert held.passes(table, multiset_hash(word[:missing] + word[missing + 1 :]))


def test_the_second_filter_stops_most_of_what_is_further_from_a_word(store: ModuleType) -> None:
    held = store.from_words(random_words(8))
    chance = random.Random(8)
    far = ["".join(chance.choices("FGHIJKLMNO", k=8)) for _ in range(1000)]
    assert sum(held.passes(9 + layout.ONE_SHORT, multiset_hash(letters)) for letters in far) < 300


def test_opens_a_file(store: ModuleType, tmp_path: Path) -> None:
    build_store(WORDS, tmp_path / "x.words", language="it", name="Prova")
    held = store.WordStore.open(tmp_path / "x.words")
    assert held.contains("CASA")
    assert (held.header.language, held.header.name, held.header.word_count) == ("it", "Prova", len(WORDS))
    held.close()
    assert held.contains("CASA") is False


def test_progress_reaches_the_end(tmp_path: Path) -> None:
    seen: list[float] = []
    build_store(WORDS, tmp_path / "x.words", language="it", name="Prova", progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_an_empty_list_holds_nothing(store: ModuleType) -> None:
    held = store.from_words([])
    assert (len(held), held.contains("CASA"), held.anagrams("CASA"), list(held.words())) == (0, False, [], [])


@pytest.mark.parametrize("word", ["A", "A" * 16, "casa", "CITTÀ", "DI-A", ""])
def test_the_builder_refuses_what_cannot_be_stored(word: str) -> None:
    with pytest.raises(ValueError, match="cannot be stored: words are 2 to 15 letters A–Z in capitals"):
        build_image(["CASA", word])


def damaged(image: bytes, name: str) -> bytes:
    match name:
        case "empty":
            return b""
        case "short":
            return image[:20]
        case "truncated":
            return image[:-1]
        case "longer":
            return image + b"\0"
        case "foreign":
            return b"PK\3\4" + image[4:]
        case "version":
            return image[:8] + b"\x09\0\0\0" + image[12:]
        case _:
            return image[:80] + bytes([image[80] ^ 1]) + image[81:]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("empty", "cannot be read: cannot mmap an empty file"),
        ("short", "cannot be used: it is too short"),
        (
            "truncated",
            "cannot be used: it should have {size} bytes and has {size_less_1}: it was cut short or altered",
        ),
        (
            "longer",
            "cannot be used: it should have {size} bytes and has {size_plus_1}: it was cut short or altered",
        ),
        ("foreign", "cannot be used: it is not a word store"),
        ("version", "cannot be used: its format is version 9, this program reads version 2"),
        ("header", "cannot be used: its header is damaged"),
    ],
)
def test_refuses_a_damaged_file_with_a_sentence(
    store: ModuleType, tmp_path: Path, name: str, reason: str
) -> None:
    image, _header = build_image(WORDS)
    path = tmp_path / "x.words"
    path.write_bytes(damaged(image, name))
    size = len(image)
    reason = reason.format(size=size, size_less_1=size - 1, size_plus_1=size + 1)
    with pytest.raises(store.StoreError) as refusal:
        store.WordStore.open(path)
    assert str(refusal.value) == f"The word list {path} {reason}. Build it again."


def test_says_where_a_missing_list_should_be(store: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(store.StoreError) as refusal:
        store.WordStore.open(tmp_path / "none.words")
    assert str(refusal.value) == (
        f"There is no word list at {tmp_path / 'none.words'}: build it with `manage.py build_lexicon`."
    )


def test_a_damaged_body_never_leads_outside_the_file(store: ModuleType) -> None:
    """With bounds checks compiled out, wrong bucket starts must not crash the process."""
    image, _header = build_image(random_words(6))
    chance = random.Random(6)
    begin = image.index(b"}]") + 200
    broken = bytearray(image)
    for _ in range(len(image) // 4):
        broken[chance.randrange(begin, len(image))] = chance.randrange(256)
    held = store.WordStore(bytes(broken))
    for word in random_words(6):
        held.contains(word)
        held.anagrams(word)


def test_store_and_layout_read_the_same_bits_of_the_hash() -> None:
    plain = PLAIN["lexicon.store"]
    for name in ("FIRST_BIT_SHIFT", "SECOND_BIT_SHIFT", "CELL_SHIFT", "BUCKET_SHIFT", "ONE_SHORT"):
        assert getattr(plain, name) == getattr(layout, name)
