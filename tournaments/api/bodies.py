"""What the acts of the API are told: the bodies of the POSTs."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
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
    """What an act is told."""


class Id(serializers.IntegerField):
    """A row's number: what no database column holds is refused here."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=2**31 - 1, **kwargs)


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

    def validate_licence_number(self, value: str | None) -> str | None:
        # Several players without a number are not one player twice.
        return value or None


class ClubBody(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ("name", "city")

    def validate_name(self, value: str) -> str:
        others = Club.objects.filter(name__iexact=value)
        if self.instance is not None:
            others = others.exclude(pk=self.instance.pk)
        if others.exists():
            raise serializers.ValidationError(_("C'è già un circolo con questo nome."))
        return value


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


class CodesBody(Body):
    is_printed = serializers.BooleanField(
        required=False, default=False, help_text="on a card printed before the event: twelve hours, not fifteen minutes"
    )


class Order(Reason):
    order = serializers.ListField(
        child=Id(), required=False, help_text="entries from table 1 on; without it, the ranking"
    )


class Appointment(Reason):
    username = serializers.CharField(max_length=150)


class ArbiterAppointment(Appointment):
    entry = Id(required=False, allow_null=True, default=None, help_text="where the arbiter plays")


class PanelAppointment(Reason):
    entries = serializers.ListField(child=Id(), max_length=9)


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
    entry = Id(
        required=False, allow_null=True, default=None, help_text="for a player on paper, by the arbiter"
    )


class QuestionBody(Body):
    words = serializers.ListField(child=serializers.CharField(max_length=60), max_length=9)
    contest = Id(required=False, allow_null=True, default=None)


class OpinionBody(Body):
    decision = serializers.ChoiceField(choices=Decision.choices)
    reason = serializers.CharField(max_length=400, required=False, default="", allow_blank=True)


class RulingBody(Body):
    words = serializers.ListField(child=serializers.CharField(max_length=60), max_length=9)
    decision = serializers.ChoiceField(choices=Decision.choices)
    article = serializers.CharField(max_length=40, allow_blank=True)
    reason = serializers.CharField(max_length=400, allow_blank=True)
    contest = Id(required=False, allow_null=True, default=None)
    question = Id(required=False, allow_null=True, default=None)


class Together(Body):
    together_with = serializers.CharField(
        max_length=150, required=False, default="", allow_blank=True, help_text="user name of the other official (F32)"
    )
    password = serializers.CharField(
        max_length=128, required=False, default="", allow_blank=True, help_text="that official's own consent"
    )


class SanctionBody(NeededReason):
    entry = Id()
    kind = serializers.ChoiceField(choices=SanctionKind.choices)
    turn = Id(required=False, allow_null=True, default=None)
    points = serializers.IntegerField(required=False, default=0)


class ImportBody(Body):
    file = serializers.FileField(help_text="CSV or XLSX; the first row names the columns")
    event = serializers.SlugField(required=False, default="", allow_blank=True, help_text="enter them there as well")
    confirm = serializers.BooleanField(required=False, default=False, help_text="without it, only the preview")
    only_good = serializers.BooleanField(required=False, default=False, help_text="leave the wrong rows out")


class TokenBody(Body):
    username = serializers.CharField(max_length=150)
    name = serializers.CharField(max_length=80)
    password = password_field()


class Code(Body):
    code = serializers.CharField(max_length=40)
