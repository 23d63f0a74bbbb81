"""Preparing an event and changing it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import Club
from core.refusals import Refusal
from games.catalogue import GAMES
from tournaments import permissions
from tournaments.models import Event
from tournaments.pages.desk.desk_action import (
    desk_action,
    organised_club,
    organised_event,
    redirect_with,
)
from tournaments.pages.desk.event_form import EventForm
from tournaments.pages.refusals import cleaned, posted, render_form_page
from tournaments.reading import events
from tournaments.services.events import change_event, create_event, suited

TEMPLATE = "tournaments/desk/event_form.html"


def new_event_form(request: HttpRequest, club: Club) -> EventForm:
    game = request.POST.get("game") or request.GET.get("game", "mus")
    if game not in GAMES:
        raise Http404
    event = suited(Event(club=club, game=game))
    return EventForm(posted(request), instance=event)


def event_new_page(
    request: HttpRequest, club: Club, refusal: Refusal | None = None
) -> HttpResponse:
    form = new_event_form(request, club)
    game = form.instance.game
    context: dict[str, Any] = {
        "club": club,
        "games": GAMES,
        "game": game,
        "presets": GAMES[game].presets,
    }
    return render_form_page(request, TEMPLATE, context, form, refusal)


@desk_action(organised_club, event_new_page)
def event_new(request: HttpRequest, club: Club) -> HttpResponse:
    """Prepare an event. A form that is sent twice makes one event."""
    form = new_event_form(request, club)
    if not form.is_bound:
        # A button of the form was pressed that only fills it in.
        return event_new_page(request, club)
    cleaned(form)
    fields = form.event_fields()
    event = same_draft(club, fields)
    if event is None:
        # Not before: a form sent twice must lead to its event even in a full club.
        permissions.check_room(club.pk)
        event = create_event(
            club_id=club.pk, by=request.user, at=timezone.now(), **fields
        )
    return redirect_with(request, "desk", event.pk)


def same_draft(club: Club, fields: dict[str, Any]) -> Event | None:
    """The event that the same form has made before."""
    return Event.objects.filter(
        club=club,
        name=fields["name"],
        starts_at=fields["starts_at"],
        state=Event.State.DRAFT,
    ).first()


def event_edit_page(
    request: HttpRequest, event: Event, refusal: Refusal | None = None
) -> HttpResponse:
    form = EventForm(posted(request), instance=event)
    context = {
        "club": event.club,
        # Read again: the form writes what was typed into its own instance.
        "event": events.event(event.pk, request.user),
    }
    return render_form_page(request, TEMPLATE, context, form, refusal)


@desk_action(organised_event, event_edit_page)
def event_edit(request: HttpRequest, event: Event) -> HttpResponse:
    """Change an event; its rules only until a draw is announced."""
    form = EventForm(posted(request), instance=event)
    if not form.is_bound:
        return event_edit_page(request, event)
    cleaned(form)
    change_event(
        event_id=event.pk, by=request.user, at=timezone.now(), **form.event_fields()
    )
    return redirect_with(
        request, "desk", event.pk, message=gettext("The event is saved.")
    )
