"""Something a person typed or handed over that the pure modules cannot use."""

from __future__ import annotations


class InputError(ValueError):
    """`code` is stable and has its sentence in `lexicon.errors`; `extra` fills the sentence's places."""

    def __init__(self, code: str, **extra: object) -> None:
        super().__init__(code)
        self.code = code
        self.extra = extra
