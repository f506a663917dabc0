"""Games and their turns."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.engine.board import Board
from tournaments.enums import GameState, RackSource, SearchState, TurnState
from tournaments.models.event import Event


class Game(models.Model):
    """One game of an event. Its row is the lock of every act on its turns."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(_("partita"))
    state = models.CharField(_("stato"), max_length=16, choices=GameState, default=GameState.PLANNED)
    rack_source = models.CharField(_("leggii"), max_length=16, choices=RackSource, default=RackSource.SEEDED)
    # The seed is secret until the last turn is revealed; the commitment is public before the first.
    seed = models.CharField(max_length=64, blank=True, editable=False)
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    phrase = models.CharField(_("frase pubblica"), max_length=200, blank=True)
    prepared = models.JSONField(null=True, blank=True, editable=False)
    # A draw that was asked for and not made yet: what the sweeper hands to the worker again.
    draw_requested_at = models.DateTimeField(null=True, blank=True, editable=False)
    draw_requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    # Where the arbiter, asked by the profile, let the game go on with one vowel and one consonant: from this turn.
    relaxed_from = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    end_reason = models.CharField(max_length=40, blank=True)

    class Meta:
        verbose_name = _("partita")
        verbose_name_plural = _("partite")
        ordering = ("event", "number")
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="game_number_once")]

    def __str__(self) -> str:
        return f"{self.event}, {_('partita')} {self.number}"


class TurnQuerySet(models.QuerySet["Turn"]):
    def valid(self) -> TurnQuerySet:
        return self.exclude(state=TurnState.VOIDED)

    def revealed(self) -> TurnQuerySet:
        return self.filter(state=TurnState.REVEALED)


class Turn(models.Model):
    """One turn. What the top is stands in another table, so that no read of a turn can leak it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="turns")
    # `ordinal` counts every turn of the game; `number` is the one people say, used again after a void.
    ordinal = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(_("mano"))
    state = models.CharField(_("stato"), max_length=16, choices=TurnState, default=TurnState.DRAWN)
    board = models.TextField(help_text="15 lines of 15, before the turn's master move")
    rack = models.CharField(_("leggio"), max_length=8)
    bag = models.CharField(max_length=400, help_text="every tile left in the bag once this rack is drawn")
    rejected = models.JSONField(default=list, blank=True)
    draw = models.JSONField(default=dict, blank=True, help_text="attempts, minimum, relaxed, notes")

    # Which opening the clock and the slips belong to: undoing an opening voids the slips of that one.
    opening = models.PositiveSmallIntegerField(default=0)
    drawn_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    deadline_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    adjudicated_at = models.DateTimeField(null=True, blank=True)
    revealed_at = models.DateTimeField(null=True, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)

    search_state = models.CharField(max_length=16, choices=SearchState, default=SearchState.PENDING)
    # How many slips in time the verdicts take in. They are only ever added, so fewer than there are means work to do.
    scored_slips = models.PositiveIntegerField(null=True, blank=True)

    objects = TurnQuerySet.as_manager()

    class Meta:
        verbose_name = _("mano")
        verbose_name_plural = _("mani")
        ordering = ("game", "ordinal")
        constraints = [
            models.UniqueConstraint(fields=["game", "ordinal"], name="turn_ordinal_once"),
            models.UniqueConstraint(
                fields=["game", "number"], condition=~models.Q(state="voided"), name="turn_number_once"
            ),
            models.UniqueConstraint(
                fields=["game"],
                condition=models.Q(state__in=["drawn", "open", "closed", "adjudicated"]),
                name="turn_one_in_play",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}, {_('mano')} {self.number}"

    @property
    def board_before(self) -> Board:
        return Board(self.board.split("\n"))


class Top(models.Model):
    """What the worker found for a turn: sealed from the draw until the close."""

    turn = models.OneToOneField(Turn, models.CASCADE, related_name="top")
    # Every best move, then the one put on the board: {"row","col","direction","word","score"}.
    best_moves = models.JSONField(default=list)
    master = models.JSONField(null=True)
    score = models.PositiveIntegerField(default=0)
    reason = models.JSONField(default=dict, help_text="why this one among equals, {it, en}")
    found_at = models.DateTimeField()
    search_seconds = models.FloatField(default=0)
    # Number of rulings in force when it was searched: a later ruling makes it stale.
    overlay_size = models.PositiveIntegerField(default=0)
