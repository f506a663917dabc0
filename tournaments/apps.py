from django.apps import AppConfig
from django.core import checks
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tornei")

    def ready(self) -> None:
        from lexicon import access
        from tournaments.api.consultation import is_playing_an_open_turn
        from tournaments.checks import search_is_compiled

        access.veto(is_playing_an_open_turn)
        checks.register(search_is_compiled)
