"""Entering many pairs from a table: first a report of every row, then all of them or none."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import ngettext

from core.messages import sentence
from core.refusals import Refusal
from tournaments.models import Event
from tournaments.pages.desk.overview import organised
from tournaments.pages.forms import ImportForm
from tournaments.pages.refusals import private, refusing
from tournaments.services import importing
from tournaments.services.importing import Row

SHOWN = 300


@private
@login_required
@refusing
def import_entries(request: HttpRequest, event_id: int) -> HttpResponse:
    event = organised(request, event_id)
    if request.method != "POST":
        return import_page(request, event, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return import_page(request, event, form, status=422)
    text, sure = form.cleaned_data["text"], request.POST.get("do") == "enter"
    try:
        rows = importing.import_entries(
            event_id=event_id,
            text=text,
            dry_run=not sure,
            by=request.user,
            at=timezone.now(),
        )
    except Refusal as refusal:
        form.add_error(None, sentence(refusal))
        return import_page(request, event, form, status=refusal.status)
    if sure and all(row.problem is None for row in rows):
        said = ngettext("%(n)s row was entered.", "%(n)s rows were entered.", len(rows))
        messages.success(request, said % {"n": len(rows)})
        return redirect("desk", event_id)
    return import_page(
        request, event, ImportForm(initial={"text": text}), rows, 422 if sure else 200
    )


def import_page(
    request: HttpRequest,
    event: Event,
    form: ImportForm,
    rows: list[Row] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The form, and once a table was given what would become of each row, the wrong ones first."""
    rows = sorted(rows or [], key=lambda row: (row.problem is None, row.line))
    context = {
        "event": event,
        "form": form,
        "rows": [
            (row, sentence(row.problem) if row.problem else "") for row in rows[:SHOWN]
        ],
        "more": max(0, len(rows) - SHOWN),
        "wrong": sum(row.problem is not None for row in rows),
        "all": len(rows),
        "waiting": sum(row.waits for row in rows),
        "columns": importing.columns(event.team_size),
    }
    return render(request, "tournaments/desk/import.html", context, status=status)


urlpatterns = [
    path("events/<int:event_id>/desk/import/", import_entries, name="desk_import")
]
