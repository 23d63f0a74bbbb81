"""The page of a partner, who came by a link: sees what was entered and confirms it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from core.refusals import NotAllowed, Refusal
from tournaments.pages.people.links import bad_link
from tournaments.pages.people.session import (
    PARTNER_OF,
    account_of,
    add_session_entry,
    session_entry_ids,
    session_ids,
)
from tournaments.pages.refusals import private, refusing, render_page
from tournaments.pages.sign_up_form import entry_details
from tournaments.reading import events
from tournaments.services import registration

TEMPLATE = "tournaments/people/partner.html"
SECOND_PLAYER = 1


@private
@refusing
def partner(request: HttpRequest, entry_id: int) -> HttpResponse:
    entry = events.entry(entry_id, request.user)
    if entry.pk not in session_ids(request, PARTNER_OF):
        raise NotAllowed("entry.own_only")
    people = list(entry.players.all())
    if len(people) < 2:
        return bad_link(request, Refusal("entry.bad_key"))
    context: dict[str, Any] = {
        "entry": entry,
        "event": entry.event,
        "first": people[0],
        "second": people[1],
        "details": entry_details(entry, without={"phone"}),
    }
    if request.method != "POST":
        return render_page(request, TEMPLATE, context)
    try:
        registration.confirm_partner(
            entry_id=entry.pk,
            place=SECOND_PLAYER,
            user=account_of(request),
            at=timezone.now(),
        )
    except Refusal as refusal:
        is_own = entry.pk in session_entry_ids(request)
        is_sent_twice = is_own and refusal.code == "entry.partner_confirmed"
        if not is_sent_twice:
            return render_page(request, TEMPLATE, context, refusal)
    add_session_entry(request, entry.pk)
    return redirect("entry", entry.pk)
