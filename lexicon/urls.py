"""The staff's pages about words."""

from django.urls import path

from lexicon.views import difference, lookup, short_words

app_name = "lexicon"
urlpatterns = [
    path("", lookup.page, name="lookup"),
    path("difference/", difference.page, name="difference"),
    path("difference.csv", difference.as_csv, name="difference-csv"),
    path("short-words/", short_words.page, name="short-words"),
    path("short-words.pdf", short_words.as_pdf, name="short-words-pdf"),
]
