"""Entries, the devices they play on, and the officials."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import Category, OfficeKind
from tournaments.models.event import Event
from tournaments.models.people import Club, Player

# Numbers above it are only used for a moment, while tables change places.
MAX_TABLE = 9999


class Entry(models.Model):
    """A player in an event. Club and category are those of the day, whatever changes later."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries", verbose_name=_("torneo"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries", verbose_name=_("giocatore"))
    table_number = models.PositiveSmallIntegerField(
        _("tavolo"), validators=[MinValueValidator(1), MaxValueValidator(MAX_TABLE)]
    )
    club = models.ForeignKey(
        Club, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("circolo")
    )
    category = models.CharField(_("categoria"), max_length=16, choices=Category, default=Category.OPEN)
    is_on_paper = models.BooleanField(_("gioca su carta"), default=False)
    checked_in_at = models.DateTimeField(_("presente dal"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("ritirato il"), null=True, blank=True)
    disqualified_at = models.DateTimeField(_("squalificato il"), null=True, blank=True)

    class Meta:
        verbose_name = _("iscrizione")
        verbose_name_plural = _("iscrizioni")
        ordering = ("table_number",)
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entry_player_once"),
            models.UniqueConstraint(fields=["event", "table_number"], name="entry_table_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_number} · {self.player}"

    @property
    def is_playing(self) -> bool:
        """In the room and expected to hand in slips."""
        return self.checked_in_at is not None and self.withdrawn_at is None and self.disqualified_at is None


class Device(models.Model):
    """A tablet or phone that plays for one entry; at most one lives at a time."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="devices")
    token_hash = models.CharField(max_length=64, unique=True)
    enrolled_at = models.DateTimeField(auto_now_add=True)
    last_seen_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    user_agent = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=models.Q(revoked_at=None), name="device_one_live"
            )
        ]


class EnrolmentCode(models.Model):
    """The one-time code behind a table's QR; only its hash is kept."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="enrolment_codes")
    code_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)


class Office(models.Model):
    """An office held in an event (F42–F45). The panel's three are entries; the others are staff accounts.

    An arbiter who plays has both: the account that rules and the entry that plays.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="offices")
    kind = models.CharField(_("ufficio"), max_length=16, choices=OfficeKind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="offices"
    )
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="offices")
    appointed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    appointed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("ufficiale")
        verbose_name_plural = _("ufficiali")
        ordering = ("kind", "appointed_at", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "kind"],
                condition=models.Q(ended_at=None, kind__in=["director", "arbiter"]),
                name="office_one_director_one_arbiter",
            ),
            models.UniqueConstraint(
                fields=["event", "entry"],
                condition=models.Q(ended_at=None, kind="panel"),
                name="office_panel_member_once",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="panel", entry__isnull=False)
                | (~models.Q(kind="panel") & models.Q(user__isnull=False)),
                name="office_held_by_the_right_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user or self.entry}"
