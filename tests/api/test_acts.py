"""What the screens do, done by the API: each act changes what it says, and answers with how it is now."""

from __future__ import annotations

import secrets
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from tests.api.calling import Caller, as_table, as_user, enrolled
from tests.factories import make_event, make_federation_user, make_player, make_superuser, make_user, officials_of
from tests.tournaments.play import close, draw, fresh, hand_in, open_turn, play, reveal, running_game
from tournaments.engine.prepared import new_prepared_game
from tournaments.models import Device, Event, Game, Turn
from tournaments.services import adjudication, draws, games, tops

pytestmark = pytest.mark.django_db
RACK = "CORNOAE"
PASSWORD = "una frase lunga e segreta"


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def base(event: Event) -> str:
    return f"events/{event.slug}/"


def address(turn: Turn) -> str:
    return f"{base(turn.game.event)}turns/{turn.pk}/"


def staff(event: Event) -> tuple[Caller, Caller]:
    """Director and arbiter, both with the password."""
    held = officials_of(event)
    for user in (held.director, held.arbiter):
        user.set_password(PASSWORD)
        user.save()
    return as_user(held.director), as_user(held.arbiter)


def done(caller: Caller, path: str, **body: Any) -> Any:
    answer = caller.post(path, **body)
    assert caller.status < 300, (path, caller.status, answer)
    return answer


def test_an_entry_from_arrival_to_withdrawal() -> None:
    event = make_event(players=4, state="registration")
    federation = as_user(make_federation_user())
    path = f"{base(event)}entries/{event.entries.get(table_number=1).pk}/"
    assert done(federation, f"{path}check-in/")["is_playing"]
    assert not done(federation, f"{path}undo-check-in/", reason="errore")["is_playing"]
    done(federation, f"{path}check-in/")
    assert done(federation, f"{path}withdraw/", reason="malato")["withdrawn_at"] is not None
    assert done(federation, f"{path}undo-withdrawal/")["withdrawn_at"] is None
    assert done(federation, f"{path}move/", table_number=9)["table_number"] == 9
    assert federation.patch(path, category="senior", is_on_paper=True)["category"] == "senior"
    done(federation, f"{path}remove/", reason="errore")
    federation.get(path)
    assert federation.status == 404


def test_a_devices_code_and_its_revocation() -> None:
    event = make_event(players=4, state="running")
    director, _arbiter = staff(event)
    path = f"{base(event)}entries/{event.entries.get(table_number=1).pk}/"
    code = done(director, f"{path}device-code/")
    assert code["link"].endswith(f"/gioca/{code['code']}/")
    assert code["qr"].startswith("<svg")
    table = enrolled(code["code"])
    assert director.get(path)["has_device"] is True
    assert table.get(path)["has_device"] is None
    assert done(director, f"{path}revoke-device/", reason="perso") == {"count": 1}
    table.get("device/")
    assert (table.status, table.code) == (401, "not_a_device")
    codes = done(director, f"{base(event)}entries/device-codes/", is_printed=True)
    assert (len(codes), codes[0]["lifetime_seconds"]) == (4, 12 * 3600)
    for each in codes:
        enrolled(each["code"])
    assert done(director, f"{base(event)}entries/revoke-devices/") == {"count": 4}
    assert Device.objects.filter(revoked_at=None).count() == 0


def test_tables_by_ranking_between_games() -> None:
    game = running_game()
    director, _arbiter = staff(game.event)
    play(game, RACK, {3: "8D CORNO"})
    path = f"{base(game.event)}entries/"
    director.post(f"{path}assign-tables/")
    assert (director.status, director.code) == (409, "game_running")
    games.end(game=game, by=officials_of(game.event).as_director, end_reason="director")
    planned = director.get(f"{path}seating/")
    assert (planned[0]["table_now"], planned[0]["rank"]) == (3, 1)
    assigned = done(director, f"{path}assign-tables/", reason="per classifica")
    assert [(seat["table"], seat["table_now"]) for seat in assigned] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    order = [seat["entry"] for seat in reversed(assigned)]
    assert done(director, f"{path}assign-tables/", order=order)
    assert director.get(f"{path}?table=1")["results"][0]["id"] == order[0]


