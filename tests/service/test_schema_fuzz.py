"""schemathesis asks every address of the schema for whatever it can think of: nothing may answer with a 5xx."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import pytest
import schemathesis
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.core import NOT_SET

from tests.factories import make_superuser, officials_of
from tests.tournaments.play import close, device_of, hand_in, open_turn, reveal, running_game
from tournaments.models import Device, Event
from tournaments.services import contests, devices, panel, rulings, sanctions, tokens
from tournaments.services.actor import Actor

pytestmark = pytest.mark.django_db
# Of each operation, in each of the two ways: as the schema says, and against it.
EXAMPLES = 4
MODES = tuple(schemathesis.GenerationMode)


def operations() -> list[Any]:
    schema = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(request=None, public=True))
    return [found.ok() for found in schema.get_all_operations()]


class World:
    """An event with something of everything in it, so that real numbers lead somewhere."""

    def __init__(self) -> None:
        game = running_game(players=4)
        self.event: Event = game.event
        officials = officials_of(self.event)
        entry = self.event.entries.all()[0]
        turn = open_turn(game, "CORNOAE")
        slip = hand_in(turn, entry, "8D CORXO")
        turn = reveal(close(turn))
        contest = contests.open_contest(
            turn=turn, entry=entry, by=Actor.of_entry(entry), subject="slip", words=["CORXO"]
        )
        arbiter = officials.as_arbiter
        question = panel.ask(turn=turn, by=arbiter, words=["CORXO"])
        ruling = rulings.preview(
            turn=turn, by=arbiter, words=["CORXO"], decision="admit", article="F14", reason="prova"
        )
        sanction = sanctions.give(entry=entry, by=arbiter, kind="warning", reason="prova")
        self.numbers = {
            "slug": self.event.slug,
            "number": 1,
            "turn": turn.pk,
            "entry": entry.pk,
            "slip": slip.pk,
            "contest": contest.pk,
            "question": question.pk,
            "ruling": ruling.pk,
            "sanction": sanction.pk,
            "office": self.event.offices.first().pk,
            "id": entry.player_id,
        }
        superuser = make_superuser()
        device = device_of(entry)
        Device.objects.filter(pk=device.pk).update(token_hash=devices._token_hash("prova"))
        staff = (superuser, officials.director, officials.arbiter)
        authorizations = ["", "Device prova", *(f"Token {tokens.issue(user, 'prova')[1]}" for user in staff)]
        self.callers = [
            Client(headers={"Authorization": authorization}, raise_request_exception=False)
            for authorization in authorizations
        ]


def test_no_address_answers_with_a_5xx() -> None:
    """One test for all of them: the world is made once."""
    world, asked, answers = World(), operations(), Counter[int]()
    failures = [
        failure for operation in asked for mode in MODES for failure in _failures(operation, world, mode, answers)
    ]
    assert len(asked) > 100
    assert failures == []
    # It went through the door, not only against it.
    assert {200, 201, 400, 401, 403, 404, 409} <= set(answers)


def _failures(operation: Any, world: World, mode: Any, answers: Counter[int]) -> list[str]:
    found: list[str] = []

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(mode), caller=st.sampled_from(world.callers), is_real=st.booleans())
    def ask(case: Any, caller: Client, is_real: bool) -> None:
        if is_real:
            known = {name: value for name, value in world.numbers.items() if name in case.path_parameters}
            case.path_parameters = {**case.path_parameters, **known}
        with transaction.atomic():
            status, content = _send(case, caller)
            transaction.set_rollback(True)
        answers[status] += 1
        if status >= 500:
            found.append(f"{status} {content[:200]!r} {case.as_curl_command()}")

    # What has neither parameters nor a body cannot be asked against its schema.
    with suppress(Unsatisfiable):
        ask()
    return found


def _send(case: Any, client: Client) -> tuple[int, bytes]:
    query = urlencode(case.query or {}, doseq=True)
    path = f"{case.formatted_path}?{query}" if query else case.formatted_path
    if case.media_type == "multipart/form-data" and isinstance(case.body, dict):
        form = {name: _form_value(value) for name, value in case.body.items()}
        answer = client.generic(case.method, path, encode_multipart(BOUNDARY, form), content_type=MULTIPART_CONTENT)
    else:
        body = "" if case.body is NOT_SET else json.dumps(case.body, default=str)
        answer = client.generic(case.method, path, body, content_type="application/json")
    return answer.status_code, answer.content


def _form_value(value: Any) -> Any:
    return SimpleUploadedFile("giocatori.csv", value) if isinstance(value, bytes) and value else str(value)
