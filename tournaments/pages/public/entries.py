"""The list of entries of an event and its waiting list, in the order of arrival."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Entry
from tournaments.pages import stage_choice
from tournaments.pages.public.event_page import event_or_404, event_page, own_entry_in
from tournaments.reading import events


@require_safe
def event_entries(request: HttpRequest, event_id: int) -> HttpResponse:
    event = event_or_404(request, event_id)
    entries = list(events.entries(event))
    return event_page(
        request,
        event,
        "entries",
        stage_choice.main_stage(event),
        inside=[entry for entry in entries if entry.state == Entry.State.IN],
        waiting=[entry for entry in entries if entry.state == Entry.State.WAITING],
        mine=own_entry_in(event, request),
    )
