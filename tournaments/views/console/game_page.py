"""A game before it starts: where its racks come from, its public phrase, its seed's commitment."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from tournaments.engine.errors import EngineError
from tournaments.engine.prepared import parse_prepared_game, read_prepared_game
from tournaments.enums import GameState, RackSource
from tournaments.models import Event, Game
from tournaments.services import games
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.views.console.next_act import end_words

MAX_FILE_BYTES = 200_000


class GameForm(forms.Form):
    rack_source = forms.ChoiceField(label=_("Leggii"), choices=RackSource.choices, widget=forms.RadioSelect)
    phrase = forms.CharField(
        label=_("Frase pubblica"),
        max_length=200,
        required=False,
        help_text=_("Detta in sala prima del sorteggio: entra nell’impegno, così nessuno può averlo preparato."),
    )
    file = forms.FileField(label=_("Partita preparata"), required=False, help_text=_("Il file sigillato, in JSON."))
    seal = forms.CharField(
        label=_("Sigillo"),
        max_length=64,
        required=False,
        help_text=_("Quello pubblicato prima: 64 cifre. Se lo scrivi, il file deve corrispondere."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("rack_source") != RackSource.PREPARED:
            return data
        if not data.get("file"):
            self.add_error("file", _t("Scegli il file della partita preparata."))
            return data
        try:
            # One byte more than allowed is enough to refuse: the rest is never read.
            content = data["file"].read(MAX_FILE_BYTES + 1)
            if len(content) > MAX_FILE_BYTES:
                raise forms.ValidationError(_t("Il file è troppo grande per una partita."))
            data["prepared"] = parse_prepared_game(content.decode(), data.get("seal") or None).as_dict()
        except (EngineError, UnicodeDecodeError) as error:
            text = _t("La partita preparata non si può leggere: {problem}").format(problem=error)
            self.add_error("file", text)
        return data


def game_page(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    if not 1 <= number <= event.games_planned:
        raise Http404
    game = event.games.filter(number=number).first()
    initial = {"rack_source": game.rack_source, "phrase": game.phrase} if game else {"rack_source": RackSource.SEEDED}
    form = GameForm(request.POST or None, request.FILES or None, initial=initial)
    if request.method == "POST":
        assert isinstance(request.user, User)
        by = Actor.of_user(request.user)
        try:
            if "commit" in request.POST:
                games.commit_seed(game=_planned(event, number), by=by)
                messages.success(request, _t("Impegno pubblicato. Il seme resta segreto fino alla fine della partita."))
                return redirect(request.path)
            if form.is_valid():
                chosen = form.cleaned_data
                games.set_up(
                    game=_planned(event, number),
                    by=by,
                    rack_source=RackSource(chosen["rack_source"]),
                    phrase=chosen["phrase"],
                    prepared=chosen.get("prepared"),
                )
                messages.success(request, _t("Partita impostata."))
                return redirect(request.path)
        except ActError as refusal:
            form.add_error(None, refusal.message)
    context = {
        "event": event,
        "number": number,
        "game": game,
        "form": form,
        "is_planned": game is None or game.state == GameState.PLANNED,
        "seal": read_prepared_game(game.prepared).seal() if game and game.prepared else "",
        "end": end_words(game.end_reason) if game else "",
        "numbers": range(1, event.games_planned + 1),
    }
    return render(request, "console/game.html", context)


def _planned(event: Event, number: int) -> Game:
    return next(game for game in games.plan(event) if game.number == number)
