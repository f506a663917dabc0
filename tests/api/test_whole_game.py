"""A whole event through the API in this process: SQLite, the in-process broker and its worker."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from duplicato.embedded import Companions
from lexicon.catalog import open_lexicon
from tests.api.calling import Caller, as_user
from tests.api.whole_game import PASSWORD, Hall, play_whole_game
from tests.factories import make_federation_user, make_lexicon, make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _worker(transactional_db: None) -> Iterator[None]:
    companions = Companions()
    companions.start()
    yield
    companions.stop()


@pytest.mark.usefixtures("_worker")
def test_from_creation_to_a_verified_record() -> None:
    director, arbiter = make_user("direttrice"), make_user("arbitro")
    director.set_password(PASSWORD)
    director.save()
    lexicon = make_lexicon()
    hall = Hall(
        federation=as_user(make_federation_user()),
        director=as_user(director),
        arbiter=as_user(arbiter),
        public=Caller(),
        as_device=lambda token: Caller(f"Device {token}"),
        director_name="direttrice",
        arbiter_name="arbitro",
        lexicon=lexicon.slug,
        store=open_lexicon(lexicon.store_slug),
        breathe=lambda: time.sleep(0.05),
    )
    play_whole_game(hall)
