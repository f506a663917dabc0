"""The event's form: every choice of the profile is a field, empty where the profile decides."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from lexicon.models import LexiconEdition
from tournaments.admin.setting_labels import CHOICE_LABELS, PROFILE_LABELS, SETTING_LABELS
from tournaments.engine.profile import CHOICES, RANGES, Profile, profile_slugs
from tournaments.engine.ruleset import load_ruleset, ruleset_slugs
from tournaments.models import Event
from tournaments.services import events
from tournaments.services.events import EventError

PREFIX = "setting_"
SETTING_FIELDS = tuple(f"{PREFIX}{key}" for key in SETTING_LABELS)
RULE_FORM_FIELDS = ("ruleset_slug", "profile_slug", "lexicon", "notation", *SETTING_FIELDS)
# Where the sentence of a refusal belongs in the form; the others are about the event as a whole.
FIELD_OF_CODE = {
    "no_name": "name",
    "ends_before_start": "ends_on",
    "slug_taken": "slug",
    "wrong_games": "games_planned",
    "unknown_ruleset": "ruleset_slug",
    "unknown_profile": "profile_slug",
    "wrong_lexicon_language": "lexicon",
}


class UserField(forms.ModelChoiceField):
    """Accounts by the name of the person."""

    def label_from_instance(self, obj: Any) -> str:
        name = obj.get_full_name()
        return f"{name} ({obj.get_username()})" if name else str(obj.get_username())


def offer(form: forms.BaseForm, name: str, rows: QuerySet[Any]) -> None:
    """Let a field choose among these rows."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows


def active_users() -> QuerySet[User]:
    return User.objects.filter(is_active=True).order_by("last_name", "first_name", "username")


def ruleset_choices() -> list[tuple[str, str]]:
    language = (get_language() or "it")[:2]
    names = {slug: load_ruleset(slug).name for slug in ruleset_slugs()}
    return [(slug, name.get(language, name["it"])) for slug, name in names.items()]


def profile_choices() -> list[tuple[str, Any]]:
    return [(slug, PROFILE_LABELS.get(slug, slug)) for slug in profile_slugs()]


class EventForm(forms.ModelForm):
    slug = forms.SlugField(
        label=_("Indirizzo"), max_length=80, required=False, help_text=_("Vuoto: dal nome e dall'anno.")
    )
    ends_on = forms.DateField(label=_("Al"), required=False, help_text=_("Vuoto: un giorno solo."))
    ruleset_slug = forms.ChoiceField(label=_("Regolamento"), choices=ruleset_choices, initial=Event().ruleset_slug)
    profile_slug = forms.ChoiceField(label=_("Profilo"), choices=profile_choices, initial=Event().profile_slug)
    director = UserField(
        queryset=User.objects.none(),
        label=_("Direttore di gara"),
        required=False,
        help_text=_("Lo nomina la federazione (F42). Riceve l'accesso a questo sito."),
    )

    class Meta:
        model = Event
        fields = (
            "name",
            "slug",
            "venue",
            "starts_on",
            "ends_on",
            "games_planned",
            "ruleset_slug",
            "profile_slug",
            "lexicon",
            "notation",
            "is_double_entry",
            "is_public",
            "frozen_turns",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        event = self.instance
        if "director" in self.fields:
            offer(self, "director", active_users())
        if "lexicon" in self.fields and not event.are_rules_locked:
            offer(self, "lexicon", LexiconEdition.objects.ready())
            if event.pk is None:
                self.initial.setdefault("lexicon", _usual_lexicon())
                self.initial.setdefault("starts_on", timezone.localdate())
        for key in SETTING_LABELS:
            if f"{PREFIX}{key}" in self.fields:
                self.initial[f"{PREFIX}{key}"] = event.profile_overrides.get(key)
        if event.are_rules_locked:
            for name in self.fields.keys() & set(RULE_FORM_FIELDS):
                self.fields[name].disabled = True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        cleaned["ends_on"] = cleaned.get("ends_on") or cleaned["starts_on"]
        cleaned["slug"] = cleaned.get("slug") or self.instance.slug
        cleaned["profile_overrides"] = self._overrides(cleaned)
        draft = Event(pk=self.instance.pk, **{name: cleaned[name] for name in events.CHANGEABLE_FIELDS})
        try:
            events.check(draft)
        except EventError as refusal:
            field = FIELD_OF_CODE.get(refusal.code)
            if refusal.code == "wrong_setting":
                field = f"{PREFIX}{refusal.extra['key']}"
            self.add_error(field if field in self.fields else None, refusal.message)
        return cleaned

    def _overrides(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        """What the event chooses for itself; choices this form does not show are kept."""
        kept = {key: value for key, value in self.instance.profile_overrides.items() if key not in SETTING_LABELS}
        chosen = {key: cleaned.get(f"{PREFIX}{key}") for key in SETTING_LABELS}
        return kept | {key: value for key, value in chosen.items() if value not in (None, "")}


def _usual_lexicon() -> LexiconEdition | None:
    """The list of a new event: the federation's newest official one for the usual rules, else any that is ready."""
    language = load_ruleset(Event().ruleset_slug).language
    ready = LexiconEdition.objects.ready().filter(language=language)
    return ready.order_by("-is_official", "-imported_at").first()


def setting_field(key: str, label: Any) -> forms.Field:
    if key in CHOICES:
        values = [(value, CHOICE_LABELS[key][value]) for value in CHOICES[key]]
        return forms.ChoiceField(label=label, choices=[("", _("come il profilo")), *values], required=False)
    low, high = RANGES[key]
    return forms.IntegerField(
        label=label,
        min_value=low,
        max_value=high,
        required=False,
        help_text=_("Vuoto: come il profilo."),
    )


# A form's fields are declared in its class body; these come from the profile's own list.
EventForm.declared_fields.update({f"{PREFIX}{key}": setting_field(key, label) for key, label in SETTING_LABELS.items()})


def profile_in_words(profile: Profile) -> str:
    """The profile and the value of every setting, one a line."""
    name = gettext("Profilo %(slug)s, versione %(version)s") % {
        "slug": profile.slug,
        "version": profile.version,
    }
    values = profile.settings()
    lines = [
        f"{label}: {CHOICE_LABELS.get(key, {}).get(str(values[key]), values[key])}"
        for key, label in SETTING_LABELS.items()
    ]
    return "\n".join([name, *lines])
