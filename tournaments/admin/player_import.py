"""The import page: choose a file, look at every row, then confirm.

Between the two steps the rows travel in the form itself, signed for the account that sent them, so that
nothing is stored before the confirmation.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.admin.access import actor, is_official, own_events
from tournaments.admin.event_form import offer
from tournaments.enums import EventState
from tournaments.models import Event
from tournaments.services import player_files, player_import
from tournaments.services.errors import ActError
from tournaments.services.player_files import MAX_BYTES, PlayerTable

SALT = "duplicato.player-import"
CONFIRM_SECONDS = 3600


class UploadForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        help_text=_(
            "CSV o XLSX. La prima riga dice le colonne: Nome, Cognome, e se ci sono Tessera, Circolo, "
            "Categoria, Anno di nascita."
        ),
    )
    event = forms.ModelChoiceField(
        Event.objects.none(),
        label=_("Iscrivi al torneo"),
        required=False,
        empty_label=_("Nessuno: solo l'anagrafe"),
    )

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        open_states = [EventState.DRAFT, EventState.REGISTRATION, EventState.RUNNING]
        offer(self, "event", own_events(request.user).filter(state__in=open_states))

    def clean_file(self) -> PlayerTable:
        upload = self.cleaned_data["file"]
        try:
            # One byte more than allowed is enough to refuse: the rest is never read.
            return player_files.read(upload.read(MAX_BYTES + 1))
        except ActError as refusal:
            raise forms.ValidationError(refusal.message, code=refusal.code) from refusal


def import_page(model_admin: admin.ModelAdmin, request: HttpRequest) -> HttpResponse:
    if not is_official(request):
        raise PermissionDenied
    context = {
        **model_admin.admin_site.each_context(request),
        "title": gettext("Importa giocatori"),
        "opts": model_admin.opts,
    }
    if request.method == "POST" and "rows" in request.POST:
        return _confirmed(model_admin, request, context)
    form = UploadForm(request.POST or None, request.FILES or None, request=request)
    if request.method == "POST" and form.is_valid():
        table, event = form.cleaned_data["file"], form.cleaned_data["event"]
        return _preview(request, context, table, event)
    return _answer(request, context | {"form": form})


def _preview(request: HttpRequest, context: dict[str, Any], table: PlayerTable, event: Event | None) -> HttpResponse:
    packed = signing.dumps(
        {"rows": table.rows, "event": event.pk if event else None, "user": request.user.pk},
        salt=SALT,
        compress=True,
    )
    preview = player_import.preview(table, event)
    counts = {outcome: preview.count(outcome) for outcome in ("new", "changed", "known", "wrong")}
    return _answer(request, context | {"preview": preview, "counts": counts, "event": event, "packed": packed})


def _confirmed(model_admin: admin.ModelAdmin, request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    try:
        stored = signing.loads(request.POST["rows"], salt=SALT, max_age=CONFIRM_SECONDS)
    except signing.BadSignature:
        stored = None
    if stored is None or stored["user"] != request.user.pk:
        model_admin.message_user(request, gettext("L'anteprima non vale più: carica di nuovo il file."), messages.ERROR)
        return redirect("admin:tournaments_player_import")
    table = PlayerTable(tuple((line, cells) for line, cells in stored["rows"]))
    event = own_events(request.user).filter(pk=stored["event"]).first() if stored["event"] else None
    try:
        done = player_import.carry_out(table, by=actor(request), event=event, only_good="only_good" in request.POST)
    except ActError as refusal:
        model_admin.message_user(request, refusal.message, messages.ERROR)
        return _preview(request, context, table, event)
    model_admin.message_user(request, _summary(done), messages.SUCCESS)
    return redirect("admin:tournaments_player_changelist")


def _summary(done: player_import.Imported) -> str:
    parts = [
        ngettext("%d giocatore nuovo", "%d giocatori nuovi", done.created) % done.created,
        ngettext("%d aggiornato", "%d aggiornati", done.changed) % done.changed,
        ngettext("%d iscritto al torneo", "%d iscritti al torneo", done.entered) % done.entered,
    ]
    if done.skipped:
        parts.append(ngettext("%d riga lasciata", "%d righe lasciate", done.skipped) % done.skipped)
    return ", ".join(parts) + "."


def _answer(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    return TemplateResponse(request, "admin/tournaments/player/import.html", context)
