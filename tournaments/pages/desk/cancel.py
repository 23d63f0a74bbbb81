"""Cancelling an event: the page names it and asks."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from core.refusals import Refusal
from tournaments.models import Event
from tournaments.pages.desk.desk_action import (
    desk_action,
    organised_event,
    redirect_with,
)
from tournaments.pages.refusals import render_page
from tournaments.services import events


def cancel_page(
    request: HttpRequest, event: Event, refusal: Refusal | None = None
) -> HttpResponse:
    states_before, _state_after = events.STEPS["cancel"]
    context = {"event": event, "may": event.state in states_before}
    return render_page(request, "tournaments/desk/cancel.html", context, refusal)


@desk_action(organised_event, cancel_page)
def cancel(request: HttpRequest, event: Event) -> HttpResponse:
    events.step(event_id=event.pk, action="cancel", by=request.user, at=timezone.now())
    return redirect_with(request, "desk", event.pk)
