"""The strict policy of the site: nothing inline, nothing from outside, a palette that can be read."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
STYLES = sorted((settings.BASE_DIR / "static" / "css").glob("*.css"))
SCRIPTS = sorted((settings.BASE_DIR / "static" / "js").glob("*.js"))
INLINE = {
    "style attribute": re.compile(r"""\sstyle\s*=\s*["']""", re.IGNORECASE),
    "event attribute": re.compile(r"""<[^>]*\son[a-z]+\s*=\s*["']""", re.IGNORECASE),
    "htmx event attribute": re.compile(r"\shx-on[:-]", re.IGNORECASE),
    "script without src": re.compile(r"<script(?![^>]*\ssrc=)", re.IGNORECASE),
    "style element": re.compile(r"<style", re.IGNORECASE),
    "javascript address": re.compile(r"javascript:", re.IGNORECASE),
}


@pytest.mark.parametrize(
    ("sample", "kind"),
    [
        ('<p style="color: red">', "style attribute"),
        ('<button class="a" onclick="go()">', "event attribute"),
        ("<script>go()</script>", "script without src"),
        ('<b hx-on:click="go()">', "htmx event attribute"),
    ],
)
def test_the_search_for_inline_code_finds_it(sample: str, kind: str) -> None:
    assert INLINE[kind].search(sample)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_hold_nothing_inline(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [kind for kind, pattern in INLINE.items() if pattern.search(text)] == []


@pytest.mark.parametrize("path", [*TEMPLATES, *STYLES, *SCRIPTS], ids=lambda path: path.name)
def test_nothing_is_fetched_from_outside(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
    assert re.findall(r"https?://|@import", text) == []


def colours(block: str) -> dict[str, str]:
    text = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    body = re.search(rf"^{re.escape(block)} \{{(.*?)^\}}", text, re.MULTILINE | re.DOTALL)[1]
    return dict(re.findall(r"--([\w-]+): (#[0-9A-F]{6});", body))


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_of_black_on_white_is_21() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


@pytest.mark.parametrize(
    ("block", "front", "back", "least"),
    [
        (":root", "ink", "paper", 14.9),
        (":root", "ink-second", "paper", 7.0),
        (":root", "ink-second", "sunk", 6.3),
        (":root", "edge", "sheet", 3.7),
        (":root", "edge", "sunk", 3.0),
        (":root", "on-accent", "accent", 8.2),
        (":root", "accent", "paper", 7.2),
        (":root", "accent", "accent-soft", 6.6),
        (":root", "on-amber", "amber", 8.7),
        (":root", "warning", "warning-soft", 6.7),
        (":root", "refusal", "refusal-soft", 6.4),
        (":root", "refusal", "paper", 7.0),
        (":root", "code-3w", "square-3w", 5.2),
        (":root", "code-2w", "square-2w", 5.6),
        (":root", "code-3l", "square-3l", 6.1),
        (":root", "code-2l", "square-2l", 7.1),
        (":root", "tile-ink", "tile", 4.5),
        (":root", "tile-value", "tile", 4.5),
        (":root", "tile-own", "tile-laid", 4.5),
        (":root", "tile-own", "tile-received", 4.5),
        (":root", "tile-top-ink", "tile-top", 4.5),
        (":root", "tile-used-ink", "sunk", 4.5),
        (":root", "staff-ink-second", "staff-bar", 4.5),
        (":root", "staff-ink", "staff-bar", 4.5),
        (":root", "plot-2", "sheet", 4.5),
        (":root", "plot-3", "sheet", 4.5),
        ('[data-theme="dark"]', "ink", "paper", 16.5),
        ('[data-theme="dark"]', "ink-second", "paper", 8.7),
        ('[data-theme="dark"]', "edge", "paper", 4.6),
        ('[data-theme="dark"]', "accent", "paper", 10.1),
        ('[data-theme="dark"]', "on-accent", "accent", 9.3),
        ('[data-theme="dark"]', "amber", "paper", 10.5),
        ('[data-theme="dark"]', "fall", "paper", 9.2),
        ('[data-theme="dark"]', "code-3w", "square-3w", 4.8),
        ('[data-theme="dark"]', "code-2w", "square-2w", 5.4),
        ('[data-theme="dark"]', "code-3l", "square-3l", 5.0),
        ('[data-theme="dark"]', "code-2l", "square-2l", 7.3),
        ('[data-theme="dark"]', "tile-top-ink", "tile-top", 4.5),
    ],
)
def test_the_palette_can_be_read(block: str, front: str, back: str, least: float) -> None:
    palette = colours(block)
    # The design states ratios with one decimal, two of them rounded up (10.45 as 10.5, 7.05 as 7.1).
    assert contrast(palette[front], palette[back]) >= least - 0.06


@pytest.mark.parametrize(
    "path", [p for p in STYLES if p.name not in ("tokens.css", "print.css")], ids=lambda p: p.name
)
def test_colours_are_named_in_the_tokens_alone(path: Path) -> None:
    assert re.findall(r"#[0-9A-Fa-f]{3,8}\b(?=[;\s,)])", path.read_text(encoding="utf-8")) == []


@pytest.mark.django_db
def test_the_home_page_explains_an_empty_installation(client: Client) -> None:
    page = client.get("/", headers={"accept-language": "it"})
    assert page.status_code == 200
    text = page.content.decode()
    assert '<html lang="it"' in text
    assert "Qui non c’è ancora nessun torneo" in text
    assert 'href="/admin/"' in text
    assert "unsafe" not in page.headers["Content-Security-Policy"]


@pytest.mark.django_db
def test_the_kit_is_for_staff(client: Client, settings) -> None:
    settings.DEBUG = False
    assert client.get("/kit/").status_code == 404
    assert client.get("/kit/hall/").status_code == 404
    client.force_login(get_user_model().objects.create_user("anna", is_staff=True))
    assert client.get("/kit/").status_code == 200
    assert client.get("/kit/hall/?reveal").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["base.html", "base_staff.html", "base_player.html", "base_projector.html"])
def test_every_shell_has_a_skip_link_and_one_main(name: str, rf: RequestFactory) -> None:
    page = render_to_string(name, request=rf.get("/"))
    assert page.count('<a class="skip-link" href="#main">') == 1
    assert page.count('<main id="main"') == 1
    assert '"allowEval": false' in page
    assert '"includeIndicatorStyles": false' in page
