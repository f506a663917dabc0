"""An event: the rules it is played by, and how far it is."""

from __future__ import annotations

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.engine.profile import Profile, load_profile
from tournaments.engine.ruleset import RuleSet, load_ruleset
from tournaments.enums import EventState, ProjectorMode


class Event(models.Model):
    name = models.CharField(_("nome"), max_length=160)
    slug = models.SlugField(_("indirizzo"), max_length=80, unique=True)
    venue = models.CharField(_("sede"), max_length=160, blank=True)
    starts_on = models.DateField(_("dal"))
    ends_on = models.DateField(_("al"))
    state = models.CharField(_("stato"), max_length=16, choices=EventState, default=EventState.DRAFT)

    ruleset_slug = models.CharField(_("regolamento"), max_length=40, default="it-figs")
    profile_slug = models.CharField(_("profilo"), max_length=40, default="multiplo")
    profile_overrides = models.JSONField(_("scelte dell'evento"), default=dict, blank=True)
    lexicon = models.ForeignKey(
        "lexicon.LexiconEdition", models.PROTECT, related_name="events", verbose_name=_("lessico")
    )
    notation = models.CharField(
        _("coordinate"),
        max_length=1,
        choices=[("M", "8H / H8"), ("F", "F8 orizz."), ("R", "H7 / 6E")],
        default="M",
    )
    games_planned = models.PositiveSmallIntegerField(
        _("partite"), default=1, validators=[MinValueValidator(1), MaxValueValidator(5)]
    )
    is_double_entry = models.BooleanField(_("doppia lettura della carta"), default=False)
    # The profile as it was when the first turn was drawn: from then on it is the only one that counts.
    locked_rules = models.JSONField(null=True, blank=True, editable=False)
    rules_locked_at = models.DateTimeField(null=True, blank=True, editable=False)

    is_public = models.BooleanField(_("visibile al pubblico"), default=True)
    frozen_turns = models.PositiveSmallIntegerField(_("mani finali con classifica ferma"), default=0)
    is_ceremony_done = models.BooleanField(default=False, editable=False)
    published_at = models.DateTimeField(null=True, blank=True, editable=False)

    message = models.CharField(_("messaggio agli schermi"), max_length=240, blank=True)
    projector_mode = models.CharField(max_length=16, choices=ProjectorMode, default=ProjectorMode.RACK)

    # The log's head: number and hash of its last row, moved only under this row's lock.
    sequence = models.PositiveBigIntegerField(default=0, editable=False)
    log_hash = models.CharField(max_length=64, default="0" * 64, editable=False)

    class Meta:
        verbose_name = _("torneo")
        verbose_name_plural = _("tornei")
        ordering = ("-starts_on", "name")
        # Whoever holds it is federation staff: creates events and appoints their directors (F42).
        permissions = [("appoint_director", _("Può nominare i direttori di gara"))]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")), name="event_ends_after_start"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def are_rules_locked(self) -> bool:
        return self.rules_locked_at is not None

    @property
    def ruleset(self) -> RuleSet:
        return load_ruleset(self.ruleset_slug)

    @property
    def profile(self) -> Profile:
        overrides: dict[str, Any] = (
            self.locked_rules["settings"] if self.locked_rules else self.profile_overrides
        )
        return load_profile(self.profile_slug).with_overrides(overrides)
