"""The organisers' one page of an event: the next step, results, entries and the log."""

from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from core.messages import sentence
from core.refusals import Refusal
from tournaments import permissions
from tournaments.live import topic_of
from tournaments.models import Event
from tournaments.pages.desk import buttons, log
from tournaments.pages.desk.desk_action import (
    desk_action,
    organised_event,
    redirect_with,
    refereed_event,
)
from tournaments.pages.desk.overview import overview
from tournaments.pages.people.links import Link, link_to
from tournaments.pages.sign_up_form import DoorForm
from tournaments.sign_up_limits import venue_code

LOG_LINES_SHOWN: Final = 12


class RefusedButton(NamedTuple):
    """The page shows the reason where the button stands."""

    do: str
    reason: str


def event_at_desk(request: HttpRequest, event_id: int) -> Event:
    """Referees see the desk; only organisers press its buttons."""
    if request.method == "POST":
        return organised_event(request, event_id)
    return refereed_event(request, event_id)


def desk_page(
    request: HttpRequest, event: Event, refusal: Refusal | None = None
) -> HttpResponse:
    organises = permissions.may_organise(request.user, event.club_id)
    door = door_form(request, event)
    refused = None
    status = 200
    if refusal is not None:
        status = refusal.status
        # The errors of the form at the door say more than the refusal.
        if not door.errors:
            refused = RefusedButton(buttons.pressed_button(request), sentence(refusal))
    asked = request.GET.get("phase", ""), request.GET.get("round", "")
    context: dict[str, Any] = {
        "event": event,
        "organises": organises,
        "refused": refused,
        "typed": request.POST if refused else {},
        "door": door,
        "venue_code": venue_code(event.pk),
        "venue_link": venue_link(request, event),
        "log": log.lines(event, LOG_LINES_SHOWN),
        "live_topic": topic_of(event),
        "live_number": event.version,
        **overview(event, organises, "entries" in request.GET, asked),
    }
    return render(request, "tournaments/desk/desk.html", context, status=status)


@desk_action(event_at_desk, desk_page)
def desk(request: HttpRequest, event: Event) -> HttpResponse:
    message = buttons.press(request, event)
    anchor = buttons.BACK_TO.get(buttons.pressed_button(request), "")
    address = reverse("desk", args=[event.pk]) + anchor
    return redirect_with(request, address, message=message)


def venue_link(request: HttpRequest, event: Event) -> Link:
    """The sign-up page for the phones in the venue."""
    address = reverse("register", args=[event.pk])
    return link_to(request, f"{address}?code={venue_code(event.pk)}")


def door_form(request: HttpRequest, event: Event) -> DoorForm:
    """Bound to what was typed if one of its own buttons was pressed."""
    is_sent = buttons.pressed_button(request) in buttons.DOOR_BUTTONS
    form = DoorForm(event, request.POST if is_sent else None)
    if is_sent or "door" in request.GET:
        # People queue at the door: the next name is typed at once.
        form.fields["player1"].widget.attrs["autofocus"] = True
    return form
