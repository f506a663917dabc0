"""Two pages of an event: its officials, each with who appoints them, and its state."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.admin.access import actor, is_director
from tournaments.admin.event_form import UserField, active_users, offer
from tournaments.enums import EVENT_SUCCESSORS, EventState, OfficeKind
from tournaments.models import Entry, Event
from tournaments.services import devices, events, officials
from tournaments.services.errors import ActError


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Motivo"),
        max_length=400,
        required=False,
        help_text=_("Serve quando il torneo è cominciato."),
    )


class DirectorForm(ReasonForm):
    user = UserField(queryset=User.objects.none(), label=_("Direttore di gara"))
    field_order: tuple[str, ...] = ("user", "reason")

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "user", active_users())


class ArbiterForm(DirectorForm):
    user = UserField(
        queryset=User.objects.none(),
        label=_("Arbitro"),
        help_text=_("Un'altra persona (F43), o il direttore stesso che tiene l'ufficio (F44)."),
    )
    entry = forms.ModelChoiceField(
        Entry.objects.none(),
        label=_("Se gioca, il suo posto"),
        required=False,
        empty_label=_("Non gioca"),
    )
    field_order = ("user", "entry", "reason")

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        offer(self, "entry", _players(event))


class PanelForm(ReasonForm):
    entries = forms.ModelMultipleChoiceField(
        Entry.objects.none(),
        label=_("Collegio di supporto"),
        help_text=_("Tre giocatori iscritti (F45). Tieni premuto Ctrl per sceglierne più d'uno."),
    )
    field_order = ("entries", "reason")

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "entries", _players(event))
        self.fields["entries"].widget.attrs["size"] = 12


def _players(event: Event) -> Any:
    return Entry.objects.filter(event=event, withdrawn_at=None, disqualified_at=None).select_related("player")


FORMS: dict[OfficeKind, type[ReasonForm]] = {
    OfficeKind.DIRECTOR: DirectorForm,
    OfficeKind.ARBITER: ArbiterForm,
    OfficeKind.PANEL: PanelForm,
}


def officials_page(model_admin: admin.ModelAdmin, request: HttpRequest, event: Event) -> HttpResponse:
    """Everybody sees who holds what; each form is shown to whoever may send it."""
    shown = _forms(request, event)
    sent = request.POST.get("office")
    if request.method == "POST" and sent in shown:
        form = FORMS[OfficeKind(sent)](request.POST, event=event, prefix=sent)  # type: ignore[call-arg]
        shown[OfficeKind(sent)] = form
        if form.is_valid():
            try:
                _appoint(OfficeKind(sent), event, form.cleaned_data, request)
            except ActError as refusal:
                form.add_error(None, refusal.message)
            else:
                model_admin.message_user(request, gettext("Nomina registrata."), messages.SUCCESS)
                return redirect(request.path)
    held = {
        office.kind: office
        for office in event.offices.filter(ended_at=None).select_related("user", "entry__player")
        if office.kind != OfficeKind.PANEL
    }
    context = {
        "title": gettext("Ufficiali: %(event)s") % {"event": event},
        "missing": officials.missing(event),
        "director": held.get(OfficeKind.DIRECTOR),
        "arbiter": held.get(OfficeKind.ARBITER),
        "panel": officials.panel(event),
        "forms": [(kind.value, kind.label, form) for kind, form in shown.items()],
    }
    return _answer(model_admin, request, event, "officials", context)


def _forms(request: HttpRequest, event: Event) -> dict[OfficeKind, ReasonForm]:
    by = actor(request)
    allowed = {
        OfficeKind.DIRECTOR: officials.is_federation_staff(by.user),
        OfficeKind.ARBITER: is_director(request, event),
        OfficeKind.PANEL: OfficeKind.ARBITER in officials.offices_of(by.user, event) if by.user else False,
    }
    if event.state == EventState.PUBLISHED:
        return {}
    return {
        kind: FORMS[kind](event=event, prefix=kind.value)  # type: ignore[call-arg]
        for kind, is_allowed in allowed.items()
        if is_allowed
    }


def _appoint(kind: OfficeKind, event: Event, chosen: dict[str, Any], request: HttpRequest) -> None:
    by, reason = actor(request), chosen["reason"]
    if kind == OfficeKind.DIRECTOR:
        officials.appoint_director(event, user=chosen["user"], by=by, reason=reason)
    elif kind == OfficeKind.ARBITER:
        officials.appoint_arbiter(event, user=chosen["user"], entry=chosen["entry"], by=by, reason=reason)
    else:
        officials.appoint_panel(event, entries=list(chosen["entries"]), by=by, reason=reason)


def state_page(model_admin: admin.ModelAdmin, request: HttpRequest, event: Event) -> HttpResponse:
    """Moving the event on, and disconnecting every device of the room."""
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            _act(request, event, form.cleaned_data["reason"])
        except ActError as refusal:
            form.add_error(None, refusal.message)
        else:
            model_admin.message_user(request, gettext("Fatto."), messages.SUCCESS)
            return redirect(request.path)
    # Publication has a page of its own, behind the verification of the log.
    successors = [state for state in EVENT_SUCCESSORS[EventState(event.state)] if state != EventState.PUBLISHED]
    context = {
        "title": gettext("Stato: %(event)s") % {"event": event},
        "form": form,
        "successors": sorted(successors, key=EventState.values.index),
        "missing": officials.missing(event),
        "may_act": is_director(request, event),
        "device_count": _live_devices(event),
    }
    return _answer(model_admin, request, event, "state", context)


def _act(request: HttpRequest, event: Event, reason: str) -> None:
    if "revoke_all" in request.POST:
        devices.revoke_all(event, actor(request), reason=reason)
        return
    to = request.POST.get("to", "")
    if to in EventState.values:
        events.move(event, EventState(to), actor(request), reason=reason)


def _live_devices(event: Event) -> int:
    return Entry.objects.filter(event=event, devices__isnull=False, devices__revoked_at=None).count()


def _answer(
    model_admin: admin.ModelAdmin, request: HttpRequest, event: Event, page: str, context: dict[str, Any]
) -> HttpResponse:
    shared = {**model_admin.admin_site.each_context(request), "opts": model_admin.opts, "event": event}
    return TemplateResponse(request, f"admin/tournaments/event/{page}.html", shared | context)
