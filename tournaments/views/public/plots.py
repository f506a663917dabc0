"""The geometry of the plots: points below the top, and the columns of a distribution. SVG takes attributes only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tournaments.selectors.ranking import signed
from tournaments.selectors.statistics import Column

LEFT, RIGHT, TOP, BOTTOM = 44, 118, 14, 26
# A phone gets a picture of its own: the wide one scaled down could not be read.
SIZES = {"wide": (640, 190), "narrow": (332, 200)}
LABEL_STEP = 17
TICK_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_TICKS = 5
DASHES = ("", "7 4", "2 4")

COLUMN_WIDTH, COLUMN_GAP, COLUMN_HEIGHT = 44, 10, 44
FEWEST_COLUMNS = 6


@dataclass(frozen=True, slots=True)
class Tick:
    at: float
    text: str


@dataclass(slots=True)
class Line:
    """One player's line. `points` are below the top, 0 or less, by turn."""

    name: str
    points: Sequence[int]
    number: int = 1
    dash: str = ""
    path: str = ""
    end_x: float = 0
    end_y: float = 0
    label_y: float = 0

    @property
    def label(self) -> str:
        return f"{self.name} {signed(self.points[-1])}"


@dataclass(frozen=True, slots=True)
class Plot:
    kind: str
    lines: list[Line]
    y_ticks: list[Tick]
    x_ticks: list[Tick]
    width: int
    height: int
    left: int = LEFT
    top: int = TOP

    @property
    def right(self) -> int:
        return self.width - RIGHT


@dataclass(frozen=True, slots=True)
class Bar:
    column: Column
    x: float
    y: float
    height: float
    middle: float
    count_y: float


@dataclass(frozen=True, slots=True)
class Distribution:
    bars: list[Bar] = field(default_factory=list)
    width: int = 0
    height: int = COLUMN_HEIGHT + 36
    base: int = COLUMN_HEIGHT + 18
    under: int = COLUMN_HEIGHT + 33
    column_width: int = COLUMN_WIDTH


def below_top_plots(lines: Sequence[Line]) -> list[Plot]:
    """Zero is the top, so lines only fall; one picture a width. None before the first turn."""
    lines = [line for line in lines if line.points][: len(DASHES)]
    return [_plot(kind, [replace(line) for line in lines], *size) for kind, size in SIZES.items()] if lines else []


def _plot(kind: str, lines: list[Line], width: int, height: int) -> Plot:
    turns = max(len(line.points) for line in lines)
    depth = max(5, -min(min(line.points) for line in lines))
    step = next((step for step in TICK_STEPS if depth / step <= MOST_TICKS - 1), TICK_STEPS[-1])
    deepest = -(-depth // step) * step
    across, down = width - LEFT - RIGHT, height - TOP - BOTTOM

    def x_of(turn: int) -> float:
        return round(LEFT + across * (turn / (turns - 1) if turns > 1 else 1), 1)

    def y_of(points: float) -> float:
        return round(TOP - down * points / deepest, 1)

    for number, line in enumerate(lines, start=1):
        steps = "".join(f" H {x_of(turn)} V {y_of(points)}" for turn, points in enumerate(line.points))
        line.number, line.dash = number, DASHES[number - 1]
        line.path = f"M {x_of(0)} {y_of(line.points[0])}{steps}"
        line.end_x, line.end_y = x_of(len(line.points) - 1), y_of(line.points[-1])
    _spread_labels(lines, height - BOTTOM + 4.0)
    y_ticks = [Tick(y_of(-value), signed(-value)) for value in range(step, deepest + 1, step)]
    jump = max(1, -(-(turns - 1) // 4))
    shown = sorted({*range(0, turns, jump), turns - 1})
    if len(shown) > 2 and shown[-1] - shown[-2] < jump / 2:
        shown.pop(-2)
    return Plot(kind, lines, y_ticks, [Tick(x_of(turn), str(turn + 1)) for turn in shown], width, height)


def _spread_labels(lines: Sequence[Line], lowest: float) -> None:
    """Names at the ends of lines that meet stand below each other, inside the picture."""
    ordered = sorted(lines, key=lambda line: line.end_y)
    last = float("-inf")
    for line in ordered:
        line.label_y = last = max(line.end_y, last + LABEL_STEP)
    for line in reversed(ordered):
        line.label_y = min(line.label_y, lowest)
        lowest = line.label_y - LABEL_STEP
    for line in ordered:
        line.label_y = round(line.label_y + 4.5, 1)


def distribution_plot(columns: Sequence[Column]) -> Distribution:
    if not columns:
        return Distribution()
    most = max(column.count for column in columns) or 1
    bars = []
    for index, column in enumerate(columns):
        height = round(max(1.5, COLUMN_HEIGHT * column.count / most), 1)
        x = index * (COLUMN_WIDTH + COLUMN_GAP) + COLUMN_GAP / 2
        y = COLUMN_HEIGHT + 18 - height
        bars.append(Bar(column, x, y, height, x + COLUMN_WIDTH / 2, y - 5))
    # A picture of two columns is not drawn larger than one of six.
    return Distribution(bars, width=max(len(columns), FEWEST_COLUMNS) * (COLUMN_WIDTH + COLUMN_GAP))
