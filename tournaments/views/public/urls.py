"""Pages that anybody may open."""

from django.urls import path

from tournaments.views.public import fair_draws, home, live, players, turns

urlpatterns = [
    path("", home.home, name="home"),
    path("t/<slug:slug>/", live.live, name="live"),
    path("t/<slug:slug>/<int:game>/<int:turn>/", turns.turn_page, name="live-turn"),
    path("t/<slug:slug>/giocatori/", players.players, name="live-players"),
    path("t/<slug:slug>/giocatori/<int:entry>/", players.player, name="live-player"),
    path("t/<slug:slug>/statistiche/", turns.statistics, name="live-statistics"),
    path("t/<slug:slug>/sorteggio/", fair_draws.fair_draws, name="fair-draws"),
    path("t/<slug:slug>/sorteggio/<int:game>.json", fair_draws.record, name="fair-record"),
    path("regole/<slug:ruleset>.json", fair_draws.rules, name="fair-rules"),
]