def test_the_clock_is_paused_extended_and_taken_back() -> None:
    game = running_game()
    director, _arbiter = staff(game.event)
    turn = address(draw(game, RACK))
    opened = done(director, f"{turn}open/")["clock"]
    assert done(director, f"{turn}pause/")["clock"]["paused_at"] is not None
    assert done(director, f"{turn}resume/")["clock"]["paused_at"] is None
    assert done(director, f"{turn}extend/", seconds=30)["clock"]["deadline_at"] > opened["deadline_at"]
    assert done(director, f"{turn}undo-opening/", reason="falsa partenza")["state"] == "drawn"
    done(director, f"{turn}open/")
    assert done(director, f"{turn}close/", reason="tutti pronti")["state"] == "closed"
    assert done(director, f"{turn}reopen/", seconds=20, reason="rumore")["state"] == "open"
    done(director, f"{turn}close/")
    adjudication.score_slips(turn_id=game.turns.get().pk)
    assert done(director, f"{turn}adjudicate/")["state"] == "adjudicated"
    assert done(director, f"{turn}undo-adjudication/", reason="un dubbio")["state"] == "closed"
    done(director, f"{turn}adjudicate/")
    assert done(director, f"{turn}reveal/")["state"] == "revealed"
    director.post(f"{turn}void/", reason="errore")
    assert (director.status, director.code) == (403, "password")
    assert done(director, f"{turn}void/", reason="errore", password=PASSWORD)["state"] == "voided"


def test_paper_read_twice_and_a_mismatch_settled_by_correction() -> None:
    game = running_game(is_double_entry=True)
    director, arbiter = staff(game.event)
    turn = open_turn(game, RACK)
    path = address(turn)
    receipt = done(director, f"{path}paper/", table_number=1, word="CORNO", reference="8D")
    assert (receipt["table_number"], receipt["reading"]) == (1, 1)
    director.get(f"{path}mismatches/")
    assert director.status == 404, "what a slip says is nobody's while the turn is open"
    done(arbiter, f"{path}paper/", table_number=1, word="CORNI", reference="8D")
    close(turn)
    [mismatch] = arbiter.get(f"{path}mismatches/")
    assert [reading["word"] for reading in mismatch["readings"]] == ["CORNO", "CORNI"]
    arbiter.post(f"{path}adjudicate/")
    assert (arbiter.status, arbiter.code) == (409, "paper_pending")
    slip = mismatch["readings"][0]["id"]
    corrected = done(
        arbiter, f"{base(game.event)}slips/{slip}/correct/", word="CORNO", reference="8D", reason="si legge CORNO"
    )
    assert (corrected["word"], corrected["corrects"]) == ("CORNO", slip)
    assert arbiter.get(f"{path}mismatches/") == []
    adjudication.score_slips(turn_id=turn.pk)
    assert arbiter.get(path)["scores"][0]["points"] == 22


def contested(game: Game) -> tuple[Turn, Caller]:
    """A revealed turn in which table 1 laid tiles of the rack as a word that no list has."""
    turn = open_turn(game, RACK)
    entry = game.event.entries.get(table_number=1)
    hand_in(turn, entry, "8D CORNOE")
    return reveal(close(turn)), as_table(entry)


def test_a_word_admitted_re_scores_the_slip_and_settles_the_contest() -> None:
    game = running_game(players=5)
    _director, arbiter = staff(game.event)
    turn, table = contested(game)
    path, event = address(turn), base(game.event)
    assert table.get(f"{path}verdict/own/")["points"] == 0
    contest = done(table, f"{path}contests/", subject="slip", words=["CORNOE"])
    ruling = done(arbiter, f"{path}rulings/", words=["CORNOE"], decision="admit", article="F14", reason="c'è")
    assert [row["entry"] for row in ruling["preview"]["changed"]] == [contest["entry"]]
    assert table.get(f"{path}verdict/own/")["points"] == 0, "a preview changes nothing"
    done(arbiter, f"{event}rulings/{ruling['id']}/apply/")
    assert table.get(f"{path}verdict/own/")["points"] == ruling["preview"]["changed"][0]["after"] > 0
    assert [row["state"] for row in table.get(f"{event}contests/")["results"]] == ["upheld"]


