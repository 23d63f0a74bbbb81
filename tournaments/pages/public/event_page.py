"""What every public page of an event has: its tabs, its stages, its live updates."""

import unicodedata
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from core.refusals import NotFound
from tournaments import permissions
from tournaments.live import topic_of
from tournaments.models import Draw, Entry, Event, Round, Stage
from tournaments.pages import stage_choice
from tournaments.pages.people.session import session_entry_ids
from tournaments.reading import events, participants


def event_or_404(request: HttpRequest, event_id: int) -> Event:
    try:
        return events.event(event_id, request.user)
    except NotFound as error:
        raise Http404 from error


def own_entry_in(event: Event, request: HttpRequest) -> Entry | None:
    """The entry for which the reader speaks."""
    return participants.own_entry(event, request.user, session_entry_ids(request))


def opened_round_or_404(event: Event, request: HttpRequest, number: int) -> Round:
    """The round of this number in the stage of the address."""
    stage = stage_choice.stage_or_404(event, request)
    return get_object_or_404(stage.rounds, number=number)


def event_page(
    request: HttpRequest, event: Event, name: str, stage: Stage | None, **context: Any
) -> HttpResponse:
    """The page `name`; it updates itself while somebody looks at it."""
    common: dict[str, Any] = {
        "event": event,
        "stage": stage,
        "phases": [],
        "of_phase": "",
        "tab": name,
        "has_bracket": False,
        "rounds": [],
        "live_topic": topic_of(event),
        "live_number": event.version,
        "at_desk": permissions.may_referee(request.user, event.club_id),
    }
    if event.phases:
        common["phases"] = stage_choice.stage_names(event)
    if stage is not None:
        common["of_phase"] = stage_choice.address(stage)
        common["has_bracket"] = stage.draw.kind == Draw.Kind.BRACKET
        common["rounds"] = list(stage.rounds.all())
    return render(request, f"tournaments/public/{name}.html", common | context)


def plain_letters(text: str) -> str:
    """The text without case and accents, to find and order names by."""
    # After decomposition an accent is a character of its own.
    decomposed = unicodedata.normalize("NFKD", text)
    letters = [char for char in decomposed if not unicodedata.combining(char)]
    return "".join(letters).casefold()
