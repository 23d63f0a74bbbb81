"""Pages of those who play: registration, one's own entry, and the links that stand for it."""

from typing import Any

import segno
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.names import name_key
from core.messages import sentence
from core.refusals import NotAllowed, Refusal
from tournaments import permissions, signed_links
from tournaments.live import topic_of
from tournaments.models import Entry, Event, Player
from tournaments.pages import labels
from tournaments.pages.forms import RegistrationForm, new_stamp
from tournaments.pages.people import my_pairing, reschedule_request
from tournaments.pages.people.session import (
    KEY,
    PARTNER,
    account,
    held,
    hold,
    keep,
    kept,
)
from tournaments.pages.refusals import private, refusing
from tournaments.reading import events, participants
from tournaments.services import registration
from tournaments.services.registration import Person, SignUpData
from tournaments.services.waiting_list import places_for_newcomers

WITHDRAWABLE = {Entry.State.IN, Entry.State.WAITING}


@private
@refusing
def register(request: HttpRequest, event_id: int) -> HttpResponse:
    """Enter a pair or a single player, without an account."""
    event = events.event(event_id, request.user)
    if request.method != "POST":
        return register_page(
            request, event, RegistrationForm(event, initial=first_guess(request))
        )
    form = RegistrationForm(event, request.POST)
    if not form.is_valid():
        return register_page(request, event, form, 422)
    try:
        entry_id = enter(request, event, form)
    except Refusal as refusal:
        entry_id = entered_before(form)
        if not entry_id:
            form.add_error(None, sentence(refusal))
            return register_page(request, event, form, refusal.status)
    hold(request, entry_id)
    return redirect("entry", entry_id)


@transaction.atomic
def enter(request: HttpRequest, event: Event, form: RegistrationForm) -> int:
    """Register what the form says. The form is remembered, so that sending it twice leads to the one entry."""
    given = form.cleaned_data
    user = account(request)
    people = [
        Person(given["player1"], user.pk if user else None),
        Person(given.get("player2", "")),
    ]
    said = SignUpData(
        [person for place, person in enumerate(people) if place == 0 or person.name],
        given.get("team_name", ""),
        given["club_name"],
        given["phone"],
    )
    entry = registration.register(
        event_id=event.pk, data=said, at=timezone.now(), by=user
    )
    # Before the commit: a second tap waits for it and looks at once. If there is no commit, nothing is found.
    cache.set(given["stamp"], entry.pk, timeout=3600)
    return entry.pk


def entered_before(form: RegistrationForm) -> int:
    """The entry that this very form has made of these very people; 0 if it has not."""
    entry_id = int(cache.get(form.cleaned_data["stamp"], 0))
    typed = {
        name_key(form.cleaned_data.get(name, "")) for name in ("player1", "player2")
    } - {""}
    made = set(
        Player.objects.filter(entry=entry_id, active=True).values_list(
            "name_key", flat=True
        )
    )
    return entry_id if made == typed else 0


def first_guess(request: HttpRequest) -> dict[str, str]:
    user = account(request)
    return {"stamp": new_stamp(), "player1": user.display_name if user else ""}


def register_page(
    request: HttpRequest, event: Event, form: RegistrationForm, status: int = 200
) -> HttpResponse:
    context = {
        "event": event,
        "form": form,
        "rules": labels.rules(event),
        "left": places_for_newcomers(event),
        "open": event.state == Event.State.OPEN
        and (event.deadline is None or timezone.now() <= event.deadline),
        "mine": participants.own_entry(event, request.user, held(request)),
    }
    return render(request, "tournaments/people/register.html", context, status=status)


def own_entry(request: HttpRequest, entry_id: int) -> Entry:
    """The entry, if this person or this browser speaks for it. Raises NotFound, NotAllowed."""
    entry = events.entry(entry_id, request.user)
    if not participants.speaks_for(request.user, entry, held(request)):
        raise NotAllowed("entry.own_only")
    return entry


@private
@require_safe
@refusing
def entry(request: HttpRequest, entry_id: int) -> HttpResponse:
    """One's own entry: first of all one's table, then the place, the links, the way out."""
    mine = own_entry(request, entry_id)
    if mine.team_id:  # the drawn team is who plays now
        hold(request, mine.team_id)
        return redirect("entry", mine.team_id)
    event, people = mine.event, list(mine.players.all())
    table = events.current_pairing_of(event, mine)
    unconfirmed = next(
        (player for player in people if player.confirmed_at is None), None
    )
    context: dict[str, Any] = {
        "entry": mine,
        "event": event,
        "people": people,
        "table": table,
        "at": reschedule_request.at(table) if table and not table.result else None,
        "to_play": [
            (one, reschedule_request.at(one))
            for one in events.to_play(event, mine)
            if one != table
        ],
        "waiting": events.waiting_position(mine)
        if mine.state == Entry.State.WAITING
        else None,
        "may_withdraw": mine.state in WITHDRAWABLE
        and not registration.is_list_closed(event),
        "unconfirmed": unconfirmed if mine.state in WITHDRAWABLE else None,
        "partner_link": link(request, "partner_key", signed_links.PARTNER, mine),
        "device_link": link(request, "entry_key", signed_links.ENTRY, mine),
        "live_topic": topic_of(event),
        "live_number": event.version,
    }
    return render(request, "tournaments/people/entry.html", context)


