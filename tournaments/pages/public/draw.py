"""The page of a draw: all that is published of it, and how anybody can check it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournaments.pages import draw_details, stage_choice
from tournaments.pages.public.event_page import event_or_404, event_page


@require_safe
def draw(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    event = event_or_404(request, event_id)
    found = get_object_or_404(event.draws, number=number)
    secret = ""
    # Before the draw is made its secret would give the outcome away.
    if found.resolved is not None:
        secret = bytes(found.secret).hex()
    return event_page(
        request,
        event,
        "draw",
        stage_choice.main_stage(event),
        draw=found,
        secret=secret,
        list="\n".join(name for _number, name in found.field),
        changes=draw_details.swaps(found),
        checks=draw_details.checks(found) if "check" in request.GET else [],
        **draw_details.details(found),
    )
