"""Long lists in pages of `{count, next, previous, results}`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.pagination import PageNumberPagination
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from tournaments.api.shapes import RefusalShape

PARAMETERS = [
    OpenApiParameter("page", int, description="from 1"),
    OpenApiParameter("page_size", int, description="up to 5000; 100 unless told"),
]


class Pages(PageNumberPagination):
    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 5000


def paged(
    view: APIView,
    rows: Any,
    shape: type[BaseSerializer[Any]],
    prepare: Callable[[Sequence[Any]], Iterable[Any]] = list,
    **context: Any,
) -> Response:
    """One page of rows; `prepare` reads what belongs to the rows of that page alone."""
    pages = Pages()
    page: list[Any] | None = pages.paginate_queryset(rows, view.request, view=view)
    return pages.get_paginated_response(shape(prepare(page or []), many=True, context=context).data)


def listing(shape: Any, *parameters: OpenApiParameter, **more: Any) -> dict[str, Any]:
    """What `extend_schema` says of such a list."""
    refusals = dict.fromkeys((400, 401, 403, 404), RefusalShape)
    return {"parameters": [*parameters, *PARAMETERS], "responses": {200: _envelope(shape), **refusals}, **more}


@cache
def _envelope(shape: Any) -> Any:
    return inline_serializer(
        name=f"PageOf{shape.__name__.removesuffix('Shape')}",
        fields={
            "count": serializers.IntegerField(),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": shape(many=True),
        },
    )
