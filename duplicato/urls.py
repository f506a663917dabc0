"""Addresses, by audience."""

from django.contrib import admin
from django.urls import include, path

from tournaments.views import kit

urlpatterns = [
    path("admin/", admin.site.urls),
    path("arbitro/", include("tournaments.views.arbiter.urls")),
    path("gioca/", include("tournaments.views.player.urls")),
    path("sala/", include("tournaments.views.hall.urls")),
    path("lexicon/", include("lexicon.urls")),
    path("api/v1/lexicon/", include("lexicon.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("kit/", kit.kit, name="kit"),
    path("kit/hall/", kit.kit_hall, name="kit-hall"),
    path("", include("tournaments.views.public.urls")),
]

handler404 = "duplicato.failures.not_found"
handler500 = "duplicato.failures.server_error"
