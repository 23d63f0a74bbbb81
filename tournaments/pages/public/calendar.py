"""The calendar of a league: the dates of its rounds, and the forms that change them."""

from datetime import datetime
from typing import Any, Final, NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from core.messages import sentence
from core.refusals import NotAllowed, OutOfDate, Refusal
from tournaments import permissions
from tournaments.models import TO_PLAY, Event, Pairing, Stage
from tournaments.pages import labels
from tournaments.pages.form_fields import MomentField
from tournaments.pages.public.event_page import event_or_404, event_page
from tournaments.pages.refusals import refusing
from tournaments.reading import events, snapshot, stage_plans
from tournaments.rules.formats.base import PlannedPairing
from tournaments.services import calendar

MODES: Final = {
    calendar.FREE: _("when both sides agree"),
    calendar.ASKED: _("when both sides agree and the organiser approves"),
    calendar.NONE: _("only by the organiser"),
}
SKIPPED_LONGEST: Final = 800


class CalendarForm(forms.Form):
    first = MomentField(label=_("First evening"))
    days = forms.TypedMultipleChoiceField(
        label=_("Days of the week"),
        choices=list(WEEKDAYS.items()),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )
    evening = forms.IntegerField(
        label=_("Rounds per evening"),
        min_value=1,
        max_value=calendar.MAX_ROUNDS_AN_EVENING,
    )
    skip = forms.CharField(
        label=_("Days without play, for example 2026-01-19"),
        required=False,
        max_length=SKIPPED_LONGEST,
    )
    moving = forms.ChoiceField(
        label=_("A match can be moved"), choices=list(MODES.items())
    )

    def clean_skip(self) -> list[str]:
        days: list[str] = self.cleaned_data["skip"].replace(",", " ").split()
        for day in days:
            if not is_date(day):
                raise forms.ValidationError(
                    _("Write days as 2026-01-19, separated by spaces.")
                )
        return days

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        first = given.get("first")
        if first is None:
            return given
        weekday = timezone.localtime(first).weekday()
        # The first evening anchors the weekly rhythm.
        if weekday not in given.get("days", ()):
            self.add_error(
                "days", _("The first evening is on another day of the week.")
            )
        return given

    def calendar(self) -> dict[str, Any]:
        """The cleaned form as the event stores it."""
        return self.cleaned_data | {"first": self.cleaned_data["first"].isoformat()}


def is_date(text: str) -> bool:
    try:
        return parse_date(text) is not None
    except ValueError:  # a day that no month has, for example 2026-02-30
        return False


class MoveForm(forms.Form):
    """A match and its day; without a day it is played with its round again."""

    pairing = forms.IntegerField(widget=forms.HiddenInput)
    to = MomentField(required=False)


class Evening(NamedTuple):
    """A round with its date and its pairings, each with its own date if it was moved."""

    name: str
    at: datetime | None
    meetings: list[tuple[list[str], datetime | None]]


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def event_calendar(request: HttpRequest, event_id: int) -> HttpResponse:
    event = event_or_404(request, event_id)
    organises = permissions.may_organise(request.user, event.club_id)
    form = CalendarForm(initial=initial_values(event))
    refused = ""
    if request.method == "POST":
        if not organises:
            raise NotAllowed("event.organisers_only")
        # The page has one form for the dates, and one in each row for its match.
        if "pairing" not in request.POST:
            form = CalendarForm(request.POST)
        try:
            message = change_calendar(request, event, form)
        except Refusal as refusal:
            message, refused = "", sentence(refusal)
        if message:
            messages.success(request, message)
            return redirect("calendar", event_id)
    return event_page(
        request,
        event,
        "calendar",
        stage_plans.stage_of(event, 1),
        form=form if organises else None,
        evenings=evenings(event),
        movable=movable_with_wishes(event) if organises else [],
        set=bool(event.calendar),
        refused=refused,
    )


def change_calendar(request: HttpRequest, event: Event, form: CalendarForm) -> str:
    """Set the dates, or move one match. The message is empty if the form is wrong."""
    if not form.is_bound:
        return move_match(request, event, MoveForm(request.POST))
    if not form.is_valid():
        return ""
    calendar.set_calendar(
        event_id=event.pk,
        calendar=form.calendar(),
        by=request.user,
        at=timezone.now(),
    )
    return gettext("The dates are set.")


def move_match(request: HttpRequest, event: Event, form: MoveForm) -> str:
    """Move a match of this event. Raises Refusal."""
    if not form.is_valid():
        raise Refusal("calendar.no_day")
    pairing_id, day = form.cleaned_data["pairing"], form.cleaned_data["to"]
    if pairing_id not in {pairing.pk for pairing in movable(event)}:
        raise OutOfDate("result.decided")
    calendar.move(pairing_id=pairing_id, to=day, by=request.user, at=timezone.now())
    if day is None:
        return gettext("The match is played with its round.")
    return gettext("The match is moved.")


def movable(event: Event) -> list[Pairing]:
    """Open matches of open rounds, those first whose sides have asked for another day."""
    stage = stage_plans.stage_of(event, 1)
    if stage is None or not calendar.is_league(stage):
        return []
    pairings = events.pairings().filter(
        TO_PLAY, round__stage__event=event, round__stage__number=1, table__gt=0
    )
    ordered = pairings.order_by("round__number", "slot")
    return sorted(ordered, key=lambda pairing: pairing.wish is None)


def movable_with_wishes(event: Event) -> list[tuple[Pairing, datetime | None]]:
    """Each movable match with the day that its sides ask for."""
    found = []
    for pairing in movable(event):
        wish = parse_datetime(pairing.wish["at"]) if pairing.wish else None
        found.append((pairing, wish))
    return found


def initial_values(event: Event) -> dict[str, Any]:
    """The stored calendar, or the start of the event and its day of the week."""
    if not event.calendar:
        start = timezone.localtime(event.starts_at)
        return {
            "first": start,
            "days": [start.weekday()],
            "evening": 1,
        }
    stored = calendar.read(event.calendar)
    skipped = " ".join(day.isoformat() for day in stored.skip)
    return stored._asdict() | {"skip": skipped}


def evenings(event: Event) -> list[Evening]:
    """The rounds of the first stage."""
    stage = stage_plans.stage_of(event, 1)
    if stage is None:
        return []
    plan, names = snapshot.stage_state(stage).plan, events.names(event)
    days: list[Any] = calendar.dates_of_event(event, len(plan)) or [None] * len(plan)
    moved = moved_days(stage)
    found = []
    for number, (planned, day) in enumerate(zip(plan, days, strict=True), start=1):
        pairings = []
        for pairing in planned.meetings:
            if any(pairing.entries):
                own_day = moved.get((number, pairing.slot))
                pairings.append((names_at(pairing, names), own_day))
        found.append(Evening(labels.round_name(planned.code), day, pairings))
    return found


def names_at(planned: PlannedPairing, names: dict[int, str]) -> list[str]:
    return [names[entry] for entry in planned.entries if entry]


def moved_days(stage: Stage) -> dict[tuple[int, int], datetime | None]:
    """The own days of matches, by round and slot."""
    pairings = events.pairings().filter(round__stage=stage, at__isnull=False)
    return {(pairing.round.number, pairing.slot): pairing.at for pairing in pairings}
