"""Players and clubs: kept by the officials of any event, deleted by the federation; the import of a list."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models import ProtectedError, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ModelSerializer
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSetMixin

from tournaments.api.base import REFUSALS, ReadableView, read
from tournaments.api.bodies import ClubBody, ImportBody, PlayerBody
from tournaments.api.pages import listing, paged
from tournaments.api.shapes import ClubShape
from tournaments.api.shapes_people import ImportShape, PlayerShape
from tournaments.models import Club, Event, Player
from tournaments.selectors.roles import is_official_anywhere, role_of
from tournaments.selectors.visibility import OFFICIALS
from tournaments.services import officials, player_files, player_import
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError

SEARCH = OpenApiParameter("search", str, description="part of a name")


class RegistryError(ActError):
    messages = {"in_use": _("È legato a iscrizioni o giocatori: non si può cancellare.")}


class IsOfficial(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        return is_official_anywhere(request.user)


class RegistryViewSet(ViewSetMixin, ReadableView):
    """Rows that belong to no event."""

    permission_classes = [IsAuthenticated, IsOfficial]
    lookup_value_converter = "int"
    body: type[ModelSerializer[Any]]
    shape: Any

    def rows(self) -> QuerySet[Any]:
        raise NotImplementedError

    def found(self, pk: int) -> Any:
        row = self.rows().filter(pk=pk).first()
        if row is None:
            raise Http404
        return row

    def write(self, request: Request, row: Any = None) -> Response:
        form = self.body(row, data=request.data, partial=row is not None)
        form.is_valid(raise_exception=True)
        saved = form.save()
        return Response(self.shape(self.found(saved.pk)).data, status=200 if row is not None else 201)

    def erase(self, request: Request, pk: int) -> Response:
        if not officials.is_federation_staff(request.user):
            raise officials.OfficialError("not_federation")
        try:
            self.found(pk).delete()
        except ProtectedError as error:
            raise RegistryError("in_use") from error
        return Response(status=204)


class ClubsViewSet(RegistryViewSet):
    body, shape = ClubBody, ClubShape

    def rows(self) -> QuerySet[Club]:
        return Club.objects.order_by("name", "pk")

    @extend_schema(**listing(ClubShape, SEARCH))
    def list(self, request: Request) -> Response:
        return paged(self, self.rows().filter(name__icontains=_searched(request)), ClubShape)

    @extend_schema(responses={200: ClubShape, **REFUSALS})
    def retrieve(self, request: Request, pk: int) -> Response:
        return Response(ClubShape(self.found(pk)).data)

    @extend_schema(request=ClubBody, responses={201: ClubShape, **REFUSALS})
    def create(self, request: Request) -> Response:
        return self.write(request)

    @extend_schema(request=ClubBody, responses={200: ClubShape, **REFUSALS})
    def partial_update(self, request: Request, pk: int) -> Response:
        return self.write(request, self.found(pk))

    @extend_schema(responses={204: None, **REFUSALS})
    def destroy(self, request: Request, pk: int) -> Response:
        return self.erase(request, pk)


class PlayersViewSet(RegistryViewSet):
    body, shape = PlayerBody, PlayerShape

    def rows(self) -> QuerySet[Player]:
        return Player.objects.select_related("club").order_by("last_name", "first_name", "pk")

    @extend_schema(**listing(PlayerShape, SEARCH))
    def list(self, request: Request) -> Response:
        found = self.rows()
        for part in _searched(request).split():
            found = found.filter(
                Q(last_name__icontains=part) | Q(first_name__icontains=part) | Q(licence_number__icontains=part)
            )
        return paged(self, found, PlayerShape)

    @extend_schema(responses={200: PlayerShape, **REFUSALS})
    def retrieve(self, request: Request, pk: int) -> Response:
        return Response(PlayerShape(self.found(pk)).data)

    @extend_schema(request=PlayerBody, responses={201: PlayerShape, **REFUSALS})
    def create(self, request: Request) -> Response:
        return self.write(request)

    @extend_schema(request=PlayerBody, responses={200: PlayerShape, **REFUSALS})
    def partial_update(self, request: Request, pk: int) -> Response:
        return self.write(request, self.found(pk))

    @extend_schema(responses={204: None, **REFUSALS})
    def destroy(self, request: Request, pk: int) -> Response:
        return self.erase(request, pk)

    @extend_schema(request={"multipart/form-data": ImportBody}, responses={200: ImportShape, **REFUSALS})
    @action(detail=False, methods=["post"], url_path="import", parser_classes=[MultiPartParser])
    def import_file(self, request: Request) -> Response:
        """Read a list of players: every row with what it would do; with `confirm` it is written."""
        data = read(ImportBody, request)
        # One byte more than allowed is enough to refuse: the rest is never read.
        table = player_files.read(data["file"].read(player_files.MAX_BYTES + 1))
        event = _own_event(request, data["event"]) if data["event"] else None
        plan = player_import.preview(table, event)
        done = None
        if data["confirm"]:
            assert isinstance(request.user, User)
            by = Actor.of_user(request.user)
            done = player_import.carry_out(table, by=by, event=event, only_good=data["only_good"])
        counts = {name: getattr(done, name, None) for name in ("created", "changed", "entered", "skipped")}
        return Response(ImportShape({"rows": plan.rows, "ignored_columns": plan.ignored_columns, **counts}).data)


def _own_event(request: Request, slug: str) -> Event:
    event = Event.objects.filter(slug=slug).first()
    if event is None or role_of(event, user=request.user) not in OFFICIALS:
        raise Http404
    return event


def _searched(request: Request) -> str:
    return request.query_params.get("search", "").replace("\0", "")[:80]
