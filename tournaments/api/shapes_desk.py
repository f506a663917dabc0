"""Shapes of the desk: questions, opinions, rulings, sanctions, the event's words, the log."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.shapes import Shape
from tournaments.enums import DecidedBy, Decision, RulingState, SanctionKind
from tournaments.models import Question


class OpinionShape(Shape):
    member = serializers.IntegerField(source="member_id")
    name = serializers.CharField(source="member.player.name")
    decision = serializers.ChoiceField(choices=Decision.choices)
    reason = serializers.CharField()
    given_at = serializers.DateTimeField()


class QuestionShape(Shape):
    """What the panel was asked. Officials see every opinion, a panel member their own."""

    id = serializers.IntegerField(source="pk")
    turn = serializers.IntegerField(source="turn_id")
    words = serializers.ListField(child=serializers.CharField())
    contest = serializers.IntegerField(source="contest_id", allow_null=True)
    asked_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    opinions = serializers.SerializerMethodField()

    def get_opinions(self, question: Question) -> list[dict[str, Any]]:
        given = list(question.opinions.all())
        if not self.context.get("is_official"):
            given = [opinion for opinion in given if opinion.member_id == self.context.get("member")]
        return list(OpinionShape(given, many=True).data)


class RulingShape(Shape):
    id = serializers.IntegerField(source="pk")
    turn = serializers.IntegerField(source="turn_id")
    words = serializers.ListField(child=serializers.CharField())
    decision = serializers.ChoiceField(choices=Decision.choices)
    article = serializers.CharField()
    reason = serializers.CharField()
    decided_by = serializers.ChoiceField(choices=DecidedBy.choices)
    state = serializers.ChoiceField(choices=RulingState.choices)
    contest = serializers.IntegerField(source="contest_id", allow_null=True)
    question = serializers.IntegerField(source="question_id", allow_null=True)
    made_at = serializers.DateTimeField()
    applied_at = serializers.DateTimeField(allow_null=True)
    is_override = serializers.BooleanField()
    preview = serializers.SerializerMethodField(
        help_text="slips that change, ranks that move, whether the top changes; for officials, null for anybody else"
    )

    def get_preview(self, ruling: Any) -> dict[str, Any] | None:
        return ruling.preview if self.context.get("is_official") else None


class SanctionShape(Shape):
    id = serializers.IntegerField(source="pk")
    entry = serializers.IntegerField(source="entry_id")
    turn = serializers.IntegerField(source="turn_id", allow_null=True)
    kind = serializers.ChoiceField(choices=SanctionKind.choices)
    points = serializers.IntegerField()
    reason = serializers.CharField()
    given_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)


class EventWordShape(Shape):
    """A word that a ruling of this event decided."""

    word = serializers.CharField()
    is_admitted = serializers.BooleanField()
    article = serializers.CharField()
    ruling = serializers.IntegerField(source="ruling_id")
    reason = serializers.CharField(source="ruling.reason")
    decided_at = serializers.DateTimeField()


class LogRowShape(Shape):
    """`payload` is null, and `reason` empty, while the turn that they tell of is not the caller's to know."""

    sequence = serializers.IntegerField()
    at = serializers.DateTimeField()
    act = serializers.CharField()
    actor_kind = serializers.CharField()
    user = serializers.CharField(allow_null=True)
    entry = serializers.IntegerField(allow_null=True)
    game = serializers.IntegerField(allow_null=True)
    turn = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    payload = serializers.DictField(allow_null=True)
    previous_hash = serializers.CharField()
    hash = serializers.CharField()


class TokenShape(Shape):
    id = serializers.IntegerField(source="pk")
    username = serializers.CharField(source="user.username")
    name = serializers.CharField()
    issued_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)


class IssuedTokenShape(TokenShape):
    token = serializers.CharField(help_text="shown once")
