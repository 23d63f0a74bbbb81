"""Slips to lay on the tables: the link of each side, and the sheet of the match."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments import signed_links
from tournaments.models import Entry, Pairing
from tournaments.pages.desk.conduct import steps
from tournaments.pages.desk.overview import organised
from tournaments.pages.people.registration import link
from tournaments.pages.refusals import private, refusing
from tournaments.pages.stage_choice import stage_or_404
from tournaments.reading import events


@private
@require_safe
@login_required
@refusing
def desk_slips(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """For every table of a round a slip to be cut out, with the link and the sanctions of each side."""
    event = organised(request, event_id)
    opened = get_object_or_404(stage_or_404(event, request).rounds, number=number)
    found = (
        events.pairings().filter(round=opened, table__isnull=False).order_by("table")
    )
    slips = [
        (
            one,
            [
                (
                    entry,
                    link(request, "entry_key", signed_links.ENTRY, entry),
                    ladder(one, entry),
                )
                for entry in one.entries
            ],
        )
        for one in found.prefetch_related("sanctions")
    ]
    return render(
        request,
        "tournaments/desk/slips.html",
        {"event": event, "round": opened, "slips": slips},
    )


def ladder(pairing: Pairing, entry: Entry) -> list[tuple[Any, list[str]]]:
    """The steps of the ladder of sanctions, each with the offences for which the referee has written it."""
    written = [one for one in pairing.sanctions.all() if one.entry_id == entry.pk]
    return [
        (step.label, [one.get_offence_display() for one in written if one.kind == step])
        for step in steps(pairing)
    ]


urlpatterns = [
    path(
        "events/<int:event_id>/desk/rounds/<int:number>/slips/",
        desk_slips,
        name="desk_slips",
    ),
]
