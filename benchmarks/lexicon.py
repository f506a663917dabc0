"""The word list in figures, each with its aim: `python benchmarks/lexicon.py [--without-build] [--lexicon it-figs]`.

Build and import write to a temporary folder. Look-ups are half words of the list and half not, in random order; their
rate is the best of three rounds of processor time, so that a busy machine does not spoil it. "aim" is what the issue
asks for, "ratio" how many times better the figure is.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from lexicon import builds, catalog, queries, store
from lexicon.builder import build_store
from lexicon.explain import explain, open_reasons
from lexicon.wordfile import read_word_file

ROOT = Path(__file__).resolve().parent.parent
LOOK_UPS = 200_000
EXPLAINED = 5_000
IMPORTED = 1_000_000
OPENINGS = 25
ROUNDS = 3


class Figure(NamedTuple):
    what: str
    value: float
    unit: str
    aim: float | None = None
    more_is_better: bool = False

    @property
    def ratio(self) -> str:
        if self.aim is None:
            return ""
        return f"{self.value / self.aim if self.more_is_better else self.aim / self.value:.2f}"


def seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def best_rate(count: int, act: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        act()
        times.append(time.process_time() - began)
    return count / min(times)


def asked_words(words: Sequence[str], count: int) -> list[str]:
    """Half are in the list; the others are such words with two letters changed places, mostly no words."""
    rng = random.Random(3)
    asked = rng.sample(words, count)
    for number in range(0, count, 2):
        word = asked[number]
        at = rng.randrange(len(word) - 1)
        asked[number] = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    rng.shuffle(asked)
    return asked


def build_figures(folder: Path) -> list[Figure]:
    command = [sys.executable, str(ROOT / "manage.py"), "build_lexicon", "it", "--output", str(folder / "it.words")]
    took = seconds(lambda: subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL))
    return [Figure("whole Italian build, packages at hand", took, "s", 90)]


def opening_figures(path: Path) -> list[Figure]:
    """The first opening in a new process, imports excluded; then openings one after the other."""
    fresh = (
        "import sys, time; from pathlib import Path; from lexicon.store import WordStore; began = time.perf_counter();"
        "WordStore.open(Path(sys.argv[1])).contains('CASA'); print(time.perf_counter() - began)"
    )
    command = [sys.executable, "-c", fresh, str(path)]
    first = subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True).stdout
    opened = sorted(seconds(lambda: store.WordStore.open(path)) for _ in range(OPENINGS))
    return [
        Figure("open, new process, first look-up included", float(first) * 1000, "ms", 50),
        Figure("open, median", opened[OPENINGS // 2] * 1000, "ms", 50),
    ]


def look_up_figures(path: Path, asked: list[str]) -> list[Figure]:
    def rate(word_store: store.WordStore) -> float:
        contains = word_store.contains
        return best_rate(len(asked), lambda: [contains(word) for word in asked])

    plain = builds.load_plain(builds.MODULES)["lexicon.store"].WordStore.open(path)
    figures = [Figure("look-ups, plain Python", rate(plain), "/s", 50_000, more_is_better=True)]
    if builds.is_compiled(store):
        compiled = rate(store.WordStore.open(path))
        figures.insert(0, Figure("look-ups, compiled", compiled, "/s", 1_000_000, more_is_better=True))
    return figures


def question_figures(slug: str, asked: list[str]) -> list[Figure]:
    word_store = catalog.open_lexicon(slug)
    explained = best_rate(EXPLAINED, lambda: [explain(word, slug) for word in asked[:EXPLAINED]])
    first = seconds(lambda: queries.match_pattern(word_store, "*ZIONE"))
    return [
        Figure("explained look-ups", explained, "/s"),
        Figure("pattern *ZIONE, first of the process", first * 1000, "ms"),
        Figure("pattern *ZIONE", seconds(lambda: queries.match_pattern(word_store, "*ZIONE")) * 1000, "ms"),
        Figure("words of a rack with two jollies", _rack_seconds(word_store) * 1000, "ms"),
    ]


def _rack_seconds(word_store: store.WordStore) -> float:
    return seconds(lambda: queries.find_anagrams(word_store, "AEINR??", with_shorter=True))


def import_figures(folder: Path, words: Sequence[str]) -> list[Figure]:
    listed = folder / "list.txt"
    listed.write_text("\n".join(words[:IMPORTED]) + "\n", encoding="utf-8")

    def run() -> None:
        found = read_word_file(listed)
        build_store(found.words, folder / "import.words", language="it", name="benchmark")

    return [Figure(f"import of {min(len(words), IMPORTED):,} words", seconds(run), "s", 60)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lexicon", default="it-figs")
    parser.add_argument("--without-build", action="store_true", help="leave the build and the import out")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duplicato.settings")
    path = catalog.store_path(options.lexicon)
    words = list(store.WordStore.open(path).words())
    asked = asked_words(words, LOOK_UPS)
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as name:
        if not options.without_build:
            figures += build_figures(Path(name)) + import_figures(Path(name), words)
    figures.append(Figure("file", path.stat().st_size / 1e6, "MB", 20))
    if open_reasons(options.lexicon) is not None:
        reasons = path.with_suffix(".reasons")
        figures.append(Figure("file of reasons", reasons.stat().st_size / 1e6, "MB"))
    figures += opening_figures(path) + look_up_figures(path, asked) + question_figures(options.lexicon, asked)
    print(f"{options.lexicon}: {len(words):,} words\n")
    print(f"{'':44}{'figure':>14} {'':4}{'aim':>12}{'ratio':>8}")
    for figure in figures:
        value = f"{figure.value:,.0f}" if figure.value >= 1000 else f"{figure.value:,.2f}"
        aim = "" if figure.aim is None else f"{figure.aim:,.0f}"
        print(f"{figure.what:44}{value:>14} {figure.unit:4}{aim:>12}{figure.ratio:>8}")


if __name__ == "__main__":
    main()
