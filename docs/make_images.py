"""Make docs/images from the running product: a hall plays, a browser takes the pictures.

    .venv/bin/python docs/make_images.py

Needs chromium, the packages of the extra "browser", and the built Italian list in data/lexicons. Everything else is in
a temporary folder: a database, a server of its own, 148 players and seventeen turns. Takes about a minute.
"""

from __future__ import annotations

import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
PLAYERS, TURNS_BEFORE = 148, 16
LAPTOP, PHONE, HALL = (1440, 900), (390, 844), (1920, 1080)
LARGEST = 200_000  # bytes of a picture
START_SECONDS = 60
WAIT_MILLISECONDS = 4500  # the streams are up, the projector's own buttons have gone
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run"]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        (data / "lexicons").symlink_to(ROOT / "data" / "lexicons")
        os.environ |= {"DUPLICATO_DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "duplicato.settings"}
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in this thread
        sys.path.insert(0, str(ROOT))
        import django
        from django.core.management import call_command

        django.setup()
        call_command("compile_catalogues")
        call_command("migrate", verbosity=0)
        take_pictures(data)


def take_pictures(data: Path) -> None:
    import demo_room
    from django.contrib.auth.models import User
    from playwright.sync_api import sync_playwright

    from tournaments.models import Entry
    from tournaments.services import devices
    from tournaments.services.actor import Actor

    chance = random.Random(17)  # noqa: S311  # the same slips every time; nothing to guard
    event = demo_room.make_room(PLAYERS, chance=chance)
    game = demo_room.start(event)
    for _ in range(TURNS_BEFORE):
        demo_room.play_turn(game, chance)
    with serving(data) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        camera = Camera(browser, url)
        director, arbiter = (User.objects.get(username=name) for name in ("regia", "arbitro"))
        player = Entry.objects.get(event=event, table_number=9)
        code = devices.issue_code(player, Actor.of_user(director))
        phone = camera.page(PHONE)
        phone.goto(f"/gioca/{code}/")
        phone.get_by_role("button", name="Sono io, gioco qui").click()
        phone.wait_for_url("**/gioca/")

        # A turn open, most slips in.
        turn = demo_room.open_turn(game)
        demo_room.hand_in_slips(turn, chance, share=0.95)
        time.sleep(15)  # the letters have been announced, the clock has begun to run down
        camera.take("console", LAPTOP, f"/admin/tournaments/event/{event.pk}/console/", user=director)
        camera.take("projector-rack", HALL, f"/sala/{event.slug}/")
        phone.goto("/gioca/")
        phone.locator("duplicato-slip").wait_for()
        camera.keep(phone, "phone-slip")

        # Closed: the desk. Revealed: the hall and everybody.
        closed = demo_room.close(turn)
        camera.take("desk", LAPTOP, f"/arbitro/{event.slug}/", user=arbiter)
        demo_room.reveal(closed)
        camera.take("projector-reveal", HALL, f"/sala/{event.slug}/", calm=True)
        camera.take("live", LAPTOP, f"/t/{event.slug}/")
        camera.take("live-phone", PHONE, f"/t/{event.slug}/")
        browser.close()


class Camera:
    def __init__(self, browser: Any, url: str) -> None:
        self.browser, self.url = browser, url

    def page(self, size: tuple[int, int], *, user: Any = None, calm: bool = False) -> Any:
        context = self.browser.new_context(
            base_url=self.url,
            viewport={"width": size[0], "height": size[1]},
            locale="it-IT",
            timezone_id="Europe/Rome",
            reduced_motion="reduce" if calm else "no-preference",
        )
        if user is not None:
            from django.test import Client

            client = Client()
            client.force_login(user)
            cookie = client.cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": cookie, "url": self.url}])
        return context.new_page()

    def take(self, name: str, size: tuple[int, int], path: str, *, user: Any = None, calm: bool = False) -> None:
        page = self.page(size, user=user, calm=calm)
        page.goto(path)
        page.wait_for_timeout(WAIT_MILLISECONDS)
        self.keep(page, name)
        page.context.close()

    def keep(self, page: Any, name: str) -> None:
        """As a PNG of few colours: the pages are flat, and a picture belongs into a repository."""
        from PIL import Image

        file = IMAGES / f"{name}.png"
        IMAGES.mkdir(exist_ok=True)
        page.screenshot(path=file, caret="initial")
        with Image.open(file) as picture:
            few = picture.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
            few.save(file, optimize=True)
        size = file.stat().st_size
        sys.stdout.write(f"{file.relative_to(ROOT)}  {size // 1000} kB\n")
        assert size < LARGEST, f"{file} is too large for the repository"


@contextmanager
def serving(data: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with (data / "server.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)  # noqa: S603  # our own
        try:
            url = f"http://localhost:{port}"
            _wait_for(url, process)
            yield url
        finally:
            process.terminate()
            process.wait(30)


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(START_SECONDS * 5):
        if process.poll() is not None:
            break
        try:
            urllib.request.urlopen(url, timeout=5).close()  # noqa: S310  # the server above
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("The server did not start.")


def chromium() -> str:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    return found or sys.exit("Install chromium first.")


if __name__ == "__main__":
    main()
