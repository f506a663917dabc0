"""What may still happen to an edition: whether it is in use, its lock, its deletion."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from lexicon.errors import LexiconError
from lexicon.models import LexiconEdition
from lexicon.services.files import remove_files


def edition_slug(language: str, name: str, edition: str) -> str:
    return slugify(f"{language}-{name}-{edition}")[:80].strip("-")


def is_in_use(edition: LexiconEdition) -> bool:
    """Locked by an event, or pointed at by any row of any app; this app need not know which."""
    if edition.locked_at is not None:
        return True
    return any(
        relation.related_model._base_manager.filter(**{relation.field.name: edition.pk}).exists()
        for relation in LexiconEdition._meta.related_objects
    )


def lock_edition(edition: LexiconEdition) -> None:
    """From now on the edition stays as it is; an event asks for it at its first draw, once or more often."""
    if not edition.is_ready:
        raise LexiconError("edition_not_ready", edition=str(edition))
    LexiconEdition.objects.filter(pk=edition.pk, locked_at=None).update(locked_at=timezone.now())
    edition.refresh_from_db(fields=["locked_at"])


def editable(edition_id: int) -> LexiconEdition:
    """The row, locked in the database for a change; refused where an event uses it."""
    row = LexiconEdition.objects.select_for_update().get(pk=edition_id)
    if is_in_use(row):
        raise LexiconError("edition_in_use", edition=str(row))
    return row


def describe_edition(edition: LexiconEdition, *, is_official: bool, source: str) -> None:
    """Says where the words come from and whether a federation adopted them; the words stay."""
    with transaction.atomic():
        row = editable(edition.pk)
        row.is_official, row.source = is_official, source
        row.save(update_fields=["is_official", "source"])


def delete_edition(edition: LexiconEdition) -> None:
    """Deletes the row and, once that is certain, its files."""
    with transaction.atomic():
        row = editable(edition.pk)
        store_slug = row.store_slug
        row.delete()
        if store_slug:
            transaction.on_commit(lambda: remove_files(store_slug))
