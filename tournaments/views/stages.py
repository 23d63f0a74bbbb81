"""Which phase of an event a page is about: the one that its address names, else the latest that has begun."""

from django.http import Http404, HttpRequest

from tournaments import queries
from tournaments.models import Event, Stage

ASKED = "phase"


def stage_for(event: Event, request: HttpRequest) -> Stage | None:
    asked = request.GET.get(ASKED, "")
    return queries.stage_of(event, int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else None)


def stage_or_404(event: Event, request: HttpRequest) -> Stage:
    stage = stage_for(event, request)
    if stage is None:
        raise Http404
    return stage
