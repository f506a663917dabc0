"""The event's log: append-only, numbered without gaps, each row bound to the one before."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import ActorKind
from tournaments.models.entry import Device, Entry
from tournaments.models.event import Event
from tournaments.models.game import Game, Turn


class LogRow(models.Model):
    event = models.ForeignKey(Event, models.CASCADE, related_name="log")
    sequence = models.PositiveBigIntegerField(_("numero"))
    at = models.DateTimeField()
    act = models.CharField(max_length=40)
    actor_kind = models.CharField(max_length=8, choices=ActorKind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    device = models.ForeignKey(Device, models.PROTECT, null=True, blank=True, related_name="+")
    game = models.ForeignKey(Game, models.CASCADE, null=True, blank=True, related_name="log")
    turn = models.ForeignKey(Turn, models.CASCADE, null=True, blank=True, related_name="log")
    reason = models.CharField(max_length=400, blank=True)
    # What the act changed and, for acts of play, what `engine.replay` folds over.
    payload = models.JSONField(default=dict)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("riga del registro")
        verbose_name_plural = _("registro")
        ordering = ("event", "sequence")
        constraints = [models.UniqueConstraint(fields=["event", "sequence"], name="log_sequence_once")]
