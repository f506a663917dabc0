"""The console's one large button: what comes next, what it would cost now, what stands in its way."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.enums import EventState, RackSource, TurnState
from tournaments.models import Event, Game, Turn
from tournaments.selectors import console
from tournaments.selectors.console import Situation, SlipCount
from tournaments.services import clock, officials, turns
from tournaments.services.errors import ActError
from tournaments.services.positions import is_arbiter_asked, natural_end


@dataclass(frozen=True, slots=True)
class Problem:
    """Something to know before the act; a grave one asks for a second press."""

    strong: str
    rest: str
    is_grave: bool = False


@dataclass(frozen=True, slots=True)
class NextAct:
    words: str
    act: str = ""  # posted
    opens: str = ""  # or a dialog
    page: str = ""  # or a page of the console
    cost: str = ""
    blocked: str = ""
    confirm: str = ""
    problems: list[Problem] = field(default_factory=list)

    @property
    def is_confirmed_twice(self) -> bool:
        return any(problem.is_grave for problem in self.problems)


def next_act(now: Situation, count: SlipCount | None = None) -> NextAct:
    if now.is_playing:
        return _in_play(now, count)
    event = now.event
    if event.state == EventState.DRAFT:
        cost = _("da qui si registrano gli arrivi e si collegano i tablet")
        return NextAct(_("Apri le iscrizioni"), act="open_registration", cost=cost, problems=_officials(event))
    if event.state in {EventState.REGISTRATION, EventState.RUNNING}:
        if now.next_number is None:
            return NextAct(
                _("Concludi il torneo"), act="finish_event", cost=_("poi si verificano e si pubblicano i risultati")
            )
        return _start(event, now.next_number)
    if event.state == EventState.FINISHED:
        cost = _("ricalcolo dal solo registro, poi la password")
        return NextAct(_("Verifica e pubblica"), page="publish", cost=cost)
    return NextAct(_("Risultati pubblicati"), blocked=_("il torneo è chiuso e non cambia più"))


def _start(event: Event, number: int) -> NextAct:
    words = _("Comincia la partita {number}").format(number=number)
    present = len(console.playing_entries(event))
    missing = officials.missing(event)
    if missing:
        return NextAct(words, blocked=str(missing[0].message), problems=_officials(event))
    if not present:
        return NextAct(words, blocked=_("nessun giocatore è presente: registra gli arrivi"))
    game = event.games.filter(number=number).first()
    source = RackSource(game.rack_source if game else RackSource.SEEDED).label
    cost = ngettext("{count} presente · {source}", "{count} presenti · {source}", present)
    problems = _devices(event)
    awaited = event.entries.filter(checked_in_at=None, withdrawn_at=None, disqualified_at=None).count()
    if awaited:
        late = ngettext("{count} iscritto non è arrivato.", "{count} iscritti non sono arrivati.", awaited)
        problems.append(
            Problem(late.format(count=awaited), _("Chi arriva dopo entra con 0 nelle mani già giocate."), is_grave=True)
        )
    return NextAct(
        words,
        act="start_game",
        cost=cost.format(count=present, source=source),
        confirm=_("Premi ancora per cominciare"),
        problems=problems,
    )


def _in_play(now: Situation, count: SlipCount | None) -> NextAct:
    game, turn = now.game, now.turn
    assert game is not None
    if turn is None or turn.state == TurnState.REVEALED:
        return _draw(game, turn)
    if turn.state == TurnState.DRAWN:
        return _open(game, turn)
    if turn.state == TurnState.OPEN:
        return _close(turn, count)
    if turn.state == TurnState.CLOSED:
        return _adjudicate(turn)
    return _reveal(turn)


def _draw(game: Game, last: Turn | None) -> NextAct:
    contests = console.open_contests(game)
    number = last.number + 1 if last else 1
    words = _("Estrai la mano {number}").format(number=number)
    if contests:
        text = ngettext("{count} contestazione da decidere (F32)", "{count} contestazioni da decidere (F32)", contests)
        return NextAct(words, blocked=text.format(count=contests))
    if game.draw_requested_at is not None:
        waiting = (timezone.now() - game.draw_requested_at).total_seconds() > 10
        problems = []
        if waiting:
            rest = _("La richiesta resta valida. Se non basta aspettare, controlla il servizio dei calcoli.")
            problems.append(Problem(_("Il sorteggio tarda."), rest))
        return NextAct(words, blocked=_("il sorteggio è in corso"), problems=problems)
    end = natural_end(game)
    if end is not None:
        problems = []
        if is_arbiter_asked(game):
            rest = _("Dal suo tavolo può far continuare con una vocale e una consonante.")
            problems.append(Problem(_("Decide l’arbitro."), rest, is_grave=True))
        return NextAct(
            _("Concludi la partita {number}").format(number=game.number),
            act="end_game",
            cost=end_words(end),
            confirm=_("Premi ancora per concludere"),
            problems=problems,
        )
    if game.rack_source == RackSource.MANUAL:
        return NextAct(
            _("Scrivi il leggio della mano {number}").format(number=number),
            opens="rack",
            cost=_("le lettere estratte dal sacchetto vero"),
        )
    return NextAct(words, act="draw", cost=rule_words(game, number))


def _open(game: Game, turn: Turn) -> NextAct:
    words = _("Apri la mano {number}").format(number=turn.number)
    contests = console.open_contests(game)
    if contests:
        text = ngettext("{count} contestazione da decidere (F32)", "{count} contestazioni da decidere (F32)", contests)
        return NextAct(words, blocked=text.format(count=contests))
    seconds = game.event.profile.turn_seconds
    cost = _("parte l’orologio, {seconds} s").format(seconds=seconds)
    if turn.number > 1:
        cost = _("parte l’orologio, {seconds} s; la mano {number} non si contesta più").format(
            seconds=seconds, number=turn.number - 1
        )
    return NextAct(words, act="open", cost=cost, problems=_devices(game.event) + _officials(game.event))


def _close(turn: Turn, count: SlipCount | None) -> NextAct:
    words = _("Chiudi la mano {number}").format(number=turn.number)
    profile = turn.game.event.profile
    if clock.is_over(turn, profile, timezone.now()):
        return NextAct(words, act="close", cost=_("il tempo è scaduto"))
    if count is None:
        rest = _("Servono due pressioni: la chiusura anticipata va nel registro.")
        problems = [Problem(_("Chi manca prende 0."), rest, is_grave=True)]
        return NextAct(
            words, act="close", cost=_("in anticipo"), confirm=_("Premi ancora per chiudere"), problems=problems
        )
    missing = count.expected - count.received
    if not missing:
        return NextAct(words, act="close", cost=_("in anticipo, con tutti i bollettini"))
    cost = ngettext(
        "in anticipo, con {count} bollettino mancante", "in anticipo, con {count} bollettini mancanti", missing
    )
    rest = _("Servono due pressioni: la chiusura anticipata va nel registro.")
    return NextAct(
        words,
        act="close",
        cost=cost.format(count=missing),
        confirm=_("Premi ancora per chiudere"),
        problems=[Problem(_("Chi manca prende 0."), rest, is_grave=True)],
    )


def _adjudicate(turn: Turn) -> NextAct:
    words = _("Concludi l’arbitraggio")
    try:
        turns.check_ready(turn)
    except ActError as waiting:
        return NextAct(words, blocked=waiting.message)
    return NextAct(
        words,
        act="adjudicate",
        cost=_("l’arbitro ha finito con la mano {number}; poi si svela").format(number=turn.number),
        problems=_rulings(turn),
    )


def _reveal(turn: Turn) -> NextAct:
    words = _("Svela il top")
    try:
        turns.check_ready(turn)
    except ActError as waiting:
        return NextAct(words, blocked=waiting.message)
    return NextAct(
        words,
        act="reveal",
        cost=_("top e verdetti vanno su tutti gli schermi"),
        confirm=_("Premi ancora per svelare"),
        problems=_rulings(turn),
    )


def _rulings(turn: Turn) -> list[Problem]:
    pending = console.pending_rulings(turn)
    if not pending:
        return []
    strong = ngettext(
        "{count} decisione dell’arbitro è in sospeso.", "{count} decisioni dell’arbitro sono in sospeso.", pending
    )
    rest = _("Restano possibili finché non si apre la mano seguente (F32).")
    return [Problem(strong.format(count=pending), rest, is_grave=True)]


def _devices(event: Event) -> list[Problem]:
    tables = console.tables_without_device(event)
    if not tables:
        return []
    named = ", ".join(map(str, tables[:12])) + ("…" if len(tables) > 12 else "")
    strong = ngettext("{count} tavolo senza tablet: {tables}.", "{count} tavoli senza tablet: {tables}.", len(tables))
    rest = _("Collegali con il cartoncino, o segnali come carta.")
    return [Problem(strong.format(count=len(tables), tables=named), rest)]


def _officials(event: Event) -> list[Problem]:
    return [
        Problem(str(lack.message), _("Può provvedere {who}.").format(who=lack.who)) for lack in officials.missing(event)
    ]


def rule_words(game: Game, number: int) -> str:
    """The rule of the draw for a turn, as the console states it."""
    rules = game.event.ruleset
    least = rules.strict_minimum if number <= rules.strict_turns else rules.loose_minimum
    if number <= rules.strict_turns:
        return _("Fino alla mano {last} servono {least} vocali e {least} consonanti.").format(
            last=rules.strict_turns, least=least
        )
    return ngettext(
        "Dalla mano {first} basta {least} vocale e {least} consonante.",
        "Dalla mano {first} bastano {least} vocali e {least} consonanti.",
        least,
    ).format(first=rules.strict_turns + 1, least=least)


def end_words(reason: str) -> str:
    """Why a game is over; the codes are the engine's."""
    return {
        "letters_used_up": _("le lettere sono finite"),
        "vowels_missing": _("non ci sono più vocali"),
        "consonants_missing": _("non ci sono più consonanti"),
        "too_few_vowels": _("le vocali rimaste non bastano"),
        "too_few_consonants": _("le consonanti rimaste non bastano"),
        "too_few_letters": _("le lettere rimaste non bastano"),
        "last_letters": _("restano meno lettere di un leggio"),
        "prepared_over": _("la partita preparata non ha altre mani"),
        "no_legal_move": _("nessuna giocata è più possibile"),
        "director": _("decisione del direttore"),
    }.get(reason, reason)
