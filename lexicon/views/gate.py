"""The door of every page about words."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from lexicon import access
from lexicon.errors import LexiconError

View = Callable[[HttpRequest], HttpResponseBase]


def for_consultants(view: View) -> View:
    """Sends the unknown to the login and refuses the others; says what a view refused in a page."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponseBase:
        refusal = access.refusal(request)
        if refusal:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            return _refused(request, LexiconError(refusal), 403)
        try:
            return view(request)
        except LexiconError as error:
            return _refused(request, error, 404)

    return guarded


def _refused(request: HttpRequest, error: LexiconError, status: int) -> HttpResponseBase:
    return render(request, "lexicon/refused.html", {"error": error}, status=status)
