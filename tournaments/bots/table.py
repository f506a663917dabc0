"""A bot at its table: enrols with the code of its card, hands in, contests what it lost."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from tournaments.bots.calling import Caller, Line, RefusedError
from tournaments.bots.mind import Mind, Plan, Slip


class Table:
    def __init__(self, line: Line, slug: str, code: str, mind: Mind) -> None:
        enrolled = Caller(line).post("enrol/", kind="enrol", code=code)
        self.mind = mind
        self.name, self.number = str(enrolled["name"]), int(enrolled["table"])
        self._line, self._slug, self._token = line, slug, str(enrolled["token"])
        self._caller = Caller(line, f"Device {self._token}")

    def beat(self) -> None:
        """A sign of life, without which the console takes the table for offline."""
        self._line.beat(f"/stream/{self._slug}/player/poll/", f"duplicato_device={self._token}")

    def look(self) -> dict[str, Any]:
        """The room as this table's tablet sees it."""
        room: dict[str, Any] = self._caller.get(f"events/{self._slug}/now/", kind="look")
        return room

    def hand_in(self, turn: int, plan: Plan) -> bool:
        """Send the plan's versions; whether the last one is acknowledged as in time."""
        receipt: dict[str, Any] = {"is_late": True}
        for revision, written in enumerate(plan.versions, start=1):
            body = {
                "client_key": str(uuid4()),
                "revision": revision,
                "word": written.word,
                "reference": written.reference,
                "declared_score": written.declared_score,
            }
            for _ in range(2 if plan.kind is Slip.RESENT else 1):
                receipt = self._caller.post(f"events/{self._slug}/turns/{turn}/slips/", kind="slip", **body)
        return not receipt["is_late"]

    def contest(self, turn: int) -> str | None:
        """Contest the word that was refused; the word, or None where the verdict is no matter of words."""
        verdict = self._caller.get(f"events/{self._slug}/turns/{turn}/verdict/own/")
        if verdict["code"] != "word" or "slip" not in verdict["contestable"] or not verdict["slip_words"]:
            return None
        word = str(verdict["slip_words"][0])
        try:
            self._caller.post(
                f"events/{self._slug}/turns/{turn}/contests/",
                subject="slip",
                words=[word],
                text="It is in the dictionary!",
            )
        except RefusedError as refusal:
            if refusal.status >= 500:
                raise
            return None
        return word

