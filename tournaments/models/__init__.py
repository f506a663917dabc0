"""Fields, constraints and query sets; the acts are in services, the reads in selectors."""

from tournaments.models.entry import Device, EnrolmentCode, Entry, Office
from tournaments.models.event import Event
from tournaments.models.game import Game, Top, Turn
from tournaments.models.log import LogRow
from tournaments.models.people import Club, Player
from tournaments.models.ruling import Contest, Opinion, OverlayWord, Question, Ruling, Sanction
from tournaments.models.slip import Slip, SlipGroup, TurnScore
from tournaments.models.token import ApiToken

__all__ = [
    "ApiToken",
    "Club",
    "Contest",
    "Device",
    "EnrolmentCode",
    "Entry",
    "Event",
    "Game",
    "LogRow",
    "Office",
    "Opinion",
    "OverlayWord",
    "Player",
    "Question",
    "Ruling",
    "Sanction",
    "Slip",
    "SlipGroup",
    "Top",
    "Turn",
    "TurnScore",
]
