"""Words, references and racks inside sentences."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.engine.move import Direction, Move
from tournaments.engine.notation import format_reference
from tournaments.engine.tiles import BLANK

register = template.Library()


@register.filter
def game_word(value: Move | str) -> SafeString:
    """A word of the game; a jolly's letter in lower case and underlined, and said aloud as such."""
    word = value.word if isinstance(value, Move) else str(value)
    jollies = [letter.upper() for letter in word if letter.islower()]
    if not jollies:
        return format_html('<span class="game-word">{}</span>', word)
    parts = [
        (format_html("<u>{}</u>", run) if is_jolly else run,)
        for is_jolly, letters in groupby(word, str.islower)
        for run in ("".join(letters),)
    ]
    spoken = ", ".join(gettext("jolly come {letter}").format(letter=letter) for letter in jollies)
    return format_html(
        '<span class="game-word"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}, {}</span></span>',
        format_html_join("", "{}", parts),
        word.upper(),
        spoken,
    )


@register.filter
def reference(move: Move, notation: str = "M") -> str:
    """The reference as it will be read: 8H orizzontale."""
    words = gettext("orizzontale") if move.direction is Direction.ACROSS else gettext("verticale")
    square = format_reference(move, notation).split(" ")[0]
    return f"{square} {words}"


@register.filter
def reading(move: Move, notation: str = "M") -> str:
    """The same where it is the largest text of the page: 8H · orizzontale."""
    return reference(move, notation).replace(" ", " · ", 1)


@register.filter
def short_reference(move: Move, notation: str = "M") -> str:
    return format_reference(move, notation)


@register.filter
def rack_text(letters: Iterable[str]) -> SafeString:
    """A rack in text: its letters, then a ring for each jolly."""
    tiles = list(letters)
    known = "".join(tile for tile in tiles if tile != BLANK)
    jollies = len(tiles) - len(known)
    if not jollies:
        return format_html('<span class="rack-text">{}</span>', known)
    return format_html(
        '<span class="rack-text">{}<span aria-hidden="true">{}</span>'
        '<span class="visually-hidden"> {}</span></span>',
        known,
        "○" * jollies,
        " ".join([gettext("jolly")] * jollies),
    )
