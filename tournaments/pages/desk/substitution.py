"""Substituting a player of an entry."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from core.messages import sentence
from core.numbers import parse_number
from core.refusals import Refusal
from tournaments.models import Entry
from tournaments.pages.desk.desk_action import desk_action, refereed_entry
from tournaments.services import substitutes

NO_SEAT = -1
"""No entry has it: the service says which are possible."""


def back_with_name(
    request: HttpRequest, entry: Entry, refusal: Refusal | None = None
) -> HttpResponse:
    """Where the form stands, with the reason and the name that was typed."""
    if refusal is not None:
        messages.error(request, sentence(refusal))
    name = urlencode({"name": request.POST.get("name", "")})
    return redirect(f"{form_address(request, entry)}?{name}")


@require_POST
@desk_action(refereed_entry, back_with_name)
def substitute(request: HttpRequest, entry: Entry) -> HttpResponse:
    name = request.POST.get("name", "")
    seat = parse_number(request.POST.get("place"), most_digits=2)
    if seat is None:
        seat = NO_SEAT
    substitutes.substitute(
        entry_id=entry.pk,
        place=seat,
        name=name,
        by=request.user,
        at=timezone.now(),
    )
    messages.success(request, gettext("%(name)s plays from now on.") % {"name": name})
    return redirect(form_address(request, entry))


def form_address(request: HttpRequest, entry: Entry) -> str:
    """The form stands on the sheet of a match and on the desk's page of the entry."""
    pairing_id = parse_number(request.POST.get("table"))
    if pairing_id is None:
        return reverse("desk_entry", args=[entry.pk])
    return reverse("desk_conduct", args=[pairing_id])
