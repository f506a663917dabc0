"""The address that others reach this site at: what a QR code on a table must say, whoever prints it from where."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct
import sys

from django.conf import settings
from django.http import HttpRequest

SIOCGIFADDR = 0x8915
# Networks inside this machine, between it and its containers or guests.
INNER = ("lo", "docker", "br-", "veth", "virbr", "vmnet", "cni", "podman")


def site_address(request: HttpRequest) -> str:
    """Without a slash at the end. A laptop that calls itself localhost is given its address in the room."""
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL)
    if not settings.SERVES_THE_ROOM:
        return request.build_absolute_uri("/").rstrip("/")
    name = request.get_host().rsplit(":", 1)[0].strip("[]")
    if name == "localhost" or _is_loopback(name):
        addresses = room_addresses()
        if addresses:
            return f"{request.scheme}://{addresses[0]}:{request.get_port()}"
    return request.build_absolute_uri("/").rstrip("/")


def room_addresses() -> list[str]:
    """This machine's own addresses that other devices in the room can reach; the one it goes out by first."""
    found = [_outgoing_address(), *(_interface_addresses() if sys.platform == "linux" else _named_addresses())]
    usable = [address for address in found if address and not _is_loopback(address) and not _is_link_local(address)]
    return list(dict.fromkeys(usable))


def _outgoing_address() -> str:
    """No packet is sent: a UDP socket only asks the system which way it would go."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return ""
    return address


def _interface_addresses() -> list[str]:
    """Also of a room's network that leads nowhere."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        for _, name in socket.if_nameindex():
            if name.startswith(INNER):
                continue
            try:
                answer = fcntl.ioctl(asker, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue  # no address on this one
            found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _named_addresses() -> list[str]:
    try:
        return list(socket.gethostbyname_ex(socket.gethostname())[2])
    except OSError:
        return []


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _is_link_local(address: str) -> bool:
    return ipaddress.ip_address(address).is_link_local
