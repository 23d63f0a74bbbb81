"""A club's own pages for its organisers: founding it, its members and their roles, its events and their rules."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required, user_passes_test
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext

from accounts import services as accounts
from accounts.models import Club
from accounts.queries import has_account
from accounts.roles import Role
from core.messages import sentence
from core.refusals import NotAllowed, Refusal
from games.catalogue import GAMES
from tournaments import permissions
from tournaments.models import Event
from tournaments.pages.desk.event_form import EventForm
from tournaments.pages.desk.overview import organised
from tournaments.pages.forms import ROLES, ClubForm, MemberForm
from tournaments.pages.refusals import posted, private, refusing
from tournaments.reading import events as queries
from tournaments.services import events


@private
@user_passes_test(has_account)
def club_new(request: HttpRequest) -> HttpResponse:
    """Found a club; you are its organiser."""
    form = ClubForm(posted(request))
    if not form.is_valid():
        return club_page(request, form, 422 if form.is_bound else 200)
    try:
        club = accounts.found_club(by=request.user, **form.cleaned_data)
    except accounts.TooManyClubs:
        form.add_error(
            None, sentence(Refusal("club.too_many", most=accounts.CLUBS_MAX))
        )
        return club_page(request, form, 403)
    return redirect("club_desk", club.slug)


def club_page(request: HttpRequest, form: ClubForm, status: int) -> HttpResponse:
    return render(
        request, "tournaments/desk/club_new.html", {"form": form}, status=status
    )


def organised_club(request: HttpRequest, slug: str) -> Club:
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Http404
    if not permissions.may_organise(request.user, club.pk):
        raise NotAllowed("event.organisers_only")
    return club


@private
@login_required
@refusing
def club_desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Members with their roles, and the events."""
    club = organised_club(request, slug)
    form = MemberForm(posted(request))
    if form.is_valid() and set_role(club, form):
        messages.success(request, gettext("The role is set."))
        return redirect("club_desk", slug)
    members = club.memberships.select_related("user").order_by("role", "user__username")
    context = {
        "club": club,
        "form": form,
        "members": [(member.user, ROLES[Role(member.role)]) for member in members],
        "events": queries.events_for(request.user).filter(club=club),
    }
    return render(
        request,
        "tournaments/desk/club.html",
        context,
        status=422 if form.is_bound else 200,
    )


def set_role(club: Club, form: MemberForm) -> bool:
    """Whether it could be done; else the form says why not."""
    try:
        accounts.set_role(club_id=club.pk, **form.cleaned_data)
    except accounts.NoSuchUser:
        form.add_error("username", sentence(Refusal("club.no_such_user")))
    except accounts.LastOrganiser:
        form.add_error("role", sentence(Refusal("club.last_organiser")))
    return form.is_valid()


@private
@login_required
@refusing
def event_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Prepare an event, from a preset if wished. Sent twice, the form makes one event."""
    club = organised_club(request, slug)
    game = request.POST.get("game") or request.GET.get("game", "mus")
    if game not in GAMES:
        raise Http404
    form = EventForm(
        posted(request), instance=events.suited(Event(club=club, game=game))
    )
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "games": GAMES,
        "game": game,
    }
    context["presets"] = GAMES[game].presets
    if not form.is_valid():
        return render(
            request,
            "tournaments/desk/event_form.html",
            context,
            status=422 if form.is_bound else 200,
        )
    given = form.event_fields()
    same = Event.objects.filter(
        club=club,
        name=given["name"],
        starts_at=given["starts_at"],
        state=Event.State.DRAFT,
    ).first()
    try:
        event = same or new_event(request, club, given)
    except Refusal as refusal:
        form.add_error(None, sentence(refusal))
        return render(
            request, "tournaments/desk/event_form.html", context, status=refusal.status
        )
    return redirect("desk", event.pk)


def new_event(request: HttpRequest, club: Club, given: dict[str, Any]) -> Event:
    permissions.check_room(club.pk)
    return events.create_event(
        club_id=club.pk, by=request.user, at=timezone.now(), **given
    )


@private
@login_required
@refusing
def event_edit(request: HttpRequest, event_id: int) -> HttpResponse:
    """Change what an event says of itself; its rules only until a draw is announced."""
    event = organised(request, event_id)
    form = EventForm(posted(request), instance=event)
    context: dict[str, Any] = {
        "club": event.club,
        "event": queries.event(event_id, request.user),
        "form": form,
    }
    if not form.is_valid():
        return render(
            request,
            "tournaments/desk/event_form.html",
            context,
            status=422 if form.is_bound else 200,
        )
    try:
        events.change_event(
            event_id=event_id, by=request.user, at=timezone.now(), **form.event_fields()
        )
    except Refusal as refusal:
        form.add_error(None, sentence(refusal))
        return render(
            request, "tournaments/desk/event_form.html", context, status=refusal.status
        )
    messages.success(request, gettext("The event is changed."))
    return redirect("desk", event_id)


urlpatterns = [
    path("clubs/new/", club_new, name="club_new"),
    path("clubs/<slug:slug>/desk/", club_desk, name="club_desk"),
    path("clubs/<slug:slug>/events/new/", event_new, name="event_new"),
    path("events/<int:event_id>/edit/", event_edit, name="event_edit"),
]
