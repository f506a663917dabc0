"""What happens inside an installation's own process: `manage.py shell -c "from tests.serving import scenario; …"`."""

from __future__ import annotations

from tests.factories import make_lexicon
from tests.tournaments import play
from tournaments.enums import RackSource

SLUG = "prova"
TABLES = (1, 2, 3, 4)


def make_played_event() -> None:
    """A game with two turns played to the reveal, and a third one open with two slips in."""
    words = make_lexicon(slug="parole")
    game = play.running_game(players=len(TABLES), rack_source=RackSource.SEEDED, slug=SLUG, lexicon=words)
    for _ in range(2):
        turn = play.open_turn(game)
        for entry in game.event.entries.all():
            play.hand_in(turn, entry, f"8{'DEFG'[entry.table_number - 1]} CASA")
        play.reveal(play.close(turn))
    turn = play.open_turn(game)
    for entry in game.event.entries.order_by("table_number")[:2]:
        play.hand_in(turn, entry, "8D RETE")

