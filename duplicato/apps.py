"""The project's own commands, and the admin site under our own name."""

from axes.apps import AppConfig as AxesConfig
from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig
from django.utils.translation import gettext_lazy as _


class DuplicatoConfig(AppConfig):
    name = "duplicato"


class AdminConfig(DjangoAdminConfig):
    default_site = "duplicato.admin_site.AdminSite"


class AccessConfig(AxesConfig):
    """Axes, which counts failed log-ins, under a name that a director understands."""

    verbose_name = _("Accessi")
