"""Addresses under /api/v1/lexicon/."""

from django.urls import path

from lexicon.api import views

app_name = "lexicon-api"
urlpatterns = [
    path("editions/", views.EditionsView.as_view(), name="editions"),
    path("lookup/", views.LookUpView.as_view(), name="lookup"),
    path("pattern/", views.PatternView.as_view(), name="pattern"),
    path("anagrams/", views.AnagramsView.as_view(), name="anagrams"),
    path("hooks/", views.HooksView.as_view(), name="hooks"),
    path("words/", views.WordsView.as_view(), name="words"),
]
