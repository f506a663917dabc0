"""What the acts of the API are told: the bodies of the POSTs."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from lexicon.models import LexiconEdition
from tournaments.api.reauthentication import password_field
from tournaments.enums import (
    Category,
    ContestSubject,
    Decision,
    EventState,
    ProjectorMode,
    RackSource,
    SanctionKind,
)
from tournaments.models import Club, Event, Player
from tournaments.services.slips import MAX_DECLARED, MAX_REFERENCE, MAX_REVISION, MAX_WORD


class Body(serializers.Serializer[Any]):
    """A body with only what it names."""


class Reason(Body):
    reason = serializers.CharField(max_length=400, required=False, default="", allow_blank=True)


class NeededReason(Body):
    reason = serializers.CharField(max_length=400, allow_blank=True)


class EventBody(serializers.ModelSerializer[Event]):
    lexicon = serializers.SlugRelatedField(slug_field="slug", queryset=LexiconEdition.objects.all())
    slug = serializers.SlugField(max_length=80, required=False)
    ends_on = serializers.DateField(required=False)

    class Meta:
        model = Event
        fields = (
            "name", "slug", "venue", "starts_on", "ends_on", "ruleset_slug", "profile_slug", "profile_overrides",
            "lexicon", "notation", "games_planned", "is_double_entry", "is_public", "frozen_turns",
        )  # fmt: skip


class NewEvent(EventBody):
    director = serializers.CharField(max_length=150, required=False, help_text="user name of the director (F42)")

    class Meta(EventBody.Meta):
        fields = (*EventBody.Meta.fields, "director")  # type: ignore[assignment]


class Move(Reason):
    to = serializers.ChoiceField(choices=EventState.choices)
    password = password_field()


class Published(Body):
    password = password_field()


class EndBody(Reason):
    password = password_field()


class VoidBody(Body):
    reason = serializers.CharField(max_length=400, allow_blank=True)
    password = password_field()


class Message(Body):
    text = serializers.CharField(max_length=400, allow_blank=True)


class Projector(Body):
    mode = serializers.ChoiceField(choices=ProjectorMode.choices)


class Shown(Body):
    shown = serializers.IntegerField(min_value=0, help_text="places told so far")


class PlayerBody(serializers.ModelSerializer[Player]):
    club = serializers.PrimaryKeyRelatedField(queryset=Club.objects.all(), required=False, allow_null=True)

    class Meta:
        model = Player
        fields = ("first_name", "last_name", "licence_number", "club", "category", "birth_year")


class ClubBody(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ("name", "city")


class NewEntry(Body):
    player = serializers.PrimaryKeyRelatedField(queryset=Player.objects.all())
    table_number = serializers.IntegerField(required=False, allow_null=True, default=None)
    category = serializers.ChoiceField(choices=Category.choices, required=False, allow_null=True, default=None)
    is_on_paper = serializers.BooleanField(required=False, default=False)


class EntryChange(Body):
    club = serializers.PrimaryKeyRelatedField(queryset=Club.objects.all(), required=False, allow_null=True)
    category = serializers.ChoiceField(choices=Category.choices, required=False)
    is_on_paper = serializers.BooleanField(required=False)


class Table(Reason):
    table_number = serializers.IntegerField()


class Order(Reason):
    order = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="entries from table 1 on; without it, the ranking"
    )


class Appointment(Reason):
    username = serializers.CharField(max_length=150)


class ArbiterAppointment(Appointment):
    entry = serializers.IntegerField(required=False, allow_null=True, default=None, help_text="where the arbiter plays")


class PanelAppointment(Reason):
    entries = serializers.ListField(child=serializers.IntegerField(), max_length=9)


class SetUp(Body):
    rack_source = serializers.ChoiceField(choices=RackSource.choices)
    phrase = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)
    prepared = serializers.JSONField(required=False, default=None)


class Letters(Body):
    letters = serializers.CharField(max_length=16)
    rejected = serializers.ListField(child=serializers.CharField(max_length=16), required=False, default=list)


class Seconds(Body):
    seconds = serializers.IntegerField()


class ReopenBody(Seconds):
    reason = serializers.CharField(max_length=400, allow_blank=True)


class MasterChoice(NeededReason):
    index = serializers.IntegerField(help_text="place in the top's best_moves, from 0")


class SlipBody(Body):
    client_key = serializers.UUIDField(help_text="chosen by the device: a retry with the same key is the same slip")
    revision = serializers.IntegerField(min_value=1, max_value=MAX_REVISION, default=1)
    word = serializers.CharField(max_length=MAX_WORD, allow_blank=True, trim_whitespace=False)
    reference = serializers.CharField(max_length=MAX_REFERENCE, allow_blank=True, default="", trim_whitespace=False)
    declared_score = serializers.IntegerField(
        min_value=0, max_value=MAX_DECLARED, allow_null=True, required=False, default=None
    )


class PaperBody(Reason):
    table_number = serializers.IntegerField()
    word = serializers.CharField(max_length=MAX_WORD, allow_blank=True)
    reference = serializers.CharField(max_length=MAX_REFERENCE, allow_blank=True, default="")
    declared_score = serializers.IntegerField(
        min_value=0, max_value=MAX_DECLARED, allow_null=True, required=False, default=None
    )


class Reading(NeededReason):
    word = serializers.CharField(max_length=MAX_WORD, allow_blank=True)
    reference = serializers.CharField(max_length=MAX_REFERENCE, allow_blank=True, default="")


class ContestBody(Body):
    subject = serializers.ChoiceField(choices=ContestSubject.choices)
    words = serializers.ListField(child=serializers.CharField(max_length=60), max_length=9)
    text = serializers.CharField(max_length=400, required=False, default="", allow_blank=True)
    wants_panel = serializers.BooleanField(required=False, default=False)
    entry = serializers.IntegerField(
        required=False, allow_null=True, default=None, help_text="for a player on paper, by the arbiter"
    )


class QuestionBody(Body):
    words = serializers.ListField(child=serializers.CharField(max_length=60), max_length=9)
    contest = serializers.IntegerField(required=False, allow_null=True, default=None)


class OpinionBody(Body):
    decision = serializers.ChoiceField(choices=Decision.choices)
    reason = serializers.CharField(max_length=400, required=False, default="", allow_blank=True)


class RulingBody(Body):
    words = serializers.ListField(child=serializers.CharField(max_length=60), max_length=9)
    decision = serializers.ChoiceField(choices=Decision.choices)
    article = serializers.CharField(max_length=40, allow_blank=True)
    reason = serializers.CharField(max_length=400, allow_blank=True)
    contest = serializers.IntegerField(required=False, allow_null=True, default=None)
    question = serializers.IntegerField(required=False, allow_null=True, default=None)


class Together(Body):
    together_with = serializers.CharField(
        max_length=150, required=False, default="", allow_blank=True, help_text="user name of the other official (F32)"
    )
    password = serializers.CharField(
        max_length=128, required=False, default="", allow_blank=True, help_text="that official's own consent"
    )


class SanctionBody(NeededReason):
    entry = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=SanctionKind.choices)
    turn = serializers.IntegerField(required=False, allow_null=True, default=None)
    points = serializers.IntegerField(required=False, default=0)


class Code(Body):
    code = serializers.CharField(max_length=40)
