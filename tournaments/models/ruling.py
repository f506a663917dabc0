"""Contests, opinions, rulings, the event's own words, and discipline."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import ContestState, ContestSubject, DecidedBy, Decision, RulingState, SanctionKind
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.game import Turn


class Contest(models.Model):
    """A player's objection to a verdict (F28–F29): only the words expressly contested."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="contests")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="contests")
    subject = models.CharField(max_length=8, choices=ContestSubject)
    words = models.JSONField(default=list)
    text = models.CharField(_("motivo"), max_length=400, blank=True)
    wants_panel = models.BooleanField(default=False)
    state = models.CharField(max_length=16, choices=ContestState, default=ContestState.OPEN)
    opened_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("opened_at", "pk")
        constraints = [models.UniqueConstraint(fields=["turn", "entry", "subject"], name="contest_once")]


class Question(models.Model):
    """What the arbiter asks the panel about words of a turn (F45)."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="questions")
    words = models.JSONField()
    contest = models.ForeignKey(Contest, models.SET_NULL, null=True, blank=True, related_name="questions")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)


class Opinion(models.Model):
    question = models.ForeignKey(Question, models.CASCADE, related_name="opinions")
    member = models.ForeignKey(Entry, models.PROTECT, related_name="opinions")
    decision = models.CharField(max_length=8, choices=Decision)
    reason = models.CharField(max_length=400, blank=True)
    given_at = models.DateTimeField()

    class Meta:
        ordering = ("given_at", "pk")
        constraints = [models.UniqueConstraint(fields=["question", "member"], name="opinion_once")]


class Ruling(models.Model):
    """Words admitted or refused for the event: first a preview, then applied or dropped."""

    turn = models.ForeignKey(Turn, models.PROTECT, related_name="rulings")
    contest = models.ForeignKey(Contest, models.SET_NULL, null=True, blank=True, related_name="rulings")
    question = models.ForeignKey(Question, models.SET_NULL, null=True, blank=True, related_name="rulings")
    words = models.JSONField()
    decision = models.CharField(max_length=8, choices=Decision)
    article = models.CharField(max_length=40)
    reason = models.CharField(max_length=400)
    decided_by = models.CharField(max_length=8, choices=DecidedBy, default=DecidedBy.ARBITER)
    state = models.CharField(max_length=8, choices=RulingState, default=RulingState.PREVIEW)
    preview = models.JSONField(default=dict)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True, blank=True)
    # After play has gone on (F32) only director and arbiter together may still apply one.
    is_override = models.BooleanField(default=False)
    overridden_with = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ("made_at", "pk")


class OverlayWord(models.Model):
    """A word that the event's rulings decided, asked before the lexicon."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="overlay_words")
    word = models.CharField(max_length=15)
    is_admitted = models.BooleanField()
    article = models.CharField(max_length=40)
    ruling = models.ForeignKey(Ruling, models.PROTECT, related_name="overlay_words")
    decided_at = models.DateTimeField()

    class Meta:
        ordering = ("word",)
        constraints = [models.UniqueConstraint(fields=["event", "word"], name="overlay_word_once")]


class Sanction(models.Model):
    """Warnings, penalties and disqualifications given by the arbiter, each with its reason."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="sanctions")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="sanctions")
    turn = models.ForeignKey(Turn, models.PROTECT, null=True, blank=True, related_name="sanctions")
    kind = models.CharField(max_length=20, choices=SanctionKind)
    points = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=400)
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    given_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("given_at", "pk")
