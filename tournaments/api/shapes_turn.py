"""Shapes of turns: what selectors/turn_sheet.py gives; null is what the caller may not see (yet)."""

from __future__ import annotations

from rest_framework import serializers

from tournaments.api.shapes import MoveShape, Shape
from tournaments.enums import TurnState


class ClockShape(Shape):
    opened_at = serializers.DateTimeField(allow_null=True)
    deadline_at = serializers.DateTimeField(allow_null=True)
    signal_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    turn_seconds = serializers.IntegerField()
    grace_seconds = serializers.IntegerField()
    remaining_seconds = serializers.FloatField(help_text="at `now`")
    now = serializers.DateTimeField()


class TopShape(Shape):
    score = serializers.IntegerField()
    master = MoveShape(allow_null=True, help_text="the move put on the board")
    best_moves = MoveShape(many=True)
    reason = serializers.CharField(help_text="why this one among equals")


class GroupShape(Shape):
    """Identical slips. Without `tables` while their names are not to be shown."""

    id = serializers.IntegerField()
    word = serializers.CharField()
    reference = serializers.CharField()
    score = serializers.IntegerField()
    code = serializers.CharField()
    article = serializers.CharField()
    message = serializers.CharField()
    count = serializers.IntegerField()
    tables = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    verdict = serializers.DictField()


class ScoreShape(Shape):
    entry = serializers.IntegerField()
    table_number = serializers.IntegerField()
    player = serializers.CharField()
    points = serializers.IntegerField()
    move_points = serializers.IntegerField()
    solo_bonus = serializers.IntegerField()
    deduction = serializers.IntegerField()
    code = serializers.CharField()
    is_top = serializers.BooleanField()
    is_solo = serializers.BooleanField()
    has_bonus = serializers.BooleanField()
    has_warning = serializers.BooleanField()
    group = serializers.IntegerField(allow_null=True)


class RoomTurnShape(Shape):
    """A turn as the room needs it: no verdicts."""

    id = serializers.IntegerField()
    game = serializers.IntegerField(help_text="number of the game")
    number = serializers.IntegerField()
    ordinal = serializers.IntegerField()
    state = serializers.ChoiceField(choices=TurnState.choices)
    board = serializers.ListField(
        child=serializers.CharField(), help_text="15 rows of 15 before the turn's move; `.` is empty"
    )
    board_after = serializers.ListField(child=serializers.CharField(), allow_null=True)
    rack = serializers.CharField(allow_null=True, help_text="`?` is a jolly")
    clock = ClockShape(allow_null=True)
    is_search_ready = serializers.BooleanField(allow_null=True)
    slip_count = serializers.IntegerField(allow_null=True, help_text="tables that handed something in")
    missing_tables = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    top = TopShape(allow_null=True)


class TurnShape(RoomTurnShape):
    groups = GroupShape(many=True, allow_null=True)
    scores = ScoreShape(many=True, allow_null=True)


class TurnLineShape(Shape):
    """A turn in the list of them."""

    id = serializers.IntegerField()
    game = serializers.IntegerField()
    number = serializers.IntegerField()
    ordinal = serializers.IntegerField()
    state = serializers.ChoiceField(choices=TurnState.choices)
    rack = serializers.CharField(allow_null=True)
    opened_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    revealed_at = serializers.DateTimeField(allow_null=True)
    top_score = serializers.IntegerField(allow_null=True)
    master = MoveShape(allow_null=True)


class ColumnShape(Shape):
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    count = serializers.IntegerField()
    is_top = serializers.BooleanField()


class PlayedShape(Shape):
    move = MoveShape()
    count = serializers.IntegerField()


class TurnStatisticsShape(Shape):
    """What the room did in a revealed turn, without names."""

    players = serializers.IntegerField()
    found_top = serializers.IntegerField()
    mean = serializers.FloatField()
    zeros = serializers.IntegerField()
    distribution = ColumnShape(many=True)
    played = PlayedShape(many=True)