def test_a_ruling_is_dropped_and_the_contest_rejected() -> None:
    game = running_game(players=5)
    _director, arbiter = staff(game.event)
    turn, table = contested(game)
    path, event = address(turn), base(game.event)
    contest = done(table, f"{path}contests/", subject="slip", words=["CORNOE"])
    ruling = done(arbiter, f"{path}rulings/", words=["CORNOE"], decision="admit", article="F14", reason="x")
    assert done(arbiter, f"{event}rulings/{ruling['id']}/drop/")["state"] == "dropped"
    arbiter.post(f"{event}rulings/{ruling['id']}/apply/")
    assert (arbiter.status, arbiter.code) == (409, "settled")
    assert done(arbiter, f"{event}contests/{contest['id']}/reject/", reason="non c'è")["state"] == "rejected"


def test_after_play_has_gone_on_only_director_and_arbiter_together() -> None:
    game = running_game()
    _director, arbiter = staff(game.event)
    turn, _table = contested(game)
    open_turn(game, RACK)
    ruling = done(
        arbiter, f"{address(turn)}rulings/", words=["CORNEA"], decision="refuse", article="F14", reason="x"
    )
    path = f"{base(game.event)}rulings/{ruling['id']}/apply/"
    arbiter.post(path)
    assert (arbiter.status, arbiter.code) == (409, "gone_on")
    director = officials_of(game.event).director.get_username()
    arbiter.post(path, together_with=director, password="sbagliata")
    assert (arbiter.status, arbiter.code) == (403, "other_password")
    applied = done(arbiter, path, together_with=director, password=PASSWORD)
    assert (applied["state"], applied["is_override"]) == ("applied", True)


def test_the_panel_answers_from_its_tables_and_reads_only_its_own_opinions() -> None:
    game = running_game(players=5)
    _director, arbiter = staff(game.event)
    turn, table = contested(game)
    first, second = (as_table(entry) for entry in officials_of(game.event).panel[:2])
    question = done(arbiter, f"{address(turn)}questions/", words=["CORXO"])
    path = f"{base(game.event)}questions/"
    assert first.get(f"{base(game.event)}now/")["seat"]["open_questions"] == 1
    done(first, f"{path}{question['id']}/opinions/", decision="refuse", reason="no")
    done(second, f"{path}{question['id']}/opinions/", decision="admit", reason="sì")

    def opinions(caller: Caller) -> list[str]:
        [asked] = caller.get(path)["results"]
        return [opinion["decision"] for opinion in asked["opinions"]]

    assert (opinions(arbiter), opinions(first), opinions(second)) == (["refuse", "admit"], ["refuse"], ["admit"])
    assert table.get(path)["results"] == []
    assert first.get(f"{base(game.event)}now/")["seat"]["open_questions"] == 0


def test_discipline_is_given_and_taken_back() -> None:
    game = running_game()
    _director, arbiter = staff(game.event)
    turn = play(game, RACK, {1: "8D CORNO"})
    entry = game.event.entries.get(table_number=1)
    path = f"{base(game.event)}sanctions/"
    given = done(arbiter, path, entry=entry.pk, kind="penalty", turn=turn.pk, points=5, reason="ritardi")
    public = Caller()
    assert public.get(f"{base(game.event)}standings/")["results"][0]["total"] == 17
    assert public.get(path)["results"] == []
    assert [row["points"] for row in as_table(entry).get(path)["results"]] == [5]
    assert done(arbiter, f"{path}{given['id']}/revoke/", reason="chiarito")["revoked_at"] is not None
    assert public.get(f"{base(game.event)}standings/")["results"][0]["total"] == 22
    arbiter.post(path, entry=entry.pk, kind="penalty", points=5, reason="x")
    assert (arbiter.status, arbiter.code) == (400, "no_turn")


