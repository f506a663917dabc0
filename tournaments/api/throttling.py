"""Rates: so many writes a device and minute; so many wrong enrolment codes an address and minute."""

from __future__ import annotations

from contextlib import suppress
from types import SimpleNamespace
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from tournaments.models import Device

WRONG_CODES_A_MINUTE = 60


class DeviceThrottle(SimpleRateThrottle):
    """A person cannot hand in faster; a broken page can."""

    scope = "device"
    rate = "240/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        if request.method == "GET" or not isinstance(request.auth, Device):
            return None
        return f"throttle:device:{request.auth.pk}"


def allows(request: HttpRequest, device: Device) -> bool:
    """The same rate for a table's page, which has no DRF around it."""
    asked: Any = SimpleNamespace(method=request.method, auth=device)
    view: Any = None
    return DeviceThrottle().allow_request(asked, view)


def has_too_many_wrong_codes(request: HttpRequest | Request) -> bool:
    """Count one more. Past so many a minute a wrong code is not even called wrong.

    A whole hall enrols from one address: a right code is taken whatever others typed, and sixty bits are not guessed.
    """
    key = f"throttle:enrol:{request.META.get('REMOTE_ADDR', '')}"
    cache.add(key, 0, timeout=60)
    # The minute may end between the two calls.
    with suppress(ValueError):
        return cache.incr(key) > WRONG_CODES_A_MINUTE
    return False
