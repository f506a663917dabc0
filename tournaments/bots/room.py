"""A tournament from the first draw to the last reveal, run through the API by a director and an arbiter."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from lexicon.store import WordStore
from tournaments.bots.calling import Caller, Line, RefusedError
from tournaments.bots.mind import HORIZON, Mind, Plan, Slip
from tournaments.bots.pulse import Pulse
from tournaments.bots.table import Table
from tournaments.engine.board import Board
from tournaments.engine.ruleset import RuleSet
from tournaments.engine.search import ScoredMove, ranked_moves
from tournaments.engine.tiles import Rack

# Answers that say "not yet": the worker is still at it.
NOT_YET = frozenset({"search_pending", "scoring_pending"})
WAIT_SECONDS = 60.0
POLL_SECONDS = 0.1
THREADS = 16


class StuckError(Exception):
    """The server did not come to what was waited for."""


@dataclass(frozen=True, slots=True)
class Pace:
    turn_seconds: float  # from the opening to the close
    pause_seconds: float  # on the verdicts, before the next draw
    turns: int | None = None  # at most so many a game


@dataclass(slots=True)
class Played:
    """What happened, for the summary."""

    turns: int = 0
    slips: Counter[Slip] = field(default_factory=Counter)
    contests: int = 0
    admitted: int = 0
    unacknowledged: int = 0


class Room:
    def __init__(
        self,
        line: Line,
        slug: str,
        *,
        director: str,
        arbiter: str,
        rules: RuleSet,
        store: WordStore,
        source: random.Random,
        say: Callable[[str], None],
    ) -> None:
        self._line, self._slug = line, slug
        self._director = Caller(line, f"Token {director}")
        self._arbiter = Caller(line, f"Token {arbiter}")
        self._rules, self._store, self._random, self._say = rules, store, source, say
        self._tables: list[Table] = []
        self._pulse: Pulse | None = None
        self._pool = ThreadPoolExecutor(THREADS, "bot")
        self._notation = str(self._director.get(self._path())["notation"])
        self.played = Played()

    def seat_bots(self, mistakes: float = 1.0) -> int:
        """Every table's bot enrols with its own one-time code; strengths from beginners to masters."""
        cards = self._director.post(self._path("entries/device-codes/"))
        seats = len(cards)
        strengths = [0.15 + 0.85 * place / max(1, seats - 1) for place in range(seats)]
        minds = [Mind(strength, self._child(), mistakes) for strength in strengths]
        self._random.shuffle(minds)
        enrol = partial(Table, self._line, self._slug)
        codes = [str(card["code"]) for card in cards]
        self._tables = list(self._pool.map(enrol, codes, minds))
        self._pulse = Pulse(self._tables) if self._tables else None
        return seats

    def play_game(self, number: int, pace: Pace) -> None:
        self._director.post(self._path(f"games/{number}/start/"))
        ordinal = 0
        while pace.turns is None or ordinal < pace.turns:
            turn = self._draw(number, ordinal)
            if turn is None:
                self._say(f"game {number} is over: {self._game(number)['end_reason']}")
                return
            ordinal = turn["ordinal"]
            self._play_turn(turn, pace)

    def close(self) -> None:
        if self._pulse is not None:
            self._pulse.stop()
        self._pool.shutdown()

    def standings(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self._director.get(self._path("standings/"))["results"]
        return rows

    def record(self, number: int) -> dict[str, Any]:
        record: dict[str, Any] = self._director.get(self._path(f"games/{number}/record/"))
        return record

    def assign_tables(self) -> None:
        """Between two games, by the ranking."""
        self._director.post(self._path("entries/assign-tables/"))

    # The beats of a turn

    def _draw(self, number: int, after: int) -> dict[str, Any] | None:
        """The next turn with its top found; None where the game has ended instead."""
        self._director.post(self._path(f"games/{number}/draw/"))

        def drawn() -> dict[str, Any] | bool:
            now = self._director.get(self._path("now/"))
            turn: dict[str, Any] | None = now["turn"]
            if turn is not None and turn["game"] == number and turn["ordinal"] > after:
                return turn if turn["is_search_ready"] else False
            return now["game"] is not None and now["game"]["state"] == "finished"

        found = _wait_for(drawn, "the draw")
        return found if isinstance(found, dict) else None

    def _play_turn(self, turn: dict[str, Any], pace: Pace) -> None:
        acts = self._path(f"turns/{turn['id']}/")
        self._director.post(f"{acts}open/")
        plans = self._plans()
        late = [(table, plan) for table, plan in plans if plan.kind is Slip.LATE]
        self._hand_in(turn["id"], [pair for pair in plans if pair not in late], pace.turn_seconds)
        self._director.post(f"{acts}close/")
        self._hand_in(turn["id"], late, 0)
        _try_until_ready(partial(self._arbiter.post, f"{acts}adjudicate/"))
        revealed = _try_until_ready(partial(self._director.post, f"{acts}reveal/"))
        contests = self._contests(turn["id"], plans)
        self.played.turns += 1
        self.played.slips.update(plan.kind for _table, plan in plans)
        self._say(_line(turn, revealed, plans, contests))
        time.sleep(pace.pause_seconds)

    def _plans(self) -> list[tuple[Table, Plan]]:
        """What each bot makes of the board and the rack that its own tablet shows."""
        look = self._pool.map(Table.look, self._tables)
        search = cache(self._search)
        plans = []
        for table, seen in zip(self._tables, look, strict=True):
            board, rack = tuple(seen["turn"]["board"]), seen["turn"]["rack"]
            plans.append((table, table.mind.plan(search(board, rack), rack, self._notation)))
        return plans

    def _search(self, board: tuple[str, ...], rack: str) -> Sequence[ScoredMove]:
        return ranked_moves(self._rules, Board(board), Rack(rack), self._store, HORIZON)

    def _hand_in(self, turn: int, plans: Sequence[tuple[Table, Plan]], seconds: float) -> None:
        """Each at its moment; ends once all are acknowledged and the time is over."""
        opened = time.monotonic()
        sent = []
        for table, plan in sorted(plans, key=lambda pair: pair[1].moment):
            time.sleep(max(0.0, opened + seconds * plan.moment - time.monotonic()))
            if plan.versions:
                sent.append((plan, self._pool.submit(table.hand_in, turn, plan)))
        for plan, receipt in sent:
            if receipt.result() is (plan.kind is Slip.LATE):
                self.played.unacknowledged += 1
        time.sleep(max(0.0, opened + seconds - time.monotonic()))

    def _contests(self, turn: int, plans: Sequence[tuple[Table, Plan]]) -> list[str]:
        """Some of those whose word was refused contest it, and the arbiter decides each."""
        losers = [table for table, plan in plans if plan.kind is Slip.INVENTED and table.mind.wants_to_contest()]
        contested = [word for word in self._pool.map(lambda table: table.contest(turn), losers) if word]
        for contest in self._arbiter.get(self._path(f"turns/{turn}/contests/"))["results"]:
            if contest["state"] == "open":
                self._decide(turn, contest)
        self.played.contests += len(contested)
        return contested

    def _decide(self, turn: int, contest: dict[str, Any]) -> None:
        if self._random.random() > 0.35:
            path = self._path(f"contests/{contest['id']}/reject/")
            self._arbiter.post(path, reason="Not in the dictionary")
            return
        ruling = self._arbiter.post(
            self._path(f"turns/{turn}/rulings/"),
            words=contest["words"],
            decision="admit",
            article="F14",
            reason="Found as a lemma",
            contest=contest["id"],
        )
        self._arbiter.post(self._path(f"rulings/{ruling['id']}/apply/"))
        self.played.admitted += 1

    def _game(self, number: int) -> dict[str, Any]:
        game: dict[str, Any] = self._director.get(self._path(f"games/{number}/"))
        return game

    def _path(self, rest: str = "") -> str:
        return f"events/{self._slug}/{rest}"

    def _child(self) -> random.Random:
        return random.Random(self._random.random())  # noqa: S311 - bots, not draws


def _wait_for(ask: Callable[[], Any], what: str) -> Any:
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        answer = ask()
        if answer is not False:
            return answer
        time.sleep(POLL_SECONDS)
    raise StuckError(f"{what} did not come within {WAIT_SECONDS:.0f} s: is the worker running?")


def _try_until_ready(act: Callable[[], Any]) -> Any:
    def attempt() -> Any:
        try:
            return act()
        except RefusedError as refusal:
            if refusal.code not in NOT_YET:
                raise
            return False

    return _wait_for(attempt, "the verdicts")


def _line(
    turn: dict[str, Any], revealed: dict[str, Any], plans: Sequence[tuple[Table, Plan]], contested: Sequence[str]
) -> str:
    top = revealed["top"]
    master = top["master"]
    move = f"{master['reference']} {master['word']}" if master else "no move"
    handed_in = sum(1 for _table, plan in plans if plan.kind is not Slip.NONE)
    found = sum(1 for score in revealed["scores"] if score["is_top"])
    contests = f", contested: {', '.join(contested)}" if contested else ""
    return (
        f"turn {turn['number']:>2}  {turn['rack']:<8} {move:<22} {top['score']:>4}  "
        f"{handed_in} slips, {found} found it{contests}"
    )
