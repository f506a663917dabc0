"""Tokens of integrators: programs of the federation that use the API as an account."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ApiToken(models.Model):
    """Acts as its account. The token is shown once, when it is issued; only its hash is kept."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens", verbose_name=_("utenza")
    )
    name = models.CharField(_("a che cosa serve"), max_length=80)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    issued_at = models.DateTimeField(_("emesso il"), auto_now_add=True)
    revoked_at = models.DateTimeField(_("revocato il"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("chiave dell'API")
        verbose_name_plural = _("chiavi dell'API")
        ordering = ("-issued_at",)

    def __str__(self) -> str:
        return f"{self.name} ({self.user})"
