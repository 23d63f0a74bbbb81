"""The sign-up page: a pair or a single player enters an event, without an account."""

from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from accounts.names import name_key
from core.refusals import Refusal
from tournaments.models import Event, Player
from tournaments.pages import labels
from tournaments.pages.people.session import (
    account_of,
    add_session_entry,
    session_entry_ids,
)
from tournaments.pages.public.event import is_open
from tournaments.pages.refusals import cleaned, private, refusing, render_form_page
from tournaments.pages.sign_up_form import OLDEST, PLAYERS, SignUpForm, new_stamp
from tournaments.reading import events, participants
from tournaments.services import registration
from tournaments.services.waiting_list import places_for_newcomers
from tournaments.sign_up_limits import count_sign_up

CODE_REFUSALS = {"entry.too_many_here", "entry.wrong_venue_code"}


@private
@refusing
def register(request: HttpRequest, event_id: int) -> HttpResponse:
    event = events.event(event_id, request.user)
    if request.method != "POST":
        return register_page(request, event, blank_form(request, event))
    form = SignUpForm(event, request.POST)
    try:
        cleaned(form)
        entry_id = sign_up(request, event, form)
    # A second tap is refused as a double entry, and leads to the entry just made.
    except Refusal as refusal:
        entry_id = entry_made_before(form)
        if not entry_id:
            if refusal.code == "entry.form_used":
                form.show_again()
            return register_page(request, event, form, refusal)
    add_session_entry(request, entry_id)
    return redirect("entry", entry_id)


def register_page(
    request: HttpRequest, event: Event, form: SignUpForm, refusal: Refusal | None = None
) -> HttpResponse:
    context = {
        "event": event,
        "rules": labels.rules(event),
        "left": places_for_newcomers(event),
        "open": is_open(event),
        "asks_for_code": refusal is not None and refusal.code in CODE_REFUSALS,
        "mine": participants.own_entry(event, request.user, session_entry_ids(request)),
    }
    template = "tournaments/people/register.html"
    return render_form_page(request, template, context, form, refusal)


def blank_form(request: HttpRequest, event: Event) -> SignUpForm:
    user = account_of(request)
    initial = {"stamp": new_stamp(), "player1": user.display_name if user else ""}
    # The QR code in the venue brings the venue code along.
    initial["venue_code"] = request.GET.get("code", "")
    return SignUpForm(event, initial=initial)


@transaction.atomic
def sign_up(request: HttpRequest, event: Event, form: SignUpForm) -> int:
    """The id of the new entry. Raises Refusal, also for a form that has made an entry before."""
    count_sign_up(request, event.pk, form.cleaned_data["venue_code"])
    user = account_of(request)
    entry = registration.register(
        event_id=event.pk,
        data=form.sign_up_data(user.pk if user else None),
        at=timezone.now(),
        by=user,
    )
    # Before the commit: a second tap waits for it and then looks here. If the commit
    # fails, the id leads to no players.
    if not cache.add(form.cleaned_data["stamp"], entry.pk, timeout=OLDEST):
        raise Refusal("entry.form_used")
    return entry.pk


def entry_made_before(form: SignUpForm) -> int:
    """The entry that this very form has made of these players; 0 if it has made none."""
    if not form.is_valid():
        return 0
    entry_id = int(cache.get(form.cleaned_data["stamp"], 0))
    typed = set()
    for player in PLAYERS:
        typed.add(name_key(form.cleaned_data.get(player, "")))
    typed.discard("")
    players = Player.objects.filter(entry=entry_id, active=True)
    if set(players.values_list("name_key", flat=True)) != typed:
        return 0
    return entry_id
