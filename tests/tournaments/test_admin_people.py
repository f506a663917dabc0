"""The admin of people and events: who sees what, forms that go through the services, the log read-only."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.contrib.admin.sites import site
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    make_club,
    make_entries,
    make_event,
    make_federation_user,
    make_lexicon,
    make_officials,
    make_player,
    make_superuser,
    make_user,
    officials_of,
)
from tournaments.admin.event_form import SETTING_FIELDS
from tournaments.admin.setting_labels import CHOICE_LABELS, SETTING_LABELS
from tournaments.engine.profile import CHOICES, SETTING_KEYS
from tournaments.enums import EventState, GameState, OfficeKind, TurnState
from tournaments.models import Device, Entry, Event, Game, LogRow, Office, Player, Turn
from tournaments.services import devices, events, officials

pytestmark = pytest.mark.django_db


def _client(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def _said(answer: Any) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def _page(name: str, *args: Any) -> str:
    return reverse(f"admin:tournaments_{name}", args=args)


def _event_data(**fields: Any) -> dict[str, Any]:
    settings = dict.fromkeys(SETTING_FIELDS, "")
    return settings | {
        "name": "Coppa Italia",
        "starts_on": "2026-05-02",
        "games_planned": "3",
        "ruleset_slug": "it-figs",
        "profile_slug": "multiplo",
        "notation": "M",
        "frozen_turns": "0",
        **fields,
    }


# Who sees what


@pytest.mark.parametrize(
    ("who", "own", "other"),
    [
        ("director", 200, 404),
        ("arbiter", 200, 404),
        ("federation", 200, 200),
        ("superuser", 200, 200),
        ("staff", 404, 404),
    ],
)
def test_an_official_reaches_their_own_event_and_no_other(who: str, own: int, other: int) -> None:
    event, stranger = make_event(players=3), make_event(players=3)
    held = make_officials(event)
    entry, foreign = event.entries.first(), stranger.entries.first()
    user = {
        "director": lambda: held.director,
        "arbiter": lambda: held.arbiter,
        "federation": make_federation_user,
        "superuser": make_superuser,
        "staff": lambda: make_user(is_staff=True),
    }[who]()
    client = _client(user)
    for page in ("event_change", "event_officials", "event_state"):
        assert client.get(_page(page, event.pk)).status_code == own
        assert client.get(_page(page, stranger.pk)).status_code == other
    for page in ("entry_change", "entry_device"):
        assert client.get(_page(page, entry.pk)).status_code == own
        assert client.get(_page(page, foreign.pk)).status_code == other


def test_lists_hold_only_the_rows_of_ones_own_events() -> None:
    event, stranger = make_event(players=3), make_event(players=3)
    held = make_officials(event)
    make_officials(stranger)
    client = _client(held.director)
    shown = {
        name: {getattr(row, "event", row) for row in client.get(_page(f"{name}_changelist")).context["cl"].result_list}
        for name in ("event", "entry", "office")
    }
    assert shown == {"event": {event}, "entry": {event}, "office": {event}}


def test_staff_without_an_office_see_an_empty_admin() -> None:
    client = _client(make_user(is_staff=True))
    assert client.get(reverse("admin:index")).context["app_list"] == []
    for name in ("event", "entry", "office", "game", "logrow", "player", "club"):
        assert client.get(_page(f"{name}_changelist")).status_code == 403
    assert client.get(_page("player_import")).status_code == 403


def test_an_office_that_ended_closes_the_door() -> None:
    event = make_event(players=3)
    held = make_officials(event)
    event.offices.filter(kind=OfficeKind.DIRECTOR).update(ended_at=timezone.now())
    assert _client(held.director).get(_page("event_changelist")).status_code == 403


@pytest.mark.parametrize("name", ["event", "entry", "office", "player", "club", "logrow"])
def test_lists_take_the_same_queries_for_one_row_and_three(name: str, django_assert_max_num_queries: Any) -> None:
    client, counts = _client(make_superuser()), []
    for _ in range(2):
        for _ in range(1 if not counts else 2):
            event = make_event(state=EventState.REGISTRATION)
            club = make_club()
            make_entries(event, 1, club=club)
            held = make_officials(event)
            make_player(club=club)
            devices.issue_code(event.entries.first(), held.as_director)
        client.get(_page(f"{name}_changelist"))
        with django_assert_max_num_queries(40) as seen:
            assert client.get(_page(f"{name}_changelist")).status_code == 200
        counts.append(len(seen))
    assert counts[0] == counts[1]


# Events


def test_the_federation_creates_an_event_with_its_director() -> None:
    lexicon, director = make_lexicon(), make_user()
    data = _event_data(lexicon=lexicon.pk, director=director.pk, setting_turn_seconds="90", setting_variant="joker")
    answer = _client(make_federation_user()).post(_page("event_add"), data)

    event = Event.objects.get()
    assert answer.status_code == 302
    assert (event.slug, event.ends_on, event.state) == ("coppa-italia-2026", date(2026, 5, 2), EventState.DRAFT)
    assert event.profile_overrides == {"turn_seconds": 90, "variant": "joker"}
    assert officials.holder(event, OfficeKind.DIRECTOR).user == director
    assert list(event.log.values_list("act", flat=True)) == ["event.created", "office.appointed"]


def test_a_director_creates_no_events() -> None:
    held = make_officials(make_event())
    assert _client(held.director).get(_page("event_add")).status_code == 403


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"setting_turn_seconds": "20"}, "setting_signal_seconds"),
        ({"setting_turn_seconds": "5"}, "setting_turn_seconds"),
        ({"setting_variant": "klingon"}, "setting_variant"),
        ({"ends_on": "2026-05-01"}, "ends_on"),
        ({"ruleset_slug": "fr"}, "lexicon"),
        ({"games_planned": "6"}, "games_planned"),
        ({"slug": "presa"}, "slug"),
    ],
)
def test_a_mistake_is_shown_at_its_field(fields: dict, field: str) -> None:
    lexicon = make_lexicon()
    make_event(slug="presa", lexicon=lexicon)
    answer = _client(make_superuser()).post(_page("event_add"), _event_data(lexicon=lexicon.pk, **fields))
    assert list(answer.context["adminform"].form.errors) == [field]
    assert Event.objects.count() == 1


def test_the_director_changes_the_event_through_the_log() -> None:
    event = make_event(profile_overrides={"turn_seconds": 60})
    held = make_officials(event)
    data = _event_data(
        name=event.name, slug=event.slug, lexicon=event.lexicon_id, games_planned="1", is_public="on", venue="Lucca"
    )
    answer = _client(held.director).post(_page("event_change", event.pk), data)
    event.refresh_from_db()
    assert (answer.status_code, event.venue, event.profile_overrides) == (302, "Lucca", {})
    assert event.log.get().payload == {
        "before": {"venue": "", "profile_overrides": {"turn_seconds": 60}},
        "after": {"venue": "Lucca", "profile_overrides": {}},
    }


def test_locked_rules_are_shown_and_cannot_be_sent() -> None:
    event = make_event(state=EventState.RUNNING, players=3, profile_overrides={"turn_seconds": 60})
    events.lock_rules(event)
    client = _client(officials_of(event).director)
    form = client.get(_page("event_change", event.pk)).context["adminform"].form
    assert {name for name, field in form.fields.items() if field.disabled} == {
        "ruleset_slug", "profile_slug", "lexicon", "notation", *SETTING_FIELDS,
    }  # fmt: skip
    data = _event_data(
        name=event.name, slug=event.slug, lexicon=make_lexicon().pk, setting_turn_seconds="90",
        profile_slug="fisf-like", is_public="on", venue="Sala B",
    )  # fmt: skip
    client.post(_page("event_change", event.pk), data)
    stored = Event.objects.get(pk=event.pk)
    assert (stored.venue, stored.lexicon, stored.profile_slug) == ("Sala B", event.lexicon, "multiplo")
    assert stored.profile_overrides == {"turn_seconds": 60}


def test_the_arbiter_reads_the_event_and_changes_nothing() -> None:
    event = make_event(players=3, venue="Lucca")
    client = _client(make_officials(event).arbiter)
    page = client.get(_page("event_change", event.pk)).content.decode()
    assert page.count("Secondi a mano: 180") == 1
    assert client.post(_page("event_change", event.pk), _event_data(venue="X")).status_code == 403
    event.refresh_from_db()
    assert event.venue == "Lucca"


def test_the_page_says_what_is_missing_and_who_mends_it() -> None:
    event = make_event()
    page = _client(make_superuser()).get(_page("event_change", event.pk)).content.decode()
    for lack in officials.missing(event):
        assert page.count(lack.message.replace("'", "&#x27;")) == 1


def test_nobody_deletes_events_entries_or_log_rows() -> None:
    event = make_event(players=3)
    held = make_officials(event)
    events.change(event, by=held.as_director, venue="Lucca")
    client = _client(make_superuser())
    for name, row in (("event", event), ("entry", event.entries.first()), ("logrow", event.log.first())):
        assert client.post(_page(f"{name}_delete", row.pk), {"post": "yes"}).status_code == 403


def test_every_setting_has_its_words() -> None:
    assert set(SETTING_LABELS) == set(SETTING_KEYS) - {"games"}
    assert {key: tuple(labels) for key, labels in CHOICE_LABELS.items()} == dict(CHOICES)


# Officials and state


def test_each_official_is_offered_only_the_appointments_that_are_theirs() -> None:
    event = make_event(players=3)
    held = make_officials(event)
    keeper = make_user(is_staff=True)
    Office.objects.filter(event=event, kind=OfficeKind.ARBITER).update(user=held.arbiter)
    offered = {
        user: [kind for kind, *_ in _client(user).get(_page("event_officials", event.pk)).context["forms"]]
        for user in (make_federation_user(), held.director, held.arbiter)
    }
    assert list(offered.values()) == [["director", "arbiter"], ["arbiter"], ["panel"]]
    assert _client(keeper).get(_page("event_officials", event.pk)).status_code == 404


def test_officials_are_appointed_from_the_page() -> None:
    event, director = make_event(players=3, state=EventState.REGISTRATION), make_user()
    page = _page("event_officials", event.pk)
    _client(make_federation_user()).post(page, {"office": "director", "director-user": director.pk})
    director.refresh_from_db()
    _client(director).post(page, {"office": "arbiter", "arbiter-user": director.pk})
    three = [entry.pk for entry in event.entries.all()]
    refused = _client(director).post(page, {"office": "panel", "panel-entries": three[:2]})
    assert [kind for kind, _, form in refused.context["forms"] if form.errors] == ["panel"]
    _client(director).post(page, {"office": "panel", "panel-entries": three})
    assert officials.missing(event) == []


def test_a_form_that_is_not_ones_own_is_not_obeyed() -> None:
    event, chosen = make_event(players=3), make_user()
    held = make_officials(event)
    _client(held.director).post(_page("event_officials", event.pk), {"office": "director", "director-user": chosen.pk})
    assert officials.holder(event, OfficeKind.DIRECTOR).user == held.director


def test_the_state_page_moves_the_event_and_says_why_not() -> None:
    event = make_event(players=3)
    held = make_officials(event)
    client, page = _client(held.director), _page("event_state", event.pk)
    assert client.post(page, {"to": "registration"}).status_code == 302
    refused = client.post(page, {"to": "running"})
    assert refused.context["form"].non_field_errors() == [
        "Il torneo non può cominciare: nessun giocatore è presente. Registra gli arrivi."
    ]
    assert _client(held.arbiter).post(page, {"to": "draft"}).context["form"].non_field_errors() == [
        "Questo spetta al direttore di gara."
    ]
    event.refresh_from_db()
    assert event.state == EventState.REGISTRATION


def test_all_devices_of_the_room_are_disconnected_from_the_state_page() -> None:
    event = make_event(players=3, state=EventState.REGISTRATION)
    held = make_officials(event)
    for entry in event.entries.all():
        devices.enrol(devices.issue_code(entry, held.as_director))
    _client(held.director).post(_page("event_state", event.pk), {"revoke_all": "1"})
    assert Device.objects.filter(revoked_at=None).count() == 0


# Entries and devices


def test_a_player_is_entered_at_the_next_free_table() -> None:
    event, player = make_event(players=3), make_player(category="junior")
    held = make_officials(event)
    data = {"event": event.pk, "player": player.pk, "table_number": "", "category": ""}
    assert _client(held.director).post(_page("entry_add"), data).status_code == 302
    entry = Entry.objects.get(player=player)
    assert (entry.table_number, entry.category) == (4, "junior")
    assert event.log.get().act == "entry.added"


def test_nobody_is_entered_in_another_directors_event() -> None:
    event, player = make_event(), make_player()
    other = make_officials(make_event())
    data = {"event": event.pk, "player": player.pk, "table_number": "", "category": ""}
    answer = _client(other.director).post(_page("entry_add"), data)
    assert list(answer.context["adminform"].form.errors) == ["event"]


def test_an_entry_changes_table_and_category_through_the_log() -> None:
    event = make_event(players=3)
    held = make_officials(event)
    entry = event.entries.first()
    data = {"table_number": "8", "club": "", "category": "senior", "is_on_paper": "on"}
    assert _client(held.arbiter).post(_page("entry_change", entry.pk), data).status_code == 302
    entry.refresh_from_db()
    assert (entry.table_number, entry.category, entry.is_on_paper) == (8, "senior", True)
    assert list(event.log.values_list("act", flat=True)) == ["entry.moved", "entry.changed"]


def test_a_refused_change_is_said_beside_what_was_typed_and_nothing_of_it_is_stored() -> None:
    event = make_event(players=3, state=EventState.FINISHED)
    held = officials_of(event)
    entry = event.entries.first()
    data = {"table_number": "8", "club": "", "category": "senior"}
    answer = _client(held.director).post(_page("entry_change", entry.pk), data)
    form = answer.context["adminform"].form
    assert form.non_field_errors() == ["Il torneo è concluso: le iscrizioni non cambiano più."]
    assert (form["table_number"].value(), form["category"].value()) == ("8", "senior")  # what was typed is not lost
    entry.refresh_from_db()
    assert (entry.table_number, entry.category) == (1, "open")
    assert event.log.count() == 0


def test_arrivals_are_registered_for_many_and_refusals_said_one_by_one() -> None:
    event = make_event(players=3, state=EventState.REGISTRATION)
    held = make_officials(event)
    gone = event.entries.first()
    Entry.objects.filter(pk=gone.pk).update(withdrawn_at=timezone.now())
    data = {"action": "check_in", "_selected_action": [entry.pk for entry in event.entries.all()]}
    answer = _client(held.director).post(_page("entry_changelist"), data)
    assert _said(answer) == [
        f"{gone}: {gone.player} si è ritirato: annulla prima il ritiro.",
        "Fatto per 2 iscrizioni.",
    ]
    assert event.entries.exclude(checked_in_at=None).count() == 2


def test_the_qr_is_shown_once_and_connects_the_device() -> None:
    event = make_event(players=3, state=EventState.REGISTRATION)
    held = make_officials(event)
    entry, client = event.entries.first(), _client(held.director)
    page = _page("entry_device", entry.pk)
    shown = client.post(page, {"issue": "1"})
    assert "no-store" in shown["Cache-Control"].split(", ")
    assert shown.content.decode().count(devices.link_as_svg(shown.context["link"])) == 1
    device, token = devices.enrol(shown.context["code"])
    assert (device.entry, "code" in client.get(page).context) == (entry, False)
    client.post(page, {"revoke": "1"})
    assert devices.authenticate(token) is None


# The log and the games


def _row_of_play(state: str) -> LogRow:
    event = make_event(players=3)
    make_officials(event)
    game = Game.objects.create(event=event, number=1, state=GameState.RUNNING, seed="5eed" * 16)
    turn = Turn.objects.create(game=game, ordinal=1, number=1, state=state, board="", rack="", drawn_at=timezone.now())
    return LogRow.objects.create(
        event=event, sequence=1, at=timezone.now(), act="paper.typed", actor_kind="worker", game=game, turn=turn,
        payload={"word": "SEGRETO"}, previous_hash="0" * 64, hash="1" * 64,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("state", "times"),
    [(TurnState.OPEN, 0), (TurnState.CLOSED, 0), (TurnState.ADJUDICATED, 0), (TurnState.REVEALED, 1)],
)
def test_the_log_shows_what_was_played_only_after_the_reveal(state: str, times: int) -> None:
    row = _row_of_play(state)
    client = _client(officials_of(row.event).director)
    assert client.get(_page("logrow_change", row.pk)).content.decode().count("SEGRETO") == times
    assert client.get(_page("logrow_changelist")).content.decode().count("SEGRETO") == 0


def test_the_log_is_read_only_for_everybody() -> None:
    row = _row_of_play(TurnState.REVEALED)
    client = _client(make_superuser())
    assert client.get(_page("logrow_add")).status_code == 403
    assert client.post(_page("logrow_change", row.pk), {"reason": "ritocco"}).status_code == 403
    assert site.get_model_admin(LogRow).get_actions(client.get(_page("logrow_changelist")).wsgi_request) == {}


def test_a_games_page_does_not_tell_its_seed() -> None:
    row = _row_of_play(TurnState.OPEN)
    client = _client(make_superuser())
    page = client.get(_page("game_change", row.game_id)).content.decode()
    assert page.count("5eed") == 0
    assert client.post(_page("game_change", row.game_id), {}).status_code == 403


# The import page


def _file(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("giocatori.csv", text.encode())


def test_an_import_is_looked_at_then_confirmed() -> None:
    event = make_event(players=3, state=EventState.REGISTRATION)
    client, page = _client(make_officials(event).director), _page("player_import")
    looked = client.post(page, {"file": _file("Nome;Cognome\nAnna;Neri\n"), "event": event.pk})
    assert (looked.context["counts"]["new"], Player.objects.count()) == (1, 3)
    done = client.post(page, {"rows": looked.context["packed"]})
    assert _said(done) == ["1 giocatore nuovo, 0 aggiornati, 1 iscritto al torneo."]
    assert event.entries.filter(player__last_name="Neri").count() == 1


def test_wrong_rows_stop_everything_unless_the_good_ones_are_asked_for() -> None:
    client, page = _client(make_federation_user()), _page("player_import")
    looked = client.post(page, {"file": _file("Nome;Cognome\nAnna;Neri\n;Bruni\n")})
    packed = looked.context["packed"]
    refused = client.post(page, {"rows": packed})
    assert (refused.context["counts"]["wrong"], Player.objects.count()) == (1, 0)
    client.post(page, {"rows": packed, "only_good": "1"})
    assert [player.last_name for player in Player.objects.all()] == ["Neri"]


def test_rows_that_were_tampered_with_or_are_anothers_are_refused() -> None:
    client, page = _client(make_federation_user()), _page("player_import")
    packed = client.post(page, {"file": _file("Nome;Cognome\nAnna;Neri\n")}).context["packed"]
    for sender, rows in ((client, packed + "x"), (_client(make_superuser()), packed)):
        answer = sender.post(page, {"rows": rows})
        assert _said(answer) == ["L'anteprima non vale più: carica di nuovo il file."]
    assert Player.objects.count() == 0


def test_a_strange_file_is_a_sentence_on_the_form() -> None:
    answer = _client(make_superuser()).post(
        _page("player_import"), {"file": SimpleUploadedFile("foto.png", b"\x89PNG\r\n\x1a\n\x00\x00")}
    )
    assert answer.context["form"].errors == {
        "file": ["Il file non si legge: serve un CSV, o un foglio di calcolo XLSX."]
    }


def test_the_list_of_events_to_enter_is_ones_own() -> None:
    event = make_event()
    make_event()
    form = _client(make_officials(event).director).get(_page("player_import")).context["form"]
    assert list(form.fields["event"].queryset) == [event]
