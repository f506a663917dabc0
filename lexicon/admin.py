"""Editions in the admin: upload a list, watch its import, read its report; nothing else changes words."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lexicon import services
from lexicon.errors import LexiconError
from lexicon.models import EditionStatus, LexiconEdition
from lexicon.reports import REASONS, rejects_of
from lexicon.wordfile import MAX_FILE_BYTES


class EditionForm(forms.ModelForm):
    """A new edition comes with its file; an edition that nobody uses may get another one."""

    file = forms.FileField(
        label=_("lista di parole"),
        help_text=_("Una parola per riga, UTF-8 o Latin-1. Sostituisce tutta la lista precedente."),
    )

    class Meta:
        model = LexiconEdition
        fields = ("language", "name", "edition", "is_official", "source")

    def clean_file(self) -> UploadedFile | None:
        file: UploadedFile | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > MAX_FILE_BYTES:
            error = LexiconError("file_too_large", limit=MAX_FILE_BYTES // 1024 // 1024)
            raise forms.ValidationError(error.message, code=error.code)
        return file

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.instance.pk is None and {"language", "name", "edition"} <= data.keys():
            slug = services.edition_slug(data["language"], data["name"], data["edition"])
            if LexiconEdition.objects.filter(slug=slug).exists():
                raise forms.ValidationError(
                    gettext("Questa edizione esiste già: aprila per sostituire la lista, o cambia il nome."),
                    code="edition_exists",
                )
        return data


@admin.register(LexiconEdition)
class LexiconEditionAdmin(admin.ModelAdmin):
    form = EditionForm
    list_display = ("name", "edition", "language", "official", "word_count", "status", "imported_at")
    list_filter = ("language", "is_official", "status")
    search_fields = ("name", "edition", "slug")
    readonly_fields = (
        "state",
        "word_count",
        "sha256",
        "slug",
        "imported_at",
        "imported_by",
        "in_use",
        "summary",
    )
    change_form_template = "lexicon/admin_edition.html"

    def get_fields(self, request: HttpRequest, obj: LexiconEdition | None = None) -> tuple[str, ...]:
        if obj is None:
            return ("language", "name", "edition", "is_official", "source", "file")
        fields: tuple[str, ...] = ("state", "name", "edition", "language", "is_official", "source")
        if not services.is_in_use(obj) and not obj.is_importing and self.has_change_permission(request, obj):
            fields = (*fields, "file")
        return (*fields, "in_use", "slug", "word_count", "sha256", "imported_at", "imported_by", "summary")

    def get_readonly_fields(self, request: HttpRequest, obj: LexiconEdition | None = None) -> tuple[str, ...]:
        if obj is None:
            return ()
        # Language, name and label make the slug by which the list is replaced: they stay.
        fixed = (*self.readonly_fields, "language", "name", "edition")
        return (*fixed, "is_official", "source") if services.is_in_use(obj) else fixed

    def get_form(
        self, request: HttpRequest, obj: LexiconEdition | None = None, change: bool = False, **kwargs: Any
    ) -> type[forms.ModelForm]:
        form = super().get_form(request, obj, change=change, **kwargs)
        if obj is not None and "file" in form.base_fields:
            form.base_fields["file"].required = False
        return form

    def save_model(self, request: HttpRequest, obj: LexiconEdition, form: forms.ModelForm, change: bool) -> None:
        file = form.cleaned_data.get("file")
        if file is None:
            services.describe_edition(obj, is_official=obj.is_official, source=obj.source)
            return
        assert isinstance(request.user, User)
        received = services.receive_upload(
            file,
            file.name,
            language=obj.language,
            name=obj.name,
            edition=obj.edition,
            is_official=obj.is_official,
            source=obj.source,
            by=request.user,
        )
        # The admin goes on with this object: its log entry and its address need the key.
        obj.pk = received.pk

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except LexiconError as error:
            messages.error(request, error.message)
            return HttpResponseRedirect(request.get_full_path())

    def has_delete_permission(self, request: HttpRequest, obj: LexiconEdition | None = None) -> bool:
        if obj is not None and services.is_in_use(obj):
            return False
        return super().has_delete_permission(request, obj)

    def delete_model(self, request: HttpRequest, obj: LexiconEdition) -> None:
        services.delete_edition(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[LexiconEdition]) -> None:
        for edition in queryset:
            services.delete_edition(edition)

    @admin.display(description=_("lista"))
    def official(self, edition: LexiconEdition) -> str:
        return edition.official_label

    @admin.display(description=_("in uso"), boolean=True)
    def in_use(self, edition: LexiconEdition) -> bool:
        return services.is_in_use(edition)

    @admin.display(description=_("stato"))
    def state(self, edition: LexiconEdition) -> str | SafeString:
        label = EditionStatus(edition.status).label
        if edition.is_importing:
            return format_html(
                '{} <progress max="100" value="{}"></progress> {}%', label, edition.progress, edition.progress
            )
        if edition.error_code:
            error = LexiconError(edition.error_code, **edition.error_extra)
            return format_html("{}. <strong>{}</strong>", label, error.message)
        return str(label)

    @admin.display(description=_("rapporto"))
    def summary(self, edition: LexiconEdition) -> SafeString:
        report = edition.report
        return render_to_string(
            "lexicon/report.html",
            {
                "report": report,
                "rejected": [(REASONS[reason], count) for reason, count in report.get("rejected", {}).items()],
                "rejects": [(reject, REASONS[reject.reason]) for reject in rejects_of(report)],
            },
        )
