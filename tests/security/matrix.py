"""Who reaches which address: a letter a role, in the order of ROLES, for a plain GET of this room's own things.

G the page, L sent to the log-in, F refused (403), N not there (404), R sent elsewhere, M only other methods (405),
B a question with nothing asked (400), C not now (409), U who are you? (401), X gone (410). Where the phase matters:
one row a phase.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.security.room import ROLES
from tournaments.enums import TurnState

LETTERS = {200: "G", 409: "C", 400: "B", 401: "U", 403: "F", 404: "N", 405: "M", 410: "X"}
_DRAWN, _OPEN, _REVEALED = TurnState.DRAWN, TurnState.OPEN, TurnState.REVEALED

# anonymous, player, other player, panel, arbiter, playing arbiter, director, other director, staff, federation,
# superuser
ROWS: Mapping[str, str] = {
    "GGGGGGGGGGG": """
        home live live-turn live-players live-player live-statistics fair-draws fair-rules play projector
        api-schema api-docs api-definitions api-standings api-results api-results-csv api-words api-questions
        api-turn-contests api-turn-questions api-turn-rulings api-event-list api-event-detail api-event-ceremony
        api-event-now api-entry-list api-entry-detail api-entry-turns api-official-list api-game-list
        api-game-detail api-turn-list api-turn-detail api-contest-list api-ruling-list api-sanction-list""",
    # The record of a game that is still being played.
    "NNNNNNNNNNN": "fair-record",
    "CCCCCCCCCCC": "api-game-record",
    "MMMMMMMMMMM": """
        hand-in withdraw-contest api-enrol api-opinions api-contest-withdraw api-event-begin-ceremony
        api-event-freeze api-event-message api-event-move api-event-projector api-event-publish api-event-tell-next
        api-event-unfreeze api-entry-assign-tables api-entry-device-codes api-entry-revoke-devices api-entry-check-in
        api-entry-device-code api-entry-move api-entry-remove api-entry-revoke-device api-entry-undo-check-in
        api-entry-undo-withdrawal api-entry-withdraw api-official-arbiter api-official-director api-official-panel
        api-official-end api-game-commit api-game-draw api-game-finish api-game-rack api-game-set-up api-game-start
        api-turn-adjudicate api-turn-choose-master api-turn-close api-turn-extend api-turn-open api-turn-pause
        api-turn-reopen api-turn-resume api-turn-reveal api-turn-undo-adjudication api-turn-undo-opening
        api-turn-void api-paper-paper api-slip-correct api-contest-reject api-ruling-apply api-ruling-drop
        api-sanction-revoke api-game-let-go-on api-game-take-up-again""",
    "UGGGUUUUUUU": "api-own-device",
    "UGNGUUUUUUU": "api-own-score-sheet",
    "UUUUGGGFFGG": "api-log",
    "UUUUFFGFFGG": "api-event-verification",
    "FFFFGGGFFGG": "api-entry-seating",
    "UFFFGGGGFGG": "api-player-list api-player-detail api-club-list api-club-detail",
    "UFFFMMMMFMM": "api-player-import-file",
    "UFFFFFFFFFG": "api-token-list",
    "UFFFFFFFFFM": "api-token-revoke",
    "RRRRRRRRRRR": "set_language",
    "XXXXXXXXXXX": "enrol",
    "RGGGRRRRRRR": "score-sheet",
    "NNNNGGGGGGG": "kit kit-hall",
    # The director's own pages: their event's arbiter is refused, other events do not exist.
    "LLLLFFGNNGG": "admin:console admin:console-game admin:console-publish admin:console-seating ceremony",
    "LLLLGGGNNGG": """
        desk admin:console-prints admin:console-slips admin:console-entries admin:tournaments_event_officials
        admin:tournaments_event_state admin:tournaments_event_change admin:tournaments_entry_change
        admin:tournaments_entry_device admin:tournaments_game_change admin:tournaments_logrow_change
        admin:tournaments_office_change""",
    "LLLLRRRNNRR": "admin:console-cards",
    "LLLLGGGRRGG": """
        admin:tournaments_event_history admin:tournaments_entry_history admin:tournaments_game_history
        admin:tournaments_logrow_history admin:tournaments_office_history""",
    "LLLLGGGGFGG": """
        admin:tournaments_club_changelist admin:tournaments_club_add admin:tournaments_club_history
        admin:tournaments_club_change admin:tournaments_entry_changelist admin:tournaments_entry_add
        admin:tournaments_event_changelist admin:tournaments_game_changelist admin:tournaments_logrow_changelist
        admin:tournaments_office_changelist admin:tournaments_player_import admin:tournaments_player_changelist
        admin:tournaments_player_add admin:tournaments_player_history admin:tournaments_player_change""",
    "LLLLGGGGNGG": "admin:app_list",
    "LLLLFFFFFGG": "admin:tournaments_event_add admin:tournaments_club_delete admin:tournaments_player_delete",
    "LLLLGGGGGGG": "admin:index admin:password_change admin:password_change_done admin:jsi18n",
    "GGGGRRRRRRR": "admin:login",
    "LLLLNNNNNNN": "admin:view_on_site",
    "LLLLFFFFFFF": """
        admin:autocomplete admin:axes_accessattempt_add admin:axes_accesslog_add admin:axes_accessfailurelog_add
        admin:lexicon_lexiconedition_delete admin:tournaments_apitoken_delete admin:tournaments_entry_delete
        admin:tournaments_event_delete admin:tournaments_game_add admin:tournaments_game_delete
        admin:tournaments_logrow_add admin:tournaments_logrow_delete admin:tournaments_office_add
        admin:tournaments_office_delete""",
    "LLLLFFFFFFG": """
        admin:auth_group_changelist admin:auth_group_add admin:auth_group_history admin:auth_group_delete
        admin:auth_group_change admin:auth_user_password_change admin:auth_user_changelist admin:auth_user_add
        admin:auth_user_history admin:auth_user_delete admin:auth_user_change admin:axes_accessattempt_changelist
        admin:axes_accesslog_changelist admin:axes_accesslog_history admin:axes_accesslog_delete
        admin:axes_accesslog_change admin:axes_accessfailurelog_changelist admin:lexicon_lexiconedition_changelist
        admin:lexicon_lexiconedition_add admin:lexicon_lexiconedition_history admin:lexicon_lexiconedition_change
        admin:tournaments_apitoken_changelist admin:tournaments_apitoken_add admin:tournaments_apitoken_history
        admin:tournaments_apitoken_change""",
    "LLLLFFFFFFR": """
        admin:axes_accessattempt_delete admin:axes_accessattempt_change admin:axes_accessfailurelog_delete
        admin:axes_accessfailurelog_change""",
    "LLLLRRRRRRR": "admin:axes_accessattempt_history admin:axes_accessfailurelog_history",
}  # fmt: skip

# Rows that differ by phase: a contest from the reveal until the next turn opens (F32), no lexicon for who plays in an
# open turn, slips and verdicts when they may be read.
BY_PHASE: Mapping[str, Mapping[TurnState | None, str]] = {
    "api-slips": {_DRAWN: "N" * 11, _OPEN: "N" * 11, None: "NNNNGGGNNGG", _REVEALED: "G" * 11},
    "api-own-slip": {_DRAWN: "UNNNUUUUUUU", None: "UGNGUUUUUUU"},
    "api-own-verdict": {None: "UNNNUUUUUUU", _REVEALED: "UGNGUUUUUUU"},
    "api-turn-statistics": {None: "N" * 11, _REVEALED: "G" * 11},
    "api-paper-mismatches": {_DRAWN: "FFFFNNNFFNN", _OPEN: "FFFFNNNFFNN", None: "FFFFGGGFFGG"},
    "panel": {None: "RRRGRRRRRRR", _OPEN: "R" * 11},
    "contest": {None: "RRRRRRRRRRR", _REVEALED: "RGRGRRRRRRR", _DRAWN: "RGRGRRRRRRR"},
    **{
        f"lexicon:{page}": {None: "LLLLGGGGGGG", _OPEN: "LLLLGFGGGGG"}
        for page in ("lookup", "difference", "difference-csv", "short-words", "short-words-pdf")
    },
    "lexicon-api:editions": {None: "FFFFGGGGGGG", _OPEN: "FFFFGFGGGGG"},
    **{
        f"lexicon-api:{question}": {None: "FFFFBBBBBBB", _OPEN: "FFFFBFBBBBB"}
        for question in ("lookup", "pattern", "anagrams", "hooks", "words")
    },
}  # fmt: skip

# Who gets through to an act of the API with a whole body while the turn is open (o), and who is refused (x). What the
# act itself then says of the moment is the services' own matter.
ACTS: Mapping[str, str] = {
    "xoxoxxxxxxx": "api-slips",
    "xxxxxxoxxoo": """
        api-event-begin-ceremony api-event-freeze api-event-move api-event-projector api-event-tell-next
        api-event-unfreeze api-official-arbiter api-official-end api-game-commit api-game-draw api-game-rack
        api-game-set-up api-game-start api-game-take-up-again api-turn-close api-turn-extend api-turn-open
        api-turn-pause api-turn-reopen api-turn-resume api-turn-reveal api-turn-undo-opening api-turn-void""",
    "xxxxoooxxoo": """
        api-event-message api-entry-list api-entry-assign-tables api-entry-device-codes api-entry-revoke-devices
        api-entry-check-in api-entry-device-code api-entry-move api-entry-remove api-entry-revoke-device
        api-entry-undo-check-in api-entry-undo-withdrawal api-entry-withdraw api-turn-adjudicate
        api-turn-undo-adjudication api-paper-paper""",
    "xxxxooxxxxx": """
        api-turn-contests api-turn-questions api-turn-rulings api-official-panel api-turn-choose-master
        api-slip-correct api-sanction-list api-game-let-go-on""",
    "xxxxxxxxxoo": "api-event-list api-official-director",
    "xxxxooooxoo": "api-player-list api-player-detail api-club-list api-club-detail api-player-import-file",
    "xxxxxxxxxxo": "api-token-revoke",
    # Behind a password, or about things that this room does not have: nobody gets through.
    "xxxxxxxxxxx": """
        api-event-publish api-game-finish api-token-list api-opinions api-contest-withdraw api-contest-reject
        api-ruling-apply api-ruling-drop api-sanction-revoke""",
    "ooooooooooo": "api-enrol",
}  # fmt: skip
BY_ACT = {name: row for row, listed in ACTS.items() for name in listed.split()}

# Logging out needs no room; it is tried in its own test.
ELSEWHERE = {"admin:logout"}

BY_NAME = {name: row for row, listed in ROWS.items() for name in listed.split()}
assert all(len(row) == len(ROLES) for row in BY_NAME.values())


def known_names() -> set[str]:
    return set(BY_NAME) | set(BY_PHASE) | ELSEWHERE


def expected(name: str, role: str, phase: TurnState) -> str:
    if name in BY_PHASE:
        rows = BY_PHASE[name]
        return rows.get(phase, rows[None])[ROLES.index(role)]
    return BY_NAME[name][ROLES.index(role)]
