"""Shapes of events, their games, and the room as it is now."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.shapes import ClubShape, Shape
from tournaments.api.shapes_slip import OwnSlipShape
from tournaments.api.shapes_turn import RoomTurnShape
from tournaments.engine.prepared import read_prepared_game
from tournaments.enums import EventState, GameState, OfficeKind, ProjectorMode, RackSource
from tournaments.models import Event, Game, Office
from tournaments.selectors.visibility import Role


class LexiconShape(Shape):
    slug = serializers.CharField()
    name = serializers.CharField()
    language = serializers.CharField()
    sha256 = serializers.CharField()
    is_official = serializers.BooleanField()


class EventShape(Shape):
    slug = serializers.SlugField()
    name = serializers.CharField()
    venue = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    state = serializers.ChoiceField(choices=EventState.choices)
    ruleset_slug = serializers.CharField()
    profile_slug = serializers.CharField()
    profile_overrides = serializers.DictField()
    settings = serializers.SerializerMethodField(help_text="every setting of the profile, as it is in force")
    lexicon = LexiconShape()
    notation = serializers.CharField()
    games_planned = serializers.IntegerField()
    is_double_entry = serializers.BooleanField()
    is_public = serializers.BooleanField()
    frozen_turns = serializers.IntegerField()
    rules_locked_at = serializers.DateTimeField(allow_null=True)
    published_at = serializers.DateTimeField(allow_null=True)
    message = serializers.CharField()
    projector_mode = serializers.ChoiceField(choices=ProjectorMode.choices)
    sequence = serializers.IntegerField(help_text="number of the log's last row")

    def get_settings(self, event: Event) -> dict[str, Any]:
        return event.profile.settings()


class GameShape(Shape):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=GameState.choices)
    rack_source = serializers.ChoiceField(choices=RackSource.choices)
    commitment = serializers.CharField(help_text="SHA-256, public before turn 1")
    phrase = serializers.CharField()
    seal = serializers.SerializerMethodField(help_text="of a sealed prepared game, public before turn 1; else empty")
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    end_reason = serializers.CharField()
    draw_requested_at = serializers.DateTimeField(allow_null=True)
    turn_count = serializers.IntegerField(default=0, help_text="valid turns")

    def get_seal(self, game: Game) -> str:
        is_sealed = game.rack_source == RackSource.PREPARED and game.prepared
        return read_prepared_game(game.prepared).seal() if is_sealed else ""


class SeatShape(Shape):
    """Whose device asks."""

    entry = serializers.IntegerField()
    table = serializers.IntegerField()
    name = serializers.CharField()
    is_playing = serializers.BooleanField()
    slip = OwnSlipShape(allow_null=True)
    open_questions = serializers.IntegerField(help_text="waiting for this panel member's opinion")


class NowShape(Shape):
    """The room as the caller may see it: what a tablet or a bot polls."""

    event = serializers.SlugField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=EventState.choices)
    role = serializers.ChoiceField(choices=[(role.value, role.value) for role in Role])
    sequence = serializers.IntegerField()
    server_time = serializers.DateTimeField()
    message = serializers.CharField()
    projector_mode = serializers.ChoiceField(choices=ProjectorMode.choices)
    game = GameShape(allow_null=True)
    phase = serializers.CharField(help_text="state of the turn in play; `none` before the first draw")
    turn = RoomTurnShape(allow_null=True)
    seat = SeatShape(allow_null=True)


class StandingShape(Shape):
    rank = serializers.IntegerField()
    place = serializers.IntegerField(help_text="among those asked for")
    entry = serializers.IntegerField()
    table_number = serializers.IntegerField()
    name = serializers.CharField()
    club = ClubShape(allow_null=True)
    category = serializers.CharField()
    total = serializers.IntegerField()
    percent = serializers.FloatField()
    below_top = serializers.IntegerField()
    tops = serializers.IntegerField()
    solos = serializers.IntegerField()
    bonuses = serializers.IntegerField()
    best_move = serializers.IntegerField()
    last_points = serializers.IntegerField()
    penalty = serializers.IntegerField()
    moved = serializers.IntegerField(allow_null=True)


class StandingsShape(Shape):
    turns = serializers.IntegerField(help_text="revealed turns that are counted")
    is_frozen = serializers.BooleanField()
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = StandingShape(many=True)


class ResultShape(StandingShape):
    by_turn = serializers.ListField(child=serializers.IntegerField(), help_text="points of each turn, in order")


class ResultsShape(Shape):
    event = serializers.SlugField()
    turns = serializers.IntegerField()
    is_frozen = serializers.BooleanField()
    results = ResultShape(many=True)


class MissingShape(Shape):
    code = serializers.CharField()
    message = serializers.CharField()
    who = serializers.CharField()


class OfficeShape(Shape):
    id = serializers.IntegerField(source="pk")
    kind = serializers.ChoiceField(choices=OfficeKind.choices)
    name = serializers.SerializerMethodField()
    username = serializers.SerializerMethodField(help_text="for officials; null for anybody else")
    entry = serializers.IntegerField(source="entry_id", allow_null=True)
    appointed_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)

    def get_name(self, office: Office) -> str:
        if office.user is not None:
            return office.user.get_full_name() or office.user.get_username()
        return office.entry.player.name if office.entry else ""

    def get_username(self, office: Office) -> str | None:
        return office.user.get_username() if office.user and self.context.get("is_official") else None


class OfficialsShape(Shape):
    offices = OfficeShape(many=True)
    missing = MissingShape(many=True, help_text="what stands between the event and its first turn, and who mends it")


class ToldPlaceShape(Shape):
    rank = serializers.IntegerField(source="standing.rank")
    entry = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField(source="entry.player.name")
    total = serializers.IntegerField(source="standing.total")


class CeremonyShape(Shape):
    is_frozen = serializers.BooleanField()
    turns = serializers.IntegerField(allow_null=True, help_text="revealed turns that the frozen ranking counts")
    shown = serializers.IntegerField(allow_null=True, help_text="places told so far; null where none is under way")
    is_done = serializers.BooleanField()
    told = ToldPlaceShape(many=True, help_text="the final places told so far, the best of them first")


class RecomputationShape(Shape):
    game = serializers.IntegerField(source="game.number")
    agrees = serializers.BooleanField()
    problems = serializers.ListField(child=serializers.CharField())
