"""How the desk finds an object, checks the role of the user, acts and answers."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import Club
from core.messages import sentence
from core.refusals import NotAllowed, Refusal
from tournaments import permissions
from tournaments.models import Circuit, Entry, Event, Pairing
from tournaments.pages.refusals import View, private, refusing
from tournaments.reading import events

Found = TypeVar("Found")
Finder = Callable[[HttpRequest, Any], Found]
"""From the first part of the address to the object. Raises NotFound, NotAllowed."""


Page = Callable[..., HttpResponse]
"""`page(request, found, *others, refusal=None)`: shows an object.

After a refused action it shows the reason and has the status of the refusal.
"""


def desk_view(find: Finder[Any]) -> Callable[[View], View]:
    """A page for logged-in people. The view gets what `find` finds instead of its key.

    The first part of the address is the key; the view gets the others as they are.
    """

    def decorate(view: View) -> View:
        @private
        @login_required
        @refusing
        @wraps(view)
        def page(request: HttpRequest, **address: Any) -> HttpResponse:
            key, *others = address.values()
            return view(request, find(request, key), *others)

        return page

    return decorate


def desk_action(find: Finder[Any], page: Page) -> Callable[[View], View]:
    """A view that shows `page` on GET and does the decorated action on POST.

    An action calls one service and answers with `redirect_with`. If it raises a Refusal, the
    person sees the same page again with the reason.
    """

    def decorate(act: View) -> View:
        @private
        @login_required
        @refusing
        @wraps(act)
        def view(request: HttpRequest, **address: Any) -> HttpResponse:
            key, *others = address.values()
            found = find(request, key)
            if request.method != "POST":
                return page(request, found, *others)
            try:
                return act(request, found, *others)
            except Refusal as refusal:
                # Read again: the action may have changed it before it was refused.
                return page(request, find(request, key), *others, refusal=refusal)

        return view

    return decorate


def redirect_with(
    request: HttpRequest, address: str, *args: object, message: str = ""
) -> HttpResponse:
    """Go to another page, which shows the message once."""
    if message:
        messages.success(request, message)
    return redirect(address, *args)


def return_to(address: str) -> Page:
    """After a refusal go to a page of the same object, which shows the reason once."""

    def page(
        request: HttpRequest, found: Any, refusal: Refusal | None = None
    ) -> HttpResponse:
        if refusal is not None:
            messages.error(request, sentence(refusal))
        return redirect(address, found.pk)

    return page


def organised_event(request: HttpRequest, event_id: int) -> Event:
    event = events.event(event_id, request.user)
    _check_organiser(request, event.club_id)
    return event


def refereed_event(request: HttpRequest, event_id: int) -> Event:
    event = events.event(event_id, request.user)
    _check_referee(request, event.club_id)
    return event


def organised_entry(request: HttpRequest, entry_id: int) -> Entry:
    entry = events.entry(entry_id, request.user)
    _check_organiser(request, entry.event.club_id)
    return entry


def refereed_entry(request: HttpRequest, entry_id: int) -> Entry:
    entry = events.entry(entry_id, request.user)
    _check_referee(request, entry.event.club_id)
    return entry


def refereed_pairing(request: HttpRequest, pairing_id: int) -> Pairing:
    pairing = events.pairing(pairing_id, request.user)
    _check_referee(request, pairing.round.stage.event.club_id)
    return pairing


def organised_club(request: HttpRequest, slug: str) -> Club:
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Http404
    _check_organiser(request, club.pk)
    return club


def organised_circuit(request: HttpRequest, circuit_id: int) -> Circuit:
    circuit = Circuit.objects.select_related("club").filter(pk=circuit_id).first()
    if circuit is None:
        raise Http404
    _check_organiser(request, circuit.club_id)
    return circuit


def _check_organiser(request: HttpRequest, club_id: int) -> None:
    if not permissions.may_organise(request.user, club_id):
        raise NotAllowed("event.organisers_only")


def _check_referee(request: HttpRequest, club_id: int) -> None:
    if not permissions.may_referee(request.user, club_id):
        raise NotAllowed("event.referees_only")
