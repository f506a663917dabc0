"""Tokens of integrators: issued and revoked by whoever may do everything."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSetMixin

from tournaments.api.accounts import account_named
from tournaments.api.base import REFUSALS, ReadableView, read
from tournaments.api.bodies import TokenBody
from tournaments.api.pages import listing, paged
from tournaments.api.reauthentication import require_password
from tournaments.api.shapes_desk import IssuedTokenShape, TokenShape
from tournaments.models import ApiToken
from tournaments.services import tokens


class IsSuperuser(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)


class TokensViewSet(ViewSetMixin, ReadableView):
    permission_classes = [IsAuthenticated, IsSuperuser]
    lookup_value_converter = "int"

    @extend_schema(**listing(TokenShape))
    def list(self, request: Request) -> Response:
        return paged(self, ApiToken.objects.select_related("user").order_by("-issued_at", "-pk"), TokenShape)

    @extend_schema(request=TokenBody, responses={201: IssuedTokenShape, **REFUSALS})
    def create(self, request: Request) -> Response:
        """A new token for an account; its text is in this answer and nowhere else. Asks for the password."""
        content = read(TokenBody, request)
        require_password(request, content["password"])
        token, text = tokens.issue(account_named(content["username"]), content["name"])
        data: dict[str, Any] = {**TokenShape(token).data, "token": text}
        return Response(data, status=201)

    @extend_schema(request=None, responses={200: TokenShape, **REFUSALS})
    @action(detail=True, methods=["post"])
    def revoke(self, request: Request, pk: int) -> Response:
        token = ApiToken.objects.select_related("user").filter(pk=pk).first()
        if token is None:
            raise Http404
        tokens.revoke(token)
        return Response(TokenShape(token).data)
