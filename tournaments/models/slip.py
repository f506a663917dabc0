"""Slips, the groups they are judged in, and what each entry scored."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import SlipSource
from tournaments.models.entry import Device, Entry
from tournaments.models.game import Turn


class Slip(models.Model):
    """One version of a slip, never changed once written; which one counts is derived.

    A retry carries the same client key and is the same row. Of an entry's versions that came in time
    the highest revision counts, then the latest receipt.
    """

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="slips")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="slips")
    opening = models.PositiveSmallIntegerField(default=1)
    client_key = models.UUIDField(default=uuid.uuid4, unique=True)
    revision = models.PositiveIntegerField(default=1)
    source = models.CharField(max_length=8, choices=SlipSource)
    # What was written, kept as it came: the engine reads it.
    word = models.CharField(_("parola"), max_length=60, blank=True)
    reference = models.CharField(_("riferimento"), max_length=20, blank=True)
    declared_score = models.PositiveSmallIntegerField(_("punti dichiarati"), null=True, blank=True)
    received_at = models.DateTimeField(db_index=True)
    late_by_ms = models.PositiveIntegerField(default=0, help_text="0: in time")
    device = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="slips")
    # Paper: who typed it, and which reading of the same paper it is (1, 2, or 3 where the first two differ).
    typed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    reading = models.PositiveSmallIntegerField(default=1)
    # An arbiter's corrected reading of a slip supersedes the one it corrects.
    corrects = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="corrections")
    reason = models.CharField(max_length=240, blank=True)

    class Meta:
        verbose_name = _("bollettino")
        verbose_name_plural = _("bollettini")
        ordering = ("turn", "entry", "revision", "received_at", "pk")
        indexes = [models.Index(fields=["turn", "entry"], name="slip_turn_entry")]

    def __str__(self) -> str:
        return f"{self.entry} · {self.turn}"

    @property
    def is_late(self) -> bool:
        return self.late_by_ms > 0


class SlipGroup(models.Model):
    """Identical slips of a turn, judged once."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="groups")
    key = models.CharField(
        max_length=120,
        help_text="what makes slips identical: folded word, reference, declared where it matters",
    )
    verdict = models.JSONField()
    code = models.CharField(max_length=40)
    article = models.CharField(max_length=40, blank=True)
    score = models.IntegerField()
    move = models.CharField(max_length=40, blank=True)
    judged_at = models.DateTimeField()

    class Meta:
        ordering = ("turn", "-score", "key")
        constraints = [models.UniqueConstraint(fields=["turn", "key"], name="group_key_once")]


class TurnScore(models.Model):
    """What an entry got for a turn: the only thing that standings add up."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="scores")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="scores")
    slip = models.ForeignKey(Slip, models.PROTECT, null=True, blank=True, related_name="+")
    group = models.ForeignKey(SlipGroup, models.SET_NULL, null=True, blank=True, related_name="scores")
    # points = move + bonus − deduction, never below zero through a deduction.
    points = models.IntegerField()
    move_points = models.IntegerField(default=0)
    solo_bonus = models.IntegerField(default=0)
    deduction = models.IntegerField(default=0)
    code = models.CharField(max_length=40, default="ok", help_text="ok, none, late, or the verdict's code")
    is_top = models.BooleanField(default=False)
    is_solo = models.BooleanField(default=False)
    has_bonus = models.BooleanField(default=False, help_text="all seven tiles")
    warning = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["turn", "entry"], name="score_once")]