def test_message_projector_freeze_and_ceremony() -> None:
    game = running_game()
    director, _arbiter = staff(game.event)
    path = base(game.event)
    assert done(director, f"{path}message/", text="Pausa di dieci minuti")["message"] == "Pausa di dieci minuti"
    assert Caller().get(f"{path}now/")["message"] == "Pausa di dieci minuti"
    assert done(director, f"{path}projector/", mode="ranking")["projector_mode"] == "ranking"
    play(game, RACK, {1: "8D CORNO"})
    done(director, f"{path}freeze/")
    assert Caller().get(f"{path}ceremony/") == {
        "is_frozen": True, "turns": 1, "shown": None, "is_done": False, "told": [],
    }  # fmt: skip
    games.end(game=game, by=officials_of(game.event).as_director, end_reason="director")
    Caller().get(f"{path}games/1/record/")
    done(director, f"{path}begin-ceremony/")
    done(director, f"{path}tell-next/", shown=0)
    told = Caller().get(f"{path}ceremony/")["told"]
    assert [row["rank"] for row in told] == [2, 2, 2], "equal places are told together, the first is not told yet"
    done(director, f"{path}tell-next/", shown=3)
    assert director.get(f"{path}ceremony/")["is_done"] is True
    assert Caller().get(f"{path}standings/")["is_frozen"] is False
    director.post(f"{path}unfreeze/", reason="x")
    assert (director.status, director.code) == (409, "not_frozen")


def test_a_frozen_record_is_for_the_officials() -> None:
    game = running_game()
    director, _arbiter = staff(game.event)
    play(game, RACK, {1: "8D CORNO"})
    done(director, f"{base(game.event)}freeze/")
    games.end(game=game, by=officials_of(game.event).as_director, end_reason="director")
    public, path = Caller(), f"{base(game.event)}games/1/record/"
    public.get(path)
    assert (public.status, public.code) == (403, "frozen")
    assert director.get(path)["format"] == "duplicato-game"


def test_the_arbiter_chooses_among_equals_where_the_profile_asks() -> None:
    game = running_game(profile_overrides={"tie_break": "arbiter"})
    _director, arbiter = staff(game.event)
    turn = close(open_turn(game, RACK))
    arbiter.post(f"{address(turn)}adjudicate/")
    assert (arbiter.status, arbiter.code) == (409, "master_pending")
    best = arbiter.get(address(turn))["top"]["best_moves"]
    assert len(best) > 1
    chosen = done(arbiter, f"{address(turn)}choose-master/", index=1, reason="più leggibile")
    assert chosen["top"]["master"] == best[1]
    arbiter.post(f"{address(turn)}choose-master/", index=999, reason="x")
    assert (arbiter.status, arbiter.code) == (400, "not_a_best_move")


def test_letters_from_a_real_bag() -> None:
    game = running_game()
    director, _arbiter = staff(game.event)
    path = f"{base(game.event)}games/1/"
    director.post(f"{path}rack/", letters="ZZZZZZZ")
    assert (director.status, director.code) == (400, "letters")
    director.post(f"{path}draw/")
    assert (director.status, director.code) == (400, "letters_needed")
    turn = done(director, f"{path}rack/", letters="c o r n o a *", rejected=["aeiouae"])
    assert (turn["state"], turn["rack"]) == ("drawn", "CORNOA?")
    tops.search(turn_id=turn["id"])
    assert director.get(f"{base(game.event)}turns/{turn['id']}/")["is_search_ready"] is True
    assert fresh(Turn.objects.get()).rejected[0]["rack"] == "AEIOUAE"


def test_a_sealed_prepared_game_shows_its_seal_and_deals_its_racks() -> None:
    event = make_event(players=4, state="running")
    director, _arbiter = staff(event)
    prepared = new_prepared_game("coppa", "it-figs", (RACK,), secrets.token_bytes)
    path = f"{base(event)}games/1/"
    director.post(f"{path}set-up/", rack_source="prepared", prepared={"racks": []})
    assert (director.status, director.code) == (400, "prepared")
    game = done(director, f"{path}set-up/", rack_source="prepared", prepared=prepared.as_dict())
    assert game["seal"] == prepared.seal()
    done(director, f"{path}start/")
    assert RACK not in str(Caller().get(path))
    done(director, f"{path}draw/")
    draws.draw_requested(game_id=event.games.get(number=1).pk)
    assert director.get(f"{base(event)}now/")["turn"]["rack"] == RACK


