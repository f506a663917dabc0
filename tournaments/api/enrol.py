"""Becoming a table's device: a one-time code is used up for a token."""

from __future__ import annotations

from typing import Any

from django.middleware.csrf import get_token
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api import device_cookie
from tournaments.api.authentication import device_of
from tournaments.api.base import REFUSALS, read
from tournaments.api.bodies import Code
from tournaments.api.errors import NotADevice
from tournaments.api.shapes import Shape
from tournaments.api.throttling import has_too_many_wrong_codes
from tournaments.models import Device
from tournaments.services import devices
from tournaments.services.devices import DeviceError


class DeviceShape(Shape):
    event = serializers.SlugField()
    entry = serializers.IntegerField()
    table = serializers.IntegerField()
    name = serializers.CharField()


class EnrolledShape(DeviceShape):
    token = serializers.CharField(help_text="shown once; send it as `Authorization: Device …`")


class EnrolView(APIView):
    # Nobody is anybody yet: neither a session nor an older device has a say.
    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(request=Code, responses={201: EnrolledShape, **REFUSALS}, auth=[])
    def post(self, request: Request) -> Response:
        """Use a code up: this client plays for its entry from now on, by cookie or by token."""
        code = read(Code, request)["code"]
        try:
            device, token = devices.enrol(code, request.headers.get("User-Agent", ""))
        except DeviceError as refusal:
            if refusal.code == "unknown_code" and has_too_many_wrong_codes(request):
                raise Throttled(wait=60) from refusal
            raise
        response = Response({**_device(device), "token": token}, status=201)
        response["Cache-Control"] = "no-store"
        device_cookie.remember(response, token, request._request)
        get_token(request._request)  # whoever goes on with cookies needs the CSRF one as well
        return response


class OwnDeviceView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses={200: DeviceShape, 401: REFUSALS[401]})
    def get(self, request: Request) -> Response:
        """Whose device asks."""
        device = device_of(request)
        if device is None:
            raise NotADevice
        return Response(_device(device), headers={"Cache-Control": "no-store"})


def _device(device: Device) -> dict[str, Any]:
    entry = device.entry
    return {"event": entry.event.slug, "entry": entry.pk, "table": entry.table_number, "name": entry.player.name}
