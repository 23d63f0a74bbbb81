"""Finishing an event early: the page names the stages left out and the winners, and asks."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from core.refusals import Refusal
from tournaments.models import Event
from tournaments.pages import stage_choice
from tournaments.pages.desk.desk_action import (
    desk_action,
    organised_event,
    redirect_with,
)
from tournaments.pages.refusals import render_page
from tournaments.services import ending


def finish_page(
    request: HttpRequest, event: Event, refusal: Refusal | None = None
) -> HttpResponse:
    context: dict[str, Any] = {"event": event}
    if refusal is None:
        try:
            context |= preview(event)
        except Refusal as not_now:
            refusal = not_now
    return render_page(request, "tournaments/desk/finish.html", context, refusal)


def preview(event: Event) -> dict[str, Any]:
    """What finishing now would mean. Raises Refusal if the event cannot be finished."""
    found = ending.preview_finish(event)
    numbers = {stage.number for stage in found.left_out}
    names = stage_choice.stage_names(event)
    left_out = [stage for stage in names if stage.number in numbers]
    return {"left_out": left_out, "won": found.won}


@desk_action(organised_event, finish_page)
def finish(request: HttpRequest, event: Event) -> HttpResponse:
    ending.finish(event_id=event.pk, by=request.user, at=timezone.now())
    return redirect_with(
        request, "desk", event.pk, message=gettext("The event is finished.")
    )
