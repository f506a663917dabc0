"""The Celery app: Redis between processes, or an in-process broker in the embedded product."""

import os

from celery import Celery
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duplicato.settings")

app = Celery("duplicato")
app.config_from_object("django.conf:settings", namespace="CELERY")
if settings.CELERY_BROKER_URL.startswith("memory:"):
    app.conf.broker_transport_options = {"polling_interval": 0.05}
app.autodiscover_tasks()
