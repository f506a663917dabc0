"""Rates: so many writes a device and minute; so many wrong enrolment codes an address and minute."""

from __future__ import annotations

from contextlib import suppress

from django.core.cache import cache
from rest_framework.exceptions import Throttled
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


def check_wrong_codes(request: Request) -> None:
    """A whole hall enrols from one address, so only codes that failed are counted."""
    if cache.get(_key(request), 0) >= WRONG_CODES_A_MINUTE:
        raise Throttled(wait=60)


def count_wrong_code(request: Request) -> None:
    # The minute may end between the two calls.
    with suppress(ValueError):
        cache.add(_key(request), 0, timeout=60)
        cache.incr(_key(request))


def _key(request: Request) -> str:
    return f"throttle:enrol:{request.META.get('REMOTE_ADDR', '')}"
