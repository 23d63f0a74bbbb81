"""Entering many people from a file: first a report of every row, then all of them or none."""

from contextlib import suppress
from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from core.messages import sentence
from core.refusals import Refusal
from tournaments.models import Event
from tournaments.pages.desk.desk_action import (
    desk_action,
    organised_event,
    redirect_with,
)
from tournaments.pages.refusals import add_refusal
from tournaments.services import importing
from tournaments.services.importing import Row

ROWS_SHOWN: Final = 300
CSV_BYTES: Final = 3_000_000
CSV_LINES: Final = 8
"""Lines of the field into which a table is pasted."""
ENCODINGS: Final = ("utf-8-sig", "cp1252")
"""Excel writes the second when it saves plain CSV."""


class ImportForm(forms.Form):
    """A table, as a file or pasted."""

    file = forms.FileField(label=_("File (CSV)"), required=False)
    text = forms.CharField(
        label=_("or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": CSV_LINES}),
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        file = given.get("file")
        if file:
            given["text"] = self.text_of(file)
        has_text = (given.get("text") or "").strip()
        if not has_text and not self.errors:
            raise forms.ValidationError(_("Choose a file or paste its text."))
        return given

    def text_of(self, file: Any) -> str:
        if file.size > CSV_BYTES:
            raise forms.ValidationError(_("The file is larger than 3 MB."))
        content = file.read()
        for encoding in ENCODINGS:
            with suppress(UnicodeDecodeError):
                return str(content.decode(encoding))
        raise forms.ValidationError(
            _("The file is not text. In the spreadsheet, save it as “CSV UTF-8”.")
        )


def empty_page(
    request: HttpRequest, event: Event, refusal: Refusal | None = None
) -> HttpResponse:
    return report_page(request, event, ImportForm())


@desk_action(organised_event, empty_page)
def import_entries(request: HttpRequest, event: Event) -> HttpResponse:
    """Report every row; with the second button enter them."""
    # The form is shown again as it was read: a file cannot be read a second time.
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return report_page(request, event, form, status=422)
    text = form.cleaned_data["text"]
    is_final = request.POST.get("do") == "enter"
    try:
        rows = importing.import_entries(
            event_id=event.pk,
            text=text,
            dry_run=not is_final,
            by=request.user,
            at=timezone.now(),
        )
    except Refusal as refusal:
        add_refusal(form, refusal)
        return report_page(request, event, form, status=refusal.status)
    has_problems = any(row.problem for row in rows)
    if not is_final or has_problems:
        status = 422 if is_final else 200
        form = ImportForm(initial={"text": text})
        return report_page(request, event, form, rows, status)
    count = len(rows)
    message = ngettext("%(n)s row was entered.", "%(n)s rows were entered.", count)
    return redirect_with(request, "desk", event.pk, message=message % {"n": count})


def report_page(
    request: HttpRequest,
    event: Event,
    form: ImportForm,
    rows: list[Row] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The form; after a check also each row with its problem, the wrong ones first."""
    rows = rows or []
    # Wrong rows come first: with many rows they would be cut off.
    wrong = [row for row in rows if row.problem is not None]
    right = [row for row in rows if row.problem is None]
    reported = []
    for row in (wrong + right)[:ROWS_SHOWN]:
        problem = sentence(row.problem) if row.problem else ""
        reported.append((row, problem))
    context = {
        "event": event,
        "form": form,
        "rows": reported,
        "more": max(0, len(rows) - ROWS_SHOWN),
        "wrong": len(wrong),
        "all": len(rows),
        "waiting": sum(row.waits for row in rows),
        "columns": importing.columns(event.team_size),
    }
    return render(request, "tournaments/desk/import.html", context, status=status)
