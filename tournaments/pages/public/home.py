"""The home page and the page of a club: the events in sight, and the latest champions."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.models import Club
from games.catalogue import GAMES
from tournaments import permissions
from tournaments.models import Circuit, Entry, Event, Standing
from tournaments.pages.people.home_page import own_affairs
from tournaments.reading import winners
from tournaments.reading.events import events_for

EVENTS_SHOWN = 200
FINISHED_SHOWN = 12
PAST_EVENTS_ON_PAGE = 24
LONGEST_SEARCH = 60
IN_SIGHT = (
    Event.State.RUNNING,
    Event.State.OPEN,
    Event.State.CLOSED,
    Event.State.DRAFT,
)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    context = own_affairs(request) | event_lists(events_for(request.user))
    context["games"] = GAMES
    return render(request, "tournaments/public/home.html", context)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Club, slug=slug)
    context = event_lists(events_for(request.user).filter(club=found))
    context["club"] = found
    context["organises"] = permissions.may_organise(request.user, found.pk)
    context["circuits"] = Circuit.objects.filter(club=found)
    return render(request, "tournaments/public/club.html", context)


@require_safe
def past_events(request: HttpRequest, slug: str = "") -> HttpResponse:
    """All finished events, of one club or of all, page by page; `?q=` searches their names."""
    events = events_for(request.user)
    found = None
    if slug:
        found = get_object_or_404(Club, slug=slug)
        events = events.filter(club=found)
    wanted = request.GET.get("q", "")[:LONGEST_SEARCH].replace("\0", "").strip()
    if wanted:
        named = Q(name__icontains=wanted) | Q(club__name__icontains=wanted)
        events = events.filter(named)
    pages = Paginator(finished_events(events), PAST_EVENTS_ON_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {
        "club": found,
        "wanted": wanted,
        "page": page,
        "finished": with_champions(list(page)),
    }
    return render(request, "tournaments/public/past_events.html", context)


def event_lists(events: QuerySet[Event]) -> dict[str, Any]:
    """The events by state; of the finished ones the latest, with their champions."""
    taken = Sum("entries__places", filter=Q(entries__state=Entry.State.IN), default=0)
    in_sight = events.filter(state__in=IN_SIGHT).annotate(taken=taken)
    by_state: dict[str, list[Event]] = {state: [] for state in IN_SIGHT}
    for event in in_sight.order_by("starts_at")[:EVENTS_SHOWN]:
        by_state[event.state].append(event)
    finished = with_champions(list(finished_events(events)[: FINISHED_SHOWN + 1]))
    return {
        "groups": list(by_state.items()),
        "finished": finished[:FINISHED_SHOWN],
        "has_more": len(finished) > FINISHED_SHOWN,
        "empty": not finished and not any(by_state.values()),
    }


def finished_events(events: QuerySet[Event]) -> QuerySet[Event]:
    """The latest first."""
    finished = events.filter(state=Event.State.FINISHED).prefetch_related("stages")
    return finished.order_by("-starts_at", "-pk")


def with_champions(latest: list[Event]) -> list[tuple[Event, list[Entry]]]:
    main_stages = {event.pk: winners.main_stage(event) for event in latest}
    champions: dict[int, list[Entry]] = {event.pk: [] for event in latest}
    first = Standing.objects.filter(stage__event__in=latest, rank=1)
    first = first.select_related("stage__draw", "entry")
    for line in first.order_by("position").prefetch_related("entry__players"):
        event_id = line.stage.event_id
        is_main = line.stage.number == main_stages[event_id]
        # Only winners of the main bracket of the deciding stage are champions.
        if is_main and not winners.is_second(line, line.stage):
            champions[event_id].append(line.entry)
    return [(event, champions[event.pk]) for event in latest]
