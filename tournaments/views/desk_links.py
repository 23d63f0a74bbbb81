"""The links of entries as organisers hand them out: slips to lay on the tables."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments import keys, queries
from tournaments.views.desk_overview import organised
from tournaments.views.people import link
from tournaments.views.refusing import private, refusing
from tournaments.views.stages import stage_or_404


@private
@require_safe
@login_required
@refusing
def desk_slips(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """For every table of a round a slip to be cut out, with the link of each side."""
    event = organised(request, event_id)
    opened = get_object_or_404(stage_or_404(event, request).rounds, number=number)
    pairings = queries.pairings().filter(round=opened, table__isnull=False).order_by("table")
    slips = [
        (pairing, [(entry, link(request, "entry_key", keys.ENTRY, entry)) for entry in pairing.entries])
        for pairing in pairings
    ]
    return render(request, "tournaments/desk/slips.html", {"event": event, "round": opened, "slips": slips})


urlpatterns = [
    path("events/<int:event_id>/desk/rounds/<int:number>/slips/", desk_slips, name="desk_slips"),
]
