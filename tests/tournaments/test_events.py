"""Events: creation, states as a table, rules that lock at the first draw."""

from __future__ import annotations

from datetime import date

import pytest

from tests.factories import (
    make_entries,
    make_event,
    make_federation_user,
    make_lexicon,
    make_officials,
    make_superuser,
    make_user,
    officials_of,
)
from tournaments.enums import EVENT_SUCCESSORS, EventState, GameState, OfficeKind
from tournaments.models import Event, Game
from tournaments.services import events, log, officials, screens
from tournaments.services.actor import Actor
from tournaments.services.errors import ActError
from tournaments.services.events import EventError
from tournaments.services.officials import OfficialError
from tournaments.services.screens import ScreenError

pytestmark = pytest.mark.django_db
DAY = date(2026, 5, 2)


def _refusal(act, *args, **kwargs) -> tuple[str, str]:
    with pytest.raises(ActError) as refusal:
        act(*args, **kwargs)
    return refusal.value.code, refusal.value.message


def _federation() -> Actor:
    return Actor.of_user(make_federation_user())


def test_the_federation_creates_an_event_and_names_its_director() -> None:
    director = make_user()
    event = events.create(
        by=_federation(),
        name="Coppa Città di Lucca",
        starts_on=DAY,
        lexicon=make_lexicon(),
        director=director,
    )
    assert (event.slug, event.state, event.ends_on) == ("coppa-citta-di-lucca-2026", EventState.DRAFT, DAY)
    assert officials.holder(event, OfficeKind.DIRECTOR).user == director
    assert list(event.log.values_list("act", flat=True)) == ["event.created", "office.appointed"]
    assert log.first_broken_row(event.log.all()) is None


def test_two_events_of_one_name_get_two_addresses() -> None:
    lexicon, by = make_lexicon(), _federation()
    made = [events.create(by=by, name="Coppa", starts_on=DAY, lexicon=lexicon) for _ in range(2)]
    assert [event.slug for event in made] == ["coppa-2026", "coppa-2026-2"]


def test_nobody_else_creates_events() -> None:
    by = make_officials(make_event()).as_director
    code, _ = _refusal(events.create, by=by, name="Coppa", starts_on=DAY, lexicon=make_lexicon())
    assert code == "not_federation"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": "  "}, "no_name"),
        ({"ends_on": date(2026, 5, 1)}, "ends_before_start"),
        ({"slug": "presa"}, "slug_taken"),
        ({"games_planned": 0}, "wrong_games"),
        ({"games_planned": 6}, "wrong_games"),
        ({"ruleset_slug": "klingon"}, "unknown_ruleset"),
        ({"profile_slug": "klingon"}, "unknown_profile"),
        ({"ruleset_slug": "fr"}, "wrong_lexicon_language"),
        ({"profile_overrides": {"turn_seconds": 5}}, "wrong_setting"),
        ({"profile_overrides": ["turn_seconds"]}, "wrong_setting"),
    ],
)
def test_an_event_that_cannot_be_is_refused(fields: dict, code: str) -> None:
    make_event(slug="presa")
    known = {"name": "Coppa", "starts_on": DAY, "lexicon": make_lexicon()}
    assert _refusal(events.create, by=_federation(), **(known | fields))[0] == code
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        (
            {"turn_seconds": 5},
            "La scelta «turn_seconds» non va: serve un numero intero da 10 a 1800.",
        ),
        ({"variant": "x"}, "La scelta «variant» non va: i valori possibili sono classic, joker, "),
        ({"turn_second": 90}, "La scelta «turn_second» non va: non è una scelta conosciuta."),
        ({"turn_seconds": 20}, "La scelta «signal_seconds» non va: il segnale viene prima della fine"),
    ],
)
def test_a_wrong_choice_is_named_with_its_key(overrides: dict, message: str) -> None:
    code, sentence = _refusal(events.check_overrides, "multiplo", overrides)
    assert (code, sentence[: len(message)]) == ("wrong_setting", message)


