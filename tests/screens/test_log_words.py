"""Every act that the services write into the log has words for people."""

from __future__ import annotations

import re
from pathlib import Path

from tournaments.selectors.public import CEREMONY, FROZEN, UNFROZEN
from tournaments.views.console.log_words import SHORT, WORDS

SERVICES = Path(__file__).parents[2] / "tournaments" / "services"
ACT = re.compile(r'log\.append\(\s*[\w.]+,\s*"([a-z_]+\.[a-z_]+)"')


def test_no_act_is_shown_by_its_code() -> None:
    acts = {CEREMONY, FROZEN, UNFROZEN}
    for file in SERVICES.glob("*.py"):
        acts |= set(ACT.findall(file.read_text(encoding="utf-8")))
    assert len(acts) > 30
    assert sorted(acts - WORDS.keys() - SHORT.keys()) == []
