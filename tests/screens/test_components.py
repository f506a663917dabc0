"""The parts of the screens: what they say, to eyes and to screen readers."""

import re
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils import translation

from tournaments.engine.move import Direction, Move
from tournaments.engine.ruleset import load_ruleset
from tournaments.views.kit import ROWS

LIBRARIES = "{% load board game_text states controls %}"
EMPTY_ROWS = ("." * 15,) * 15
TOP = Move(0, 4, Direction.ACROSS, "DISPiEGA")
NOW = datetime(2026, 6, 6, 13, 4, 12, tzinfo=UTC)


def render(source: str, **context: object) -> str:
    with translation.override("it"):
        return Template(LIBRARIES + source).render(
            Context({"rules": load_ruleset(), "rows": ROWS, **context})
        )


class Squares(HTMLParser):
    """The squares of a rendered board by name: their classes and what a screen reader says."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.by_name: dict[str, tuple[set[str], str]] = {}
        self.roles: dict[str, int] = {}
        self._square: set[str] = set()
        self._is_name = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if role := values.get("role"):
            self.roles[role] = self.roles.get(role, 0) + 1
        classes = set((values.get("class") or "").split())
        self._is_name = "square__name" in classes
        if "square" in classes:
            self._square = classes

    def handle_data(self, data: str) -> None:
        if self._is_name:
            self.by_name[data.split(",")[0]] = (self._square, data)
            self._is_name = False


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html)).strip()


# Words in text


def test_a_plain_word_is_one_span() -> None:
    assert render("{{ word|game_word }}", word="SPIEGA") == '<span class="game-word">SPIEGA</span>'


def test_a_jolly_is_lower_case_underlined_and_said_aloud() -> None:
    assert render("{{ word|game_word }}", word="SPIGAtE") == (
        '<span class="game-word"><span aria-hidden="true">SPIGA<u>t</u>E</span>'
        '<span class="visually-hidden">SPIGATE, jolly come T</span></span>'
    )


def test_two_jollies_are_both_said() -> None:
    assert "PAGE, jolly come A, jolly come E</span>" in render("{{ word|game_word }}", word="PaGe")


def test_a_word_written_by_a_person_is_escaped() -> None:
    assert render("{{ word|game_word }}", word="<B>&") == '<span class="game-word">&lt;B&gt;&amp;</span>'
    assert "<script>" not in render("{{ word|game_word }}", word="A<script>")


@pytest.mark.parametrize(
    ("direction", "notation", "words", "short"),
    [
        (Direction.ACROSS, "M", "8H orizzontale", "8H"),
        (Direction.DOWN, "M", "H8 verticale", "H8"),
        (Direction.ACROSS, "F", "H8 orizzontale", "H8 orizz."),
        (Direction.ACROSS, "R", "H8 orizzontale", "H8"),
        (Direction.DOWN, "R", "8H verticale", "8H"),
    ],
)
def test_a_reference_says_its_direction(direction: Direction, notation: str, words: str, short: str) -> None:
    move = Move(7, 7, direction, "CORNO")
    assert render("{{ move|reference:notation }}", move=move, notation=notation) == words
    assert render("{{ move|short_reference:notation }}", move=move, notation=notation) == short


def test_a_rack_in_text_ends_with_a_ring() -> None:
    assert render("{{ rack|rack_text }}", rack="?SPIEGA") == (
        '<span class="rack-text">SPIEGA<span aria-hidden="true">○</span>'
        '<span class="visually-hidden"> jolly</span></span>'
    )


# Board


def test_premium_squares_carry_codes_and_names() -> None:
    html = render("{% board rows rules %}", rows=EMPTY_ROWS)
    squares = Squares(html).by_name
    assert len(squares) == 225
    assert squares["H8"] == ({"square", "square--2w"}, "H8, doppia parola")
    assert squares["A1"] == ({"square", "square--3w"}, "A1, tripla parola")
    assert squares["F2"] == ({"square", "square--3l"}, "F2, tripla lettera")
    assert squares["D1"] == ({"square", "square--2l"}, "D1, doppia lettera")
    assert squares["B1"] == ({"square"}, "B1, vuota")
    counts = {
        code: html.count(f'<span class="square__code" aria-hidden="true">{code}</span>')
        for code in ("3P", "2P", "3L", "2L")
    }
    assert counts == {"3P": 8, "2P": 17, "3L": 12, "2L": 24}


def test_a_tile_is_named_and_hides_its_premium_code() -> None:
    html = render("{% board rows rules %}")
    squares = Squares(html).by_name
    assert squares["E1"][1] == "E1, D"
    assert squares["F11"][1] == "F11, jolly come I"
    assert squares["H8"][1] == "H8, S"
    assert (
        html.count('<span class="square__code" aria-hidden="true">2P</span>') == 12
    )  # D4 K5 H8 E11 K11 are covered


def test_values_come_from_the_rule_set_and_a_jolly_has_none() -> None:
    rows = ("Gi" + "." * 13, *EMPTY_ROWS[1:])
    html = render("{% board rows rules %}", rows=rows)
    assert html.count("tile__value") == 1
    assert '<span class="tile__letter">G</span><span class="tile__value">8</span>' in html
    assert (
        '<span class="tile tile--jolly" aria-hidden="true"><span class="tile__letter">I</span></span>' in html
    )


@pytest.mark.parametrize("state", ["laid", "received", "top"])
def test_a_move_shows_on_free_squares_only(state: str) -> None:
    html = render(f"{{% board rows rules {state}=move %}}", move=TOP)
    assert html.count(f"tile--{state}") == 7  # the D of DISPIEGA lies there already


def test_laying_lights_labels_points_an_arrow_and_rings_the_next_square() -> None:
    html = render(
        "{% board rows rules laid=move interactive=True %}", move=Move(9, 9, Direction.ACROSS, "PAGI")
    )
    squares = Squares(html).by_name
    assert "has-arrow-across" in squares["I10"][0]
    assert "is-next" in squares["N10"][0]
    assert html.count("is-lit") == 2
    assert Squares(html).roles["gridcell"] == 225


def test_at_the_edge_the_arrow_sits_in_the_label() -> None:
    html = render("{% board rows rules laid=move %}", rows=EMPTY_ROWS, move=Move(7, 0, Direction.ACROSS, ""))
    assert 'class="board__label is-lit has-arrow-across"' in html


def test_a_wrong_reference_that_leaves_the_board_still_renders() -> None:
    html = render("{% board rows rules received=move %}", move=Move(14, 12, Direction.ACROSS, "SPIEGA"))
    assert html.count("tile--received") == 3


def test_a_small_board_is_a_picture_with_its_words_in_text() -> None:
    rows = ("." * 15,) * 7 + ("......COrNO....", *("." * 15,) * 7)
    html = render('{% board rows rules size="small" %}', rows=rows)
    assert 'role="img" aria-label="Tavoliere: COrNO 8G"' in html
    assert Squares(html).roles == {"img": 1}


def test_an_empty_small_board_says_so() -> None:
    assert 'aria-label="Tavoliere: vuoto"' in render('{% board rows rules size="mini" %}', rows=EMPTY_ROWS)


def test_rows_are_letters_in_the_romanian_and_french_notation() -> None:
    squares = Squares(render('{% board rows rules notation="R" %}', rows=EMPTY_ROWS)).by_name
    assert squares["B6"] == ({"square", "square--3l"}, "B6, tripla lettera")  # row B, column 6


def test_premium_codes_follow_the_language() -> None:
    with translation.override("en"):
        codes = Template("{% load i18n board %}{% square 'T' %}").render(Context())
    assert re.search(r'<span class="square__code">3[PW]</span>', codes)


# Racks and tiles


def test_a_rack_shows_the_unassigned_jolly_by_name() -> None:
    html = render("{% rack letters rules %}", letters="SPIEGA?")
    assert 'aria-label="Leggio: S P I E G A jolly"' in html
    assert html.count("tile--unassigned") == 1
    assert '<span class="tile__letter">jolly</span>' in html


def test_used_tiles_keep_their_letters() -> None:
    html = render("{% rack letters rules used=used %}", letters="SPIEGA?", used=(1, 4))
    assert html.count("tile--used") == 2
    assert html.count("tile__letter") == 7


def test_an_interactive_rack_is_made_of_buttons() -> None:
    html = render("{% rack letters rules interactive=True %}", letters="SPI")
    assert re.findall(r'<button type="button" data-index="(\d)"', html) == ["0", "1", "2"]


def test_a_letter_is_escaped() -> None:
    assert "<x>" not in render("{% tile letter %}", letter="<x>")


# States


@pytest.mark.parametrize(
    ("tag", "words"),
    [
        ('"empty"', "Nessuna giocata. Tocca una casella per cominciare."),
        ('"unsent"', "Questa giocata non è inviata."),
        (
            '"unsent" counted=counted at=at',
            "Questa giocata non è inviata. Vale ancora PIEGA L9, ricevuta alle 15:04:12.",
        ),
        ('"sending"', "Invio in corso. Non ancora ricevuta."),
        (
            '"offline"',
            "Fuori linea. È salvata qui e parte da sola. Se scade il tempo, chiama l’arbitro.",
        ),
        ('"received" at=at', "Ricevuta alle 15:04:12. Puoi sostituirla fino alla chiusura."),
        ('"closed" at=at', "Mano chiusa. Vale quella ricevuta alle 15:04:12."),
        ('"late" at=at late_seconds=4', "In ritardo di 4 s. Arrivata alle 15:04:12: non conta."),
        ('"none"', "Nessuna giocata ricevuta. Vale 0."),
    ],
)
def test_the_words_of_each_slip_state(tag: str, words: str) -> None:
    counted = Move(8, 11, Direction.DOWN, "PIEGA")
    assert text_of(render(f"{{% slip_state {tag} %}}", at=NOW, counted=counted)) == words


def test_only_received_is_filled_green() -> None:
    html = render("{% slip_state_templates %}")
    assert html.count("state--received") == 1
    names = re.findall(r'<template data-slip-template="(\w+)">', html)
    assert names == ["empty", "unsent", "sending", "offline", "received", "closed", "late", "none", "changed"]


def test_an_unknown_state_is_refused() -> None:
    with pytest.raises(TemplateSyntaxError, match="inviata"):
        render('{% slip_state "inviata" %}')


@pytest.mark.parametrize(
    ("state", "left", "shown", "figures", "words"),
    [
        ("plain", 69, "plain", "1:09", "chiude alle 15:05:21"),
        ("plain", 31, "plain", "0:31", "chiude alle 15:04:43"),
        ("plain", 30, "signal", "0:30", "Ultimi 30 secondi chiude alle 15:04:42"),
        ("plain", 0.4, "signal", "0:01", "Ultimi 30 secondi chiude alle 15:04:12"),
        ("plain", 0, "closed", "0:00", "Chiusa alle 15:04:12"),
        ("paused", 24, "paused", "0:24", "In pausa riprende il direttore"),
        ("closed", 24, "closed", "0:00", "Chiusa alle 15:04:36"),
    ],
)
def test_the_clock_says_its_state(state: str, left: float, shown: str, figures: str, words: str) -> None:
    html = render(
        "{% clock state deadline_at=deadline now=now %}",
        state=state,
        now=NOW,
        deadline=NOW + timedelta(seconds=left),
    )
    assert re.search(r' state="(\w+)"', html)[1] == shown
    assert text_of(html) == f"{figures} {words}"
    assert 'server-now="2026-06-06T13:04:12+00:00"' in html


def test_a_pause_stops_the_clock_where_it_was() -> None:
    html = render(
        '{% clock "paused" deadline_at=deadline paused_at=paused now=now %}',
        now=NOW,
        paused=NOW - timedelta(seconds=100),
        deadline=NOW - timedelta(seconds=40),
    )
    assert text_of(html) == "1:00 In pausa riprende il direttore"


def test_the_steps_of_a_turn() -> None:
    html = render('{% turn_steps "CLOSED" %}')
    assert text_of(html) == "EstrattaApertaChiusaArbitrataSvelata"
    assert html.count('class="is-done"') == 2
    assert '<li class="is-now" aria-current="step"><span>Chiusa</span>' in html
    assert text_of(render('{% turn_steps "voided" %}')) == "Annullata"


@pytest.mark.parametrize(
    ("places", "text"),
    [(6, "▲ 6sale di 6 posti"), (-1, "▼ 1scende di 1 posto"), (0, "=stesso posto"), (None, "nuovo")],
)
def test_movement_is_a_sign_a_number_and_words(places: int | None, text: str) -> None:
    assert text_of(render("{% movement places %}", places=places)) == text


def test_verdicts_have_an_icon_and_a_word() -> None:
    html = render('{% verdict_chip "refused" %}')
    assert text_of(html) == "Non ammessa"
    assert "icons.svg#cross" in html


def test_a_share_is_an_attribute_with_a_decimal_point() -> None:
    assert render('{% bar 8.5 100 "8,5%" %}').strip() == (
        '<progress class="bar" max="100" value="8.5" aria-label="8,5%"></progress>'
    )


def test_the_act_asks_twice_or_says_what_it_waits_for() -> None:
    asking = render('{% act "Svela il top" key="Space" confirm="Premi ancora per svelare" %}')
    assert 'data-key="Space" data-confirm-twice' in asking
    assert text_of(asking) == "Svela il top Premi ancora per svelare3 s Spazio"
    blocked = render('{% act "Svela il top" key="Space" blocked="mancano 2 decisioni dell’arbitro" %}')
    assert " disabled>" in blocked
    assert "data-key" not in blocked
    assert text_of(blocked) == "Svela il topmancano 2 decisioni dell’arbitro"
