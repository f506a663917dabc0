"""What holds for every test: nothing is written outside a temporary data folder; skips can be forbidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fail-on-skip", action="store_true", help="a skipped test fails the run")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if session.config.getoption("--fail-on-skip") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Rows of one test have the numbers of another's: what was kept under them must go. Redis is shared, and stays."""
    if isinstance(caches["default"], LocMemCache):
        caches["default"].clear()


@pytest.fixture(autouse=True)
def _temporary_data_folder(settings: Any, data_folder: Path) -> None:
    settings.DATA_DIR = data_folder
    # Static files are looked up when asked for: listing them all for each test client takes longer than most tests.
    settings.WHITENOISE_AUTOREFRESH = True
