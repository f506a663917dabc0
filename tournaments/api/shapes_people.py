"""Shapes of players, clubs, entries and their devices."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.shapes import ClubShape, Shape
from tournaments.enums import Category


class PlayerShape(Shape):
    id = serializers.IntegerField(source="pk")
    first_name = serializers.CharField()
    last_name = serializers.CharField()
    licence_number = serializers.CharField(allow_null=True)
    club = ClubShape(allow_null=True)
    category = serializers.ChoiceField(choices=Category.choices)
    birth_year = serializers.IntegerField(allow_null=True)


class EntryShape(Shape):
    id = serializers.IntegerField(source="pk")
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.name")
    table_number = serializers.IntegerField()
    club = ClubShape(allow_null=True)
    category = serializers.ChoiceField(choices=Category.choices)
    is_playing = serializers.BooleanField(help_text="in the room and expected to hand in slips")
    is_on_paper = serializers.BooleanField()
    checked_in_at = serializers.DateTimeField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    disqualified_at = serializers.DateTimeField(allow_null=True)
    has_device = serializers.SerializerMethodField(help_text="for officials; null for anybody else")

    def get_has_device(self, entry: Any) -> bool | None:
        return bool(entry.has_device) if self.context.get("is_official") else None


class AssignedTableShape(Shape):
    table = serializers.IntegerField()
    entry = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField(source="entry.player.name")
    table_now = serializers.IntegerField(source="entry.table_number")
    rank = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField(allow_null=True)


class EnrolmentCodeShape(Shape):
    """Shown once: whoever uses it up plays for the entry."""

    entry = serializers.IntegerField()
    code = serializers.CharField()
    link = serializers.CharField()
    qr = serializers.CharField(help_text="the link as an SVG drawing")
    lifetime_seconds = serializers.IntegerField()


class CountShape(Shape):
    count = serializers.IntegerField()


class EntryLineShape(Shape):
    """A turn of a player, as everybody may know it."""

    turn = serializers.IntegerField()
    game = serializers.IntegerField()
    number = serializers.IntegerField()
    word = serializers.CharField(allow_null=True, help_text="null while a contest of the turn is open")
    reference = serializers.CharField(allow_null=True)
    points = serializers.IntegerField()
    top_score = serializers.IntegerField()


class ImportRowShape(Shape):
    line = serializers.IntegerField()
    first_name = serializers.CharField()
    last_name = serializers.CharField()
    licence_number = serializers.CharField(allow_null=True)
    club_name = serializers.CharField()
    category = serializers.CharField()
    birth_year = serializers.IntegerField(allow_null=True)
    outcome = serializers.CharField(help_text="new, changed, known or wrong")
    errors = serializers.ListField(child=serializers.CharField())  # type: ignore[assignment]
    notes = serializers.ListField(child=serializers.CharField())


class ImportShape(Shape):
    """`rows` is the preview; `created` and the rest are there once the import was confirmed."""

    rows = ImportRowShape(many=True)
    ignored_columns = serializers.ListField(child=serializers.CharField())
    created = serializers.IntegerField(allow_null=True)
    changed = serializers.IntegerField(allow_null=True)
    entered = serializers.IntegerField(allow_null=True)
    skipped = serializers.IntegerField(allow_null=True)
