"""Mistakes in the engine's input that a person can cause, each with a code and a sentence."""

from __future__ import annotations


class EngineError(ValueError):
    """A mistake in data given to the engine; `code` is stable, the text is for a person."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class DefinitionError(EngineError):
    """A rule set or profile file that makes no sense; names the file and the key."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        super().__init__("definition", f"{file}: {key}: {problem}")
        self.file = file
        self.key = key
        self.problem = problem


class BoardError(EngineError):
    """A board's text form that is not a board."""


class TilesError(EngineError):
    """Letters that the set does not hold, or tiles that are not there to be taken."""
