"""Who may consult the words: staff, unless somebody who knows the events says otherwise.

A player with the list at hand while a turn is open would be a scandal. This app knows no events, so the
tournament registers what it knows when it starts: `grant` opens the words to more people (an arbiter
without a staff account), `veto` closes them whoever asks (an arbiter who plays, while a turn is open).
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest

Predicate = Callable[[HttpRequest], bool]
_grants: list[Predicate] = []
_vetoes: list[Predicate] = []


def grant(predicate: Predicate) -> Predicate:
    """Requests for which the predicate holds may consult, staff or not."""
    _grants.append(predicate)
    return predicate


def veto(predicate: Predicate) -> Predicate:
    """Requests for which the predicate holds may not consult, staff or not."""
    _vetoes.append(predicate)
    return predicate


def withdraw(predicate: Predicate) -> None:
    """Takes a registered predicate back."""
    for registered in (_grants, _vetoes):
        if predicate in registered:
            registered.remove(predicate)


def refusal(request: HttpRequest) -> str:
    """The code of the sentence that refuses; empty where the words may be consulted."""
    user = request.user
    is_staff = user.is_authenticated and user.is_active and user.is_staff
    if not is_staff and not any(allows(request) for allows in _grants):
        return "consultation_closed"
    return "turn_open" if any(forbids(request) for forbids in _vetoes) else ""


def may_consult(request: HttpRequest) -> bool:
    return not refusal(request)