def link(request: HttpRequest, name: str, purpose: str, entry: Entry) -> dict[str, str]:
    """An address that stands for the entry, as text and as a QR code."""
    url = request.build_absolute_uri(
        reverse(name, args=[signed_links.key(purpose, entry.pk)])
    )
    return {
        "url": url,
        "qr": segno.make(url, error="m").svg_inline(
            scale=4, border=2, light="#fff", omitsize=True
        ),
    }


@private
@require_safe
@refusing
def entry_key(request: HttpRequest, key: str) -> HttpResponse:
    """Exchange the key for the session at once, so that it stays in no address bar."""
    return exchanged(request, signed_links.ENTRY, key, KEY, "entry")


@private
@require_safe
@refusing
def partner_key(request: HttpRequest, key: str) -> HttpResponse:
    """The same for the key of a partner, who then sees what was entered."""
    return exchanged(request, signed_links.PARTNER, key, PARTNER, "partner")


def exchanged(
    request: HttpRequest, purpose: str, key: str, kept_as: str, page: str
) -> HttpResponse:
    try:
        entry_id = signed_links.opened(purpose, key)
    except Refusal as refusal:
        return bad_link(request, refusal)
    keep(request, kept_as, events.entry(entry_id, request.user).pk)
    return redirect(page, entry_id)


def bad_link(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    return render(
        request,
        "tournaments/people/bad_link.html",
        {"reason": sentence(refusal)},
        status=404,
    )


@private
@refusing
def partner(request: HttpRequest, entry_id: int) -> HttpResponse:
    """The partner, who came by a link, sees what was entered, and says yes to it."""
    entry = events.entry(entry_id, request.user)
    if entry.pk not in kept(request, PARTNER):
        raise NotAllowed("entry.own_only")
    people = list(entry.players.all())
    if len(people) < 2:
        return bad_link(request, Refusal("entry.bad_key"))
    context: dict[str, Any] = {
        "entry": entry,
        "event": entry.event,
        "first": people[0],
        "second": people[1],
    }
    if request.method != "POST":
        return render(request, "tournaments/people/partner.html", context)
    try:
        registration.confirm_partner(
            entry_id=entry.pk, place=1, user=account(request), at=timezone.now()
        )
    except Refusal as refusal:
        if refusal.code != "entry.partner_confirmed" or entry.pk not in held(request):
            context["refused"] = sentence(refusal)
            return render(
                request,
                "tournaments/people/partner.html",
                context,
                status=refusal.status,
            )
    hold(request, entry.pk)
    return redirect("entry", entry.pk)


@private
@refusing
def withdraw(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Ask once more, naming the pair; then take it out. For its own people and for the desk."""
    entry = events.entry(entry_id, request.user)
    desk = permissions.may_organise(request.user, entry.event.club_id)
    if not desk:
        own_entry(request, entry_id)
    back = (
        reverse("desk", args=[entry.event_id])
        if desk
        else reverse("entry", args=[entry_id])
    )
    context: dict[str, Any] = {"entry": entry, "event": entry.event, "back": back}
    if request.method == "POST":
        try:
            registration.withdraw_before_draw(
                entry_id=entry_id, by=account(request), at=timezone.now()
            )
        except Refusal as refusal:
            if events.entry(entry_id, request.user).state != Entry.State.WITHDRAWN:
                context["refused"] = sentence(refusal)
                return render(
                    request,
                    "tournaments/people/withdraw.html",
                    context,
                    status=refusal.status,
                )
        return redirect(back)
    return render(request, "tournaments/people/withdraw.html", context)


urlpatterns = [
    path("events/<int:event_id>/register/", register, name="register"),
    path("entries/<int:entry_id>/", entry, name="entry"),
    path("entries/<int:entry_id>/withdraw/", withdraw, name="withdraw"),
    path("e/<str:key>/", entry_key, name="entry_key"),
    path("entries/<int:entry_id>/partner/", partner, name="partner"),
    path("partner/<str:key>/", partner_key, name="partner_key"),
    *my_pairing.urlpatterns,
]
