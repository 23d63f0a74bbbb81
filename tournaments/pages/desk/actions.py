"""What the buttons of the desk do: each calls one service and says in a sentence what came of it."""

import re
from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from core.refusals import NotFound, OutOfDate, Refusal
from tournaments.models import Draw, Entry, Event
from tournaments.pages.forms import DoorForm
from tournaments.pages.labels import round_name
from tournaments.reading import events as queries
from tournaments.reading import stage_plans
from tournaments.rules.draws.inputs import TeamSettings
from tournaments.services import attendance, draws, events, registration, rounds
from tournaments.services.registration import Person, SignUpData

Action = Callable[[HttpRequest, Event], str]


def do(request: HttpRequest, event: Event, name: str) -> str:
    """Raises Refusal, also for a button that there is not."""
    if name not in ACTIONS:
        raise Refusal("input.invalid")
    return ACTIONS[name](request, event)


@transaction.atomic
def enter(request: HttpRequest, event: Event, form: DoorForm) -> str:
    """Enter people who stand at the door."""
    now = timezone.now()
    entry = registration.register(
        event_id=event.pk,
        data=said_at_door(form),
        at=now,
        by=request.user,
        at_desk=True,
    )
    if form.cleaned_data["paid"]:
        registration.mark_paid(entry_id=entry.pk, paid=True, by=request.user, at=now)
    named = {"number": entry.number, "name": queries.full_name(entry)}
    if entry.state == Entry.State.WAITING:
        return gettext("%(number)s. %(name)s: on the waiting list") % named
    return gettext("%(number)s. %(name)s: entered") % named


def said_at_door(form: DoorForm) -> SignUpData:
    given = form.cleaned_data
    people = [Person(name) for name in (given["player1"], given.get("player2")) if name]
    return SignUpData(
        people, given.get("team_name", ""), given["club_name"], given["phone"]
    )


@transaction.atomic
def enter_late(request: HttpRequest, event: Event, form: DoorForm) -> str:
    """Enter people who come when the first phase is being played."""
    now = timezone.now()
    entry = attendance.enter_late(
        event_id=event.pk, data=said_at_door(form), by=request.user, at=now
    )
    if form.cleaned_data["paid"]:
        registration.mark_paid(entry_id=entry.pk, paid=True, by=request.user, at=now)
    return gettext("%(number)s. %(name)s: entered late") % {
        "number": entry.number,
        "name": queries.full_name(entry),
    }


def step(request: HttpRequest, event: Event) -> str:
    events.step(
        event_id=event.pk, action=request.POST["do"], by=request.user, at=timezone.now()
    )
    return ""


def paid(request: HttpRequest, event: Event) -> str:
    """The button of a row: `paid:12`, `unpaid:12`."""
    action, _, entry_id = request.POST["do"].partition(":")
    entry = event.entries.filter(pk=number(entry_id)).first()
    if entry is None:
        raise NotFound("entry.not_found")
    wanted = action == "paid"
    if entry.paid != wanted:
        registration.mark_paid(
            entry_id=entry.pk, paid=wanted, by=request.user, at=timezone.now()
        )
    return ""


def announce(request: HttpRequest, event: Event) -> str:
    phase, kind = number(request.POST.get("phase", "1")), request.POST.get("kind", "")
    partners = TeamSettings(
        apart="apart" in request.POST,
        balanced="balanced" in request.POST,
        bans=bans(request.POST.get("bans", "")),
    )
    draws.announce(
        event_id=event.pk,
        kind=kind,
        by=request.user,
        at=timezone.now(),
        stage=phase,
        partners=partners,
    )
    return ""


def bans(text: str) -> tuple[tuple[int, int], ...]:
    """Who shall not come together, as `3-7, 12-15`. Raises Refusal `draw.bans_unread`."""
    if len(text) > BANS_LONGEST or not re.fullmatch(BANS, text, re.ASCII):
        raise Refusal("draw.bans_unread")
    numbers = [int(number) for number in re.findall(r"\d+", text, re.ASCII)]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def make(request: HttpRequest, event: Event) -> str:
    words = request.POST.get("beacon", "")
    draws.make(
        draw_id=draw_of(request, event),
        by=request.user,
        at=timezone.now(),
        beacon=words,
    )
    return ""


def publish(request: HttpRequest, event: Event) -> str:
    draw = draws.publish(
        draw_id=draw_of(request, event), by=request.user, at=timezone.now()
    )
    if draw.kind == Draw.Kind.TEAMS:
        return gettext("The partners are drawn and entered as pairs.")
    return gettext("The draw is published and its round is open.")


def discard(request: HttpRequest, event: Event) -> str:
    reason = request.POST.get("reason", "")
    draws.discard(
        draw_id=draw_of(request, event),
        reason=reason,
        by=request.user,
        at=timezone.now(),
    )
    return gettext("The draw is discarded; it stays visible with its reason.")


def open_round(request: HttpRequest, event: Event) -> str:
    """Open the round that the page spoke of: pressed twice, the button opens one."""
    stage = stage_plans.stage_of(event, number(request.POST.get("phase", "1")))
    if stage is None:
        raise OutOfDate("round.no_draw")
    if stage.rounds.filter(number=number(request.POST.get("round", ""))).exists():
        return ""
    opened = rounds.open_round(stage_id=stage.pk, by=request.user, at=timezone.now())
    return gettext("Open: %(round)s") % {"round": round_name(opened.code)}


def draw_of(request: HttpRequest, event: Event) -> int:
    """The draw of which the page spoke, if it is one of this event."""
    draw_id = number(request.POST.get("draw", ""))
    if not event.draws.filter(pk=draw_id).exists():
        raise NotFound("draw.not_found")
    return draw_id


def number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise Refusal("input.invalid")
    return int(text)


PAIR: Final = r"\s*\d{1,5}\s*[-–+]\s*\d{1,5}\s*"
BANS_LONGEST: Final = 2000
BANS: Final = rf"\s*|{PAIR}(,{PAIR})*"
ACTIONS: Final[dict[str, Action]] = {
    "open": step,
    "close": step,
    "paid": paid,
    "unpaid": paid,
    "announce": announce,
    "make": make,
    "publish": publish,
    "discard": discard,
    "round": open_round,
}
AT_THE_DOOR: Final = {"enter": enter, "late": enter_late}
BACK_TO: Final = {
    "enter": "?door",
    "late": "?door",
    "paid": "?entries#entries",
    "unpaid": "?entries#entries",
}
"""Where on the page one comes back to; elsewhere at its top, where the next step is."""
