"""Who does an act: a staff account, an entry at its device, or the worker."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User

from tournaments.enums import ActorKind
from tournaments.models import Device, Entry


@dataclass(frozen=True, slots=True)
class Actor:
    kind: ActorKind
    user: User | None = None
    entry: Entry | None = None
    device: Device | None = None

    @classmethod
    def of_user(cls, user: User) -> Actor:
        return cls(ActorKind.USER, user=user)

    @classmethod
    def of_device(cls, device: Device) -> Actor:
        return cls(ActorKind.ENTRY, entry=device.entry, device=device)

    @classmethod
    def of_entry(cls, entry: Entry) -> Actor:
        return cls(ActorKind.ENTRY, entry=entry)


WORKER = Actor(ActorKind.WORKER)
