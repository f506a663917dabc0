"""Word lists as the product knows them: one row an edition, its words in a file that never changes."""

from __future__ import annotations

from pathlib import PurePath

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class EditionStatus(models.TextChoices):
    QUEUED = "queued", _("In attesa")
    IMPORTING = "importing", _("In importazione")
    READY = "ready", _("Pronta")
    FAILED = "failed", _("Non riuscita")


class Language(models.TextChoices):
    ITALIAN = "it", _("Italiano")
    FRENCH = "fr", _("Francese")
    ROMANIAN = "ro", _("Romeno")
    ENGLISH = "en", _("Inglese")


class EditionQuerySet(models.QuerySet["LexiconEdition"]):
    def ready(self) -> EditionQuerySet:
        """Editions with words, also while a replacement is being imported."""
        return self.exclude(file_name="")


class LexiconEdition(models.Model):
    """One edition of a word list.

    `file_name` carries the words' own hash, so an event that opened the file keeps these very words;
    only `lexicon.services` sets it.
    """

    slug = models.SlugField(_("sigla"), max_length=80, unique=True)
    language = models.CharField(_("lingua"), max_length=8, choices=Language)
    name = models.CharField(_("nome"), max_length=120)
    edition = models.CharField(_("edizione"), max_length=60, blank=True)
    is_official = models.BooleanField(
        _("lista ufficiale"),
        default=False,
        help_text=_("Solo se la federazione l'ha adottata; altrimenti ogni schermo la dice non ufficiale."),
    )
    source = models.CharField(_("fonte"), max_length=300, blank=True)

    word_count = models.PositiveIntegerField(_("parole"), default=0, editable=False)
    sha256 = models.CharField(_("impronta SHA-256"), max_length=64, blank=True, editable=False)
    file_name = models.CharField(max_length=120, blank=True, editable=False)

    status = models.CharField(
        _("stato"), max_length=10, choices=EditionStatus, default=EditionStatus.QUEUED, editable=False
    )
    progress = models.PositiveSmallIntegerField(
        _("avanzamento"), default=0, validators=[MaxValueValidator(100)], editable=False
    )
    progress_at = models.DateTimeField(null=True, blank=True, editable=False)
    error_code = models.CharField(max_length=40, blank=True, editable=False)
    error_extra = models.JSONField(default=dict, blank=True, editable=False)
    report = models.JSONField(_("rapporto"), default=dict, blank=True, editable=False)
    # Name of the uploaded file that waits in the incoming folder; empty when none does.
    upload_name = models.CharField(max_length=80, blank=True, editable=False)

    locked_at = models.DateTimeField(_("bloccata dal"), null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("creata il"), auto_now_add=True)
    imported_at = models.DateTimeField(_("importata il"), null=True, blank=True, editable=False)
    imported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        verbose_name=_("importata da"),
    )

    objects = EditionQuerySet.as_manager()

    class Meta:
        verbose_name = _("edizione del lessico")
        verbose_name_plural = _("edizioni del lessico")
        ordering = ("language", "name", "-created_at")

    def __str__(self) -> str:
        return f"{self.name} {self.edition}".strip()

    @property
    def is_ready(self) -> bool:
        return bool(self.file_name)

    @property
    def is_importing(self) -> bool:
        return self.status in {EditionStatus.QUEUED, EditionStatus.IMPORTING}

    @property
    def store_slug(self) -> str:
        """What `lexicon.catalog.open_lexicon` and `lexicon.explain.explain` call this edition's words."""
        return PurePath(self.file_name).stem

    @property
    def official_label(self) -> str:
        return gettext("Lista ufficiale") if self.is_official else gettext("Lista non ufficiale")
