"""The arbiter's desk."""

from django.urls import path

from tournaments.views.arbiter import desk

urlpatterns = [
    path("<slug:slug>/", desk.desk, name="desk"),
]
