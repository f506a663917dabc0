"""A refused word tells the player why: the list's sentence with its article, or the ruling that refused it."""

from __future__ import annotations

import pytest

from lexicon import catalog
from lexicon.explain import reasons_path
from lexicon.reasons import Entry, Kind, write_reasons
from tests.factories import italian_words, make_lexicon, officials_of
from tests.tournaments.play import fresh, play, running_game
from tournaments.engine.verdict import Verdict
from tournaments.enums import Decision
from tournaments.models import Turn
from tournaments.services import rulings

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"


def verdict(turn: Turn, table: int) -> Verdict:
    score = turn.scores.select_related("group").get(entry__table_number=table)
    assert score.group is not None
    found = Verdict.from_dict(score.group.verdict)
    assert score.group.article == found.article
    return found


def test_a_word_that_is_in_no_list() -> None:
    game = running_game(lexicon=make_lexicon(italian_words(), slug="zingara"))
    turn = play(game, RACK, {1: "8D CONAREO"})
    said = verdict(turn, 1)
    assert said.message("it") == "0: CONAREO non è ammessa (F14). Non presente nella lista «zingara»."
    assert said.message("en") == "0: CONAREO is not admissible (F14). Not in the list “zingara”."


def test_a_word_whose_refusal_the_list_explains() -> None:
    lexicon = make_lexicon(italian_words())
    kind = Kind("F18-F21", "alterato di {lemma} che non è lemma (F18-F21)", "{lemma} altered", admissible=False)
    write_reasons(
        reasons_path(catalog.store_path(lexicon.slug).stem),
        kinds=[kind],
        lemmas=["corona"],
        words=[Entry("CORONE", 0, 0)],
        hosts=[],
        about={},
    )
    turn = play(running_game(lexicon=lexicon), RACK, {1: "8D CORONE"})
    assert verdict(turn, 1).message("it") == "0: CORONE non è ammessa (F18-F21). Alterato di corona che non è lemma."


def test_a_word_that_a_ruling_of_the_event_refused() -> None:
    game = running_game()
    turn = play(game, RACK, {1: "8D CORNO"})
    arbiter = officials_of(game.event).as_arbiter
    ruling = rulings.preview(
        turn=turn, by=arbiter, words=["corno"], decision=Decision.REFUSE, article="F47", reason="manca nel volume."
    )
    rulings.apply(ruling=ruling, by=arbiter)
    said = verdict(fresh(turn), 1)
    assert said.message("it") == "0: CORNO non è ammessa (F47). Decisione dell'arbitro: manca nel volume."
    assert said.message("en") == "0: CORNO is not admissible (F47). Ruling of the arbiter: manca nel volume."


def test_a_refusal_that_is_not_about_a_word_stays_as_it_is() -> None:
    turn = play(running_game(), RACK, {1: "8D CORZO"})
    assert verdict(turn, 1).message("it") == "0: lettere non disponibili sul leggio: Z (M-duplicate)"
