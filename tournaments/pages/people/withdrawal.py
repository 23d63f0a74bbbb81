"""Withdrawing an entry before the draw, by its own people or by the desk: the page asks first."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from core.refusals import Refusal
from tournaments import permissions
from tournaments.models import Entry
from tournaments.pages.people.entry import own_entry
from tournaments.pages.people.session import account_of
from tournaments.pages.refusals import private, refusing, render_page
from tournaments.reading import events
from tournaments.services import registration


@private
@refusing
def withdraw(request: HttpRequest, entry_id: int) -> HttpResponse:
    entry = events.entry(entry_id, request.user)
    if permissions.may_organise(request.user, entry.event.club_id):
        back = reverse("desk", args=[entry.event_id])
    else:
        own_entry(request, entry_id)
        back = reverse("entry", args=[entry_id])
    context = {"entry": entry, "event": entry.event, "back": back}
    template = "tournaments/people/withdraw.html"
    if request.method != "POST":
        return render_page(request, template, context)
    try:
        registration.withdraw_before_draw(
            entry_id=entry_id, by=account_of(request), at=timezone.now()
        )
    except Refusal as refusal:
        # Sent twice, the button finds the entry withdrawn.
        if events.entry(entry_id, request.user).state != Entry.State.WITHDRAWN:
            return render_page(request, template, context, refusal)
    return redirect(back)
