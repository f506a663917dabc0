"""What the hall's projector shows, and the ceremony on it."""

from django.urls import path

from tournaments.views.hall import ceremony, projector

urlpatterns = [
    path("<slug:slug>/", projector.projector, name="projector"),
    path("<slug:slug>/cerimonia/", ceremony.control, name="ceremony"),
]
