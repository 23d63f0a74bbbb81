"""The organiser's one page of an event: how far it is, the one next step, results, entries, and what was done."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone

from core.messages import sentence
from core.refusals import NotAllowed, Refusal
from tournaments import permissions
from tournaments.live import topic_of
from tournaments.models import Event
from tournaments.pages.desk import (
    actions,
    clubs,
    conduct,
    correction,
    draft,
    entries,
    finish,
    import_entries,
    log,
    overview,
    result,
    seeding,
    slips,
)
from tournaments.pages.desk.plan import urlpatterns as plan_urlpatterns
from tournaments.pages.forms import DoorForm
from tournaments.pages.refusals import private, refusing
from tournaments.reading import events as queries
from tournaments.services import events

LOG_SHOWN = 12


class Refused(NamedTuple):
    """Which action was refused, and why; the page shows it where the action stands."""

    do: str
    reason: str


@private
@login_required
@refusing
def desk(request: HttpRequest, event_id: int) -> HttpResponse:
    """Organisers act here; referees see the tables and set results."""
    event = queries.event(event_id, request.user)
    if not permissions.may_referee(request.user, event.club_id):
        raise NotAllowed("event.referees_only")
    if request.method != "POST":
        return desk_page(request, event)
    if not permissions.may_organise(request.user, event.club_id):
        raise NotAllowed("event.organisers_only")
    return act(request, event)


def act(request: HttpRequest, event: Event) -> HttpResponse:
    """Do what the pressed button says, and come back; a refusal is shown where the button stands."""
    do = request.POST.get("do", "").partition(":")[0]
    door = DoorForm(event, request.POST) if do in {"enter", "late"} else None
    if door and not door.is_valid():
        return desk_page(request, event, door=door, status=422)
    try:
        said = (
            actions.AT_THE_DOOR[do](request, event, door)
            if door
            else actions.do(request, event, do)
        )
    except Refusal as refusal:
        refused = Refused(do, sentence(refusal))
        event = queries.event(event.pk, request.user)
        return desk_page(
            request, event, door=door, refused=refused, status=refusal.status
        )
    if said:
        messages.success(request, said)
    return redirect(reverse("desk", args=[event.pk]) + actions.BACK_TO.get(do, ""))


def desk_page(
    request: HttpRequest,
    event: Event,
    door: DoorForm | None = None,
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    organises = permissions.may_organise(request.user, event.club_id)
    at_door, door = door is not None or "door" in request.GET, door or DoorForm(event)
    if at_door:
        door.fields["player1"].widget.attrs["autofocus"] = True
    asked = request.GET.get("phase", ""), request.GET.get("round", "")
    context: dict[str, Any] = {
        "event": event,
        "organises": organises,
        "refused": refused,
        "typed": request.POST if refused else {},
        "door": door,
        "log": log.lines(event, LOG_SHOWN),
        "live_topic": topic_of(event),
        "live_number": event.version,
        **overview.overview(event, organises, "entries" in request.GET, asked),
    }
    return render(request, "tournaments/desk/desk.html", context, status=status)


@private
@login_required
@refusing
def cancel(request: HttpRequest, event_id: int) -> HttpResponse:
    """Ask once more, naming the event; then call it off."""
    event = overview.organised(request, event_id)
    context: dict[str, Any] = {
        "event": event,
        "may": event.state in events.STEPS["cancel"][0],
    }
    if request.method == "POST":
        try:
            events.step(
                event_id=event_id, action="cancel", by=request.user, at=timezone.now()
            )
        except Refusal as refusal:
            context["refused"] = sentence(refusal)
            return render(
                request, "tournaments/desk/cancel.html", context, status=refusal.status
            )
        return redirect("desk", event_id)
    return render(request, "tournaments/desk/cancel.html", context)


urlpatterns = [
    path("events/<int:event_id>/desk/", desk, name="desk"),
    path("events/<int:event_id>/cancel/", cancel, name="event_cancel"),
    *clubs.urlpatterns,
    *draft.urlpatterns,
    *finish.urlpatterns,
    *import_entries.urlpatterns,
    *slips.urlpatterns,
    *log.urlpatterns,
    *plan_urlpatterns,
    *entries.urlpatterns,
    *result.urlpatterns,
    *seeding.urlpatterns,
    *conduct.urlpatterns,
    *correction.urlpatterns,
]
