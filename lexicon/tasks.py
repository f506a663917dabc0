"""Celery: ids in, service call out."""

from django.utils import timezone

from duplicato.celery import app
from lexicon import services


@app.task(name="lexicon.import_upload")
def import_upload(edition_id: int) -> None:
    services.run_import(edition_id)


@app.task(name="lexicon.resume_imports")
def resume_imports() -> None:
    """For the sweeper: imports whose worker died are sent again."""
    services.resume_stalled_imports(timezone.now())
