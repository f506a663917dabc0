"""A real server process and a real browser. The test acts in the server's own database through the services.

`served` is the site (address and data folder), `new_page` opens pages at any size and in any number of browsers;
every page fails its test at the end if the console showed an error or the policy was broken.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

# Playwright's own loop runs in the test's thread; the test still talks to the database plainly.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
START_SECONDS = 60


class Served(NamedTuple):
    url: str
    data_dir: Path

    def address(self, path: str) -> str:
        return f"{self.url}{path}"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(django_db_setup: None, django_db_blocker: Any, data_folder: Path) -> Iterator[Served]:
    """One process for the session, on the tests' database and data folder."""
    with django_db_blocker.unblock():
        database = connection.settings_dict["NAME"]
    port = _free_port()
    environment = os.environ | {
        "DUPLICATO_DATA_DIR": str(data_folder),
        "DATABASE_URL": f"sqlite:///{database}",
        "DUPLICATO_SECRET_KEY": settings.SECRET_KEY,
        "DUPLICATO_DEBUG": "false",
    }
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    log = (data_folder / "server.log").open("wb")
    process = subprocess.Popen(
        command, cwd=settings.BASE_DIR, env=environment, stdout=log, stderr=subprocess.STDOUT
    )
    served = Served(f"http://localhost:{port}", data_folder)
    try:
        _wait_until_it_answers(process, served, data_folder / "server.log")
        yield served
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        log.close()


@pytest.fixture
def served(transactional_db: None, server: Served) -> Served:
    """The running site with an empty database that the test fills through factories and services."""
    return server


@pytest.fixture
def new_page(chromium: Browser, served: Served) -> Iterator[Callable[..., Page]]:
    """new_page(width=390, height=844, **options of a browser context): a page in a browser of its own.

    `page.problems` collects what the console says; a test that causes one on purpose clears it.
    """
    contexts: list[BrowserContext] = []
    pages: list[Page] = []

    def open_page(width: int = 1280, height: int = 900, **options: Any) -> Page:
        context = chromium.new_context(
            base_url=served.url,
            viewport={"width": width, "height": height},
            locale="it-IT",
            timezone_id="Europe/Rome",
            **options,
        )
        contexts.append(context)
        page = context.new_page()
        watch(page)
        pages.append(page)
        return page

    yield open_page
    problems = [problem for page in pages for problem in page.problems]  # type: ignore[attr-defined]
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


def watch(page: Page) -> None:
    """Collect errors of the console, the scripts and the policy in `page.problems`."""
    problems: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            problems.append(f"{message.text} {message.location.get('url', '')}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.problems = problems  # type: ignore[attr-defined]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    width: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return width


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_it_answers(process: subprocess.Popen[bytes], served: Served, log: Path) -> None:
    give_up_at = time.monotonic() + START_SECONDS
    while time.monotonic() < give_up_at:
        if process.poll() is not None:
            pytest.fail(f"the server ended: {log.read_text()}")
        try:
            with urllib.request.urlopen(served.address("/gioca/"), timeout=5) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    pytest.fail(f"the server did not answer in {START_SECONDS} s: {log.read_text()}")
