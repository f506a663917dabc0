"""axe-core, the accessibility checker: fetched once from the npm registry, by name, into the data folder."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page

VERSION = "4.14.0"
GRAVE = ("serious", "critical")
ROOT = Path(__file__).parents[2]
AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")  # Debian's
FOLDER = ROOT / "data" / "cache" / f"axe-{VERSION}"


@cache
def script() -> str:
    file = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
    if not file.exists():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("npm is not installed")
        FOLDER.mkdir(parents=True, exist_ok=True)
        # Node knows its own authorities alone, not those that the machine trusts.
        trusted = {"NODE_EXTRA_CA_CERTS": str(AUTHORITIES)} if AUTHORITIES.exists() else {}
        options = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock"]
        subprocess.run(
            [npm, "install", *options, "--prefix", str(FOLDER), f"axe-core@{VERSION}"],
            check=True,
            timeout=120,
            env={**trusted, **os.environ},
        )
    return file.read_text(encoding="utf-8")


def grave_problems(page: Page) -> list[str]:
    """What a person with an impairment would stumble over: rule, place."""
    page.evaluate(script())
    # Without the preload, which writes style sheets into the page: our policy refuses that, as it should.
    options = {"resultTypes": ["violations"], "preload": False}
    violations = page.evaluate("async (options) => (await axe.run(options)).violations", options)
    return [
        f"{violation['id']} ({violation['impact']}): {node['target']} {node.get('failureSummary', '')}"
        for violation in violations
        if violation["impact"] in GRAVE
        for node in violation["nodes"][:3]
    ]
