"""What the desk does with one entry: a link for its phone; it leaves; it is another one; it plays elsewhere."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from core.messages import sentence
from core.refusals import NotAllowed, Refusal
from tournaments import permissions, signed_links
from tournaments.models import Entry, Event
from tournaments.pages.people.registration import link
from tournaments.pages.refusals import private, refusing
from tournaments.reading import events
from tournaments.services import attendance, rounds


def organised_entry(request: HttpRequest, entry_id: int) -> Entry:
    entry = events.entry(entry_id, request.user)
    if not permissions.may_organise(request.user, entry.event.club_id):
        raise NotAllowed("event.organisers_only")
    return entry


@private
@require_safe
@login_required
@refusing
def desk_entry(request: HttpRequest, entry_id: int) -> HttpResponse:
    """An entry with the link by which its phone reports and confirms, and what the desk may do with it."""
    return entry_page(request, organised_entry(request, entry_id))


def entry_page(
    request: HttpRequest, entry: Entry, refused: str = "", status: int = 200
) -> HttpResponse:
    alive = entry.state in {Entry.State.IN, Entry.State.WAITING}
    others = [
        one
        for one in events.entries(entry.event)
        if one.state == Entry.State.IN and one.pk != entry.pk
    ]
    context = {
        "entry": entry,
        "event": entry.event,
        "link": link(request, "entry_key", signed_links.ENTRY, entry),
        "may_leave": entry.state == Entry.State.IN
        and entry.event.state == Event.State.RUNNING,
        "others": others
        if alive and events.current_pairing_of(entry.event, entry) is None
        else [],
        "refused": refused,
    }
    return render(request, "tournaments/desk/entry.html", context, status=status)


def done(
    request: HttpRequest, entry: Entry, act: Callable[[], object], said: str
) -> HttpResponse:
    """Do it and go back to the desk; a refusal is shown on the page of the entry."""
    try:
        act()
    except Refusal as refusal:
        return entry_page(
            request,
            events.entry(entry.pk, request.user),
            sentence(refusal),
            refusal.status,
        )
    messages.success(request, said)
    return redirect("desk", entry.event_id)


@private
@require_POST
@login_required
@refusing
def leave(request: HttpRequest, entry_id: int) -> HttpResponse:
    entry, reason = organised_entry(request, entry_id), request.POST.get("reason", "")
    act = lambda: attendance.withdraw_during_event(
        entry_id=entry.pk, reason=reason, by=request.user, at=timezone.now()
    )
    return done(
        request,
        entry,
        act,
        gettext("%(name)s has left the event.") % {"name": events.name_of(entry)},
    )


@private
@require_POST
@login_required
@refusing
def merge(request: HttpRequest, entry_id: int) -> HttpResponse:
    entry, into = organised_entry(request, entry_id), request.POST.get("into", "")
    other = organised_entry(
        request,
        int(into) if into.isascii() and into.isdecimal() and len(into) < 19 else 0,
    )
    act = lambda: attendance.merge(
        entry_id=entry.pk, into_id=other.pk, by=request.user, at=timezone.now()
    )
    names = {"name": events.name_of(entry), "other": events.name_of(other)}
    return done(
        request, entry, act, gettext("%(name)s was merged into %(other)s.") % names
    )


@private
@require_POST
@login_required
@refusing
def move_table(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """A match goes to another table; one that is there changes places with it."""
    pairing = events.pairing(pairing_id, request.user)
    if not permissions.may_referee(request.user, pairing.round.stage.event.club_id):
        raise NotAllowed("event.referees_only")
    typed = request.POST.get("table", "")
    table = (
        int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 5 else 0
    )
    try:
        rounds.move_table(
            pairing_id=pairing_id, table=table, by=request.user, at=timezone.now()
        )
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
        return redirect("desk_result", pairing_id)
    messages.success(
        request, gettext("The match is at table %(n)s now.") % {"n": table}
    )
    return redirect("desk", pairing.round.stage.event_id)


urlpatterns = [
    path("entries/<int:entry_id>/desk/", desk_entry, name="desk_entry"),
    path("entries/<int:entry_id>/desk/leave/", leave, name="desk_leave"),
    path("entries/<int:entry_id>/desk/merge/", merge, name="desk_merge"),
    path("tables/<int:pairing_id>/move/", move_table, name="desk_move"),
]