def test_the_director_changes_the_event_and_the_log_says_what() -> None:
    event = make_event()
    held = make_officials(event)
    events.change(event, by=held.as_director, venue="Palazzo Ducale", profile_overrides={"turn_seconds": 90})
    event.refresh_from_db()
    assert (event.venue, event.profile.turn_seconds) == ("Palazzo Ducale", 90)
    assert event.log.get().payload == {
        "before": {"venue": "", "profile_overrides": {}},
        "after": {"venue": "Palazzo Ducale", "profile_overrides": {"turn_seconds": 90}},
    }


def test_a_change_that_changes_nothing_is_not_logged() -> None:
    event = make_event(venue="Lucca")
    events.change(event, by=make_officials(event).as_director, venue="Lucca")
    assert event.log.count() == 0


def test_another_events_director_changes_nothing() -> None:
    by = make_officials(make_event()).as_director
    with pytest.raises(OfficialError, match="not_director"):
        events.change(make_event(), by=by, venue="Altrove")


STATE_PAIRS = [(now, to) for now in EventState for to in EventState if now != to]


@pytest.mark.parametrize(("now", "to"), STATE_PAIRS)
def test_every_pair_of_states(now: EventState, to: EventState) -> None:
    event = make_event(state=now, players=3)
    make_entries(event, 1)
    held = officials_of(event) if event.offices.exists() else make_officials(event)

    if to in EVENT_SUCCESSORS[now]:
        moved = events.move(event, to, held.as_director, reason="Prova", is_verified=True)
        assert moved.state == to
        assert event.log.get().payload == {"before": now.value, "after": to.value}
        return
    code, _ = _refusal(events.move, event, to, held.as_director, reason="Prova", is_verified=True)
    event.refresh_from_db()
    assert (code, event.state) == ("wrong_state", now)


def test_moving_to_the_state_it_has_is_no_act() -> None:
    event = make_event(state=EventState.RUNNING, players=3)
    events.move(event, EventState.RUNNING, officials_of(event).as_director)
    assert event.log.count() == 0


def test_an_event_does_not_start_without_its_officials() -> None:
    event = make_event(state=EventState.REGISTRATION, players=3)
    code, message = _refusal(events.move, event, EventState.RUNNING, Actor.of_user(make_superuser()))
    assert code == "officials_missing"
    assert message == (
        "Il torneo non può cominciare. Manca il direttore di gara (F42). Può provvedere la federazione. "
        "Manca l'arbitro: il direttore lo nomina (F43) o tiene per sé l'ufficio (F44). "
        "Può provvedere il direttore di gara. "
        "Manca il collegio di supporto: tre giocatori iscritti (F45). Può provvedere l'arbitro."
    )


def test_an_event_does_not_start_with_an_empty_room() -> None:
    event = make_event(state=EventState.REGISTRATION, players=3)
    held = make_officials(event)
    assert _refusal(events.move, event, EventState.RUNNING, held.as_director)[0] == "no_players"


def test_an_event_does_not_start_before_its_words_are_there() -> None:
    event = make_event(state=EventState.REGISTRATION)
    held = make_officials(event)
    event.lexicon.file_name = ""
    event.lexicon.save()
    assert _refusal(events.move, event, EventState.RUNNING, held.as_director)[0] == "lexicon_not_ready"


def test_an_event_does_not_end_while_a_game_runs() -> None:
    event = make_event(state=EventState.RUNNING, players=3)
    Game.objects.create(event=event, number=1, state=GameState.RUNNING)
    code, _ = _refusal(events.move, event, EventState.FINISHED, officials_of(event).as_director)
    assert code == "game_running"


def test_reopening_a_finished_event_needs_a_reason() -> None:
    event = make_event(state=EventState.FINISHED, players=3)
    code, _ = _refusal(events.move, event, EventState.RUNNING, officials_of(event).as_director)
    assert code == "reason_needed"


def test_publication_needs_the_independent_verification() -> None:
    event = make_event(state=EventState.FINISHED, players=3)
    by = officials_of(event).as_director
    assert _refusal(events.move, event, EventState.PUBLISHED, by)[0] == "not_verified"
    assert events.move(event, EventState.PUBLISHED, by, is_verified=True).published_at is not None


