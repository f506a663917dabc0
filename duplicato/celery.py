"""The Celery app: Redis between processes, or an in-process broker in the embedded product."""

import os
from typing import Any

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duplicato.settings")

app = Celery("duplicato")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.setup_logging.connect
def leave_the_log_alone(**_: Any) -> None:
    """Celery sets no log up where somebody listens here: the settings have done it."""
