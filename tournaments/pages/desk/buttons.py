"""What the buttons of the desk do: each calls one service and returns a message or nothing."""

import re
from collections.abc import Callable
from typing import Any, Final

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from core.numbers import read_number
from core.refusals import NotFound, OutOfDate, Refusal
from tournaments.models import Draw, Entry, Event
from tournaments.pages.labels import round_name
from tournaments.pages.refusals import cleaned
from tournaments.pages.sign_up_form import DoorForm
from tournaments.reading import stage_plans
from tournaments.reading.events import full_name
from tournaments.rules.draws.inputs import TeamSettings
from tournaments.services import attendance, draws, events, registration, rounds

Button = Callable[[HttpRequest, Event], str]

DOOR_BUTTONS: Final = {"enter", "late"}


def pressed_button(request: HttpRequest) -> str:
    """The name of the button; in a row it is followed by an id, as in `paid:12`."""
    name, _separator, _id = request.POST.get("do", "").partition(":")
    return name


def press(request: HttpRequest, event: Event) -> str:
    """Do what the pressed button says. Raises Refusal, also for an unknown button."""
    name = pressed_button(request)
    if name not in BUTTONS:
        raise Refusal("input.invalid")
    return BUTTONS[name](request, event)


@transaction.atomic
def enter(request: HttpRequest, event: Event) -> str:
    """Enter people who stand at the door."""
    form = DoorForm(event, request.POST)
    given = cleaned(form)
    entry = registration.register(
        event_id=event.pk,
        data=form.sign_up_data(),
        at=timezone.now(),
        by=request.user,
        at_desk=True,
    )
    mark_paid_at_door(request, entry, given)
    message = gettext("%(number)s. %(name)s: entered")
    if entry.state == Entry.State.WAITING:
        message = gettext("%(number)s. %(name)s: on the waiting list")
    return message % {"number": entry.number, "name": full_name(entry)}


@transaction.atomic
def enter_late(request: HttpRequest, event: Event) -> str:
    """Enter people who come while the first stage is being played."""
    form = DoorForm(event, request.POST)
    given = cleaned(form)
    entry = attendance.enter_late(
        event_id=event.pk, data=form.sign_up_data(), by=request.user, at=timezone.now()
    )
    mark_paid_at_door(request, entry, given)
    message = gettext("%(number)s. %(name)s: entered late")
    return message % {"number": entry.number, "name": full_name(entry)}


def mark_paid_at_door(
    request: HttpRequest, entry: Entry, given: dict[str, Any]
) -> None:
    if given["paid"]:
        registration.mark_paid(
            entry_id=entry.pk, paid=True, by=request.user, at=timezone.now()
        )


def change_registration(request: HttpRequest, event: Event) -> str:
    """Open or close registration."""
    events.step(
        event_id=event.pk, action=request.POST["do"], by=request.user, at=timezone.now()
    )
    return ""


def mark_paid(request: HttpRequest, event: Event) -> str:
    """The button of a row: `paid:12` or `unpaid:12`."""
    action, _separator, entry_id = request.POST["do"].partition(":")
    entry = event.entries.filter(pk=read_number(entry_id)).first()
    if entry is None:
        raise NotFound("entry.not_found")
    is_paid = action == "paid"
    # Pressed twice, the button writes one line in the log.
    if entry.paid != is_paid:
        registration.mark_paid(
            entry_id=entry.pk, paid=is_paid, by=request.user, at=timezone.now()
        )
    return ""


def announce(request: HttpRequest, event: Event) -> str:
    partners = TeamSettings(
        apart="apart" in request.POST,
        balanced="balanced" in request.POST,
        bans=read_bans(request.POST.get("bans", "")),
    )
    draws.announce(
        event_id=event.pk,
        kind=request.POST.get("kind", ""),
        stage=stage_number(request),
        partners=partners,
        by=request.user,
        at=timezone.now(),
    )
    return ""


def read_bans(text: str) -> tuple[tuple[int, int], ...]:
    """Entries that must not become partners, as `3-7, 12-15`.

    Raises Refusal `draw.bans_unread`.
    """
    # `\d` alone would also match the digits of other scripts.
    if len(text) > BANS_LONGEST or not re.fullmatch(BANS, text, re.ASCII):
        raise Refusal("draw.bans_unread")
    numbers = [int(number) for number in re.findall(r"\d+", text, re.ASCII)]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def make(request: HttpRequest, event: Event) -> str:
    draws.make(
        draw_id=draw_id_of(request, event),
        beacon=request.POST.get("beacon", ""),
        by=request.user,
        at=timezone.now(),
    )
    return ""


def publish(request: HttpRequest, event: Event) -> str:
    draw_id = draw_id_of(request, event)
    draw = draws.publish(draw_id=draw_id, by=request.user, at=timezone.now())
    # A draw of partners opens no round: the draw of who meets whom follows.
    if draw.kind == Draw.Kind.TEAMS:
        return gettext("The partners are drawn and entered as pairs.")
    return gettext("The draw is published and its round is open.")


def discard(request: HttpRequest, event: Event) -> str:
    draws.discard(
        draw_id=draw_id_of(request, event),
        reason=request.POST.get("reason", ""),
        by=request.user,
        at=timezone.now(),
    )
    return gettext("The draw is discarded; it stays visible with its reason.")


def open_round(request: HttpRequest, event: Event) -> str:
    """Open the round that the page named: the button, pressed twice, opens one round."""
    stage = stage_plans.stage_of(event, stage_number(request))
    if stage is None:
        raise OutOfDate("round.no_draw")
    number = read_number(request.POST.get("round"))
    if stage.rounds.filter(number=number).exists():
        return ""
    opened = rounds.open_round(stage_id=stage.pk, by=request.user, at=timezone.now())
    return gettext("Open: %(round)s") % {"round": round_name(opened.code)}


def stage_number(request: HttpRequest) -> int:
    return read_number(request.POST.get("phase", "1"))


def draw_id_of(request: HttpRequest, event: Event) -> int:
    """The draw that the page named, if it is one of this event."""
    draw_id = read_number(request.POST.get("draw"))
    if not event.draws.filter(pk=draw_id).exists():
        raise NotFound("draw.not_found")
    return draw_id


PAIR: Final = r"\s*\d{1,5}\s*[-–+]\s*\d{1,5}\s*"
BANS: Final = rf"\s*|{PAIR}(,{PAIR})*"
BANS_LONGEST: Final = 2000
BUTTONS: Final[dict[str, Button]] = {
    "enter": enter,
    "late": enter_late,
    "open": change_registration,
    "close": change_registration,
    "paid": mark_paid,
    "unpaid": mark_paid,
    "announce": announce,
    "make": make,
    "publish": publish,
    "discard": discard,
    "round": open_round,
}
BACK_TO: Final = {
    "enter": "?door",
    "late": "?door",
    "paid": "?entries#entries",
    "unpaid": "?entries#entries",
}
"""The part of the page to return to; otherwise its top, where the next step is."""