def test_the_first_draw_locks_rules_and_lexicon() -> None:
    event = make_event(state=EventState.RUNNING, players=3, profile_overrides={"turn_seconds": 60})
    events.lock_rules(event)
    stored = Event.objects.get(pk=event.pk)

    assert stored.locked_rules == {
        "ruleset": "it-figs",
        "profile": "multiplo",
        "version": 1,
        "settings": stored.profile.settings(),
        "notation": "M",
        "lexicon": {"slug": event.lexicon.slug, "sha256": event.lexicon.sha256},
    }
    assert (event.locked_rules, event.sequence) == (stored.locked_rules, stored.sequence)
    assert stored.profile.turn_seconds == 60
    assert stored.lexicon.locked_at is not None
    events.lock_rules(event)
    assert list(event.log.values_list("act", flat=True)) == ["event.rules_locked"]


@pytest.mark.parametrize(
    "changes",
    [
        {"ruleset_slug": "it-figs-2008"},
        {"profile_slug": "fisf-like"},
        {"profile_overrides": {"turn_seconds": 90}},
        {"notation": "F"},
        {"lexicon": "another"},
    ],
)
def test_locked_rules_refuse_every_change(changes: dict) -> None:
    event = make_event(state=EventState.RUNNING, players=3)
    events.lock_rules(event)
    if "lexicon" in changes:
        changes = {"lexicon": make_lexicon()}
    code, message = _refusal(events.change, event, by=officials_of(event).as_director, **changes)
    assert code == "rules_locked"
    assert message.startswith("Regole e lessico sono fermi dal primo sorteggio (")


def test_what_is_not_a_rule_still_changes_after_the_first_draw() -> None:
    event = make_event(state=EventState.RUNNING, players=3)
    events.lock_rules(event)
    changed = events.change(event, by=officials_of(event).as_director, venue="Sala B", games_planned=3)
    assert (changed.venue, changed.games_planned) == ("Sala B", 3)


def test_an_event_cannot_have_fewer_games_than_were_begun() -> None:
    event = make_event(state=EventState.RUNNING, players=3, games_planned=2)
    for number in (1, 2):
        Game.objects.create(event=event, number=number, state=GameState.FINISHED)
    code, _ = _refusal(events.change, event, by=officials_of(event).as_director, games_planned=1)
    assert code == "games_started"


def test_a_published_event_does_not_change() -> None:
    event = make_event(state=EventState.PUBLISHED, players=3)
    assert _refusal(events.change, event, by=officials_of(event).as_director, venue="X")[0] == "published"


def test_a_message_reaches_the_screens_once_and_is_taken_away() -> None:
    event = make_event(players=3)
    by = make_officials(event).as_director
    for text in ("  Pausa di\n 10 minuti ", "Pausa di 10 minuti", ""):
        screens.show_message(event, text=text, by=by)
    assert list(event.log.values_list("payload", flat=True)) == [
        {"before": "", "after": "Pausa di 10 minuti"},
        {"before": "Pausa di 10 minuti", "after": ""},
    ]
    with pytest.raises(ScreenError, match="message_too_long"):
        screens.show_message(event, text="a" * 241, by=by)


def test_the_director_chooses_what_the_projector_shows() -> None:
    event = make_event(players=3)
    held = make_officials(event)
    assert screens.set_projector(event, mode="ranking", by=held.as_director).projector_mode == "ranking"
    screens.set_projector(event, mode="ranking", by=held.as_director)
    assert event.log.count() == 1
    with pytest.raises(OfficialError, match="not_director"):
        screens.set_projector(event, mode="black", by=held.as_arbiter)
    with pytest.raises(ScreenError, match="unknown_mode"):
        screens.set_projector(event, mode="video", by=held.as_director)
    with pytest.raises(EventError, match="wrong_state"):
        events.move(event, EventState.FINISHED, held.as_director)
