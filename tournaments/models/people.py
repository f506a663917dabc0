"""Clubs and players: who exists, whatever event they enter."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from tournaments.enums import Category


class Club(models.Model):
    name = models.CharField(_("nome"), max_length=120)
    city = models.CharField(_("città"), max_length=80, blank=True)

    class Meta:
        verbose_name = _("circolo")
        verbose_name_plural = _("circoli")
        ordering = ("name",)
        constraints = [models.UniqueConstraint(Lower("name"), name="club_name_unique")]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    first_name = models.CharField(_("nome"), max_length=80)
    last_name = models.CharField(_("cognome"), max_length=80)
    licence_number = models.CharField(
        _("numero di tessera"), max_length=32, null=True, blank=True, unique=True
    )
    club = models.ForeignKey(
        Club, models.PROTECT, null=True, blank=True, related_name="players", verbose_name=_("circolo")
    )
    category = models.CharField(_("categoria"), max_length=16, choices=Category, default=Category.OPEN)
    birth_year = models.PositiveSmallIntegerField(_("anno di nascita"), null=True, blank=True)

    class Meta:
        verbose_name = _("giocatore")
        verbose_name_plural = _("giocatori")
        ordering = ("last_name", "first_name", "pk")

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()
