"""A player's tablet or phone."""

from django.urls import path

from tournaments.views.player import contest, enrol, panel, play, sheet, slip

urlpatterns = [
    path("", play.play, name="play"),
    path("bollettino/", slip.hand_in, name="hand-in"),
    path("punti/", sheet.score_sheet, name="score-sheet"),
    path("contesta/", contest.contest, name="contest"),
    path("contesta/ritira/", contest.withdraw, name="withdraw-contest"),
    path("collegio/", panel.questions, name="panel"),
    # Last: a code looks like any other word.
    path("<str:code>/", enrol.enrol, name="enrol"),
]
