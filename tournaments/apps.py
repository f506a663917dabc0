from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tornei")

    def ready(self) -> None:
        from lexicon import access
        from tournaments.api.consultation import is_playing_an_open_turn

        access.veto(is_playing_an_open_turn)
