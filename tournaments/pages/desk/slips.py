"""Slips to lay on the tables: the link of each side, and the sheet of the match."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments import signed_links
from tournaments.models import Entry, Event, Pairing
from tournaments.pages.desk.desk_action import desk_view, organised_event
from tournaments.pages.desk.match_sheet import sanction_kinds
from tournaments.pages.people.links import Link, link_of_entry
from tournaments.pages.stage_choice import stage_or_404
from tournaments.reading import events

SanctionsOfEntry = list[tuple[str, list[str]]]
"""Each step of the ladder, with the offences for which it was given."""


@require_safe
@desk_view(organised_event)
def slips(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """A slip for every table of a round, to be cut out."""
    opened = get_object_or_404(stage_or_404(event, request).rounds, number=number)
    pairings = events.pairings().filter(round=opened, table__isnull=False)
    pairings = pairings.order_by("table").prefetch_related("sanctions")
    context = {
        "event": event,
        "round": opened,
        "slips": [(pairing, sides(request, pairing)) for pairing in pairings],
    }
    return render(request, "tournaments/desk/slips.html", context)


def sides(
    request: HttpRequest, pairing: Pairing
) -> list[tuple[Entry, Link, SanctionsOfEntry]]:
    """Each entry with its link and its sanctions."""
    found = []
    for entry in pairing.entries:
        link = link_of_entry(request, "entry_key", signed_links.ENTRY, entry)
        found.append((entry, link, sanctions_of(pairing, entry)))
    return found


def sanctions_of(pairing: Pairing, entry: Entry) -> SanctionsOfEntry:
    offences: dict[str, list[str]] = {}
    for sanction in pairing.sanctions.all():
        if sanction.entry_id == entry.pk:
            offence = sanction.get_offence_display()
            offences.setdefault(sanction.kind, []).append(offence)
    ladder = []
    for kind in sanction_kinds(pairing):
        label = str(kind.label)
        ladder.append((label, offences.get(kind, [])))
    return ladder
