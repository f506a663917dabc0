"""The project's own commands, and the admin site under our own name."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig


class DuplicatoConfig(AppConfig):
    name = "duplicato"


class AdminConfig(DjangoAdminConfig):
    default_site = "duplicato.admin_site.AdminSite"