def test_an_event_is_changed_moved_and_reopened() -> None:
    event = make_event(players=4, state="running")
    director, _arbiter = staff(event)
    assert director.patch(base(event), venue="Palestra")["venue"] == "Palestra"
    assert done(director, f"{base(event)}move/", to="finished")["state"] == "finished"
    director.post(f"{base(event)}move/", to="running", reason="manca una partita")
    assert (director.status, director.code) == (403, "password")
    reopened = done(director, f"{base(event)}move/", to="running", reason="manca una partita", password=PASSWORD)
    assert reopened["state"] == "running"
    director.post(f"{base(event)}move/", to="draft")
    assert (director.status, director.code) == (409, "wrong_state")
    director.post(f"{base(event)}move/", to="published")
    assert (director.status, director.code) == (409, "wrong_state")


def test_officials_change_with_a_reason_and_leave() -> None:
    event = make_event(players=5, state="running")
    director, _arbiter = staff(event)
    newcomer = make_user("nuovo")
    path = f"{base(event)}officials/"
    director.post(f"{path}arbiter/", username="nuovo")
    assert (director.status, director.code) == (400, "reason_needed")
    office = done(director, f"{path}arbiter/", username="nuovo", reason="cambio turno")
    assert (office["kind"], office["username"]) == ("arbiter", "nuovo")
    assert User.objects.get(pk=newcomer.pk).is_staff
    names = {row["kind"]: row["username"] for row in Caller().get(path)["offices"]}
    assert set(names.values()) == {None}, "user names are for officials"
    assert done(director, f"{path}{office['id']}/end/", reason="sta male")["ended_at"] is not None
    assert [row["code"] for row in director.get(path)["missing"]] == ["no_arbiter"]


def test_a_list_of_players_is_previewed_then_imported() -> None:
    event = make_event(players=3, state="registration")
    federation = as_user(make_federation_user())
    text = b"Nome,Cognome,Tessera\nAda,Negri,77\n,Senza,78\n"

    def send(**fields: Any) -> Any:
        body = {"file": SimpleUploadedFile("giocatori.csv", text), "event": event.slug, **fields}
        return federation._read(
            federation._client.post("/api/v1/players/import/", body, headers=federation._headers)
        )

    plan = send()
    assert [row["outcome"] for row in plan["rows"]] == ["new", "wrong"]
    assert (plan["created"], event.entries.count()) == (None, 3)
    send(confirm=True)
    assert (federation.status, federation.code) == (409, "has_errors")
    assert send(confirm=True, only_good=True)["created"] == 1
    assert event.entries.count() == 4


def test_a_superuser_issues_a_token_and_revokes_it() -> None:
    boss = make_superuser()
    boss.set_password(PASSWORD)
    boss.save()
    superuser, integrator = as_user(boss), make_user("sito")
    superuser.post("tokens/", username="sito", name="sito")
    assert (superuser.status, superuser.code) == (403, "password")
    issued = done(superuser, "tokens/", username="sito", name="sito", password=PASSWORD)
    site = Caller(f"Token {issued['token']}")
    site.get("tokens/")
    assert (site.status, site.code) == (403, "permission_denied")
    assert integrator.api_tokens.get().name == "sito"
    done(superuser, f"tokens/{issued['id']}/revoke/")
    site.get("events/")
    assert site.status == 401


def test_the_definitions_name_every_rule_set_and_profile() -> None:
    found = Caller().get("definitions/")
    assert {"it-figs", "ro-frs", "fr", "en"} <= {rules["slug"] for rules in found["rulesets"]}
    tiles = {rules["slug"]: rules["tiles"] for rules in found["rulesets"]}
    assert (tiles["it-figs"], tiles["fr"]) == (120, 102)
    assert all(profile["settings"]["turn_seconds"] for profile in found["profiles"])


def test_the_schema_is_whole() -> None:
    """Every address is in it, and the generator has nothing to complain about."""
    GENERATOR_STATS.reset()
    schema = SchemaGenerator().get_schema(request=None, public=True)
    assert not GENERATOR_STATS
    assert len(schema["paths"]) > 90
    assert make_player().pk
    answer = Caller().get("schema/")
    assert b"openapi: 3" in answer
