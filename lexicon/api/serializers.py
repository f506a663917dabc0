"""Shapes of the lexicon's API: what may be asked, and what is answered."""

from __future__ import annotations

from rest_framework import serializers

from lexicon import queries
from lexicon.models import LexiconEdition


class EditionSerializer(serializers.ModelSerializer[LexiconEdition]):
    official_label = serializers.CharField(read_only=True)

    class Meta:
        model = LexiconEdition
        fields = (
            "slug",
            "language",
            "name",
            "edition",
            "is_official",
            "official_label",
            "source",
            "word_count",
            "sha256",
            "status",
            "imported_at",
        )


class ErrorSerializer(serializers.Serializer[None]):
    code = serializers.CharField()
    message = serializers.CharField()
    extra = serializers.DictField()


class _Question(serializers.Serializer[None]):
    edition = serializers.CharField(required=False, default="", max_length=80)


class WordQuestion(_Question):
    word = serializers.CharField(max_length=60)


class PatternQuestion(_Question):
    pattern = serializers.CharField(max_length=60)


class RackQuestion(_Question):
    rack = serializers.CharField(max_length=60)
    shorter = serializers.BooleanField(required=False, default=False)


class LengthQuestion(_Question):
    length = serializers.IntegerField(min_value=2, max_value=15)


class ExplanationSerializer(serializers.Serializer[None]):
    edition = serializers.CharField()
    word = serializers.CharField()
    admissible = serializers.BooleanField()
    article = serializers.CharField()
    lemma = serializers.CharField(allow_null=True)
    reason = serializers.CharField()


class FoundSerializer(serializers.Serializer[queries.Found]):
    edition = serializers.CharField()
    words = serializers.ListField(child=serializers.CharField())
    is_cut = serializers.BooleanField()


class HooksSerializer(serializers.Serializer[queries.Hooks]):
    edition = serializers.CharField()
    word = serializers.CharField()
    front = serializers.CharField()
    back = serializers.CharField()
