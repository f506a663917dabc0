"""Shapes of answers that several addresses share."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class Shape(serializers.Serializer[Any]):
    """What an answer looks like."""


class RefusalShape(Shape):
    """Every refusal: a stable code for programs, a sentence in the caller's language, and its details."""

    code = serializers.CharField()
    message = serializers.CharField()
    extra = serializers.DictField()


class ClubShape(Shape):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    city = serializers.CharField()


class MoveShape(Shape):
    row = serializers.IntegerField(help_text="from 0")
    col = serializers.IntegerField(help_text="from 0")
    direction = serializers.CharField()
    word = serializers.CharField(help_text="a small letter is a jolly")
    score = serializers.IntegerField()
    reference = serializers.CharField(help_text="in the event's notation")
    text = serializers.CharField(help_text="as it is read out, jollies in brackets")
