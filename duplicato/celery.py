"""The Celery app: Redis between processes, or an in-process broker in the embedded product."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duplicato.settings")

app = Celery("duplicato")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
