"""A full hall against the aims of the product, on loopback: `python benchmarks/load.py [embedded|service]`.

Everything is its own: data folders, PostgreSQL, Redis, web processes and workers are started on free ports and removed.
The generator runs on the same machine, so its work is in every figure. Bounded: each step gives up after a minute.
With `--quick` a tenth of everything, to see that it works.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import hall_load
from tests.faults.processes import Installation
from tests.faults.sites import Embedded, Service

Site = Embedded | Service


@dataclass(frozen=True, slots=True)
class Result:
    what: str
    aim: float
    found: float
    unit: str
    is_rate: bool = False  # more is better

    @property
    def is_met(self) -> bool:
        return self.found >= self.aim if self.is_rate else self.found <= self.aim

    def __str__(self) -> str:
        sign = "≥" if self.is_rate else "≤"
        ratio = f"{self.found / self.aim:.2f}" if self.aim else ""
        mark = "ok" if self.is_met else "MISSED"
        return f"{self.what:<64} {sign} {self.aim:>5g} {self.unit:<6}{self.found:>9.1f} {ratio:>6}  {mark}"


def measure(site: Site, mode: str, slip_aim: float, scale: float) -> Iterator[Result]:
    players = int(1000 * scale)

    ledger = hall_load.hand_in(site, players, revisions=1, over=3.0)
    yield Result(f"{mode}: 1,000 slips over 3 s, errors", 0, hall_load.errors(ledger), "")
    yield Result(f"{mode}: 1,000 slips over 3 s, p99", slip_aim, hall_load.p99(ledger.seconds), "ms")

    ledger = hall_load.hand_in(site, players, revisions=1, over=0.0)
    yield Result(f"{mode}: 1,000 slips at once, errors", 0, hall_load.errors(ledger), "")
    yield Result(f"{mode}: 1,000 slips at once, the last receipt", 5000, 1000 * max(ledger.seconds), "ms")

    ledger = hall_load.hand_in(site, players, revisions=2, over=3.0)
    yield Result(f"{mode}: 2,000 slips over 3 s, errors", 0, hall_load.errors(ledger), "")

    beside = asyncio.run(hall_load.burst_beside_streams(site, players, streams=int(1000 * scale)))
    yield Result(f"{mode}: 1,000 streams beside a burst, errors", 0, hall_load.errors(beside.ledger), "")
    yield Result(f"{mode}: 1,000 streams beside a burst, slip p99", 500, hall_load.p99(beside.ledger.seconds), "ms")
    yield Result(f"{mode}: 1,000 streams beside a burst, event p99", 500, hall_load.p99(beside.event_seconds), "ms")

    crowd = asyncio.run(hall_load.many_streams(site, int(5000 * scale)))
    yield Result(f"{mode}: 5,000 streams, event p99", 1000, hall_load.p99(crowd.event_seconds), "ms")
    yield Result(f"{mode}: 5,000 streams, memory they take", 100, crowd.megabytes, "MB")

    seconds = hall_load.close_to_ranking(site, players)
    yield Result(f"{mode}: close to 1,000 slips scored and the ranking out", 2000, 1000 * seconds, "ms")

    rate = asyncio.run(hall_load.poll(site))
    yield Result(f"{mode}: polling, requests a second and process", 1000, rate, "req/s", is_rate=True)


def start_embedded(folder: Path) -> Embedded:
    installation = Installation(folder)
    installation.migrate()
    return Embedded(installation)


def start_service(folder: Path) -> Service:
    service = Service(folder, workers=1, fsync="on")  # as in a real hall
    service.bring_up()
    return service


@contextmanager
def running(start: Callable[[Path], Site]) -> Iterator[Site]:
    folder = Path(tempfile.mkdtemp(prefix="duplicato-load-"))
    site = start(folder)
    try:
        yield site
    finally:
        site.remove()
        shutil.rmtree(folder, ignore_errors=True)


# The way to start, and the aim for the 99th percentile of 1,000 slips over 3 s, in milliseconds.
MODES: dict[str, tuple[Callable[[Path], Site], float]] = {
    "embedded": (start_embedded, 300),
    "service": (start_service, 500),
}


def main() -> int:
    parser = argparse.ArgumentParser(description="A full hall against the aims of the product, on loopback.")
    parser.add_argument("mode", nargs="?", choices=list(MODES), help="one of the two ways to run; both by default")
    parser.add_argument("--quick", action="store_true", help="a tenth of everything: whether it works, not how well")
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"{'':<64} {'aim':>8} {'':<5}{'found':>9} {'ratio':>6}")
    missed = 0
    for mode, (start, slip_aim) in MODES.items():
        if asked.mode not in {None, mode}:
            continue
        with running(start) as site:
            for result in measure(site, mode, slip_aim, 0.1 if asked.quick else 1.0):
                print(result, flush=True)
                missed += not result.is_met
    print("A tenth of the load: no verdict." if asked.quick else f"{missed} missed.")
    return 0 if asked.quick or not missed else 1


if __name__ == "__main__":
    sys.exit(main())
