"""The lexicon's questions over HTTP; every refusal is `{code, message, extra}`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import APIException, NotAuthenticated, PermissionDenied, ValidationError
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from lexicon import access, queries, selectors
from lexicon.api import serializers
from lexicon.errors import LexiconError
from lexicon.explain import explain
from lexicon.input_error import InputError
from lexicon.models import LexiconEdition

_NOT_FOUND = {"edition_unknown", "lexicon_missing", "store_unreadable", "edition_not_ready"}


class MayConsult(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        return access.may_consult(request)


class LexiconView(APIView):
    """Reads the question, answers it, and says refusals the same way everywhere."""

    permission_classes = [MayConsult]
    question: type[Serializer[None]]

    def asked(self, request: Request) -> tuple[LexiconEdition, dict[str, Any]]:
        question = self.question(data=request.query_params)
        question.is_valid(raise_exception=True)
        data = question.validated_data
        return selectors.chosen_edition(data["edition"]), data

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], Response | None]:
        return _refusal


def _refusal(error: Exception, context: dict[str, Any]) -> Response | None:
    if isinstance(error, InputError):
        error = LexiconError(error.code, **error.extra)
    if isinstance(error, LexiconError):
        return _answer(404 if error.code in _NOT_FOUND else 400, error.code, error.message, error.extra)
    if isinstance(error, NotAuthenticated | PermissionDenied):
        closed = LexiconError(access.refusal(context["request"]) or "consultation_closed")
        return _answer(403, closed.code, closed.message, {})
    if isinstance(error, ValidationError):
        return _answer(
            400, "invalid", _("La domanda non è completa o non è valida."), {"fields": error.detail}
        )
    if isinstance(error, APIException):
        return _answer(error.status_code, str(error.default_code), str(error.detail), {})
    return None


def _answer(status: int, code: str, message: str, extra: Any) -> Response:
    return Response({"code": code, "message": message, "extra": extra}, status=status)


_ERRORS = {
    400: serializers.ErrorSerializer,
    403: serializers.ErrorSerializer,
    404: serializers.ErrorSerializer,
}


class EditionsView(LexiconView):
    @extend_schema(responses={200: serializers.EditionSerializer(many=True), **_ERRORS})
    def get(self, request: Request) -> Response:
        """Every edition that has words."""
        return Response(serializers.EditionSerializer(LexiconEdition.objects.ready(), many=True).data)


class LookUpView(LexiconView):
    question = serializers.WordQuestion

    @extend_schema(
        parameters=[serializers.WordQuestion], responses={200: serializers.ExplanationSerializer, **_ERRORS}
    )
    def get(self, request: Request) -> Response:
        """Whether a word is admissible, by which article, and why."""
        edition, data = self.asked(request)
        selectors.words_of(edition)  # says in a sentence where the file is missing
        answer = explain(data["word"], edition.store_slug)
        reason = answer.reason_en if get_language() == "en" else answer.reason
        return Response({"edition": edition.slug, **answer.as_dict(), "reason": reason})


class PatternView(LexiconView):
    question = serializers.PatternQuestion

    @extend_schema(
        parameters=[serializers.PatternQuestion], responses={200: serializers.FoundSerializer, **_ERRORS}
    )
    def get(self, request: Request) -> Response:
        """Words that match a pattern: `?` one letter, `*` several or none."""
        edition, data = self.asked(request)
        return _found(edition, queries.match_pattern(selectors.words_of(edition), data["pattern"]))


class AnagramsView(LexiconView):
    question = serializers.RackQuestion

    @extend_schema(
        parameters=[serializers.RackQuestion], responses={200: serializers.FoundSerializer, **_ERRORS}
    )
    def get(self, request: Request) -> Response:
        """Words from the letters of a rack (`?` a jolly): all of them, or with `shorter` any of them."""
        edition, data = self.asked(request)
        store = selectors.words_of(edition)
        return _found(edition, queries.find_anagrams(store, data["rack"], with_shorter=data["shorter"]))


class HooksView(LexiconView):
    question = serializers.WordQuestion

    @extend_schema(
        parameters=[serializers.WordQuestion], responses={200: serializers.HooksSerializer, **_ERRORS}
    )
    def get(self, request: Request) -> Response:
        """Letters that extend a word by one, before it or after it."""
        edition, data = self.asked(request)
        hooks = queries.find_hooks(selectors.words_of(edition), data["word"])
        return Response(
            {"edition": edition.slug, "word": hooks.word, "front": hooks.front, "back": hooks.back}
        )


class WordsView(LexiconView):
    question = serializers.LengthQuestion

    @extend_schema(
        parameters=[serializers.LengthQuestion], responses={200: serializers.FoundSerializer, **_ERRORS}
    )
    def get(self, request: Request) -> Response:
        """The words of one length."""
        edition, data = self.asked(request)
        return _found(edition, queries.words_of_length(selectors.words_of(edition), data["length"]))


def _found(edition: LexiconEdition, found: queries.Found) -> Response:
    return Response({"edition": edition.slug, "words": list(found.words), "is_cut": found.is_cut})
