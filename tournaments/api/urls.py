"""The tournament's API, below /api/v1/."""

from django.urls import URLPattern, URLResolver, path
from rest_framework.routers import SimpleRouter

from tournaments.api import (
    contests,
    definitions,
    desk,
    enrol,
    entries,
    events,
    games,
    log,
    officials,
    people,
    rulings,
    schema,
    slips,
    standings,
    tokens,
    turns,
)

EVENT = "events/<slug:slug>/"
TURN = f"{EVENT}turns/<int:turn>/"

router = SimpleRouter(use_regex_path=False)
router.register("events", events.EventsViewSet, basename="api-event")
router.register(f"{EVENT}entries", entries.EntriesViewSet, basename="api-entry")
router.register(f"{EVENT}officials", officials.OfficialsViewSet, basename="api-official")
router.register(f"{EVENT}games", games.GamesViewSet, basename="api-game")
router.register(f"{EVENT}turns", turns.TurnsViewSet, basename="api-turn")
router.register(f"{EVENT}turns", desk.PaperViewSet, basename="api-paper")
router.register(f"{EVENT}slips", desk.SlipViewSet, basename="api-slip")
router.register(f"{EVENT}contests", contests.ContestsViewSet, basename="api-contest")
router.register(f"{EVENT}rulings", rulings.RulingsViewSet, basename="api-ruling")
router.register(f"{EVENT}sanctions", rulings.SanctionsViewSet, basename="api-sanction")
router.register("players", people.PlayersViewSet, basename="api-player")
router.register("clubs", people.ClubsViewSet, basename="api-club")
router.register("tokens", tokens.TokensViewSet, basename="api-token")

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", schema.SchemaView.as_view(), name="api-schema"),
    path("docs/", schema.DocsView.as_view(url_name="api-schema"), name="api-docs"),
    path("definitions/", definitions.DefinitionsView.as_view(), name="api-definitions"),
    path("enrol/", enrol.EnrolView.as_view(), name="api-enrol"),
    path("device/", enrol.OwnDeviceView.as_view(), name="api-own-device"),
    path(f"{EVENT}standings/", standings.StandingsView.as_view(), name="api-standings"),
    path(f"{EVENT}results.json", standings.ResultsView.as_view(), name="api-results"),
    path(f"{EVENT}results.csv", standings.ResultsCsvView.as_view(), name="api-results-csv"),
    path(f"{EVENT}score-sheet/own/", slips.OwnScoreSheetView.as_view(), name="api-own-score-sheet"),
    path(f"{EVENT}words/", rulings.EventWordsView.as_view(), name="api-words"),
    path(f"{EVENT}log/", log.LogView.as_view(), name="api-log"),
    path(f"{EVENT}questions/", desk.QuestionsView.as_view(), name="api-questions"),
    path(f"{EVENT}questions/<int:question>/opinions/", desk.OpinionView.as_view(), name="api-opinions"),
    path(f"{EVENT}contests/<int:contest>/withdraw/", contests.WithdrawalView.as_view(), name="api-contest-withdraw"),
    path(f"{TURN}slips/", slips.SlipsView.as_view(), name="api-slips"),
    path(f"{TURN}slips/own/", slips.OwnSlipView.as_view(), name="api-own-slip"),
    path(f"{TURN}verdict/own/", slips.OwnVerdictView.as_view(), name="api-own-verdict"),
    path(f"{TURN}contests/", contests.TurnContestsView.as_view(), name="api-turn-contests"),
    path(f"{TURN}questions/", desk.TurnQuestionsView.as_view(), name="api-turn-questions"),
    path(f"{TURN}rulings/", rulings.TurnRulingsView.as_view(), name="api-turn-rulings"),
    *router.urls,
]
