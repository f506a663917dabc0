"""The tournament's API, below /api/v1/."""

from django.urls import URLPattern, URLResolver, path
from rest_framework.routers import SimpleRouter

from tournaments.api import contests, enrol, events, games, schema, slips, standings, turns

router = SimpleRouter(use_regex_path=False)
router.register("events", events.EventsViewSet, basename="api-event")
router.register("events/<slug:slug>/games", games.GamesViewSet, basename="api-game")
router.register("events/<slug:slug>/turns", turns.TurnsViewSet, basename="api-turn")
router.register("events/<slug:slug>/contests", contests.ContestsViewSet, basename="api-contest")

EVENT = "events/<slug:slug>/"
TURN = f"{EVENT}turns/<int:turn>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", schema.SchemaView.as_view(), name="api-schema"),
    path("docs/", schema.DocsView.as_view(url_name="api-schema"), name="api-docs"),
    path("enrol/", enrol.EnrolView.as_view(), name="api-enrol"),
    path("device/", enrol.OwnDeviceView.as_view(), name="api-own-device"),
    path(f"{EVENT}standings/", standings.StandingsView.as_view(), name="api-standings"),
    path(f"{EVENT}results.json", standings.ResultsView.as_view(), name="api-results"),
    path(f"{EVENT}results.csv", standings.ResultsCsvView.as_view(), name="api-results-csv"),
    path(f"{EVENT}score-sheet/own/", slips.OwnScoreSheetView.as_view(), name="api-own-score-sheet"),
    path(f"{TURN}slips/", slips.SlipsView.as_view(), name="api-slips"),
    path(f"{TURN}slips/own/", slips.OwnSlipView.as_view(), name="api-own-slip"),
    path(f"{TURN}verdict/own/", slips.OwnVerdictView.as_view(), name="api-own-verdict"),
    path(f"{TURN}contests/", contests.TurnContestsView.as_view(), name="api-turn-contests"),
    path(f"{EVENT}contests/<int:contest>/withdraw/", contests.WithdrawalView.as_view(), name="api-contest-withdraw"),
    *router.urls,
]
