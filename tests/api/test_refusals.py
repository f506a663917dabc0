"""Who may not do what: 401 who are you, 403 not yours, 404 not there for you, 409 not now, 400 malformed."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.api.calling import Caller, as_table, as_user
from tests.factories import make_event, make_federation_user, make_lexicon, make_player, make_user, officials_of
from tests.tournaments.play import close, draw, hand_in, open_turn, reveal, running_game
from tournaments.models import Event, Turn
from tournaments.services import contests, rulings, sanctions
from tournaments.services.actor import Actor

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"
DIRECTORS_ACTS = ("open", "pause", "resume", "close", "reveal")


def base(event: Event) -> str:
    return f"events/{event.slug}/"


def address(turn: Turn) -> str:
    return f"{base(turn.game.event)}turns/{turn.pk}/"


@pytest.mark.parametrize("act", DIRECTORS_ACTS)
def test_a_directors_act_is_nobody_elses(act: str) -> None:
    turn = draw(running_game(), RACK)
    event = turn.game.event
    nobody, stranger = Caller(), as_user(make_user())
    arbiter, other = as_user(officials_of(event).arbiter), as_user(officials_of(running_game().event).director)
    answers = []
    for caller in (nobody, stranger, arbiter, other):
        caller.post(f"{address(turn)}{act}/")
        answers.append((caller.status, caller.code))
    assert answers == [(401, "not_authenticated"), *[(403, "not_director")] * 3]


def test_a_wrong_token_is_401_also_for_what_is_public() -> None:
    event = make_event(state="registration")
    caller = Caller("Token nonsense")
    caller.get(base(event))
    assert (caller.status, caller.code) == (401, "authentication_failed")
    assert caller.headers["WWW-Authenticate"] == "Token"


def test_the_message_is_in_the_callers_language_and_the_code_in_none() -> None:
    turn = draw(running_game(), RACK)
    user = officials_of(turn.game.event).arbiter
    italian, english = as_user(user), as_user(user, language="en")
    for caller in (italian, english):
        caller.post(f"{address(turn)}open/")
        assert caller.code == "not_director"
    assert italian.message == "Questo spetta al direttore di gara."
    assert italian.headers["Content-Language"] == "it"
    assert english.headers["Content-Language"] == "en"


def test_an_act_at_the_wrong_moment_is_409_and_says_why() -> None:
    game = running_game()
    turn = draw(game, RACK)
    director = as_user(officials_of(game.event).director)
    answers = {}
    for act in ("pause", "adjudicate", "reveal"):
        director.post(f"{address(turn)}{act}/")
        answers[act] = (director.status, director.code)
    assert answers == dict.fromkeys(("pause", "adjudicate", "reveal"), (409, "wrong_state"))
    assert "Estratta" in director.message
    director.post(f"{base(game.event)}games/1/rack/", letters=RACK)
    assert (director.status, director.code) == (409, "turn_in_play")


def test_an_act_that_lacks_what_it_needs_is_400() -> None:
    game = running_game()
    turn = open_turn(game, RACK)
    director = as_user(officials_of(game.event).director)
    for path, body, code in (
        (f"{address(turn)}extend/", {}, "invalid"),
        (f"{address(turn)}extend/", {"seconds": 0}, "seconds"),
        (f"{address(turn)}extend/", {"seconds": "tanti"}, "invalid"),
        (f"{address(turn)}undo-opening/", {"reason": "  "}, "reason_needed"),
        (f"{address(turn)}void/", {"reason": "x" * 401}, "invalid"),
        (f"{base(game.event)}officials/arbiter/", {"username": "nessuno"}, "unknown_account"),
    ):
        director.post(path, **body)
        assert (director.status, director.code) == (400, code), path


def test_a_body_that_is_not_json_is_400_and_another_kind_415() -> None:
    caller = Caller()
    answer = caller._client.post("/api/v1/enrol/", "{", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")
    answer = caller._client.post("/api/v1/enrol/", "code=1", content_type="text/plain")
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
    deep = '{"code": ' + "[" * 200_000 + "]" * 200_000 + "}"
    answer = caller._client.post("/api/v1/enrol/", deep, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")
    huge = '{"code": "' + "A" * 1_000_000 + '"}'
    answer = caller._client.post("/api/v1/enrol/", huge, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    answer = caller._client.delete("/api/v1/enrol/")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


def test_objects_of_another_event_are_not_there() -> None:
    game, other = running_game(), running_game()
    officials = officials_of(game.event)
    director, arbiter = as_user(officials.director), as_user(officials.arbiter)
    entry = other.event.entries.all()[0]
    turn = open_turn(other, RACK)
    slip = hand_in(turn, entry, "8D CORXO")
    turn = reveal(close(turn))
    foreign = officials_of(other.event).as_arbiter
    contest = contests.open_contest(turn=turn, entry=entry, by=Actor.of_entry(entry), subject="slip", words=["CORXO"])
    ruling = rulings.preview(turn=turn, by=foreign, words=["CORXO"], decision="refuse", article="F14", reason="x")
    sanction = sanctions.give(entry=entry, by=foreign, kind="warning", reason="x")
    office = other.event.offices.filter(kind="arbiter").get()
    mine = base(game.event)
    reads = (
        f"turns/{turn.pk}/", f"turns/{turn.pk}/slips/", f"turns/{turn.pk}/statistics/", f"turns/{turn.pk}/rulings/",
        f"turns/{turn.pk}/mismatches/", f"entries/{entry.pk}/", f"entries/{entry.pk}/turns/", "games/9/",
    )  # fmt: skip
    for path in reads:
        director.get(mine + path)
        assert (path, director.status) == (path, 404)
    acts: tuple[tuple[Caller, str, dict[str, object]], ...] = (
        (director, f"turns/{turn.pk}/open/", {}),
        (director, f"entries/{entry.pk}/check-in/", {}),
        (director, f"entries/{entry.pk}/device-code/", {}),
        (director, f"officials/{office.pk}/end/", {"reason": "x"}),
        (arbiter, f"contests/{contest.pk}/reject/", {"reason": "x"}),
        (arbiter, f"rulings/{ruling.pk}/apply/", {}),
        (arbiter, f"rulings/{ruling.pk}/drop/", {}),
        (arbiter, f"sanctions/{sanction.pk}/revoke/", {"reason": "x"}),
        (arbiter, f"slips/{slip.pk}/correct/", {"word": "CORNO", "reference": "8D", "reason": "x"}),
        (arbiter, "sanctions/", {"entry": entry.pk, "kind": "warning", "reason": "x"}),
        (arbiter, "officials/panel/", {"entries": [entry.pk]}),
    )
    for caller, path, body in acts:
        caller.post(mine + path, **body)
        assert (path, caller.status, caller.code) == (path, 404, "not_found")


def test_a_draft_is_its_officials_alone() -> None:
    event = make_event(players=3, state="draft")
    nobody, federation = Caller(), as_user(make_federation_user())
    for path in ("", "now/", "standings/", "entries/", "games/", "turns/", "officials/", "results.csv"):
        nobody.get(base(event) + path)
        assert (path, nobody.status) == (path, 404)
        federation.get(base(event) + path)
        assert (path, federation.status) == (path, 200)
    assert nobody.get("events/")["count"] == 0
    assert federation.get("events/")["count"] == 1


def test_only_the_federation_creates_events() -> None:
    lexicon = make_lexicon()
    new = {"name": "Coppa", "starts_on": "2026-05-02", "lexicon": lexicon.slug}
    stranger = as_user(make_user())
    stranger.post("events/", **new)
    assert (stranger.status, stranger.code) == (403, "not_federation")
    federation = as_user(make_federation_user())
    made = federation.post("events/", **new)
    assert (federation.status, made["slug"]) == (201, "coppa-2026")
    federation.post("events/", **new, slug="coppa-2026")
    assert (federation.status, federation.code) == (409, "slug_taken")
    federation.post("events/", **new, profile_overrides={"turn_seconds": 1})
    assert (federation.status, federation.code) == (400, "wrong_setting")


def test_players_and_clubs_are_kept_by_officials_and_deleted_by_the_federation() -> None:
    event = make_event(players=3, state="running")
    official, federation, stranger = (
        as_user(officials_of(event).director), as_user(make_federation_user()), as_user(make_user()),
    )  # fmt: skip
    stranger.get("players/")
    assert (stranger.status, stranger.code) == (403, "permission_denied")
    nobody = Caller()
    nobody.get("players/")
    assert nobody.status == 401
    club = official.post("clubs/", name="Circolo")
    official.post("clubs/", name="CIRCOLO")
    assert (official.status, official.code) == (400, "invalid")
    player = official.post("players/", first_name="Ada", last_name="Negri", licence_number="", club=club["id"])
    assert (official.status, player["licence_number"], player["club"]["name"]) == (201, None, "Circolo")
    assert official.patch(f"players/{player['id']}/", category="senior")["category"] == "senior"
    assert official.get("players/?search=negri ada")["count"] == 1
    official.send("DELETE", f"players/{player['id']}/", {})
    assert (official.status, official.code) == (403, "not_federation")
    federation.send("DELETE", f"clubs/{club['id']}/", {})
    assert (federation.status, federation.code) == (409, "in_use")
    federation.send("DELETE", f"players/{player['id']}/", {})
    assert federation.status == 204


def test_a_table_does_no_officials_act_and_reads_no_log() -> None:
    event = make_event(players=4, state="running")
    table = as_table(event.entries.get(table_number=1))
    for path in ("entries/device-codes/", "message/", "freeze/", "publish/"):
        table.post(base(event) + path)
        assert (path, table.status) == (path, 401)
    table.get(f"{base(event)}log/")
    assert table.status == 401
    table.get(f"{base(event)}entries/seating/")
    assert (table.status, table.code) == (403, "not_official")


def test_publishing_needs_the_office_before_the_password_is_even_looked_at() -> None:
    event = make_event(players=4, state="finished")
    arbiter = as_user(officials_of(event).arbiter)
    arbiter.post(f"{base(event)}publish/", password="qualunque")
    assert (arbiter.status, arbiter.code) == (403, "not_director")


def test_a_player_cannot_be_entered_twice() -> None:
    event, player = make_event(players=3, state="running"), make_player()
    director = as_user(officials_of(event).director)
    made = director.post(f"{base(event)}entries/", player=player.pk, table_number=9)
    assert (director.status, made["table_number"]) == (201, 9)
    director.post(f"{base(event)}entries/", player=player.pk)
    assert (director.status, director.code) == (409, "already_entered")
    director.post(f"{base(event)}entries/", player=999999)
    assert (director.status, director.code) == (400, "invalid")


@pytest.mark.parametrize("language", ["it", "en"])
def test_an_address_that_the_api_does_not_have_is_answered_as_data(client: Client, language: str) -> None:
    answer = client.get("/api/v1/nothing/", headers={"Accept-Language": language})
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/json")
    message = {
        "it": "Questo indirizzo non esiste: l'elenco è in /api/v1/docs/.",
        "en": "This address does not exist: the list is at /api/v1/docs/.",
    }
    assert answer.json() == {"code": "not_found", "message": message[language], "extra": {}}
    page = client.get("/nothing/")
    assert (page.status_code, page["Content-Type"]) == (404, "text/html; charset=utf-8")
