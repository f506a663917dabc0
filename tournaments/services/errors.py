"""What a person can get wrong in an act: a stable code, and a sentence in their language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.functional import Promise


class ActError(Exception):
    """An act that was refused. Each noun has its subclass, with its codes and their sentences.

    `messages` maps a code to a translatable sentence with %(name)s places for `extra`.
    """

    messages: ClassVar[Mapping[str, str | Promise]] = {}

    def __init__(self, code: str, **extra: Any) -> None:
        assert code in self.messages, f"{type(self).__name__} has no sentence for {code!r}"
        super().__init__(code)
        self.code = code
        self.extra = extra

    @property
    def message(self) -> str:
        return str(self.messages[self.code]) % self.extra

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"
