"""Reading what the desk's forms post: rows of this event only, numbers, words."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Event, Turn
from tournaments.services.errors import ActError
from tournaments.services.paper import PaperError


class DeskError(ActError):
    messages = {
        "unknown": _("Questo comando non c’è."),
        "number": _("«%(text)s» non è un numero: scrivi cifre."),
        "gone": _("Non c’è più: la pagina era vecchia, e non è cambiato nulla."),
        "password": _("Nome o password dell’altro ufficiale non sono giusti: nulla è cambiato."),
        "which": _("Scegli che cosa fare: ammettere o rifiutare."),
        "shut": _("Il tavolo è chiuso per chi gioca finché la mano è aperta: nulla è cambiato."),
        "not_the_last": _("Intanto è stato fatto altro: guarda di nuovo l’ultimo atto. Nulla è cambiato."),
    }


def one(model: type[Model], request: HttpRequest, field: str, **within: Any) -> Any:
    """The row that a form names, of this event only."""
    text = request.POST.get(field, "")
    is_id = text.isascii() and text.isdigit() and len(text) < 19
    found = model._default_manager.filter(pk=text, **within).first() if is_id else None
    if found is None:
        raise DeskError("gone")
    return found


def turn_of(request: HttpRequest, event: Event) -> Turn:
    found: Turn = one(Turn, request, "turn_id", game__event=event)
    return found


def number(text: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise DeskError("number", text=text)
    return int(text)


def number_or_none(text: str) -> int | None:
    return number(text) if text.strip() else None


def entry_at(event: Event, text: str) -> Entry:
    table = number(text)
    entry = Entry.objects.filter(event=event, table_number=table).select_related("player", "event").first()
    if entry is None:
        raise PaperError("unknown_table", table=table)
    return entry


def words_of(request: HttpRequest) -> list[str]:
    return request.POST.get("words", "").replace(",", " ").split()


def other_official(request: HttpRequest) -> User | None:
    """Who decides together with the arbiter once play has gone on: signs with name and password."""
    name = request.POST.get("together_name", "").strip()
    if not name:
        return None
    user = authenticate(request, username=name, password=request.POST.get("together_password", ""))
    if user is None:
        raise DeskError("password")
    assert isinstance(user, User)
    return user
