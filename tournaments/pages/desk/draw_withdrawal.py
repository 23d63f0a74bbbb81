"""Withdrawing a published draw together with the round that it opened."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from core.refusals import NotFound, Refusal
from tournaments.models import Draw, Event
from tournaments.pages.desk.desk_action import (
    desk_action,
    organised_event,
    redirect_with,
)
from tournaments.pages.refusals import render_page
from tournaments.services import draws


def draw_of(event: Event, number: int) -> Draw:
    draw = event.draws.filter(number=number).first()
    if draw is None:
        raise NotFound("draw.not_found")
    return draw


def withdrawal_page(
    request: HttpRequest, event: Event, number: int, refusal: Refusal | None = None
) -> HttpResponse:
    draw = draw_of(event, number)
    if refusal is None:
        try:
            draws.check_withdrawable(draw)
        except Refusal as not_now:
            refusal = not_now
    context = {
        "event": event,
        "draw": draw,
        "may": refusal is None or draws.is_withdrawable(draw),
        "reason": request.POST.get("reason", ""),
    }
    return render_page(request, "tournaments/desk/take_back.html", context, refusal)


@desk_action(organised_event, withdrawal_page)
def withdraw_draw(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    draws.withdraw_publication(
        draw_id=draw_of(event, number).pk,
        reason=request.POST.get("reason", ""),
        by=request.user,
        at=timezone.now(),
    )
    message = gettext("The draw is withdrawn; it stays visible with its reason.")
    return redirect_with(request, "desk", event.pk, message=message)
