"""Shapes of slips, receipts and verdicts."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.shapes import Shape
from tournaments.engine.notation import format_reference
from tournaments.models import Contest, Slip
from tournaments.selectors.score_sheet import SheetLine


class ReceiptShape(Shape):
    """Given only after the slip is stored for good."""

    client_key = serializers.UUIDField()
    turn = serializers.IntegerField(source="turn_id")
    revision = serializers.IntegerField()
    word = serializers.CharField()
    reference = serializers.CharField()
    received_at = serializers.DateTimeField()
    is_late = serializers.BooleanField()
    late_by_ms = serializers.IntegerField()


class SlipVersionShape(serializers.ModelSerializer[Slip]):
    is_late = serializers.BooleanField()

    class Meta:
        model = Slip
        fields = (
            "id", "client_key", "revision", "source", "word", "reference", "declared_score", "received_at", "is_late",
            "late_by_ms",
        )  # fmt: skip
        read_only_fields = fields


class OwnSlipShape(Shape):
    """What the server has of this table: the slip that counts, and the last one that came late."""

    counted = SlipVersionShape(allow_null=True)
    late = SlipVersionShape(allow_null=True)
    revision = serializers.IntegerField(help_text="the highest so far; 0 before the first")


class TableSlipShape(SlipVersionShape):
    """A slip by name: officials from the close, everybody from the reveal."""

    entry = serializers.IntegerField(source="entry_id")
    table_number = serializers.IntegerField(source="entry.table_number")
    player = serializers.CharField(source="entry.player.name")

    class Meta(SlipVersionShape.Meta):
        fields = (  # type: ignore[assignment]
            "id", "entry", "table_number", "player", "revision", "source", "word", "reference", "declared_score",
            "received_at", "is_late", "late_by_ms", "corrects", "reason",
        )  # fmt: skip
        read_only_fields = fields  # type: ignore[assignment]


class PaperReceiptShape(Shape):
    id = serializers.IntegerField(source="pk")
    entry = serializers.IntegerField(source="entry_id")
    table_number = serializers.IntegerField(source="entry.table_number")
    reading = serializers.IntegerField()
    received_at = serializers.DateTimeField()


class ReadingShape(Shape):
    id = serializers.IntegerField(source="pk")
    reading = serializers.IntegerField()
    word = serializers.CharField()
    reference = serializers.CharField()
    declared_score = serializers.IntegerField(allow_null=True)
    typed_by = serializers.CharField(source="typed_by.username", default=None, allow_null=True)


class MismatchShape(Shape):
    """A paper slip whose readings differ, or that waits for its second one."""

    entry = serializers.IntegerField(source="entry.pk")
    table_number = serializers.IntegerField()
    player = serializers.CharField(source="entry.player.name")
    is_waiting = serializers.BooleanField()
    readings = ReadingShape(many=True)


class WordLineShape(Shape):
    word = serializers.CharField()
    details = serializers.ListField(child=serializers.CharField())
    points = serializers.IntegerField(allow_null=True)
    article = serializers.CharField()
    is_refused = serializers.BooleanField()


class PlaceShape(Shape):
    total = serializers.IntegerField()
    percent = serializers.FloatField()
    below_top = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True)
    earlier_rank = serializers.IntegerField(allow_null=True)
    moved = serializers.IntegerField(allow_null=True)


class ContestShape(serializers.ModelSerializer[Contest]):
    turn = serializers.IntegerField(source="turn_id")
    entry = serializers.IntegerField(source="entry_id")
    words = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Contest
        fields = ("id", "turn", "entry", "subject", "words", "text", "wants_panel", "state", "opened_at", "decided_at")
        read_only_fields = fields


class OwnVerdictShape(Shape):
    """A player's own verdict on a revealed turn."""

    turn = serializers.IntegerField(source="turn.pk")
    number = serializers.IntegerField(source="turn.number")
    points = serializers.SerializerMethodField()
    code = serializers.SerializerMethodField()
    is_refused = serializers.BooleanField()
    slip = SlipVersionShape(allow_null=True)
    lines = WordLineShape(many=True)
    refusal = serializers.CharField()
    reasons = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())
    articles = serializers.CharField()
    top_score = serializers.IntegerField(source="top.score")
    top_finders = serializers.IntegerField(source="top.finders")
    players = serializers.IntegerField(source="top.players")
    place = PlaceShape(allow_null=True)
    contests = ContestShape(many=True)
    contestable = serializers.ListField(child=serializers.CharField())
    slip_words = serializers.ListField(child=serializers.CharField(), help_text="what a contest of the slip may name")

    def get_points(self, own: Any) -> int:
        return own.score.points if own.score is not None else 0

    def get_code(self, own: Any) -> str:
        return own.score.code if own.score is not None else "absent"


class SheetLineShape(Shape):
    number = serializers.IntegerField()
    word = serializers.SerializerMethodField()
    reference = serializers.SerializerMethodField()
    points = serializers.IntegerField(source="score.points")
    code = serializers.CharField(source="score.code")
    is_top = serializers.BooleanField(source="score.is_top")
    is_solo = serializers.BooleanField(source="score.is_solo")
    article = serializers.CharField()
    top_score = serializers.IntegerField()
    total = serializers.IntegerField()

    def get_word(self, line: SheetLine) -> str:
        return line.move.word if line.move is not None else line.text

    def get_reference(self, line: SheetLine) -> str:
        return format_reference(line.move, self.context["notation"]) if line.move is not None else ""


class GameSheetShape(Shape):
    game = serializers.IntegerField(source="game.number")
    total = serializers.IntegerField()
    top_total = serializers.IntegerField()
    lines = SheetLineShape(many=True)
